use std::fmt::Write as _;

use cddl_cat::cbor::validate_cbor;
use cddl_cat::context::BasicContext;
use cddl_cat::flatten::flatten_from_str;
use ciborium::Value as Cbor;
use serde_json::Value as Json;

use super::{FEATURES, MEMBERS, OPERATIONS, PROFILES, answer_from_json, answer_to_json};
use super::{request_from_json, request_to_json};
use crate::corpus::Corpus;
use crate::feature::Feature;
use crate::operation::OperationName;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::protocol::{Answer, answer_line, describe_request, request};
use crate::vector::Expected;

const CDDL: &str = include_str!("../../../../testees/testee.cddl");

/// The longest request of the corpus in bytes, as the guide states it.
const LONGEST: usize = 66_000;

/// Does an item match a rule of the CDDL?
struct Rules(BasicContext);

impl Rules {
    fn new() -> Self {
        Rules(BasicContext::new(flatten_from_str(CDDL).unwrap()))
    }

    #[track_caller]
    fn check(&self, rule: &str, item: &[u8]) {
        let value: Cbor = ciborium::from_reader(item).unwrap();
        let result = validate_cbor(&self.0.rules[rule], &value, &self.0);
        assert!(result.is_ok(), "{}: {result:?}", hex::encode(&item[..item.len().min(200)]));
    }

    fn refuses(&self, rule: &str, item: &str) {
        let value: Cbor = ciborium::from_reader(&hex::decode(item).unwrap()[..]).unwrap();
        assert!(validate_cbor(&self.0.rules[rule], &value, &self.0).is_err(), "{item}");
    }
}

fn json(line: &str) -> Json {
    serde_json::from_str(line).unwrap()
}

#[test]
fn every_name_has_its_number() {
    assert_eq!(OPERATIONS[0], "describe");
    for operation in OperationName::ALL {
        assert!(OPERATIONS[1..].contains(&operation.name()), "{operation}");
        let signature = operation.signature();
        for name in
            signature.parameters.iter().map(|p| p.name).chain(signature.value.members().iter().copied())
        {
            assert!(MEMBERS.iter().any(|(_, known, _)| *known == name), "{name}");
        }
    }
    for profile in Profile::ALL {
        assert!(PROFILES.contains(&profile.name()), "{profile}");
    }
    for feature in Feature::ALL {
        assert!(FEATURES.contains(&feature.name()), "{feature}");
    }
}

/// The comments of the CDDL name what the numbers stand for.
#[test]
fn the_cddl_has_the_same_numbers() {
    let listed = |names: &[&str]| {
        let mut text = String::new();
        names.iter().enumerate().for_each(|(number, name)| write!(text, "{number} {name}, ").unwrap());
        text.trim_end_matches(", ").to_owned()
    };
    let comments = CDDL.replace("\n; ", " ");
    for names in [&OPERATIONS[..], &PROFILES[..], &FEATURES[..]] {
        assert!(comments.contains(&listed(names)), "{}", listed(names));
    }
    for (key, name, _) in MEMBERS {
        let entry = |line: &str| {
            let (entry, comment) = line.split_once(';').unwrap_or((line, name));
            entry.trim_start_matches([' ', '?']).starts_with(&format!("{key} =>"))
                && comment.trim().split([':', ' ']).next() == Some(name)
        };
        assert!(CDDL.lines().any(entry), "{key} {name}");
    }
}

/// Each request and each accepted answer of the corpus matches the CDDL, means the same as in JSON, and fits.
#[test]
fn every_vector_in_cbor() {
    let (rules, corpus) = (Rules::new(), Corpus::embedded().unwrap());
    let mut longest = 0;
    for vector in &corpus.vectors {
        for &profile in &vector.profiles {
            let line = request(u32::MAX.into(), profile, &vector.operation);
            let item = request_from_json(&line).unwrap();
            longest = longest.max(item.len());
            rules.check("request", &item);
            assert_eq!(json(&request_to_json(&item).unwrap()), json(&line), "{}", vector.id);
        }
        for accepted in &vector.expect {
            let outcome = match &accepted.outcome {
                Expected::Reject => Outcome::Reject("no".to_owned()),
                Expected::Value(value) => Outcome::Value(value.clone()),
            };
            let line = answer_line(7, &outcome).unwrap();
            let item = answer_from_json(&line).unwrap();
            rules.check("answer", &item);
            let read = answer_to_json(&item).unwrap();
            assert_eq!((read.id, json(&read.line)), (Some(7), json(&line)), "{}", vector.id);
            let answer = Answer::parse(read.line.as_bytes()).unwrap();
            assert_eq!(answer.outcome(vector.operation.name()), Ok(outcome), "{}", vector.id);
        }
    }
    assert!(longest <= LONGEST && longest > LONGEST - 2000, "{longest}");
}

#[test]
fn descriptions_and_costs() {
    let rules = Rules::new();
    let item = request_from_json(&describe_request(0)).unwrap();
    assert_eq!(hex::encode(&item), "83000001");
    rules.check("request", &item);
    let line = r#"{"id":0,"ok":{"name":"d","protocol":1,"profiles":["href-13"],"operations":{"href-13":["decode","scan"]},
        "features":["userinfo"],"version":"1","language":"C","max-request":512,"window":1,"stats":true},
        "stats":{"cycles":12,"nanoseconds":3,"stack":400}}"#;
    let item = answer_from_json(line).unwrap();
    rules.check("answer", &item);
    let read = answer_to_json(&item).unwrap();
    assert_eq!(json(&read.line), json(line));
    assert!(!read.plain.contains("cycles"));
    let answer = Answer::parse(read.line.as_bytes()).unwrap();
    assert_eq!(answer.cost().unwrap().unwrap().stack, Some(400));
    let bounds = answer.description().unwrap().bounds;
    assert_eq!((bounds.max_request, bounds.window, bounds.stats), (Some(512), Some(1), true));
}

#[test]
fn what_is_no_answer() {
    let rules = Rules::new();
    for (item, reason) in [
        ("00", "expected an array, found an integer"),
        ("820000", "an answer has three items"),
        ("830103f6", "the second item is not 0, 1 or 2"),
        (
            "830100a10061 61".replace(' ', "").as_str(),
            "under key 0, `cri`: expected a byte string, found a text",
        ),
        ("830100a2004100004100", "key 0 stands twice"),
        ("830100a181616100", "a key that is no whole number"),
        ("830100a10cf5", "under key 12, `items`: expected an array, found a Boolean"),
        ("830101c100", "found a tag"),
        ("84010160 00".replace(' ', "").as_str(), "the fourth item, what it cost, is no map"),
        ("8301", "it is not well-formed CBOR"),
    ] {
        let error = answer_to_json(&hex::decode(item).unwrap()).map(|read| read.line).unwrap_err();
        assert!(error.contains(reason), "{item}: {error}");
        if !item.ends_with("01") && !item.contains("a20041") {
            rules.refuses("answer", item);
        }
    }
}
