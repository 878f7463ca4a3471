//! How a vector is written: what it has to have, may have, and what keeps its id.

use crivet::corpus::CorpusErrors;
use crivet::operation::Operation;
use crivet::profile::Profile;
use crivet::vector::{Budget, Strength};

use super::{GOOD, decode, errors, parse};

/// The names of the profiles, as messages list them.
fn profiles() -> String {
    Profile::ALL.map(Profile::name).join(", ")
}

#[test]
fn the_documented_example_reads_as_written() {
    let corpus = parse(GOOD).unwrap();
    let [vector] = corpus.vectors.as_slice() else { panic!("{corpus:?}") };
    assert_eq!(vector.id, "resolve-query-unsets-fragment");
    assert_eq!(vector.profiles, [Profile::Href13, Profile::Href27]);
    assert_eq!(vector.strength, Strength::Must);
    assert_eq!((vector.source.line, vector.source.column), (2, 3));
    let Operation::Resolve { reference, .. } = &vector.operation else { panic!() };
    assert_eq!(hex::encode(reference), "8300f6816161");
}

#[test]
fn every_error_of_a_file_is_told_with_its_place() {
    errors(
        r"
- id: Bad_Id
  title: t
  profiles: [href-13]
  op: decode
  cri: '[0'
  expect: reject
- id: b
  titel: t
  profiles: [href-14]
  requirements: [nope-1]
  ruling: R999
  features: [teleport]
  op: decode
  cri: [0]
  expect: accept
- id: b
  title: t
  profiles: [href-13]
  op: guess
",
        &[
            "2:7 - `Bad_Id` is no id: expected lower-case letters and digits in words joined by single hyphens",
            "6:8 - no CBOR diagnostic notation at line 1, column 3 of the text: expected \",\" or \"]\", found the end",
            "8:3 b `title` is missing",
            &format!("10:14 b unknown profile `href-14`; the profiles are {}", profiles()),
            "11:18 b unknown requirement `nope-1`",
            "12:11 b unknown ruling `R999`",
            "13:14 b unknown feature `teleport`; the features are no-authority, scheme-name, text-or-pet, userinfo, zone-id",
            "15:8 b expected diagnostic notation in quotes, or `hex:` and digits, found a list (quote it if diagnostic notation is meant)",
            "16:11 b no CBOR diagnostic notation at line 1, column 7 of the text: expected \"'\", found the end",
            "9:3 b unknown key `titel`; did you mean `title`?",
            "17:3 b the id was used before, at t.yaml:8:3",
            "20:7 b unknown operation `guess`; the operations are decode, cri-to-uri, uri-to-cri, resolve, relativize, equivalent, cri-to-iri, iri-to-cri, scan, cri-to-coap, coap-to-cri, uri-to-coap, coap-to-uri, well-formed, absolute, relative, iri-preprocess, iri-parse, iri-to-uri",
        ],
    );
}

#[test]
fn short_keys_are_like_none() {
    let CorpusErrors(errors) = parse(&decode("  expect: reject\n  oq: 1")).unwrap_err();
    assert!(errors[0].to_string().contains("expected one of"), "{}", errors[0]);
}

#[test]
fn a_profile_is_named_once() {
    let twice = decode("  expect: reject").replace("[href-13]", "[href-13, href-27, href-13]");
    errors(&twice, &["3:32 v the profile `href-13` is named twice"]);
}

#[test]
fn a_feature_is_one_of_the_profiles() {
    let with = |feature: &str| decode(&format!("  expect: reject\n  features: [{feature}]"));
    assert!(parse(&with("userinfo")).is_ok());
    errors(&with("zone-id"), &["7:14 v none of the vector's profiles has the feature `zone-id`"]);
    // One of them is enough.
    assert!(parse(&with("zone-id").replace("[href-13]", "[href-13, href-27]")).is_ok());
}

#[test]
fn a_budget_has_one_member_or_both() {
    let with = |budget: &str| parse(&decode(&format!("  expect: reject\n  budget: {budget}")));
    for (budget, memory, seconds) in [
        ("{memory: 1}", Some(1), None),
        ("{seconds: 1}", None, Some(1)),
        ("{seconds: 2, memory: 256}", Some(256), Some(2)),
    ] {
        let corpus = with(budget).unwrap();
        assert_eq!(corpus.vectors[0].budget, Some(Budget { memory, seconds }), "{budget}");
    }
    for wrong in [
        "{}",
        "1",
        "{memory: 0}",
        "{seconds: 0}",
        "{memory: -1}",
        "{memory: 1.5}",
        "{memory: 1, seconds: 0}",
        "{memory: 1, cpu: 1}",
        "{memory: 1, seconds: 1, cpu: 1}",
    ] {
        let CorpusErrors(errors) = with(wrong).unwrap_err();
        assert!(errors[0].to_string().starts_with("t.yaml:7:11: v: expected a budget:"), "{}", errors[0]);
    }
}

#[test]
fn a_draft_is_read_checked_and_kept_apart() {
    let corpus = parse(&decode("  draft: true")).unwrap();
    let [draft] = corpus.drafts.as_slice() else { panic!("{corpus:?}") };
    assert_eq!((draft.id.as_str(), draft.profiles.as_slice()), ("v", &[Profile::Href13][..]));
    assert!(matches!(&draft.operation, Operation::Decode { cri } if hex::encode(cri) == "8220816168"));
    assert!(corpus.vectors.is_empty());
    let told = draft.unreleasable().to_string();
    assert!(told.starts_with("t.yaml:1:3: v: a draft;"), "{told}");
    // With a verdict it stays one until somebody takes the mark out; what is written must be sound all the same.
    let corpus = parse(&decode("  draft: true\n  expect: reject")).unwrap();
    assert_eq!((corpus.vectors.len(), corpus.drafts.len()), (0, 1));
    errors(
        &decode("  draft: true\n  expect: rejekt"),
        &["7:11 v unknown outcome `rejekt`; did you mean `reject`?"],
    );
    errors(
        &decode("  draft: false\n  expect: reject"),
        &["6:10 v expected true, or no `draft` at all, found `false`"],
    );
    errors(&decode(""), &["1:3 v `expect` is missing"]);
    // Its id is taken.
    errors(
        &format!("{}{}", decode("  draft: true"), decode("  expect: reject")),
        &["7:3 v the id was used before, at t.yaml:1:3"],
    );
}

#[test]
fn a_tombstone_keeps_an_id_taken() {
    let grave = "- id: old\n  superseded-by: resolve-query-unsets-fragment\n";
    let corpus = parse(&format!("{GOOD}{grave}")).unwrap();
    assert_eq!(corpus.tombstones[0].superseded_by, ["resolve-query-unsets-fragment"]);
    errors(grave, &["1:3 old superseded by `resolve-query-unsets-fragment`, which no vector has as id"]);
}
