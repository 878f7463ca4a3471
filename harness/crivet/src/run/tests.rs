//! What a run counts, charges and remarks on.

use std::collections::BTreeSet;

use super::*;
use crate::baseline::State;
use crate::corpus::{Corpus, current_version, first_version};
use crate::implementation::{Answer, Refusal};
use crate::operation::OperationName;
use crate::profile::Profile;
use crate::vector::Vector;

/// Makes a CRI of every URI that starts with `coap://`, always the same but for a `w`, and panics on `p`.
struct Fake;

impl Implementation for Fake {
    fn describe(&self) -> Description {
        Description {
            name: "fake".into(),
            version: String::new(),
            language: String::new(),
            profiles: [Profile::Href13].into(),
            features: BTreeSet::new(),
            operations: [OperationName::UriToCri, OperationName::CriToUri].into(),
        }
    }

    fn uri_to_cri(&self, _: Profile, uri: &str) -> Answer<Vec<u8>> {
        match uri.strip_prefix("coap://") {
            None => Err(Refusal::reject("no coap URI")),
            Some("p") => panic!("on purpose"),
            Some(name) => Ok(vec![0x82, 0x20, 0x81, 0x61, if name.starts_with('w') { b'w' } else { b'h' }]),
        }
    }

    fn cri_to_uri(&self, _: Profile, _: &[u8]) -> Answer<String> {
        Ok("coap://h".into())
    }
}

/// A vector of `uri-to-cri`.
fn read(id: &str, uri: &str, rest: &str) -> String {
    written(id, &format!("op: uri-to-cri, uri: '{uri}'"), rest)
}

fn written(id: &str, asked: &str, rest: &str) -> String {
    format!(
        "- {{id: {id}, title: t, profiles: [href-13, href-27], requirements: [href13-5.3-5], {asked}, {rest}}}\n"
    )
}

const H: &str = r#"expect: '[-1, ["h"]]'"#;

fn vectors(written: &[String]) -> Vec<Vector> {
    Corpus::parse("t.yaml", &written.concat()).unwrap().vectors
}

fn cases(vectors: &[Vector], profile: Profile) -> Vec<Case<'_>> {
    vectors.iter().map(|vector| Case { vector, profile }).collect()
}

fn asked<'a>(cases: &[Case<'a>]) -> Run<'a> {
    let options = Options { jobs: 2, strict: false, cancel: &AtomicBool::new(false) };
    run(Subject::InProcess(&Fake), Fake.describe(), cases, &options, &|_| {}).unwrap()
}

#[test]
fn each_case_gets_its_own_verdict() {
    let two = "expect: [reject, {outcome: '[-1, [\"h\"]]', reading: other}], strength: disputed, ruling: R77";
    let vectors = vectors(&[
        read("right", "coap://h", H),
        read("wrong", "coap://w", H),
        read("panics", "coap://p", H),
        read("noted", "coap://h/", two),
        written("unclaimed", "op: scan, sequence: '[]'", "expect: []"),
        read("right-again", "coap://H", H),
    ]);
    let mut run = asked(&cases(&vectors, Profile::Href13));
    let statuses: Vec<Status> = run.results.iter().map(|judged| judged.verdict.status).collect();
    use Status::{Error, Fail, Pass, Skip};
    assert_eq!(statuses, [Pass, Fail, Error, Pass, Skip, Pass]);
    let tally = Tally { passed: 3, failed: 1, errors: 1, expected: 0, skipped: 1, notes: 1 };
    assert_eq!(run.tally(), tally);
    assert!(run.complete() && !run.green());
    for index in [1, 2] {
        run.results[index].expected = Some(Entry {
            profile: None,
            vectors: "*".into(),
            glob: None,
            state: State::Fail,
            until: None,
            reason: String::new(),
            location: vectors[index].source.clone(),
            text: String::new(),
        });
    }
    assert_eq!(run.tally(), Tally { failed: 0, errors: 0, expected: 2, ..tally });
    assert!(run.green());
}

#[test]
fn known_failures_are_part_of_the_total() {
    let tally = Tally { passed: 1, failed: 2, errors: 4, expected: 8, skipped: 16, notes: 32 };
    assert_eq!(tally.total(), 31);
}

#[test]
fn what_came_later_than_the_version_pinned_turns_nothing_red() {
    let mut vectors = vectors(&[read("right", "coap://h", H), read("wrong", "coap://w", H)]);
    vectors[1].since = Version::new(99, 0, 0);
    let cases = cases(&vectors, Profile::Href13);
    let mut run = asked(&cases);
    assert!(!run.is_late(&cases[1]), "the run is pinned to nothing");
    assert!(!run.green());
    run.pinned = Some(first_version());
    assert!(!run.is_late(&cases[0]) && run.is_late(&cases[1]));
    assert!(run.green());
    run.pinned = Some(Version::new(99, 0, 0));
    assert!(!run.is_late(&cases[1]), "it came with this very version");
    assert!(!run.green());
    assert!(first_version() <= current_version());
}

/// Vectors as cases of their first profile.
fn first_cases(vectors: &[Vector]) -> Vec<Case<'_>> {
    vectors.iter().map(|vector| Case { vector, profile: vector.profiles[0] }).collect()
}

#[test]
fn who_knows_nothing_passes_little() {
    let iri = written("path", "op: iri-parse, iri: a", "expect: {path: a}");
    let vectors = vectors(&[
        read("rejected", "coap://h:65536", "expect: reject"),
        read("read", "coap://h", H),
        written("same", "op: equivalent, a: '[-1, [\"h\"]]', b: '[-1, [\"h\"]]'", "expect: true"),
        written("other", "op: equivalent, a: '[-1, [\"h\"]]', b: '[-1, [\"i\"]]'", "expect: false"),
        written("items", "op: scan, sequence: '[[0], 1]'", "expect: [processable, unprocessable]"),
        written("item", "op: scan, sequence: '[[-1, [\"h\"]]]'", "expect: [processable]"),
        iri.replace("[href-13, href-27]", "[iri-guidelines-01]"),
    ]);
    let [rejecting, echoing] = trivial::all(&first_cases(&vectors))[..] else { panic!("two scores") };
    assert_eq!((rejecting.name, rejecting.passed, rejecting.cases), ("reject-all", 1, 7));
    assert_eq!((echoing.name, echoing.passed, echoing.cases), ("echo", 4, 7));
}

#[test]
fn a_judge_that_lets_a_canary_through_does_not_judge() {
    let items = |count: usize| {
        let sequence = format!("hex:99{count:04x}{}", "822081616 8".replace(' ', "").repeat(count));
        let expected = vec!["processable"; count].join(", ");
        written("items", &format!("op: scan, sequence: '{sequence}'"), &format!("expect: [{expected}]"))
    };
    let few = vectors(&[items(300)]);
    assert_eq!(canary::check(&first_cases(&few)), Ok(()));
    // The one vector that the answer to no question is right for.
    let vectors = vectors(&[items(4096)]);
    let error = canary::check(&first_cases(&vectors)).unwrap_err();
    assert_eq!((error.canary, error.id.as_str()), ("an answer to no question", "items"));
}

/// What is remarked of these.
fn remarks(written: &[String], profile: Profile) -> Vec<String> {
    let vectors = vectors(written);
    asked(&cases(&vectors, profile)).remarks
}

#[test]
fn an_operation_that_never_passes_is_remarked_on() {
    let wrong: Vec<String> = ["coap://wide", "coap://w", "coap://wi", "coap://wid", "coap://wind"]
        .iter()
        .enumerate()
        .map(|(index, uri)| read(&format!("wrong-{index}"), uri, H))
        .collect();
    let right: Vec<String> = (0..5)
        .map(|index| {
            written(&format!("right-{index}"), "op: cri-to-uri, cri: '[-1, [\"h\"]]'", "expect: 'coap://h'")
        })
        .collect();
    let remark = "none of the 5 `uri-to-cri` vectors that have a value passed, not even wrong-1: is the operation wrapped right?";
    assert_eq!(remarks(&wrong, Profile::Href13), [remark]);
    assert_eq!(remarks(&[&wrong[..], &right].concat(), Profile::Href13), [remark]);
    assert_eq!(remarks(&wrong[1..], Profile::Href13), [""; 0], "four prove nothing");
    let one_right = [&wrong[..], &[read("right", "coap://h", H)]].concat();
    assert_eq!(remarks(&one_right, Profile::Href13), [""; 0]);
    assert_eq!(remarks(&wrong, Profile::Href27), [""; 0], "they were not asked");
    let taken: Vec<String> = (0..6)
        .map(|index| read(&format!("taken-{index}"), &format!("coap://{index}"), "expect: reject"))
        .collect();
    assert_eq!(remarks(&taken, Profile::Href13), [""; 0], "none of them has a value");
}

#[test]
fn disturbances_say_what_was_in_flight() {
    let tail = "the testee failed in a way it did not when they were asked one by one: gone";
    assert_eq!(remark(&[], "gone"), format!("with nothing in flight, {tail}"));
    assert_eq!(remark(&["a"], "gone"), format!("with a in flight, {tail}"));
    assert_eq!(remark(&["a", "b", "c"], "gone"), format!("with 3 vectors in flight, from a to c, {tail}"));
}

#[track_caller]
fn over_by(budget: Budget, memory: Option<u64>, millis: u64, expected: Option<&str>) {
    let found = over(budget, Measure { memory, time: Duration::from_millis(millis) });
    match expected {
        None => assert_eq!(found, None),
        Some(part) => assert!(found.as_deref().is_some_and(|found| found.contains(part)), "{found:?}"),
    }
}

#[test]
fn budgets_bound_memory_and_time() {
    let both = Budget { memory: Some(64), seconds: Some(2) };
    over_by(both, Some(64 << 20), 2000, None);
    over_by(both, Some(65 << 20), 10, Some("65 MiB"));
    over_by(both, Some(0), 2001, Some("2.0 s"));
    over_by(both, None, 10, None);
    over_by(Budget { memory: None, seconds: Some(2) }, Some(1 << 40), 10, None);
    over_by(Budget { memory: Some(64), seconds: None }, None, 1_000_000, None);
}
