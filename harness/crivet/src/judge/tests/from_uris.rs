//! CRIs compared by the URI they denote: `uri-to-cri` and `iri-to-cri`.

use super::*;

#[track_caller]
fn check_cri(expect: &str, came: &str, expected: &str) {
    check_of("u", Profile::Href13, expect, came, expected);
}

/// The same of a URI.
#[track_caller]
fn check_of(uri: &str, profile: Profile, expect: &str, came: &str, expected: &str) {
    for operation in [Operation::UriToCri { uri: uri.into() }, Operation::IriToCri { iri: uri.into() }] {
        let vector = vector(operation, Strength::Must, &[Expected::Value(answer(expect))], &[]);
        check_under(profile, &vector, &CLAIMED, &Outcome::Value(answer(came)), expected);
    }
}

#[test]
fn a_default_port_that_is_kept_or_added() {
    let (h13, h27, h03) = (Profile::Href13, Profile::Href27, Profile::Href03);
    let kept = "pass; should: the same URI, not the canonical form: the default port is left off";
    let wrong = |port: u16| format!("fail: authority, port: expected none, came {port}");
    for uri in ["coap://h:5683", "coap://u:p@h:5683/", "coap://h:"] {
        check_of(uri, h27, r#"[-1, ["h"]]"#, r#"[-1, ["h", 5683]]"#, kept);
        check_of(uri, h13, r#"[-1, ["h"]]"#, r#"[-1, ["h", 5683]]"#, &wrong(5683));
        check_of(uri, h03, r#"[0, "coap", 1, "h"]"#, r#"[0, "coap", 1, "h", 3, 5683]"#, &wrong(5683));
    }
    for uri in ["coap://h", "coap://u:p@h", "coap://h/:5683"] {
        check_of(uri, h27, r#"[-1, ["h"]]"#, r#"[-1, ["h", 5683]]"#, &wrong(5683));
        check_of(uri, h13, r#"[-1, ["h"]]"#, r#"[-1, ["h", 5683]]"#, &wrong(5683));
        check_of(uri, h03, r#"[0, "coap", 1, "h"]"#, r#"[0, "coap", 1, "h", 3, 5683]"#, &wrong(5683));
    }
    for uri in ["coap://h:5683", "coap://h"] {
        check_of(uri, h13, r#"[-1, ["h"]]"#, r#"[-1, ["h"]]"#, "pass");
        check_of(uri, h03, r#"[0, "coap", 1, "h"]"#, r#"[0, "coap", 1, "h"]"#, "pass");
    }
    // Not everyone knows the port of every scheme.
    check_of("ftp://h:21", h13, r#"["ftp", ["h"]]"#, r#"["ftp", ["h", 21]]"#, kept);
    check_of("ftp://h:21", h03, r#"[0, "ftp", 1, "h"]"#, r#"[0, "ftp", 1, "h", 3, 21]"#, kept);
    check_of("ftp://h", h13, r#"["ftp", ["h"]]"#, r#"["ftp", ["h", 21]]"#, &wrong(21));
    check_of("ftp://h", h03, r#"[0, "ftp", 1, "h"]"#, r#"[0, "ftp", 1, "h", 3, 21]"#, &wrong(21));
}

#[test]
fn the_canonical_form() {
    check_cri(r#"[-1, ["h"], ["p"]]"#, r#"[-1, ["h"], ["p"]]"#, "pass");
    check_cri(r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#, "pass");
    check_cri(r#"[1, ["p"]]"#, r#"[1, ["p"]]"#, "pass");
    check_cri("[0]", "[]", "pass");
    let bytes = Value::Cri { cri: vec![0x98, 2, 0x20, 0x81, 0x61, 0x68] };
    let operation = Operation::UriToCri { uri: "coap://h".into() };
    let vector = vector(operation, Strength::Must, &[Expected::Value(answer(r#"[-1, ["h"]]"#))], &[]);
    check(&vector, &CLAIMED, &Outcome::Value(bytes), "pass; should: CBOR heads are longer than needed");
}

#[test]
fn other_forms_of_the_same_uri() {
    let same = "pass; should: the same URI, not the canonical form";
    check_cri(r#"[-1, ["h"]]"#, r#"["coap", ["h"]]"#, &format!("{same}: the scheme has a number"));
    check_cri(r#"["coap", ["h"]]"#, r#"[-1, ["h"]]"#, &format!("{same}: the scheme is given by its number"));
    check_of(
        "https://h:443",
        Profile::Href27,
        r#"[-4, ["h"]]"#,
        r#"["https", ["h", 443]]"#,
        &format!(
            "{same}: the scheme has a number; should: the same URI, not the canonical form: the default port is left off"
        ),
    );
    check_cri(
        r#"[-1, ["h"], ["a b"]]"#,
        r#"[-1, ["h"], [["a", h'20', "b"]]]"#,
        &format!(r#"{same}: path, segment 1: expected "a b", came ["a", h'20', "b"]"#),
    );
    check_cri(
        r#"[-1, [false, ["a", h'40'], "h"]]"#,
        r#"[-1, [false, "a@", "h"]]"#,
        &format!(r#"{same}: authority, userinfo: expected ["a", h'40'], came "a@""#),
    );
    check_cri(
        r#"[1, ["a:b"]]"#,
        r#"[1, ["a:b"], null, null]"#,
        "fail: no valid CRI: a null at the end of the outer array",
    );
    check_cri(
        r#"[-1, ["h", 5683]]"#,
        r#"["coap", ["h", 5683]]"#,
        &format!("{same}: the scheme has a number"),
    );
    let forms = "that is 8464636f617081616880816171, came 8464636f6170816168f6816171";
    // The expected form itself may carry the port; the answer without it is the canonical one.
    check_cri(r#"[-1, ["h", 5683]]"#, r#"[-1, ["h"]]"#, "pass");
    check_cri(
        r#"[-1, ["h"], [], ["q"]]"#,
        r#"["coap", ["h"], null, ["q"]]"#,
        &format!("{same}: the scheme has a number; should: not in interchange form: {forms}"),
    );
}

#[test]
fn disputed_forms() {
    let slash =
        "pass; disputed: an empty path and a lone slash are the same to this scheme; CRIs tell them apart";
    for scheme in ["-1", "-2", "-3", "-4", "-7", "-8", "-9", "-10"] {
        check_cri(&format!(r#"[{scheme}, ["h"]]"#), &format!(r#"[{scheme}, ["h"], [""]]"#), slash);
        check_cri(
            &format!(r#"[{scheme}, ["h"], [""], ["q"]]"#),
            &format!(r#"[{scheme}, ["h"], [], ["q"]]"#),
            slash,
        );
    }
    check_cri(r#"["a", ["h"]]"#, r#"["a", ["h"], [""]]"#, r#"fail: path: expected none, came [""]"#);
    check_cri(r#"["ws", ["h"]]"#, r#"["ws", ["h"], [""]]"#, r#"fail: path: expected none, came [""]"#);
    check_cri(r#"[null, ["h"]]"#, r#"[null, ["h"], [""]]"#, r#"fail: path: expected null, came [""]"#);
    check_cri(r#"[-1]"#, r#"[-1, null, [""]]"#, r#"fail: path: expected none, came [""]"#);
    check_cri(
        r#"[-1, ["h"], [""]]"#,
        r#"[-1, ["h"], ["", ""]]"#,
        r#"fail: path, segment 2: expected none, came """#,
    );
    check_cri(r#"[-1, ["h"], ["a"]]"#, r#"[-1, ["h"]]"#, r#"fail: path: expected ["a"], came none"#);
    let host = "pass; disputed: an empty host is written without a label, or as an empty one; the other way was expected";
    check_cri("[-1, []]", "[-1, [\"\"]]", host);
    check_cri("[-1, [\"\"]]", "[-1, []]", host);
    check_cri("[-1, [\"\", 7]]", "[-1, [7]]", host);
    check_cri("[-1, [\"\", 7]]", "[-1, [8]]", "fail: authority, port: expected 7, came 8");
    check_cri("[-1, [\"\"]]", "[-1, [\"\", \"\"]]", r#"fail: authority, label 2: expected none, came """#);
}

#[test]
fn a_newer_registry_may_have_a_number_for_the_scheme() {
    let newer = "pass; disputed: the number of the scheme is in no table: it is taken for a newer one (R32)";
    check_cri(r#"["foo", ["h"]]"#, r#"[-11, ["h"]]"#, newer);
    check_cri(r#"["foo", ["h"]]"#, r#"[-20000, ["h"], []]"#, newer);
    check_cri(r#"["foo", ["h"]]"#, r#"[-11, ["i"]]"#, r#"fail: authority, label 1: expected "h", came "i""#);
    check_cri(r#"["foo", ["h"]]"#, r#"[-1, ["h"]]"#, r#"fail: scheme: expected "foo", came -1"#);
    check_cri(r#"[-1025, ["h"]]"#, r#"[-11, ["h"]]"#, "fail: scheme: expected -1025, came -11");
    check_cri(r#"["telnet", ["h"]]"#, r#"[-11, ["h"]]"#, r#"fail: scheme: expected "telnet", came -11"#);
}

#[test]
fn other_uris_fail() {
    check_cri(
        r#"[-1, ["h"], ["a"]]"#,
        r#"[-1, ["h"], ["b"]]"#,
        r#"fail: path, segment 1: expected "a", came "b""#,
    );
    check_cri(r#"[-1, ["h"], ["a"]]"#, r#"[-2, ["h"], ["a"]]"#, "fail: scheme: expected -1, came -2");
    check_cri(r#"[-1, ["h"]]"#, r#"["a", ["h"]]"#, r#"fail: scheme: expected -1, came "a""#);
    check_cri(r#"[-1, ["h"]]"#, r#"[-1, ["h", 80]]"#, "fail: authority, port: expected none, came 80");
    check_cri(r#"[-1, ["h", 80]]"#, r#"[-1, ["h", 5683]]"#, "fail: authority, port: expected 80, came none");
    check_cri(r#"[-1, ["h"]]"#, r#"[null, ["h"]]"#, "fail: scheme: expected -1, came none");
    check_cri(r#"[null, ["h"]]"#, r#"[-1, ["h"]]"#, "fail: scheme: expected none, came -1");
    check_cri(
        r#"[-1, ["h"], [["a", h'3a']]]"#,
        r#"[-1, ["h"], ["a:"]]"#,
        r#"fail: path, segment 1: expected ["a", h'3a'], came "a:""#,
    );
    check_cri(r#"[1, ["a"]]"#, r#"[2, ["a"]]"#, "fail: discard: expected 1, came 2");
    check_cri(r#"[1, ["a"]]"#, r#"[true, ["a"]]"#, "fail: discard: expected 1, came true");
    check_cri(r#"[-11, ["h"]]"#, r#"[-11, ["h"], ["a"]]"#, r#"fail: path: expected none, came ["a"]"#);
    check_cri(r#"[-11, ["h"]]"#, r#"[-12, ["h"]]"#, "fail: scheme: expected -11, came -12");
    check_cri(
        r#"[-1, [h'01020304']]"#,
        r#"[-1, [h'01020305']]"#,
        "fail: authority, host: expected 1.2.3.4, came 1.2.3.5",
    );
}

#[test]
fn literal_conversions_do_not_make_references_equal() {
    check_cri(r#"[0, null, ["q"]]"#, r#"[true, [], ["q"]]"#, "fail: discard: expected 0, came true");
    check_cri("[0]", "[0, null, []]", "fail: query: expected null, came []");
    check_cri("[0, null, null, \"f\"]", "[0, null, [], \"f\"]", "fail: query: expected null, came []");
    check_cri(r#"[1, ["z"]]"#, r#"[null, true, ["z"]]"#, "fail: authority: expected null, came true");
    check_cri("[1, [\"\"]]", "[1]", r#"fail: path: expected [""], came null"#);
    check_cri("[true, [\"\"]]", "[true]", r#"fail: path: expected [""], came null"#);
    check_cri("[null, [\"b\"]]", "[true, [\"\", \"b\"]]", r#"fail: authority: expected ["b"], came null"#);
    check_cri("[1]", "[1, []]", "fail: path: expected null, came []");
    // A network-path reference is one text whether its path is null or empty.
    check_cri(
        r#"[null, ["h"]]"#,
        r#"[null, ["h"], []]"#,
        "pass; should: the same URI, not the canonical form: path: expected null, came []",
    );
}

#[test]
fn what_must_not_be_made_fails() {
    let invalid = |words: &str| format!("fail: no valid CRI: {words}");
    check_cri(
        r#"[-1, ["h"]]"#,
        r#"["COAP", ["h"]]"#,
        &invalid("scheme: it is no scheme name in lower case (R19)"),
    );
    check_cri(
        r#"[-1, ["a", "b"]]"#,
        r#"[-1, ["a.b"]]"#,
        &invalid("authority, label 1: a label holds no dot (R18)"),
    );
    check_cri(
        r#"[-1, ["h"]]"#,
        r#"[-1, ["H"]]"#,
        &invalid("authority, label 1: it is not in lower case (R20)"),
    );
    check_cri(
        r#"[-1, ["h"], ["a"]]"#,
        r#"[-1, ["h"], [["a"]]]"#,
        &invalid("path, segment 1: the array has no byte string in it (R21)"),
    );
    check_cri(
        r#"[-1, ["h"], ["a"]]"#,
        r#"[-1, ["h"], [[h'61']]]"#,
        &invalid(
            "path, segment 1: the bytes hold an unreserved or a non-ASCII character, which is text (R22)",
        ),
    );
    check_cri(
        r#"[-1, [h'c0a80001']]"#,
        r#"[-1, ["192", "168", "0", "1"]]"#,
        &invalid("authority, host: the labels spell an IPv4 address (R28)"),
    );
    check_cri(
        r#"["a", null, ["b"]]"#,
        r#"["a", true, ["", "b"]]"#,
        &invalid("path: it is rootless and starts with an empty segment (R49)"),
    );
    check_cri(
        "[-1, [\"h\"], [[\"e\", h'cc']]]",
        "[-1, [\"h\"], [\"e\u{301}\"]]",
        &invalid("path, segment 1: it is not in Normalization Form C (R20)"),
    );
    check_cri(r#"[1, ["a"]]"#, r#"[128, ["a"]]"#, &invalid("discard: it is above 127 (R36)"));
    check_cri(r#"[1, ["a"]]"#, r#"[1, ["."]]"#, &invalid("path, segment 1: no segment is `.` or `..` (R17)"));
    check_cri(r#"[1, ["a"]]"#, "\"a\"", &invalid("outer item: expected an array, found a text"));
    // What a vector lists is accepted, whatever else there is to say of it.
    check_cri("[-1, [\"h\"], [\"e\u{301}\"]]", "[-1, [\"h\"], [\"e\u{301}\"]]", "pass");
}

/// What a vector says whose text is this, and which expects a rejection, alone or in front of another CRI.
#[track_caller]
fn check_text(profile: Profile, text: &str, came: &Outcome, uri: &str, iri: &str) {
    let operations =
        [(Operation::UriToCri { uri: text.into() }, uri), (Operation::IriToCri { iri: text.into() }, iri)];
    let other = match profile {
        Profile::Href02 => answer(r#"[1, "z", 2, "z", 4, 1]"#),
        Profile::Href03 => answer(r#"[0, "z"]"#),
        _ => answer(r#"["z"]"#),
    };
    for (operation, expected) in operations {
        for expect in [vec![Expected::Reject], vec![Expected::Reject, Expected::Value(other.clone())]] {
            let strength = if expect.len() == 1 { Strength::Must } else { Strength::Should };
            let vector = vector(operation.clone(), strength, &expect, &[]);
            let claimed = CLAIMED.into();
            let verdict = line(&judge(&vector, profile, &claimed, came));
            assert!(verdict.starts_with(expected), "{text} under {profile}: {verdict}");
        }
    }
}

#[test]
fn what_is_not_a_uri_may_be_converted() {
    let uri = "pass; should: the text is not a URI, and was converted: a rejection is recommended (R161)";
    let iri = "pass; should: the text is not an IRI, and was converted: a rejection is recommended (R161)";
    let (h13, h27, h03, h02) = (Profile::Href13, Profile::Href27, Profile::Href03, Profile::Href02);
    let cri = |text: &str| Outcome::Value(answer(text));
    for profile in [h13, h27] {
        check_text(profile, "a b", &cri(r#"[1, ["a b"]]"#), uri, iri);
        check_text(profile, "a b", &reject(), "pass", "pass");
        check_text(profile, "a:[", &cri(r#"["a", true, ["x"]]"#), uri, iri);
        // A disputed detail is not held against it.
        check_text(profile, "//h b", &cri(r#"[null, []]"#), uri, iri);
        check_text(profile, "a b", &unsupported(), "fail: unsupported", "fail: unsupported");
        // Only a valid CRI.
        let invalid = "fail: no valid CRI: path, segment 1: no segment is `.` or `..` (R17)";
        check_text(profile, "a b", &cri(r#"[1, ["."]]"#), invalid, invalid);
        let null = "fail: no valid CRI: a null at the end of the outer array";
        check_text(profile, "a b", &cri(r#"[1, ["a b"], null]"#), null, null);
        let cut = Outcome::Value(Value::Cri { cri: vec![0x82, 0x01] });
        check_text(profile, "a b", &cut, "fail: no valid CRI", "fail: no valid CRI");
        // What is a URI is held to what is expected.
        let not = "fail";
        check_text(profile, "a:b", &cri(r#"["a", true, ["b"]]"#), not, not);
        check_text(profile, "//h:65536", &cri(r#"[null, ["h"]]"#), not, not);
        check_text(profile, "//\u{e9}", &cri(r#"[null, ["x"]]"#), uri, not);
    }
    check_text(h03, "a b", &cri(r#"[0, "a", 5, "b"]"#), uri, iri);
    check_text(h02, "a b", &cri(r#"[1, "a", 2, "b", 4, 1]"#), uri, iri);
    let dot = r#"fail: no valid CRI: path ".""#;
    check_text(h03, "a b", &cri(r#"[0, "a", 5, "."]"#), dot, dot);
    check_text(h02, "a b", &cri(r#"[1, "a", 2, "b", 4, 1, 6, "."]"#), dot, dot);
    check_text(h03, "a b", &cri(r#"[0, "A"]"#), "fail: no valid CRI", "fail: no valid CRI");
    check_text(h03, "a b", &cri("[4, 128]"), "fail: no valid CRI", "fail: no valid CRI");
    check_text(h03, "a b", &cri(r#"[1, "h", 3, 65536]"#), "fail: no valid CRI", "fail: no valid CRI");
    check_text(h03, "a b", &cri(r#"[3, 1]"#), "fail: no valid CRI", "fail: no valid CRI");
}

#[test]
fn what_is_not_a_uri_is_to_be_converted_where_the_vector_says_so() {
    let operation = Operation::UriToCri { uri: "a b".into() };
    let vector = vector(operation, Strength::Must, &[Expected::Value(answer(r#"[1, ["a b"]]"#))], &[]);
    let other = Outcome::Value(answer(r#"[1, ["ab"]]"#));
    check(&vector, &CLAIMED, &other, r#"fail: path, segment 1: expected "a b", came "ab""#);
}
