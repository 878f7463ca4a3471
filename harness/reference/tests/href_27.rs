//! The examples of draft-ietf-core-href-27, and its differences from -13, one by one.

use cbor_edn::StandaloneItem;
use crivet_reference::{Authority, AuthoritySection, Scheme};
use crivet_reference::{Cri, CriReference, Error, Feature, Features, Options, Revision};
use crivet_reference::{decode, encode, error::ErrorKind, from_uri, to_uri};

const HREF_13: Options = Options::of(Revision::Href13);
const HREF_27: Options = Options::of(Revision::Href27);

/// Bytes from diagnostic notation.
#[track_caller]
fn cbor(notation: &str) -> Vec<u8> {
    StandaloneItem::parse(notation).expect(notation).to_cbor().expect(notation)
}

fn decode_in(options: &Options, notation: &str) -> Result<CriReference, Error> {
    decode::decode(&cbor(notation), options)
}

/// Does each revision take the input?
#[track_caller]
fn check_taken(notation: &str, href_13: bool, href_27: bool) {
    assert_eq!(decode_in(&HREF_13, notation).is_ok(), href_13, "{notation} in -13");
    assert_eq!(decode_in(&HREF_27, notation).is_ok(), href_27, "{notation} in -27");
}

/// What each revision sends for the same.
#[track_caller]
fn check_sent(notation: &str, href_13: &str, href_27: &str) {
    let reference = decode_in(&HREF_13, notation).or_else(|_| decode_in(&HREF_27, notation)).expect(notation);
    assert_eq!(encode::encode(&reference, &HREF_13), cbor(href_13), "{notation} in -13");
    assert_eq!(encode::encode(&reference, &HREF_27), cbor(href_27), "{notation} in -27");
}

/// The URI and the CRI, each made from the other.
#[track_caller]
fn check_converted(options: &Options, uri: &str, notation: &str) {
    let reference = from_uri::from_uri(uri, options).expect(uri);
    assert_eq!(encode::encode(&reference, options), cbor(notation), "{uri}");
    let reference = decode::decode_well_formed(&cbor(notation), options).expect(notation);
    assert_eq!(to_uri::to_uri(&reference, options).as_deref(), Ok(uri), "{notation}");
}

fn without(feature: Feature) -> Features {
    Features {
        no_authority: feature != Feature::NoAuthority,
        scheme_name: feature != Feature::SchemeName,
        text_or_pet: feature != Feature::TextOrPet,
        userinfo: feature != Feature::Userinfo,
        zone_id: feature != Feature::ZoneId,
    }
}

#[test]
fn examples() {
    for (uri, notation) in [
        (
            "coap://198.51.100.1:61616/.well-known/core",
            r#"[-1, [h'C6336401', 61616], [".well-known", "core"]]"#,
        ),
        ("/.well-known/core?rt=temperature-c", r#"[true, [".well-known", "core"], ["rt=temperature-c"]]"#),
        ("did:web:alice:bob", r#"[-6, true, ["web:alice:bob"]]"#),
        ("https://alice/3%2F4-inch", r#"[-4, ["alice"], ["3/4-inch"]]"#),
        ("did:web:alice:7%3A1-balun", r#"[-6, true, [["web:alice:7", ':', "1-balun"]]]"#),
        ("https://@example.com", r#"[-4, [false, "", "example", "com"]]"#),
        ("a", r#"[1, ["a"]]"#),
        ("./this:that", r#"[1, ["this:that"]]"#),
        ("a/b", r#"[1, ["a", "b"]]"#),
        ("../a", r#"[2, ["a"]]"#),
        ("../../a", r#"[3, ["a"]]"#),
        ("/a", r#"[true, ["a"]]"#),
        ("a:", r#"["a"]"#),
        ("s://x", r#"["s", ["x"]]"#),
        ("s://x/", r#"["s", ["x"], [""]]"#),
        ("s://x//foo", r#"["s", ["x"], ["", "foo"]]"#),
    ] {
        check_converted(&HREF_27, uri, notation);
        check_taken(notation, true, true);
    }
    for notation in [
        r#"[-6, true, [["web:alice:", '7:', "1-balun"]]]"#,
        r#"[-6, true, [["web:alice:7", ':1', "-balun"]]]"#,
        r#"["a", true, []]"#,
        r#"["a", true, [""]]"#,
        r#"["a", true, ["", "b"]]"#,
        r#"["a", null, ["", "b"]]"#,
        r#"[-1, ["h"], [".."]]"#,
        r#"[-1, ["h.i"]]"#,
    ] {
        check_taken(notation, false, false);
    }
    let fails = decode_in(&HREF_27, r#"[0, ["p"]]"#).unwrap();
    assert!(to_uri::to_uri(&fails, &HREF_27).is_err());
}

#[test]
fn defaults() {
    // Of a full CRI.
    check_taken(r#"[-1, ["h"], [], ["q"]]"#, true, true);
    check_taken(r#"[-1, ["h"], null, ["q"]]"#, true, false);
    check_taken(r#"[-1, ["h"], ["p"], null, "f"]"#, true, false);
    check_taken(r#"[-1, ["h"], ["p"], [], "f"]"#, false, true);
    check_taken(r#"[-1, ["h"], []]"#, true, true);
    check_taken(r#"[-1, ["h"], [], []]"#, false, true);
    check_taken(r#"[-1, ["h"], null]"#, false, false);
    check_taken(r#"["a", null]"#, false, false);
    check_sent(r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#, r#"[-1, ["h"]]"#);
    check_sent(r#"[-1, ["h"], [], []]"#, r#"[-1, ["h"], []]"#, r#"[-1, ["h"]]"#);
    check_sent(r#"["a"]"#, r#"["a", null, []]"#, r#"["a"]"#);
    check_sent(r#"[-1, ["h"], [""]]"#, r#"[-1, ["h"], [""]]"#, r#"[-1, ["h"], [""]]"#);
    check_sent(
        r#"[-1, ["h"], [], null, "f"]"#,
        r#"[-1, ["h"], [], null, "f"]"#,
        r#"[-1, ["h"], [], [], "f"]"#,
    );
    // Of a relative reference, where null and an empty array differ.
    check_sent("[0]", "[]", "[]");
    check_sent("[]", "[]", "[]");
    check_sent(r#"[0, null, []]"#, r#"[0, null, []]"#, r#"[0, null, []]"#);
    check_sent(r#"[0, []]"#, r#"[0, []]"#, r#"[0, []]"#);
    check_sent(r#"[0, null, null, "f"]"#, r#"[0, null, null, "f"]"#, r#"[0, null, null, "f"]"#);
    check_sent(r#"[null, ["h"]]"#, r#"[null, ["h"]]"#, r#"[null, ["h"]]"#);
}

#[test]
fn empty_array() {
    assert!(decode_in(&HREF_27, "[]").is_ok_and(|reference| !reference.is_full()));
    assert!(Cri::decode(&cbor("[]")).is_err());
    let base = Cri::from_uri("coap://h/a?q#f").unwrap();
    assert_eq!(base.resolve(&decode_in(&HREF_27, "[]").unwrap()), base);
}

#[test]
fn scheme_numbers() {
    check_converted(&HREF_13, "coap+ws://h?", r#"[-9, ["h"], [], [""]]"#);
    check_converted(&HREF_27, "coap+ws://h", r#"[-25, ["h"]]"#);
    check_converted(&HREF_27, "coaps+ws://h", r#"[-26, ["h"]]"#);
    let number = r#"[-5478, ["h"]]"#;
    assert_eq!(
        to_uri::to_uri(&decode_in(&HREF_27, number).unwrap(), &HREF_27).as_deref(),
        Ok("machineprovisioningprogressreporter://h")
    );
    assert!(to_uri::to_uri(&decode_in(&HREF_27, r#"[-9, ["h"]]"#).unwrap(), &HREF_27).is_err());
}

#[test]
fn features() {
    for (feature, notation, href_13) in [
        (Feature::SchemeName, r#"["a", ["h"]]"#, false),
        (Feature::ZoneId, r#"[-1, [h'00000000000000000000000000000001', "z"]]"#, false),
        (Feature::NoAuthority, r#"[-6, true, ["a"]]"#, true),
        (Feature::Userinfo, r#"[-1, [false, "u", "h"]]"#, true),
        (Feature::TextOrPet, r#"[1, [[':']]]"#, true),
    ] {
        let features = without(feature);
        let error = decode_in(&Options { features, ..HREF_27 }, notation).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Feature(feature));
        let in_href_13 = decode_in(&Options { features, ..HREF_13 }, notation);
        assert_eq!(in_href_13.is_err(), href_13, "{notation}");
    }
    let no_names = Options { features: without(Feature::SchemeName), ..HREF_27 };
    assert!(from_uri::from_uri("foo://h", &no_names).is_err());
    assert!(from_uri::from_uri("coap://h", &no_names).is_ok());
}

#[test]
fn zone_identifiers() {
    let behind_16 = r#"[-1, [h'fe800000000000000000000000000001', "eth0"]]"#;
    let behind_4 = r#"[-1, [h'01020304', "eth0", 1]]"#;
    check_taken(behind_16, true, true);
    check_taken(behind_4, false, true);
    check_taken(r#"[-1, [h'01020304', "a", "b"]]"#, false, false);
    check_taken(r#"[-1, [h'fe800000000000000000000000000001', "a/b c"]]"#, true, true);
    check_sent(behind_4, r#"[-1, [h'01020304', "eth0", 1], []]"#, behind_4);
    check_converted(
        &HREF_13,
        "coap://[fe80::1%25eth0]/",
        r#"[-1, [h'fe800000000000000000000000000001', "eth0"], [""]]"#,
    );
    for notation in [behind_16, behind_4] {
        assert!(to_uri::to_uri(&decode_in(&HREF_27, notation).unwrap(), &HREF_27).is_err());
    }
    assert!(from_uri::from_uri("coap://[fe80::1%25eth0]", &HREF_27).is_err());
}

#[test]
fn userinfo_colon() {
    check_converted(&HREF_27, "https://a:b@h", r#"[-4, [false, "a:b", "h"]]"#);
    check_converted(&HREF_27, "https://a%3Ab@h", r#"[-4, [false, ["a", ':', "b"], "h"]]"#);
    check_converted(&HREF_13, "https://a%3Ab@h/", r#"[-4, [false, "a:b", "h"], [""]]"#);
    assert!(from_uri::from_uri("https://a:b@h", &HREF_13).is_err());
}

#[test]
fn default_port() {
    check_taken(r#"[-1, ["h", 5683]]"#, false, true);
    check_taken(r#"["coap", ["h", 5683]]"#, false, true);
    let reference = decode_in(&HREF_27, r#"[-1, ["h", 5683]]"#).unwrap();
    assert_eq!(to_uri::to_uri(&reference, &HREF_27).as_deref(), Ok("coap://h:5683"));
    check_sent(r#"[-1, ["h", 5683]]"#, r#"[-1, ["h", 5683], []]"#, r#"[-1, ["h", 5683]]"#);
    assert_eq!(from_uri::from_uri("coap://h:5683", &HREF_27).unwrap().to_string(), r#"[-1, ["h"]]"#);
}

#[test]
fn normalization_form() {
    check_taken(r#"["a", ["h"], ["e\u0301"]]"#, false, false);
    check_taken(r#"["a", ["h"], [["e", h'cc81']]]"#, false, true);
    check_taken(r#"["a", ["h"], [["x", h'cc81']]]"#, false, false);
    check_taken(r#"["a", ["h"], [[h'65cc81']]]"#, false, false);
    check_taken(r#"["a", ["h"], [["e", h'c3a9']]]"#, false, false);
    check_converted(
        &HREF_27,
        "a://h/e%CC%81?%E2%84%AB#x",
        r#"["a", ["h"], [["e", h'cc81']], [[h'e284ab']], "x"]"#,
    );
    assert!(from_uri::from_uri("a://h/e%CC%81", &HREF_13).is_err());
    let no_pet = Options { features: without(Feature::TextOrPet), ..HREF_27 };
    assert!(from_uri::from_uri("a://h/e%CC%81", &no_pet).is_err());
}

#[test]
fn step_5_of_resolution() {
    let base = Cri::from_uri("coap://h/a?b#c").unwrap();
    let check = |reference, expected| {
        assert_eq!(base.resolve(&decode_in(&HREF_27, reference).unwrap()).to_string(), expected);
    };
    check(r#"[0, null, ["q"], "f"]"#, r#"[-1, ["h"], ["a"], ["q"], "f"]"#);
    check(r#"[0, null, ["q"]]"#, r#"[-1, ["h"], ["a"], ["q"]]"#);
    check(r#"[0, null, []]"#, r#"[-1, ["h"], ["a"]]"#);
    check(r#"[0, null, null, "f"]"#, r#"[-1, ["h"], ["a"], ["b"], "f"]"#);
}

#[test]
fn methods_follow_the_newest() {
    assert_eq!(Options::default(), HREF_27);
    let cri = Cri::from_uri("coap+ws://u:p@h#f").unwrap();
    assert_eq!(cri.to_string(), r#"[-25, [false, "u:p", "h"], [], [], "f"]"#);
    assert_eq!(cri.encode(), cbor(&cri.to_string()));
    assert_eq!(Cri::decode(&cri.encode()), Ok(cri));
}

#[test]
fn authorities_built_by_hand() {
    let authority = Authority::new("h").with_userinfo("u").with_port(1);
    let section = AuthoritySection::Authority(authority);
    let scheme = Scheme::from_name("coap", Revision::Href27).expect("coap");
    let cri = Cri::new(scheme, section);
    assert_eq!(encode::encode(&cri.into(), &HREF_27), cbor(r#"[-1, [false, "u", "h", 1]]"#));
}
