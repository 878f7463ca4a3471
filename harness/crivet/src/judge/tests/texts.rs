//! URIs and IRIs as texts.

use crate::argument::Destination;

use super::*;

#[track_caller]
fn check_text(expect: &str, came: &str, expected: &str) {
    let vector = vector(to_uri(), Strength::Must, &[Expected::Value(text(expect))], &[]);
    check(&vector, &CLAIMED, &Outcome::Value(text(came)), expected);
    let operation = Operation::CriToIri { cri: edn("[0]") };
    let iri = |text: &str| Value::Iri { iri: text.into() };
    let vector = super::vector(operation, Strength::Must, &[Expected::Value(iri(expect))], &[]);
    check(&vector, &CLAIMED, &Outcome::Value(iri(came)), expected);
}

#[test]
fn texts_are_compared_byte_for_byte() {
    check_text("a://h/p", "a://h/p", "pass");
    check_text("a://h/", "a://h", "fail: character 6: expected \"/\", came the end of the text");
    check_text("", "#", "fail: character 1: expected the end of the text, came \"#\"");
    check_text("a://h", "a://H", "fail: character 5: expected \"h\", came \"H\"");
    check_text("ä/é", "ä/e\u{301}", "fail: character 3: expected \"é\", came \"e\\u{301}\"");
    check_text(
        "a:0123456789abcdefghij",
        "a:x123456789abcdef",
        "fail: character 3: expected \"0123456789abcdef\" and more, came \"x123456789abcdef\"",
    );
}

#[test]
fn triplets_may_be_in_lower_case() {
    let lower = "pass; should: triplets have hexadecimal digits in lower case (R160)";
    check_text("a://h/%2F", "a://h/%2f", lower);
    check_text("a://h/%2F%C3%A9?%FF#%FE", "a://h/%2f%c3%A9?%ff#%fe", lower);
    check_text("a://%C3%A9@%FF/", "a://%c3%A9@%Ff/", lower);
    check_text("a://h/%2f", "a://h/%2f", lower);
    check_text("a://h/%2f", "a://h/%2F", "pass");
    check_text("a://h/%20", "a://h/%20", "pass");
    check_text("a://[fe80::1%25a%2Fb]/%2F", "a://[fe80::1%25a%2fb]/%2f", lower);
    check_text("%2F", "%2f", lower);
    let both = "pass; should: the address is not in the form of RFC 5952: `0::1`; \
                should: triplets have hexadecimal digits in lower case (R160)";
    check_text("a://[::1]/%2F", "a://[0::1]/%2f", both);
    // Nothing else may.
    check_text("a://h/%2F", "a://h/%2e", "fail: character 9: expected \"F\", came \"E\"");
    check_text("a://h/%2FA", "a://h/%2fa", "fail: character 10: expected \"A\", came \"a\"");
    check_text("a://h/%25FA", "a://h/%25fa", "fail: character 10: expected \"FA\", came \"fa\"");
    check_text("a://[::1%AB]", "a://[::1%ab]", "fail: character 10: expected \"AB]\", came \"ab]\"");
    check_text("a://[::1%25AB]", "a://[::1%25ab]", "fail: character 12: expected \"AB]\", came \"ab]\"");
    for broken in ["%", "%f", "%%", "%f%", "%é", "%fé", "[%", "[", "%25%"] {
        check_text(broken, broken, "pass");
    }
}

#[test]
fn rfc_7252_has_triplets_in_upper_case() {
    let operation = Operation::CoapToUri {
        secure: false,
        transport: None,
        options: Vec::new(),
        destination: Destination { address: "192.0.2.1".into(), port: 5683 },
    };
    let vector = vector(operation, Strength::Must, &[Expected::Value(text("coap://h/%2F"))], &[]);
    let lower = Outcome::Value(text("coap://h/%2f"));
    check_under(Profile::Rfc7252, &vector, &[], &lower, "fail: character 12: expected \"F\", came \"f\"");
}

#[test]
fn addresses_are_compared_by_their_bytes() {
    let long = |text: &str| format!("pass; should: the address is not in the form of RFC 5952: `{text}`");
    check_text("a://[2001:db8::1]", "a://[2001:DB8::1]", &long("2001:DB8::1"));
    check_text("a://[2001:db8::1]", "a://[2001:db8:0:0:0:0:0:1]", &long("2001:db8:0:0:0:0:0:1"));
    check_text("a://[2001:db8:0:0:0:0:0:1]", "a://[2001:db8::1]", "pass");
    check_text("//u@[::1]:7/p?q#f", "//u@[0::1]:7/p?q#f", &long("0::1"));
    check_text("a://u:x@[::1]", "a://u:x@[0::1]", &long("0::1"));
    check_text("a://u@v@[::1]", "a://u@v@[0::1]", &long("0::1"));
    check_text("a://[fe80::1%25z]/", "a://[fe80:0::1%25z]/", &long("fe80:0::1"));
    check_text("a://[::ffff:1.2.3.4]", "a://[::ffff:102:304]", "pass");
    check_text("a://[::ffff:102:304]", "a://[::ffff:1.2.3.4]", "pass");
    check_text("a://[::ffff:1.2.3.16]", "a://[::ffff:102:310]", "pass");
    check_text("a://[::ffff:102:304]", "a://[::FFFF:1.2.3.4]", &long("::FFFF:1.2.3.4"));
    check_text("a://[::1]", "a://[::0.0.0.1]", &long("::0.0.0.1"));
}

#[test]
fn everything_around_an_address_counts() {
    check_text("a://[::1]", "a://[::2]", "fail: character 8: expected \"1]\", came \"2]\"");
    check_text("a://[::1]/", "a://[0::1]", "fail: character 6: expected \"::1]/\", came \"0::1]\"");
    check_text("a://[::1]:7", "a://[0::1]:8", "fail: character 6: expected \"::1]:7\", came \"0::1]:8\"");
    check_text("a://u@[::1]", "a://v@[0::1]", "fail: character 5: expected \"u@[::1]\", came \"v@[0::1]\"");
    check_text("b://[::1]", "a://[0::1]", "fail: character 1: expected \"b://[::1]\", came \"a://[0::1]\"");
    check_text(
        "a://[fe80::1%25z]",
        "a://[fe80:0::1%z]",
        "fail: character 11: expected \":1%25z]\", came \"0::1%z]\"",
    );
    check_text(
        "a://[fe80::1%25z]",
        "a://[fe80:0::1]",
        "fail: character 11: expected \":1%25z]\", came \"0::1]\"",
    );
    check_text("a:[::1]", "a:[0::1]", "fail: character 4: expected \"::1]\", came \"0::1]\"");
    check_text("a:/x//[::1]", "a:/x//[0::1]", "fail: character 8: expected \"::1]\", came \"0::1]\"");
    check_text("?//[::1]", "?//[0::1]", "fail: character 5: expected \"::1]\", came \"0::1]\"");
    check_text("a://h/@[::1]", "a://h/@[0::1]", "fail: character 9: expected \"::1]\", came \"0::1]\"");
    check_text("a://h[::1]", "a://h[0::1]", "fail: character 7: expected \"::1]\", came \"0::1]\"");
    check_text("a://[::1]", "a://[0::1", "fail: character 6: expected \"::1]\", came \"0::1\"");
    check_text("a://[v1.a]", "a://[V1.a]", "fail: character 6: expected \"v1.a]\", came \"V1.a]\"");
    check_text("//[::1]", "//[x]", "fail: character 4: expected \"::1]\", came \"x]\"");
}

#[test]
fn hostile_texts_are_only_different() {
    for came in
        ["//", ":", "//@", "//[", "//[]", "//[%]", "a://\u{10ffff}[::1]", "[", "\0", "//[::1%", "//]["]
    {
        let vector = vector(to_uri(), Strength::Must, &[Expected::Value(text("a://[::1]"))], &[]);
        let verdict = judge(&vector, Profile::Href13, &BTreeSet::from(CLAIMED), &Outcome::Value(text(came)));
        assert_eq!(verdict.status, crate::verdict::Status::Fail, "{came}");
    }
}

/// What is said of the text that came of a CRI, where the vector accepts one outcome.
#[track_caller]
fn check_scheme(profile: Profile, cri: &str, expect: Expected, came: &Outcome, expected: &str) {
    let iri = |outcome: Outcome| match outcome {
        Outcome::Value(Value::Uri { uri }) => Outcome::Value(Value::Iri { iri: uri }),
        other => other,
    };
    let to_uri =
        vector(Operation::CriToUri { cri: edn(cri) }, Strength::Must, std::slice::from_ref(&expect), &[]);
    check_under(profile, &to_uri, &CLAIMED, came, expected);
    let expect = match expect {
        Expected::Value(Value::Uri { uri }) => Expected::Value(Value::Iri { iri: uri }),
        other => other,
    };
    let to_iri = vector(Operation::CriToIri { cri: edn(cri) }, Strength::Must, &[expect], &[]);
    check_under(profile, &to_iri, &CLAIMED, &iri(came.clone()), expected);
}

#[test]
fn a_newer_registry_may_have_the_number() {
    let newer = "pass; disputed: the scheme number is in no table: the scheme is taken for a newer one (R32)";
    let other = |name: &str| {
        format!("fail: scheme: expected a rejection, or a name that no other number has, came {name:?}")
    };
    let (h13, h27) = (Profile::Href13, Profile::Href27);
    let check = |profile, cri, came: &str, expected: &str| {
        check_scheme(profile, cri, Expected::Reject, &Outcome::Value(text(came)), expected);
    };
    let cri = r#"[-11, ["h", 80], ["a/b"]]"#;
    for profile in [h13, h27] {
        check_scheme(profile, cri, Expected::Reject, &reject(), "pass");
        check(profile, cri, "new+1.0-a://h:80/a%2Fb", newer);
        check(profile, r#"[-20000, true, ["a"]]"#, "new:a", newer);
        check(profile, cri, "coap://h:80/a%2Fb", &other("coap"));
        // The name of a long number, too.
        check(profile, r#"[-11]"#, "mailto:", &other("mailto"));
        check(profile, r#"[-11]"#, "NEW:", &other("NEW"));
        check(profile, r#"[-11]"#, "1a:", &other("1a"));
        check(profile, r#"[-11]"#, ":", &other(""));
        check(profile, r#"[-11]"#, "", &other(""));
        check(profile, r#"[-11]"#, "a b:", &other("a b"));
        check(profile, r#"[-11, ["h"]]"#, "new://i", "fail: character 7: expected \"h\", came \"i\"");
        check(
            profile,
            r#"[-11, ["h"], ["."]]"#,
            "new://h/.",
            "fail: a value where a rejection was expected: path, segment 1: no segment is `.` or `..` (R17)",
        );
        check(profile, r#"["foo", ["h"]]"#, "new://h", "fail: a value where a rejection was expected");
    }
    let iri = Operation::CriToIri { cri: edn("[-11, true, [\"\u{e9}\"]]") };
    let iri = vector(iri, Strength::Must, &[Expected::Reject], &[]);
    check_under(h13, &iri, &CLAIMED, &Outcome::Value(Value::Iri { iri: "new:\u{e9}".into() }), newer);
    check(h13, "[-11, true, [\"\u{e9}\"]]", "new:%C3%A9", newer);
    let uri = Operation::CriToUri { cri: edn("[-11, true, [\"\u{e9}\"]]") };
    let uri = vector(uri, Strength::Must, &[Expected::Reject], &[]);
    let raw = "fail: character 5: expected \"%C3%A9\", came \"\u{e9}\"";
    check_under(h13, &uri, &CLAIMED, &Outcome::Value(text("new:\u{e9}")), raw);
    // Each revision has its own table.
    check(h13, r#"[-25]"#, "new:", newer);
    check(h27, r#"[-9]"#, "new:", newer);
    check(h13, r#"[-25]"#, "coap+ws:", &other("coap+ws"));
    check(h27, r#"[-9]"#, "coap+ws:", &other("coap+ws"));
    check(h27, r#"[-25]"#, "new:", "fail: a value where a rejection was expected");
}

#[test]
fn a_long_number_may_be_unknown() {
    let unknown =
        "pass; should: a scheme number was rejected that is in the table: a conversion is recommended (R162)";
    let fail = "fail: a rejection where a value was expected: no";
    let check = |profile, cri, uri: &str, expected: &str| {
        check_scheme(profile, cri, Expected::Value(text(uri)), &reject(), expected);
        check_scheme(profile, cri, Expected::Value(text(uri)), &Outcome::Value(text(uri)), "pass");
    };
    let (h13, h27) = (Profile::Href13, Profile::Href27);
    check(h13, "[-1025]", "telnet:", unknown);
    check(h27, "[-17382]", "ms-eyecontrolspeech:", unknown);
    check(h13, "[-1]", "coap:", fail);
    check(h13, "[-10]", "coaps+ws:", fail);
    check(h27, "[-26]", "coaps+ws:", fail);
    check(h13, r#"["telnet"]"#, "telnet:", fail);
    check(h13, "[1, [\"a\"]]", "a", fail);
    check(h27, "[-1025]", "new:", fail);
    // Another name is wrong, and so is being without an answer.
    let telnet = || Expected::Value(text("telnet:"));
    let came = Outcome::Value(text("telnets:"));
    check_scheme(h13, "[-1025]", telnet(), &came, "fail: character 7: expected \":\", came \"s:\"");
    let words = "fail: unsupported, but the operation, the profile and every feature the input uses are claimed: not here";
    check_scheme(h13, "[-1025]", telnet(), &unsupported(), words);
}
