//! The examples of draft-ietf-core-href-13, and the rulings on where it is silent.

use cbor_edn::StandaloneItem;
use crivet_reference::{Cri, CriReference, Error, Features, Fragments, Options, Revision};
use crivet_reference::{comparison, decode, encode, from_uri, iri, relativize, scan, to_uri};

const HREF_13: Options = Options::of(Revision::Href13);

/// Bytes from diagnostic notation.
#[track_caller]
fn cbor(notation: &str) -> Vec<u8> {
    StandaloneItem::parse(notation).expect(notation).to_cbor().expect(notation)
}

fn decode(bytes: &[u8]) -> Result<CriReference, Error> {
    decode::decode(bytes, &HREF_13)
}

fn from_uri(uri: &str) -> Result<CriReference, Error> {
    from_uri::from_uri(uri, &HREF_13)
}

/// Decoding without the constraints, as conversion and resolution do.
#[track_caller]
fn well_formed(notation: &str) -> CriReference {
    decode::decode_well_formed(&cbor(notation), &HREF_13).expect(notation)
}

mod decoding {
    use super::*;

    #[track_caller]
    fn check_valid(notation: &str, shown: &str) {
        let reference = decode(&cbor(notation)).expect(notation);
        assert_eq!(reference.to_string(), shown);
        let again = decode(&encode::encode(&reference, &HREF_13)).expect(shown);
        assert_eq!(again, reference, "{notation}");
    }

    #[test]
    fn valid() {
        for (notation, shown) in [
            (
                r#"[-1, [h'C6336401', 61616], [".well-known", "core"]]"#,
                r#"[-1, [h'c6336401', 61616], [".well-known", "core"]]"#,
            ),
            (
                r#"[true, [".well-known", "core"], ["rt=temperature-c"]]"#,
                r#"[true, [".well-known", "core"], ["rt=temperature-c"]]"#,
            ),
            (r#"[-6, true, ["web:alice:bob"]]"#, r#"[-6, true, ["web:alice:bob"]]"#),
            (
                r#"[-6, true, [["web:alice:7", ':', "1-balun"]]]"#,
                r#"[-6, true, [["web:alice:7", h'3a', "1-balun"]]]"#,
            ),
            (r#"[-4, [false, "", "example", "com"]]"#, r#"[-4, [false, "", "example", "com"]]"#),
            (r#"["a"]"#, r#"["a"]"#),
            (r#"["a", null, []]"#, r#"["a"]"#),
            (r#"["a", null, [""]]"#, r#"["a", null, [""]]"#),
            (r#"[-1, ["h"], null, ["q"]]"#, r#"[-1, ["h"], [], ["q"]]"#),
            (r#"[-18446744073709551616, ["h"]]"#, r#"[-18446744073709551616, ["h"]]"#),
            (r#"[]"#, "[]"),
            (r#"[0]"#, "[]"),
            (r#"[127]"#, r#"[127]"#),
            (r#"[0, null, []]"#, r#"[0, null, []]"#),
            (r#"[0, ["p"]]"#, r#"[0, ["p"]]"#),
            (r#"[null, ["h"]]"#, r#"[null, ["h"]]"#),
            (r#"[null, true, ["z"]]"#, r#"[null, true, ["z"]]"#),
            (r#"[true, ["", "b"]]"#, r#"[true, ["", "b"]]"#),
            (r#"[-1, []]"#, r#"[-1, []]"#),
            (r#"[-1, [""]]"#, r#"[-1, [""]]"#),
            (r#"[-1, [65535]]"#, r#"[-1, [65535]]"#),
            (r#"[1, [[".", h'2f']]]"#, r#"[1, [[".", h'2f']]]"#),
        ] {
            check_valid(notation, shown);
        }
    }

    #[test]
    fn invalid() {
        for notation in [
            r#"0"#,
            r#""a""#,
            r#"{}"#,
            r#"[null]"#,
            r#"[null, null]"#,
            r#"[null, null, ["a"]]"#,
            r#"[0, null]"#,
            r#"[true, ["a"], null]"#,
            r#"[-1, ["h"], null]"#,
            r#"["a", null]"#,
            r#"[null, 1]"#,
            r#"[false]"#,
            r#"[1.0]"#,
            r#"[128]"#,
            r#"[[]]"#,
            r#"['a']"#,
            r#"[undefined]"#,
            r#"["A"]"#,
            r#"["1"]"#,
            r#"[""]"#,
            r#"["a b"]"#,
            r#"["a", false]"#,
            r#"["a", ["h", 65536]]"#,
            r#"["a", ["h", -1]]"#,
            r#"["a", [1, "h"]]"#,
            r#"["a", ["h", 1, 1]]"#,
            r#"["a", [false]]"#,
            r#"["a", [false, 1]]"#,
            r#"["a", ["h", false, "u"]]"#,
            r#"["a", [h'010203']]"#,
            r#"["a", [h'01020304', "z"]]"#,
            r#"["a", [h'01020304', "z", 1]]"#,
            r#"["a", [h'00000000000000000000000000000001', ["z", ':']]]"#,
            r#"["a", [h'00000000000000000000000000000001', ""]]"#,
            r#"["a", ["h"], "p"]"#,
            r#"["a", ["h"], [1]]"#,
            r#"["a", ["h"], ['a']]"#,
            r#"["a", ["h"], [], []]"#,
            r#"["a", ["h"], [], "q"]"#,
            r#"["a", ["h"], [], ["q"], ["f"]]"#,
            r#"["a", ["h"], [], ["q"], "f", "g"]"#,
            r#"[0, [], [], "f", "g"]"#,
            r#"[0, [], [], "f", null]"#,
            r#"["a", ["h"], [[]]]"#,
            r#"["a", ["h"], [["a"]]]"#,
            r#"["a", ["h"], [["a", "b", ':']]]"#,
            r#"["a", ["h"], [[':', '/']]]"#,
            r#"["a", ["h"], [["", ':']]]"#,
            r#"["a", ["h"], [["a", '']]]"#,
            r#"["a", ["h"], [[["a", ':']]]]"#,
            r#"["a", ["h"], [['7:']]]"#,
            r#"["a", ["h"], [[h'c3a9']]]"#,
            r#"["a", ["h"], ["."]]"#,
            r#"["a", ["h"], ["a", ".."]]"#,
            r#"[1, [".."]]"#,
            r#"["a", ["h.i"]]"#,
            r#"["a", [["h.", ':']]]"#,
            r#"["a", null, ["", "b"]]"#,
            r#"["a", null, ["", ""]]"#,
            r#"["a", true]"#,
            r#"["a", true, []]"#,
            r#"["a", true, [""]]"#,
            r#"["a", true, ["", "b"]]"#,
            r#"["a", ["H"]]"#,
            r#"["a", ["h"], ["e\u0301"]]"#,
            r#"["coap", ["h", 5683]]"#,
            r#"[-1, ["h", 5683]]"#,
            r#"[_ "a"]"#,
            r#"["a", [_ "h"]]"#,
            r#"["a", (_ "h")]"#,
            r#"99(["a"])"#,
            r#"["a", 99(["h"])]"#,
            r#"["a", {}]"#,
            r#"[0, {}]"#,
        ] {
            assert!(decode(&cbor(notation)).is_err(), "{notation}");
        }
    }

    #[test]
    fn heads_and_ends() {
        assert!(decode(&[0x98, 0x01, 0x18, 0x00]).is_ok());
        assert!(decode(&[0x81, 0x01, 0x00]).is_err());
        assert!(decode(&[0x82, 0x01]).is_err());
        assert!(decode(&[0x81, 0xf8, 0x15]).is_err());
        assert!(decode(&[0x81, 0x61, 0xff]).is_err());
        assert!(decode(&[]).is_err());
        assert!(decode(&[0x9b, 255, 255, 255, 255, 255, 255, 255, 255]).is_err());
    }

    #[test]
    fn features() {
        let without = |features| {
            move |notation: &str| {
                let options = Options { features, ..HREF_13 };
                decode::decode(&cbor(notation), &options).is_ok()
            }
        };
        let none = without(Features::NONE);
        assert!(none(r#"["a", ["h"], ["p"]]"#) && none(r#"[0]"#) && none(r#"[null, ["h"]]"#));
        for notation in [r#"["a"]"#, r#"["a", true, ["b"]]"#, r#"[null, true, ["b"]]"#] {
            assert!(!without(Features { no_authority: false, ..Features::ALL })(notation), "{notation}");
            assert!(without(Features { no_authority: true, ..Features::NONE })(notation), "{notation}");
        }
        for notation in [r#"["a", [false, "u", "h"]]"#, r#"[null, [false, "u", "h"]]"#] {
            assert!(!without(Features { userinfo: false, ..Features::ALL })(notation), "{notation}");
            assert!(without(Features { userinfo: true, ..Features::NONE })(notation), "{notation}");
        }
        for notation in
            [r#"["a", [[':']]]"#, r#"[1, [[':']]]"#, r#"[0, null, [['=']]]"#, r#"[0, null, null, [':']]"#]
        {
            assert!(!without(Features { text_or_pet: false, ..Features::ALL })(notation), "{notation}");
            assert!(without(Features { text_or_pet: true, ..Features::NONE })(notation), "{notation}");
        }
    }
}

#[test]
fn encoding() {
    for (notation, transferred) in [
        ("[0]", "[]"),
        (r#"["a"]"#, r#"["a", null, []]"#),
        (r#"[-1, ["h"], null, ["q"]]"#, r#"[-1, ["h"], [], ["q"]]"#),
        (r#"[null, ["h"]]"#, r#"[null, ["h"]]"#),
        (r#"[0, null, null, "f"]"#, r#"[0, null, null, "f"]"#),
        (
            r#"[-1, [false, "u", h'00000000000000000000000000000001', "z", 1]]"#,
            r#"[-1, [false, "u", h'00000000000000000000000000000001', "z", 1], []]"#,
        ),
    ] {
        assert_eq!(encode::encode(&well_formed(notation), &HREF_13), cbor(transferred), "{notation}");
    }
}

mod to_uris {
    use super::*;

    #[test]
    fn convertible() {
        for (notation, uri) in [
            (
                r#"[-1, [h'C6336401', 61616], [".well-known", "core"]]"#,
                "coap://198.51.100.1:61616/.well-known/core",
            ),
            (r#"[-6, true, ["web:alice:bob"]]"#, "did:web:alice:bob"),
            (r#"[-6, true, [["web:alice:7", ':', "1-balun"]]]"#, "did:web:alice:7%3A1-balun"),
            (r#"[-4, ["alice"], ["3/4-inch"]]"#, "https://alice/3%2F4-inch"),
            (r#"[-4, [false, "", "example", "com"]]"#, "https://@example.com"),
            (r#"[-4, [false, "alice@example.com", "h"]]"#, "https://alice%40example.com@h"),
            (r#"[-4, ["h"], [], ["a&b", "c=d?/"], "f#"]"#, "https://h?a%26b&c=d?/#f%23"),
            (r#"["a", [h'20010db8000000000000000000000001', "eth 0"]]"#, "a://[2001:db8::1%25eth%200]"),
            (r#"["a", ["192", "168", "0", "1"]]"#, "a://192.168.0.1"),
            (r#"["a", []]"#, "a://"),
            (r#"["a", [""]]"#, "a://"),
            (r#"["a"]"#, "a:"),
            (r#"["a", null, [""]]"#, "a:/"),
            (r#"[0]"#, ""),
            (r#"[0, null, ["q"]]"#, "?q"),
            (r#"[0, null, null, "f"]"#, "#f"),
            (r#"[0, null, [""]]"#, "?"),
            (r#"[1, ["a"]]"#, "a"),
            (r#"[3, ["a"]]"#, "../../a"),
            (r#"[1, ["a:b"]]"#, "./a:b"),
            (r#"[2, ["a:b"]]"#, "../a:b"),
            (r#"[1, [["a", ':', "b"]]]"#, "a%3Ab"),
            (r#"[1, [["a:", ':', "b"]]]"#, "./a:%3Ab"),
            (r#"[1, [""]]"#, "./"),
            (r#"[1, ["", "b"]]"#, ".//b"),
            (r#"[1, ["", "", "b"]]"#, ".///b"),
            (r#"[2, [""]]"#, "../"),
            (r#"[true, ["a", ""]]"#, "/a/"),
            (r#"[true, [""]]"#, "/"),
            (r#"[null, ["h"], ["a"]]"#, "//h/a"),
            (r#"[1, ["a"], []]"#, "a"),
        ] {
            assert_eq!(to_uri::to_uri(&well_formed(notation), &HREF_13).as_deref(), Ok(uri), "{notation}");
        }
    }

    #[test]
    fn without_uri_form() {
        for notation in [
            r#"[0, ["p"]]"#,
            r#"[0, []]"#,
            r#"[0, null, []]"#,
            r#"[0, null, [], "f"]"#,
            r#"[1]"#,
            r#"[2, []]"#,
            r#"[true]"#,
            r#"[true, [], ["q"]]"#,
            r#"[true, ["", "b"]]"#,
            r#"[null, true]"#,
            r#"[null, true, ["z"]]"#,
            r#"[null, true, ["a:b"]]"#,
            r#"["a", true]"#,
            r#"["a", true, ["", "b"]]"#,
            r#"["a", null, ["", "b"]]"#,
            r#"["a", ["h.i"]]"#,
            r#"["a", ["h"], [".."]]"#,
            r#"[-501, ["h"]]"#,
        ] {
            assert!(to_uri::to_uri(&well_formed(notation), &HREF_13).is_err(), "{notation}");
        }
    }
}

mod from_uris {
    use super::*;

    #[test]
    fn convertible() {
        for (uri, shown) in [
            (
                "coap://198.51.100.1:61616/.well-known/core",
                r#"[-1, [h'c6336401', 61616], [".well-known", "core"]]"#,
            ),
            ("did:web:alice:7%3A1-balun", r#"[-6, true, [["web:alice:7", h'3a', "1-balun"]]]"#),
            ("https://alice/3%2f4-inch", r#"[-4, ["alice"], ["3/4-inch"]]"#),
            ("https://host%ffname", r#"[-4, [["host", h'ff', "name"]]]"#),
            ("https://example.com/x?data=%ff", r#"[-4, ["example", "com"], ["x"], [["data=", h'ff']]]"#),
            (
                "https://example.com/component%3bone;component%3btwo",
                r#"[-4, ["example", "com"], [["component", h'3b', "one;component", h'3b', "two"]]]"#,
            ),
            (
                "http://example.com/component%3dequals",
                r#"[-3, ["example", "com"], [["component", h'3d', "equals"]]]"#,
            ),
            ("https://interior%2edot/", r#"[-4, ["interior", "dot"], [""]]"#),
            (
                "https://example.com/path%2fcomponent/second-component",
                r#"[-4, ["example", "com"], ["path/component", "second-component"]]"#,
            ),
            (
                "https://example.com/x?ampersand=%26&questionmark=?",
                r#"[-4, ["example", "com"], ["x"], ["ampersand=&", "questionmark=?"]]"#,
            ),
            ("https://alice@example.com/", r#"[-4, [false, "alice", "example", "com"], [""]]"#),
            ("https://@example.com", r#"[-4, [false, "", "example", "com"]]"#),
            ("https://a%3Ab@h", r#"[-4, [false, "a:b", "h"]]"#),
            ("COAP://EXAMPLE.com:5683/%41", r#"[-1, ["example", "com"], ["A"]]"#),
            ("coap+ws://h:80", r#"[-9, ["h"]]"#),
            ("foo://h:80", r#"["foo", ["h", 80]]"#),
            ("a://example.com.", r#"["a", ["example", "com", ""]]"#),
            ("a://x..y", r#"["a", ["x", "", "y"]]"#),
            ("a://%3192.0.2.1", r#"["a", [h'c0000201']]"#),
            ("a://01.2.3.4", r#"["a", ["01", "2", "3", "4"]]"#),
            ("a://[::1]:0", r#"["a", [h'00000000000000000000000000000001', 0]]"#),
            ("a://[fe80::1%25%65th0]", r#"["a", [h'fe800000000000000000000000000001', "eth0"]]"#),
            ("a://h?", r#"["a", ["h"], [], [""]]"#),
            ("a:#", r#"["a", null, [], [], ""]"#),
            ("a:b/../c", r#"["a", null, ["c"]]"#),
            ("a:./b", r#"["a", true, ["b"]]"#),
            ("", "[]"),
            ("?", r#"[0, null, [""]]"#),
            ("#f", r#"[0, null, null, "f"]"#),
            (".", r#"[1, [""]]"#),
            ("..", r#"[2, [""]]"#),
            ("a/.", r#"[1, ["a", ""]]"#),
            ("a/..", r#"[1, [""]]"#),
            ("%2e%2E/a", r#"[2, ["a"]]"#),
            (".//b", r#"[1, ["", "b"]]"#),
            ("./a:b", r#"[1, ["a:b"]]"#),
            ("/.//a", r#"[true, ["", "a"]]"#),
            ("/", r#"[true, [""]]"#),
            ("/a/../b/", r#"[true, ["b", ""]]"#),
            ("//h", r#"[null, ["h"]]"#),
            ("//h:5683/?q", r#"[null, ["h", 5683], [""], ["q"]]"#),
            ("//h?q", r#"[null, ["h"], null, ["q"]]"#),
        ] {
            assert_eq!(from_uri(uri).expect(uri).to_string(), shown, "{uri}");
        }
    }

    #[test]
    fn without_cri_form() {
        for uri in [
            "a://u:p@h",
            "a://h:",
            "a://h:080",
            "a://h:65536",
            "a://[v1.a]",
            "a:/.//b",
            "a:b/..//c",
            "a://%C3%84",
            "a:e%CC%81",
            "a b",
            "a:%",
            "http://[fe80::1%eth0]",
        ] {
            assert!(from_uri(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn net_discard() {
        let ups = |count| format!("{}a", "../".repeat(count));
        assert_eq!(from_uri(&ups(126)).unwrap().to_string(), r#"[127, ["a"]]"#);
        assert!(from_uri(&ups(127)).is_err());
        let there_and_back = format!("{}{}x", "a/".repeat(200), "../".repeat(200));
        assert_eq!(from_uri(&there_and_back).unwrap().to_string(), r#"[1, ["x"]]"#);
    }
}

mod resolving {
    use super::*;

    #[track_caller]
    fn check(base: &str, reference: &str, expected: &str) {
        let base = Cri::try_from(well_formed(base)).expect(base);
        assert_eq!(base.resolve(&well_formed(reference)).to_string(), expected, "{reference}");
    }

    #[test]
    fn rulings() {
        let base = r#"[-2, ["foo", 4711], ["pa", "th"], ["query"], "frag"]"#;
        check(base, r#"[0]"#, r#"[-2, ["foo", 4711], ["pa", "th"], ["query"], "frag"]"#);
        check(base, r#"[0, null, ["a"]]"#, r#"[-2, ["foo", 4711], ["pa", "th"], ["a"]]"#);
        check(base, r#"[0, null, ["q"], "f"]"#, r#"[-2, ["foo", 4711], ["pa", "th"], ["q"], "f"]"#);
        check(base, r#"[0, null, []]"#, r#"[-2, ["foo", 4711], ["pa", "th"]]"#);
        check(base, r#"[0, []]"#, r#"[-2, ["foo", 4711], ["pa", "th"]]"#);
        check(base, r#"[0, ["p"]]"#, r#"[-2, ["foo", 4711], ["pa", "th", "p"]]"#);
        check(base, r#"[1]"#, r#"[-2, ["foo", 4711], ["pa"]]"#);
        check(base, r#"[9, ["x"]]"#, r#"[-2, ["foo", 4711], ["x"]]"#);
        check(base, r#"[true]"#, r#"[-2, ["foo", 4711]]"#);
        check(base, r#"[null, ["h"]]"#, r#"[-2, ["h"]]"#);
        check(base, r#"["a", null, ["x"]]"#, r#"["a", null, ["x"]]"#);
        check(base, r#"[null, true, ["z"]]"#, r#"[-2, true, ["z"]]"#);
        check(r#"["a", true, ["b"]]"#, r#"[1, [""]]"#, r#"["a", true, [""]]"#);
        check(r#"["a", true, ["b"]]"#, r#"[true, ["c"]]"#, r#"["a", null, ["c"]]"#);
        check(r#"["a"]"#, r#"[1, ["b"]]"#, r#"["a", null, ["b"]]"#);
    }
}

#[test]
fn relativizing() {
    for (base, target, expected) in [
        ("coap://h/a/b", "coap://h/a/c", r#"[1, ["c"]]"#),
        ("coap://h/a/b", "coap://h/a/b", "[]"),
        ("coap://h/a/b?q#f", "coap://h/a/b?q#g", r#"[0, null, null, "g"]"#),
        ("coap://h/a/b?q#f", "coap://h/a/b", "[0, []]"),
        ("coap://h/a/b", "coap://h", "[2]"),
        ("coap://h/a/b", "coap://h/a/b/c", r#"[0, ["c"]]"#),
        ("coap://h/a/b", "coap://i/c", r#"[null, ["i"], ["c"]]"#),
        ("coap://h/a/b", "coaps://h/a/b", r#"[-2, ["h"], ["a", "b"]]"#),
        ("a:b/c", "a:b/d", r#"[1, ["d"]]"#),
        ("a:/b", "a:c", r#"[null, true, ["c"]]"#),
        ("a://h/b", "a:/c", r#"["a", null, ["c"]]"#),
    ] {
        let cri = |uri| Cri::try_from(from_uri(uri).unwrap()).unwrap();
        let (base, target) = (cri(base), cri(target));
        let reference = relativize::relativize(&base, &target, &HREF_13);
        assert_eq!(reference.to_string(), expected);
        assert_eq!(base.resolve(&reference), target);
    }
}

#[test]
fn comparing() {
    let equivalent =
        |a, b, fragments| comparison::equivalent(&cbor(a), &cbor(b), fragments, &HREF_13).unwrap();
    let compared = |a, b| equivalent(a, b, Fragments::Compared);
    assert!(compared(r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#));
    assert!(!compared(r#"[-1, ["h"]]"#, r#"["coap", ["h"]]"#));
    assert!(!compared(r#"[-1, ["h"]]"#, r#"[-1, ["h"], [""]]"#));
    assert!(!compared(r#"["a", null, ["b"]]"#, r#"["a", true, ["b"]]"#));
    assert!(!compared(r#"[-1, ["h"], [], null, "f"]"#, r#"[-1, ["h"]]"#));
    assert!(equivalent(r#"[-1, ["h"], [], null, "f"]"#, r#"[-1, ["h"]]"#, Fragments::Ignored));
    assert!(compared(r#"[null]"#, r#"[null]"#));
    assert!(!compared(r#"[null]"#, r#"[null, null]"#));
    assert!(!compared(r#"[null]"#, r#"[0]"#));
    assert!(comparison::equivalent(&[0x81], &[0x81], Fragments::Compared, &HREF_13).is_err());
}

#[test]
fn scanning() {
    let scanned = |notation| {
        let items = scan::scan(&cbor(notation), &HREF_13).expect(notation);
        items.iter().map(Result::is_ok).collect::<Vec<_>>()
    };
    assert!(scanned("[]").is_empty());
    assert_eq!(
        scanned(r#"[[0], {1: [2]}, [-1, ["h"]], [_ 0], 1.5, 99([0]), (_ "a"), [true]]"#),
        [true, false, true, false, false, false, false, true]
    );
    assert_eq!(scanned("[_ [0], 1]"), [true, false]);
    let fails = |bytes: &[u8]| scan::scan(bytes, &HREF_13).is_err();
    assert!(
        fails(&[0x00]) && fails(&[0x82, 0x80]) && fails(&[0x80, 0x80]) && fails(&[0x81, 0x9f]) && fails(&[])
    );
}

mod iris {
    use super::*;

    #[test]
    fn to_iri() {
        for (uri, iri) in [
            (
                "a://r%C3%A9sum%C3%A9/%C3%A9?%EE%80%80#%EE%80%80",
                "a://r\u{e9}sum\u{e9}/\u{e9}?\u{e000}#%EE%80%80",
            ),
            ("a:%E2%80%8E%FF%C3%A9%2F", "a:%E2%80%8E%FF\u{e9}%2F"),
            ("/%20%25", "/%20%25"),
        ] {
            assert_eq!(iri::to_iri(&from_uri(uri).unwrap(), &HREF_13).as_deref(), Ok(iri), "{uri}");
        }
    }

    #[test]
    fn from_iri() {
        for (iri, shown) in [
            (
                "a://r\u{e9}sum\u{e9}.example/\u{e9}?\u{e000}",
                "[\"a\", [\"r\u{e9}sum\u{e9}\", \"example\"], [\"\u{e9}\"], [\"\u{e000}\"]]",
            ),
            ("a://\u{e9}@h:1", "[\"a\", [false, \"\u{e9}\", \"h\", 1]]"),
        ] {
            assert_eq!(iri::from_iri(iri, &HREF_13).expect(iri).to_string(), shown);
        }
        for iri in [
            "\u{e9}:a",
            "a:\u{e000}",
            "a:\u{fff0}",
            "a:\u{9f}",
            "a://h:\u{e9}",
            "a://[::1%25\u{e9}]",
            "a:b c",
            "a:e\u{301}",
            "a://\u{c9}",
            "a:\u{200e}",
        ] {
            assert!(iri::from_iri(iri, &HREF_13).is_err(), "{iri}");
        }
    }
}
