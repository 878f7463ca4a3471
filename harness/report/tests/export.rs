//! The exported corpus is enough: who follows it comes to the judge's verdicts.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crivet::corpus::Corpus;
use crivet::implementation::Implementation;
use crivet::judge::judge;
use crivet::operation::Operation;
use crivet::outcome::{Outcome, Value};
use crivet::verdict::Status;
use crivet_report::export;
use crivet_testee_reference::{Features, Reference};
use serde_json::{Value as Json, json};

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| Corpus::embedded().unwrap());
static BUNDLE: LazyLock<Json> = LazyLock::new(|| serde_json::from_str(&export::bundle(&CORPUS)).unwrap());

fn list<'a>(json: &'a Json, name: &str) -> impl Iterator<Item = &'a Json> {
    json[name].as_array().into_iter().flatten()
}

/// What the steps in the document come to, word for word.
fn listed(answers: &Json, profile: &str, claims: &[&str], answer: &Json) -> bool {
    let named = |json: &Json, name: &str, wanted: &str| list(json, name).any(|one| one == wanted);
    list(&json!({"answers": answers}), "answers").any(|one| {
        let counts = (one.get("profiles").is_none() || named(one, "profiles", profile))
            && list(one, "with").all(|feature| claims.contains(&feature.as_str().unwrap()))
            && !list(one, "without").any(|feature| claims.contains(&feature.as_str().unwrap()));
        let has = |name: &str| answer.get(name).is_some() && one.get(name).is_some();
        let any = one.get("any").is_some() && answer.get("ok").is_some();
        counts && (any || has("reject") || has("unsupported") || has("ok") && one["ok"] == answer["ok"])
    })
}

fn body(outcome: &Outcome) -> Json {
    match outcome {
        Outcome::Value(value) => json!({"ok": value}),
        Outcome::Reject(_) => json!({"reject": ""}),
        _ => json!({"unsupported": ""}),
    }
}

fn vectors() -> BTreeMap<&'static str, &'static Json> {
    list(&BUNDLE, "vectors").map(|vector| (vector["id"].as_str().unwrap(), vector)).collect()
}

#[test]
fn the_samples_have_the_verdicts_that_the_lists_give() {
    let vectors = vectors();
    let mut kinds: BTreeSet<(&str, &str)> = BTreeSet::new();
    for sample in list(&BUNDLE, "samples") {
        let vector = vectors[sample["vector"].as_str().unwrap()];
        let claims: Vec<&str> = list(sample, "claims").map(|one| one.as_str().unwrap()).collect();
        let found =
            listed(&vector["answers"], sample["profile"].as_str().unwrap(), &claims, &sample["answer"]);
        assert_eq!(if found { "pass" } else { "fail" }, sample["verdict"], "{sample}");
        kinds.insert((vector["op"].as_str().unwrap(), sample["verdict"].as_str().unwrap()));
    }
    let operations = list(&BUNDLE, "operations").count();
    assert_eq!(kinds.len(), 2 * operations, "each operation has samples that pass and that fail: {kinds:?}");
}

/// The reference, with all features and without any, is judged as the lists judge it.
#[test]
fn the_lists_judge_as_the_judge_does() {
    let vectors = vectors();
    let none = Features {
        no_authority: false,
        scheme_name: false,
        text_or_pet: false,
        userinfo: false,
        zone_id: false,
    };
    for features in [Features::ALL, none] {
        let reference = Reference::with_features(features);
        let features = reference.describe().features;
        let claims: Vec<&str> = features.iter().map(|feature| feature.name()).collect();
        let mut passed = 0;
        for vector in &CORPUS.vectors {
            for &profile in &vector.profiles {
                let outcome = reference.perform(profile, &vector.operation);
                let verdict = judge(vector, profile, &features, &outcome).status;
                let answer = body(&outcome);
                let exported = vectors[vector.id.as_str()];
                let mut found = listed(&exported["answers"], profile.name(), &claims, &answer);
                if let (false, Some(then), Operation::Relativize { base, .. }, Outcome::Value(came)) =
                    (found, exported.get("then"), &vector.operation, &outcome)
                {
                    let Value::Reference { reference: came } = came else { panic!("{came:?}") };
                    let (base, came) = (base.clone(), came.clone());
                    let again = Operation::Resolve { base, reference: came, relation: None };
                    let answer = body(&reference.perform(profile, &again));
                    found = listed(&then["answers"], profile.name(), &claims, &answer);
                }
                assert_eq!(found, verdict == Status::Pass, "{} {profile}: {answer}", vector.id);
                passed += usize::from(found);
            }
        }
        assert!(passed > 5000, "{passed}");
    }
}
