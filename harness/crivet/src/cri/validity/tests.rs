//! What is wrong with a CRI, in each revision.

use super::*;
use crate::cri::read;
use crate::cri::testing::edn;

#[track_caller]
fn check_with(profile: Profile, text: &str, expected: &[(Grade, &str, &str)]) {
    let reading = read(&edn(text)).unwrap();
    let found = violations(&reading.cri, reading.form, profile);
    let found: Vec<_> = found
        .iter()
        .map(|violation| (violation.grade, violation.ruling.unwrap_or_default(), violation.place.as_str()))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[track_caller]
fn check(text: &str, expected: &[(Grade, &str, &str)]) {
    check_with(Profile::Href13, text, expected);
}

use Grade::{Invalid, Remark, Unfit};

#[test]
fn nothing_is_wrong_with_these() {
    for text in [
        r#"[-1, [h'C6336401', 61616], [".well-known", "core"]]"#,
        r#"[-6, true, [["web:alice:7", ':', "1-balun"]]]"#,
        r#"[-4, [false, "", "example", "com"]]"#,
        r#"["a+b.c-9"]"#,
        r#"["a", null, [""]]"#,
        r#"["a", null, [], ["q"]]"#,
        r#"["a", null, [], null, "f"]"#,
        r#"["a", null, ["b", "", ""]]"#,
        r#"["a", ["h"], ["", "", "B"]]"#,
        r#"["a", ["h", 0], []]"#,
        r#"["a", ["h", 65535]]"#,
        r#"[-1, ["h", 5684]]"#,
        r#"[-11, ["h"]]"#,
        r#"[127]"#,
        "[0]",
        r#"[true, ["", "b"]]"#,
        r#"[null, ["1", "2", "3"]]"#,
        r#"[null, ["1", "2", "3", "256"]]"#,
        r#"[0, null, []]"#,
        r#"[null, [false, "a-b._~!$&'()*+,;=", "h"]]"#,
        r#"[-1, [h'00000000000000000000000000000001', "z"]]"#,
        r#"[0, ["...", ".a", "a.."]]"#,
        r#"[0, [[h'ff']]]"#,
        r#"[0, [[h'ff', "a", h'c3']]]"#,
        r#"[0, ["Ä"], ["Ä"], "Ä"]"#,
    ] {
        check(text, &[]);
    }
}

#[test]
fn never_valid() {
    check("[0, null]", &[(Invalid, "R2", "end")]);
    for name in ["A", "aB", "", "1a", "+a", "a_b", "a:", "ä", "a b"] {
        check(&format!(r#"["{name}", ["h"]]"#), &[(Invalid, "R19", "scheme")]);
    }
    check("[128]", &[(Invalid, "R36", "discard")]);
    check(r#"[null, ["h", 65536]]"#, &[(Invalid, "", "authority, port")]);
    check(r#"[null, [h'01020304', "z"]]"#, &[(Invalid, "R29", "authority, zone")]);
    check_with(Profile::Href27, r#"[null, [h'01020304', "z"]]"#, &[]);
    check(r#"[-1, ["a.b"]]"#, &[(Invalid, "R18", "authority, label 1")]);
    check(r#"[-1, ["a", ["b.c", h'ff']]]"#, &[(Invalid, "R18", "authority, label 2")]);
    check(r#"[0, ["a", "."]]"#, &[(Invalid, "R17", "path, segment 2")]);
    check(r#"[-1, ["h"], [".."]]"#, &[(Invalid, "R17", "path, segment 1")]);
    check(r#"["a", null, ["", "b"]]"#, &[(Invalid, "R10", "path")]);
    check(r#"["a", null, ["", ""]]"#, &[(Invalid, "R10", "path")]);
    check(r#"["a", true]"#, &[(Invalid, "R12", "path")]);
    check(r#"["a", true, []]"#, &[(Invalid, "R12", "path")]);
    check(r#"["a", true, [""]]"#, &[(Invalid, "R49", "path")]);
    check(r#"["a", true, ["", ""]]"#, &[(Invalid, "R49", "path")]);
    check(r#"["a", true, ["", "b"]]"#, &[(Invalid, "R49", "path")]);
}

#[test]
fn sequences() {
    let segment = "path, segment 1";
    check("[0, [[]]]", &[(Invalid, "R21", segment)]);
    check(r#"[0, [["a"]]]"#, &[(Invalid, "R21", segment)]);
    check(r#"[0, [["", h'ff']]]"#, &[(Invalid, "R21", segment)]);
    check(r#"[0, [["a", h'']]]"#, &[(Invalid, "R21", segment)]);
    check(r#"[0, [["a", "b", h'ff']]]"#, &[(Invalid, "R21", segment)]);
    check(r#"[0, [["a", h'ff', h'ff']]]"#, &[(Invalid, "R21", segment)]);
    check(r#"[0, [["a", h'2f61']]]"#, &[(Invalid, "R22", segment)]);
    check(r#"[0, [[h'7e']]]"#, &[(Invalid, "R22", segment)]);
    check(r#"[0, [["a", h'ffc3a4']]]"#, &[(Invalid, "R22", segment)]);
    check(r#"[0, [["e", h'cc81']]]"#, &[(Invalid, "R22", segment)]);
    check(r#"[-6, true, [["web:alice:", '7:', "1-balun"]]]"#, &[(Invalid, "R22", segment)]);
    check(r#"[-6, true, [["web:alice:7", ':1', "-balun"]]]"#, &[(Invalid, "R22", segment)]);
    check(r#"[0, null, null, ["a"]]"#, &[(Invalid, "R21", "fragment")]);
    check(r#"[0, null, ["b", ["a"]]]"#, &[(Invalid, "R21", "query, parameter 2")]);
    check(
        r#"[null, [false, ["a"], ["a"]]]"#,
        &[(Invalid, "R21", "authority, userinfo"), (Invalid, "R21", "authority, label 1")],
    );
}

#[test]
fn accepted_from_others_but_not_to_be_made() {
    check(r#"[-1, ["Ab"]]"#, &[(Unfit, "R20", "authority, label 1")]);
    check(r#"[-1, ["Äb"]]"#, &[(Unfit, "R20", "authority, label 1")]);
    check(r#"[-1, [["Ab", h'ff']]]"#, &[(Unfit, "R20", "authority, label 1")]);
    check("[0, [\"e\u{301}\"]]", &[(Unfit, "R20", "path, segment 1")]);
    check("[0, null, [\"e\u{301}\"]]", &[(Unfit, "R20", "query, parameter 1")]);
    check("[0, null, null, \"e\u{301}\"]", &[(Unfit, "R20", "fragment")]);
    check("[-1, [\"e\u{301}\"]]", &[(Unfit, "R20", "authority, label 1")]);
    check(r#"[-1, ["192", "168", "0", "1"]]"#, &[(Unfit, "R28", "authority, host")]);
    check_with(Profile::Href27, r#"[-1, ["h"], []]"#, &[(Unfit, "R3", "path")]);
}

#[test]
fn remarks() {
    check(r#"[-1, ["h"], [], []]"#, &[(Remark, "R3", "query")]);
    check(r#"[-1, ["h"], null, ["q"]]"#, &[(Remark, "R48", "path")]);
    check(r#"[-1, ["h"], null, null, "f"]"#, &[(Remark, "R48", "path")]);
    check(r#"[-1, ["h", 5683]]"#, &[(Remark, "R26", "authority, port")]);
    check(r#"["http", ["h", 80]]"#, &[(Remark, "R26", "authority, port")]);
    check("[-1, []]", &[(Remark, "R27", "authority, host")]);
    check("[null, [7]]", &[(Remark, "R27", "authority, host")]);
    check(r#"[null, ["a.b"]]"#, &[(Remark, "R18", "authority, label 1")]);
    check(r#"[-1, [false, "a@b", "h"]]"#, &[(Remark, "R42", "authority, userinfo")]);
    check(r#"[-1, [false, "a:b", "h"]]"#, &[(Remark, "R42", "authority, userinfo")]);
    check(r#"[-1, [h'00000000000000000000000000000001', ""]]"#, &[(Remark, "R29", "authority, zone")]);
    check("[null, true]", &[(Remark, "R65", "path")]);
    check("[null, true, []]", &[(Remark, "R65", "path")]);
    check(r#"[null, true, ["a:b"]]"#, &[]);
    check("[null, [\"\"]]", &[(Remark, "R27", "authority, host")]);
    check("[null, [\"\", \"\"]]", &[]);
    check("[-1, [h'00000000000000000000000000000001', \"a/b\"]]", &[(Remark, "R68", "authority, zone")]);
    check("[-1, [false, [h'c3a4'], \"h\"]]", &[(Remark, "R69", "authority, userinfo")]);
    check("[-1, [false, [h'c3a461'], \"h\"]]", &[(Invalid, "R22", "authority, userinfo")]);
    check("[0, [[h'ff2f']]]", &[(Remark, "R23", "path, segment 1")]);
    check(r#"[0, [["a", h'20']]]"#, &[(Remark, "R23", "path, segment 1")]);
    check(r#"[0, [["a", h'2f']]]"#, &[(Remark, "R23", "path, segment 1")]);
    check(r#"[0, [["a", h'3a']]]"#, &[]);
    check(r#"[-1, [["a", h'3a']]]"#, &[(Remark, "R23", "authority, label 1")]);
    check(r#"[0, null, [["a", h'26']]]"#, &[(Remark, "R23", "query, parameter 1")]);
    check(r#"[0, null, [["a", h'2f']]]"#, &[]);
}

/// The text is judged in each revision by its own rules.
#[track_caller]
fn check_each(text: &str, href_13: &[(Grade, &str, &str)], href_27: &[(Grade, &str, &str)]) {
    check_with(Profile::Href13, text, href_13);
    check_with(Profile::Href27, text, href_27);
}

#[test]
fn defaults_at_the_end() {
    check_each("[]", &[(Remark, "R1", "outer array")], &[]);
    check_each("[0]", &[], &[(Remark, "R1", "discard")]);
    check_each("[0, null, null, \"f\"]", &[], &[]);
    check_each("[0, null, []]", &[], &[]);
    check_each("[0, []]", &[], &[]);
    check_each("[1, []]", &[], &[]);
    check_each(r#"[null, ["h"], []]"#, &[], &[]);
    check_each(r#"[-1, ["h"]]"#, &[], &[]);
    check_each(r#"[-1, ["h"], []]"#, &[], &[(Unfit, "R3", "path")]);
    check_each(r#"["a", null, []]"#, &[], &[(Unfit, "R3", "path")]);
    check_each(r#"[-1, ["h"], ["p"], []]"#, &[(Remark, "R3", "query")], &[(Unfit, "R3", "query")]);
    check_each(r#"[-1, ["h"], [], []]"#, &[(Remark, "R3", "query")], &[(Unfit, "R3", "query")]);
    check_each(r#"[-1, ["h"], [], [], "f"]"#, &[(Remark, "R3", "query")], &[]);
    check_each(r#"[-1, ["h"], [], null, "f"]"#, &[], &[(Remark, "R48", "query")]);
    check_each(r#"[-1, ["h"], [], ["q"]]"#, &[], &[]);
    check_each(r#"[-1, ["h"], null, ["q"]]"#, &[(Remark, "R48", "path")], &[(Remark, "R48", "path")]);
    check_each(
        r#"[-1, ["h"], null, null, "f"]"#,
        &[(Remark, "R48", "path")],
        &[(Remark, "R48", "path"), (Remark, "R48", "query")],
    );
    for text in [r#"[-1, ["h"], null]"#, r#"["a", null]"#, "[0, null]", r#"[-1, ["h"], ["p"], [], null]"#] {
        let reading = read(&edn(text)).unwrap();
        let found = violations(&reading.cri, reading.form, Profile::Href27);
        assert_eq!((found[0].grade, found[0].ruling), (Invalid, Some("R2")), "{text}");
    }
}

#[test]
fn authorities_in_each_revision() {
    check_each(r#"[-1, [h'01020304', "z"]]"#, &[(Invalid, "R29", "authority, zone")], &[]);
    check_each(r#"[-1, [h'00000000000000000000000000000001', "z"]]"#, &[], &[]);
    let empty = [(Remark, "R29", "authority, zone")];
    check_each(r#"[-1, [h'00000000000000000000000000000001', ""]]"#, &empty, &empty);
    check_each(r#"[-1, ["h", 5683]]"#, &[(Remark, "R26", "authority, port")], &[]);
    check_each(r#"[-9, ["h", 80]]"#, &[(Remark, "R26", "authority, port")], &[]);
    let range = [(Invalid, "", "authority, port")];
    check_each(r#"[-1, ["h", 65536]]"#, &range, &range);
    let userinfo = [(Remark, "R42", "authority, userinfo")];
    check_each(r#"[-1, [false, "a:b", "h"]]"#, &userinfo, &[]);
    check_each(r#"[-1, [false, "a@b", "h"]]"#, &userinfo, &userinfo);
    check_each(r#"[-1, [false, "a/b:c", "h"]]"#, &userinfo, &userinfo);
    check_each(r#"[-1, [false, ["a@b", h'ff'], "h"]]"#, &userinfo, &userinfo);
    check_each(r#"[-1, [false, ["a", h'ff', "é"], "h"]]"#, &userinfo, &userinfo);
    check_each(r#"[-1, [false, ["a:b", h'ff'], "h"]]"#, &userinfo, &[]);
    check_each(r#"[-1, [false, ["a+b", h'ff'], "h"]]"#, &[], &[]);
    let dot = [(Invalid, "R18", "authority, label 1")];
    check_each(r#"[-1, ["a.b"]]"#, &dot, &dot);
    let case = [(Unfit, "R20", "authority, label 1")];
    check_each(r#"[-1, ["Ab"]]"#, &case, &case);
    let host = [(Remark, "R27", "authority, host")];
    check_each("[-1, []]", &host, &host);
    check_each("[-1, [\"\"]]", &host, &host);
}

#[test]
fn texts_and_paths_in_each_revision() {
    let nfc = |grade| [(grade, "R20", "path, segment 1")];
    check_each("[0, [\"e\u{301}\"]]", &nfc(Unfit), &nfc(Remark));
    check_each("[0, [[\"e\u{301}\", h'ff']]]", &nfc(Unfit), &nfc(Remark));
    check_each(r#"["a", true, ["", "b"]]"#, &[(Invalid, "R49", "path")], &[(Invalid, "R49", "path")]);
    check_each(r#"["a", true, [""]]"#, &[(Invalid, "R49", "path")], &[(Invalid, "R49", "path")]);
    check_each(r#"["a", null, ["", "b"]]"#, &[(Invalid, "R10", "path")], &[(Invalid, "R10", "path")]);
    check_each(r#"["a", null, [""]]"#, &[], &[]);
    check_each("[\"a\", true]", &[(Invalid, "R12", "path")], &[(Invalid, "R12", "path")]);
    let scheme = [(Invalid, "R19", "scheme")];
    check_each(r#"["A", ["h"]]"#, &scheme, &scheme);
    check_each("[128]", &[(Invalid, "R36", "discard")], &[(Invalid, "R36", "discard")]);
    let dots = [(Invalid, "R17", "path, segment 1")];
    check_each("[0, [\"..\"]]", &dots, &dots);
    let grammar = [(Invalid, "R21", "fragment")];
    check_each("[0, null, null, [\"f\"]]", &grammar, &grammar);
}

#[test]
fn the_worst_comes_first_and_says_where() {
    check(
        r#"[-1, ["Ab", 5683], ["."]]"#,
        &[
            (Invalid, "R17", "path, segment 1"),
            (Unfit, "R20", "authority, label 1"),
            (Remark, "R26", "authority, port"),
        ],
    );
    let reading = read(&edn("[128, [\".\"]]")).unwrap();
    let found = violations(&reading.cri, reading.form, Profile::Href13);
    assert_eq!(found[0].to_string(), "discard: it is above 127 (R36)");
    let reading = read(&edn("[null, [65536]]")).unwrap();
    let found = violations(&reading.cri, reading.form, Profile::Href13);
    assert_eq!(found[0].to_string(), "authority, port: it is above 65535");
}
