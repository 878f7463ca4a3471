//! Validity: what is wrong with a CRI that could be read (href-13, anchors `constraints`,
//! `constraints-not-expressed-by-the-data-model`, `cddl` and `pet`), in three grades.

use std::fmt;

use unicode_normalization::is_nfc;

use super::uri::is_unreserved;
use super::{
    Authority, Component, Cri, Discard, Form, Given, Host, Part, Scheme, Text, default_port, scheme_name,
};
use crate::profile::Profile;

/// How bad a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// The text can be read to forbid it, or advises against it; whoever makes it says so at most.
    Remark,
    /// A recipient may accept it, but whoever creates a CRI must not make it.
    Unfit,
    /// Never valid: a final recipient must reject it.
    Invalid,
}

/// Something that is wrong with a CRI or CRI reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// How bad it is.
    pub grade: Grade,
    /// The ruling that decides it, where the text alone does not.
    pub ruling: Option<&'static str>,
    /// The section and element.
    pub place: String,
    /// What is wrong there.
    pub what: &'static str,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)?;
        self.ruling.map_or(Ok(()), |ruling| write!(f, " ({ruling})"))
    }
}

/// Everything that is wrong with a CRI or CRI reference, the worst first.
pub fn violations(cri: &Cri, form: Form, profile: Profile) -> Vec<Violation> {
    let mut found = Found { list: Vec::new(), profile };
    if form.trailing_nulls {
        found.add(Grade::Invalid, Some("R2"), "end", "trailing nulls are left off");
    }
    found.scheme(cri);
    if let Authority::Given(given) = &cri.authority {
        found.authority(cri, given);
    }
    if matches!(cri.discard, Discard::Count(128..)) {
        found.add(Grade::Invalid, Some("R36"), "discard", "it is above 127");
    }
    found.path(cri);
    if cri.is_full() && cri.query.as_ref().is_some_and(Vec::is_empty) {
        found.add(Grade::Remark, Some("R3"), "query", "it is an empty array in a full CRI");
    }
    for (component, index, text) in cri.texts() {
        found.text(&component.place(index), component, text);
    }
    // A stable sort: within a grade, the order of the sections stays.
    found.list.sort_by_key(|violation| std::cmp::Reverse(violation.grade));
    found.list
}

struct Found {
    list: Vec<Violation>,
    profile: Profile,
}

impl Found {
    fn add(&mut self, grade: Grade, ruling: Option<&'static str>, place: &str, what: &'static str) {
        self.list.push(Violation { grade, ruling, place: place.to_owned(), what });
    }

    fn scheme(&mut self, cri: &Cri) {
        if let Some(Scheme::Name(name)) = &cri.scheme
            && !is_scheme_name(name)
        {
            let what = "it is no scheme name in lower case";
            self.add(Grade::Invalid, Some("R19"), "scheme", what);
        }
    }

    fn authority(&mut self, cri: &Cri, given: &Given) {
        match &given.host {
            Host::Address { address, zone } => {
                let zoned_ipv4 = address.is_ipv4() && zone.is_some();
                if zoned_ipv4 && self.profile != Profile::Href27 {
                    let what = "only an address of 16 bytes can have one";
                    self.add(Grade::Invalid, Some("R29"), "authority, zone", what);
                }
                match zone {
                    Some(zone) if zone.is_empty() => {
                        self.add(Grade::Remark, Some("R29"), "authority, zone", "it is empty");
                    }
                    Some(zone) if !zone.bytes().all(is_unreserved) => {
                        let what = "it holds a character that needs percent-encoding";
                        self.add(Grade::Remark, Some("R68"), "authority, zone", what);
                    }
                    _ => {}
                }
            }
            Host::Name(labels) => self.labels(cri, labels),
        }
        match given.port {
            Some(65536..) => self.add(Grade::Invalid, None, "authority, port", "it is above 65535"),
            Some(port) => {
                let name = cri.scheme.as_ref().and_then(|scheme| scheme_name(scheme, self.profile));
                if name.and_then(default_port) == Some(port) {
                    self.add(
                        Grade::Remark,
                        Some("R26"),
                        "authority, port",
                        "it is the scheme's default port",
                    );
                }
            }
            None => {}
        }
    }

    fn labels(&mut self, cri: &Cri, labels: &[Text]) {
        match labels {
            [] => self.add(Grade::Remark, Some("R27"), "authority, host", "there is no label"),
            [label] if label.is_empty() => {
                self.add(Grade::Remark, Some("R27"), "authority, host", "its only label is empty");
            }
            _ => {}
        }
        let plain: Option<Vec<&str>> = labels
            .iter()
            .map(|label| if let Text::Plain(text) = label { Some(text.as_str()) } else { None })
            .collect();
        if plain
            .is_some_and(|plain| plain.join(".").parse::<std::net::Ipv4Addr>().is_ok() && plain.len() == 4)
        {
            self.add(Grade::Unfit, Some("R28"), "authority, host", "the labels spell an IPv4 address");
        }
        let dots = if cri.is_full() { Grade::Invalid } else { Grade::Remark };
        for (index, label) in labels.iter().enumerate() {
            let place = Component::Label.place(index);
            if label.texts().any(|text| text.contains('.')) {
                self.add(dots, Some("R18"), &place, "a label holds no dot");
            }
            if label.texts().any(|text| text.to_lowercase() != text) {
                self.add(Grade::Unfit, Some("R20"), &place, "it is not in lower case");
            }
        }
    }

    fn path(&mut self, cri: &Cri) {
        let segments = cri.segments();
        for (index, segment) in segments.iter().enumerate() {
            if matches!(segment, Text::Plain(text) if text == "." || text == "..") {
                let what = "no segment is `.` or `..`";
                self.add(Grade::Invalid, Some("R17"), &Component::Segment.place(index), what);
            }
        }
        if !cri.is_full() {
            if cri.authority == Authority::True && segments.is_empty() {
                let what = "it is rootless and has no segment, and so has what it resolves to";
                self.add(Grade::Remark, Some("R65"), "path", what);
            }
            return;
        }
        let empty = |index: usize| segments.get(index).is_some_and(Text::is_empty);
        match &cri.authority {
            Authority::Null if empty(0) && segments.len() > 1 => {
                let what = "without an authority, it starts with an empty segment and has more";
                self.add(Grade::Invalid, Some("R10"), "path", what);
            }
            Authority::True if segments.is_empty() => {
                self.add(Grade::Invalid, Some("R12"), "path", "it is rootless and has no segment");
            }
            Authority::True if empty(0) && (segments.len() == 1 || empty(1)) => {
                self.add(
                    Grade::Invalid,
                    Some("R49"),
                    "path",
                    "it is rootless and starts with an empty segment",
                );
            }
            Authority::True if empty(0) => {
                let grade = if self.profile == Profile::Href27 { Grade::Invalid } else { Grade::Unfit };
                self.add(grade, Some("R49"), "path", "it is rootless and starts with an empty segment");
            }
            Authority::Null | Authority::True | Authority::Given(_) => {}
        }
        if cri.path.is_none() && (cri.query.is_some() || cri.fragment.is_some()) {
            self.add(
                Grade::Remark,
                Some("R48"),
                "path",
                "an empty path in a full CRI is written as an empty array",
            );
        }
    }

    fn text(&mut self, place: &str, component: Component, text: &Text) {
        if text.texts().any(|text| !is_nfc(text)) {
            self.add(Grade::Unfit, Some("R20"), place, "it is not in Normalization Form C");
        }
        match text {
            Text::Plain(text) => {
                if component == Component::Userinfo && !text.bytes().all(|byte| component.keeps(byte)) {
                    let what = "it holds a character that needs percent-encoding";
                    self.add(Grade::Remark, Some("R42"), place, what);
                }
            }
            Text::Sequence(parts) => self.sequence(place, component, parts),
        }
    }

    /// `text-pet-sequence = [?text1, ((+(pet1, text1), ?pet1) // pet1)]`, its bytes minimal.
    fn sequence(&mut self, place: &str, component: Component, parts: &[Part]) {
        let is_text = |part: &Part| matches!(part, Part::Text(_));
        let blank = |part: &Part| match part {
            Part::Bytes(bytes) => bytes.is_empty(),
            Part::Text(text) => text.is_empty(),
        };
        let bytes: Vec<&[u8]> = parts
            .iter()
            .filter_map(|part| if let Part::Bytes(bytes) = part { Some(bytes.as_slice()) } else { None })
            .collect();
        if bytes.is_empty() {
            self.add(Grade::Invalid, Some("R21"), place, "the array has no byte string in it");
        }
        if parts.iter().any(blank) {
            self.add(Grade::Invalid, Some("R21"), place, "the array has an empty part");
        }
        if parts.windows(2).any(|pair| is_text(&pair[0]) == is_text(&pair[1])) {
            self.add(Grade::Invalid, Some("R21"), place, "texts and byte strings do not alternate");
        }
        let characters =
            || bytes.iter().flat_map(|bytes| bytes.utf8_chunks()).flat_map(|chunk| chunk.valid().chars());
        let unreserved = characters().any(|c| u8::try_from(c).is_ok_and(is_unreserved));
        let non_ascii = characters().any(|c| !c.is_ascii());
        // C3 keeps user information ASCII and sends the rest here, where minimality would not have it.
        let in_userinfo = component == Component::Userinfo;
        if unreserved || (non_ascii && !in_userinfo) {
            let what = "the bytes hold an unreserved or a non-ASCII character, which is text";
            self.add(Grade::Invalid, Some("R22"), place, what);
        } else if non_ascii {
            self.add(Grade::Remark, Some("R69"), place, "the bytes hold a non-ASCII character");
        } else if characters().any(|c| u8::try_from(c).is_ok_and(|byte| !component.keeps(byte))) {
            self.add(
                Grade::Remark,
                Some("R23"),
                place,
                "the bytes hold what text would percent-encode anyway",
            );
        }
    }
}

/// `[a-z][a-z0-9+.-]*`
fn is_scheme_name(name: &str) -> bool {
    let tail = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+.-".contains(&byte);
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(tail)
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::super::testing::edn;
    use super::*;

    #[track_caller]
    fn check_with(profile: Profile, text: &str, expected: &[(Grade, &str, &str)]) {
        let reading = read(&edn(text)).unwrap();
        let found = violations(&reading.cri, reading.form, profile);
        let found: Vec<_> = found
            .iter()
            .map(|violation| {
                (violation.grade, violation.ruling.unwrap_or_default(), violation.place.as_str())
            })
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
            "[]",
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
        check_with(Profile::Href27, r#"["a", true, ["", "b"]]"#, &[(Invalid, "R49", "path")]);
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
        check(r#"["a", true, ["", "b"]]"#, &[(Unfit, "R49", "path")]);
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
}
