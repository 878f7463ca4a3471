//! Missing features, and claims.

use super::*;

#[track_caller]
fn check_missing(missing: Feature, operation: Operation, expect: Expected, outcome: Outcome, expected: &str) {
    let claimed: Vec<Feature> = CLAIMED.into_iter().filter(|feature| *feature != missing).collect();
    check(&vector(operation, Strength::Must, &[expect], &[missing]), &claimed, &outcome, expected);
}

#[test]
fn without_a_feature_only_a_refusal_passes() {
    let value = || Expected::Value(text("a:"));
    for feature in CLAIMED {
        let refused = format!("pass; remark: refused: the input uses {feature}, which is not claimed");
        check_missing(feature, to_uri(), value(), reject(), &refused);
        check_missing(feature, to_uri(), value(), unsupported(), &refused);
        check_missing(feature, to_uri(), Expected::Reject, unsupported(), &refused);
        check_missing(feature, to_uri(), Expected::Reject, reject(), &refused);
        let worked = format!(
            "fail: a value where a rejection was expected: the input uses {feature}, which is not claimed"
        );
        check_missing(feature, to_uri(), value(), Outcome::Value(text("a:")), &worked);
        check_missing(feature, to_uri(), value(), Outcome::Value(text("b:")), &worked);
    }
    let failure = Failure { kind: FailureKind::TimeOut, message: "10 s".into() };
    check_missing(Feature::Userinfo, to_uri(), value(), Outcome::Error(failure), "error: time-out: 10 s");
}

#[test]
fn who_merely_resolves_may_pass_on_what_it_does_not_know() {
    let resolve = || Operation::Resolve {
        base: edn(r#"[-1, ["h"], ["a"]]"#),
        reference: edn("[1, [[h'ff']]]"),
        relation: None,
    };
    let relativize = || Operation::Relativize {
        base: edn(r#"[-1, ["h"], ["a"]]"#),
        target: edn(r#"[-1, ["h"], [[h'ff']]]"#),
    };
    let feature = Feature::TextOrPet;
    let passed_on = "pass; remark: passed on: the input uses text-or-pet, which is not claimed";
    let refused = "pass; remark: refused: the input uses text-or-pet, which is not claimed";
    let cri = |text: &str| Value::Cri { cri: edn(text) };
    let result = r#"[-1, ["h"], [[h'ff']]]"#;
    let came = |text: &str| Outcome::Value(cri(text));
    check_missing(feature, resolve(), Expected::Value(cri(result)), came(result), passed_on);
    check_missing(feature, resolve(), Expected::Value(cri(result)), reject(), refused);
    check_missing(feature, resolve(), Expected::Value(cri(result)), unsupported(), refused);
    let fail = r#"fail: path, segment 1: expected [h'ff'], came "x""#;
    check_missing(feature, resolve(), Expected::Value(cri(result)), came(r#"[-1, ["h"], ["x"]]"#), fail);
    let fail = "fail: a value where a rejection was expected";
    check_missing(feature, resolve(), Expected::Reject, came(result), fail);
    let reference = || Value::Reference { reference: edn("[1, [[h'ff']]]") };
    check_missing(
        feature,
        relativize(),
        Expected::Value(reference()),
        Outcome::Value(reference()),
        passed_on,
    );
}

#[test]
fn features_of_other_profiles_do_not_count() {
    let vector = vector(
        to_uri(),
        Strength::Must,
        &[Expected::Value(text("a:"))],
        &[Feature::SchemeName, Feature::ZoneId],
    );
    check(&vector, &[], &Outcome::Value(text("a:")), "pass");
    check(&vector, &[], &reject(), "fail: a rejection where a value was expected: no");
}

#[test]
fn every_missing_feature_is_named() {
    let vector =
        vector(to_uri(), Strength::Must, &[Expected::Reject], &[Feature::Userinfo, Feature::TextOrPet]);
    check(
        &vector,
        &[],
        &reject(),
        "pass; remark: refused: the input uses text-or-pet, userinfo, which is not claimed",
    );
}

#[test]
fn opaque_identifiers_are_never_equal_to_others() {
    let equivalent =
        |a: &str, b: &str| Operation::Equivalent { a: edn(a), b: edn(b), ignore_fragment: false };
    let came = |equivalent| Outcome::Value(Value::Equivalent { equivalent });
    let expect = || Expected::Value(Value::Equivalent { equivalent: true });
    let refused = "pass; remark: refused: the input uses no-authority, which is not claimed";
    let worked =
        "fail: a value where a rejection was expected: the input uses no-authority, which is not claimed";
    let feature = Feature::NoAuthority;
    for outcome in [came(true), came(false), reject(), unsupported()] {
        check_missing(feature, equivalent("[\"a\"]", "[\"a\"]"), expect(), outcome, refused);
    }
    for outcome in [came(false), reject(), unsupported()] {
        check_missing(feature, equivalent("[\"a\"]", "[\"a\", null, []]"), expect(), outcome, refused);
    }
    check_missing(feature, equivalent("[\"a\"]", "[\"a\", null, []]"), expect(), came(true), worked);
    check_missing(feature, equivalent("[\"a\"]", "[\"a\"]"), expect(), Outcome::Value(text("a:")), worked);
}

#[test]
fn what_may_be_rejected_may_be_unsupported_where_a_feature_is_missing() {
    let value = || Expected::Value(Value::Cri { cri: edn("[-1]") });
    let composed = || Operation::CoapToCri {
        scheme: "coap".into(),
        options: Vec::new(),
        destination: crate::argument::Destination { address: "fe80::1%eth0".into(), port: 5683 },
    };
    let open = || vector(composed(), Strength::Must, &[value(), Expected::Reject], &[]);
    let few: Vec<Feature> = CLAIMED.into_iter().skip(1).collect();
    let passes = "pass; remark: unsupported, where a rejection is accepted, and not every feature is claimed";
    check(&open(), &few, &unsupported(), passes);
    let fails = |vector: &Vector, claimed: &[Feature]| {
        assert!(
            judge(vector, Profile::Href13, &claimed.iter().copied().collect(), &unsupported()).fails(false)
        );
    };
    fails(&open(), &CLAIMED);
    fails(&vector(composed(), Strength::Must, &[Expected::Reject], &[]), &few);
    fails(&vector(to_uri(), Strength::Must, &[value(), Expected::Reject], &[]), &few);
    fails(&vector(composed(), Strength::Must, &[value()], &[]), &few);
}

#[test]
fn claims_of_an_implementation() {
    let vector = vector(to_uri(), Strength::Must, &[Expected::Reject], &[]);
    let mut description = Description {
        name: "n".into(),
        version: String::new(),
        language: String::new(),
        profiles: BTreeSet::from([Profile::Href13]),
        features: BTreeSet::new(),
        operations: [OperationName::CriToUri].into(),
    };
    assert_eq!(claims(&description, &vector, Profile::Href13), Ok(()));
    assert_eq!(claims(&description, &vector, Profile::Href27), Err(SkipReason::Profile(Profile::Href27)));
    description.operations = [OperationName::Decode].into();
    let reason = SkipReason::Operation(OperationName::CriToUri);
    assert_eq!(claims(&description, &vector, Profile::Href13), Err(reason));
    description.profiles.insert(Profile::Href27);
    description.operations =
        Operations::ByProfile([(Profile::Href27, [OperationName::CriToUri].into())].into());
    let reason = SkipReason::OperationUnder(OperationName::CriToUri, Profile::Href13);
    assert_eq!(claims(&description, &vector, Profile::Href13), Err(reason));
    assert_eq!(claims(&description, &vector, Profile::Href27), Ok(()));
}
