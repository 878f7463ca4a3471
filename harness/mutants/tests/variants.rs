//! The catalogue of permitted variants is sound, and what is held against a variant shows.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crivet::corpus::Corpus;
use crivet::implementation::Implementation as _;
use crivet::judge::claims;
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::select::{Case, Filter};
use crivet_fuzz::fuzz::{AnyOracle, oracles};
use crivet_mutants::variants::false_alarms::{Measured, Thoroughness, measure, pairs};
use crivet_mutants::variants::{Variant, Varied, find, variants};
use crivet_mutants::{Faulty, waivers};
use rayon::prelude::*;

fn corpus() -> Corpus {
    Corpus::embedded().unwrap()
}

fn cases(corpus: &Corpus) -> Vec<Case<'_>> {
    Filter::default().select(corpus)
}

#[test]
fn each_variant_says_who_permits_it() {
    let corpus = corpus();
    let all = variants().unwrap();
    let ids: BTreeSet<&str> = all.iter().map(|variant| variant.id.as_str()).collect();
    assert_eq!(ids.len(), all.len());
    assert!(ids.len() >= 140);
    for Variant { id, permitted_by, because, not_with, profiles, .. } in all {
        assert!(!because.is_empty() && !profiles.is_empty(), "{id}");
        for name in permitted_by {
            let known = corpus.ruling(name).is_some() || corpus.requirements.contains_key(name);
            assert!(known, "{id}: there is no ruling or requirement {name}");
        }
        for other in not_with {
            assert!(ids.contains(other.as_str()), "{id}: there is no variant {other}");
        }
    }
    for waiver in waivers::rulings().unwrap() {
        assert!(corpus.ruling(&waiver.ruling).is_some() && !waiver.reason.is_empty(), "{}", waiver.ruling);
    }
}

#[test]
fn without_a_variant_it_is_the_reference() {
    let corpus = corpus();
    let (varied, faulty) = (Varied::new(&[]), Faulty::unmutated());
    let (one, other) = (varied.describe(), faulty.describe());
    assert_eq!(
        (one.profiles, one.features, one.operations),
        (other.profiles, other.features, other.operations)
    );
    for case in cases(&corpus) {
        let answer = varied.perform(case.profile, &case.vector.operation);
        assert_eq!(answer, faulty.perform(case.profile, &case.vector.operation), "{}", case.vector.id);
    }
}

#[test]
fn each_variant_differs_under_each_of_its_profiles() {
    let corpus = corpus();
    let cases = cases(&corpus);
    let reference = Varied::new(&[]);
    let expected: Vec<_> =
        cases.iter().map(|case| reference.perform(case.profile, &case.vector.operation)).collect();
    let same = |variant: &Variant, profile: Profile| {
        let varied = Varied::new(&[variant]);
        let description = varied.describe();
        cases.iter().zip(&expected).filter(|(case, _)| case.profile == profile).all(|(case, expected)| {
            claims(&description, case.vector, profile).is_ok()
                && varied.perform(profile, &case.vector.operation) == *expected
        })
    };
    let in_nothing: Vec<String> = variants()
        .unwrap()
        .par_iter()
        .flat_map_iter(|variant| variant.profiles.iter().map(move |profile| (variant, *profile)))
        .filter(|(variant, profile)| same(variant, *profile))
        .map(|(variant, profile)| format!("{} {profile}", variant.id))
        .collect();
    assert!(in_nothing.is_empty(), "{in_nothing:?}");
}

#[test]
fn claims_are_less() {
    let described = |id: &str| Varied::new(&[find(id).unwrap()]).describe();
    let few = described("conversion-alone");
    assert!(few.offers(Profile::Href13, OperationName::UriToCri));
    assert!(!few.offers(Profile::Href03, OperationName::UriToCri));
    assert!(!few.offers(Profile::Href27, OperationName::CriToUri), "the profile is not the variant's");
    assert!(described("no-features").features.is_empty());
    let both = Varied::new(&[find("conversion-alone").unwrap(), find("resolve-alone").unwrap()]).describe();
    assert!(both.operations.names().is_empty(), "two that claim different operations claim none");
}

/// Measures by a few vectors and an oracle.
fn measured(variant: &Variant) -> (usize, usize) {
    let corpus = corpus();
    let cases: Vec<Case<'_>> =
        cases(&corpus).into_iter().filter(|case| case.vector.id.starts_with("coap-to-uri-")).collect();
    let oracles: Vec<Box<dyn AnyOracle>> =
        oracles().into_iter().filter(|oracle| oracle.facts().name == "coap-options-kept").collect();
    assert!(!cases.is_empty() && !oracles.is_empty());
    let combinations = [vec![variant]];
    let measured = measure(&combinations, &cases, &oracles, Thoroughness { seed: 1, runs: 300 });
    let [Measured { failed, findings, .. }] = &measured[..] else { panic!("one of each") };
    (failed.len(), findings.len())
}

#[test]
fn what_is_forbidden_is_held_against_it() {
    // Repeats are disputed.
    assert_eq!(measured(find("repeats-and-lengths-composed").unwrap()), (0, 0));
    // Digits in lower case are not permitted by RFC 7252, 6.5.
    let lower = find("triplets-in-lower-case").unwrap();
    assert!(!lower.profiles.contains(&Profile::Rfc7252));
    let mut forbidden = lower.clone();
    forbidden.profiles = vec![Profile::Rfc7252];
    let (failed, findings) = measured(&forbidden);
    assert!(failed > 0, "by vectors");
    assert!(findings > 0, "by an oracle");
}

#[test]
fn pairs_are_drawn_by_a_seed() {
    let all: Vec<&Variant> = variants().unwrap().iter().collect();
    let ids = |seed| -> Vec<String> {
        let drawn = pairs(&all, 20, seed);
        drawn.iter().map(|pair| format!("{} {}", pair[0].id, pair[1].id)).collect()
    };
    assert_eq!(ids(1).len(), 20);
    assert_eq!(ids(1), ids(1));
    assert_ne!(ids(1), ids(2));
    let goes = |one: &str, other: &str| find(one).unwrap().goes_with(find(other).unwrap());
    assert!(goes("triplets-in-lower-case", "long-cbor-heads"));
    assert!(!goes("ipv6-in-upper-case", "ipv6-not-compressed"), "the two change the same place");
    assert!(!goes("zero-written", "values-of-any-length"), "the two have no profile in common");
}

#[test]
fn a_variant_answers_as_a_testee() {
    let describe = "{\"id\":1,\"op\":\"describe\",\"protocol\":1}\n";
    let asked = |id: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crivet-mutants"))
            .args(["testee", id])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // One that there is not has ended before it is asked.
        let _ = child.stdin.take().unwrap().write_all(describe.as_bytes());
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let described = asked("variant:conversion-alone,no-userinfo");
    assert!(described.contains("variant conversion-alone + no-userinfo"), "{described}");
    assert!(described.contains(r#""profiles":["href-13"]"#), "the second variant has no others: {described}");
    assert_eq!(asked("variant:nobody"), "");
}
