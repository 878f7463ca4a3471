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
