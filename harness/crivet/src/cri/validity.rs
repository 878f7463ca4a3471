//! Validity: what is wrong with a CRI that could be read (href-13, anchors `constraints`,
//! `constraints-not-expressed-by-the-data-model`, `cddl` and `pet`), in three grades.
//!
//! href-27 leaves defaults off at the end (anchor `prose`), lets a zone follow four bytes (`cddl`), only
//! recommends to leave a default port off (`c-port-omitted`), and asks of nobody to check for Normalization
//! Form C (`norm-nfc`). Each method looks at the profile where its own subject differs.

use std::fmt;

use unicode_normalization::is_nfc;

use super::uri::is_unreserved;
use super::{Authority, Component, Cri, Discard, Form, Given, Host, Scheme, Text, default_port, scheme_name};
use crate::profile::Profile;

mod sequence;

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
    found.defaults(cri, form);
    for (component, index, text) in cri.texts() {
        found.text(component, index, text);
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
                if zoned_ipv4 && !self.profile.rules().zone_after_ipv4 {
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
                if self.profile.rules().default_port_is_barred && name.and_then(default_port) == Some(port) {
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
            .is_some_and(|plain| plain.len() == 4 && plain.join(".").parse::<std::net::Ipv4Addr>().is_ok())
        {
            self.add(Grade::Unfit, Some("R28"), "authority, host", "the labels spell an IPv4 address");
        }
        let dots = if cri.is_full() { Grade::Invalid } else { Grade::Remark };
        for (index, label) in labels.iter().enumerate() {
            let place = || Component::Label.place(index);
            if label.texts().iter().any(|text| text.contains('.')) {
                self.add(dots, Some("R18"), &place(), "a label holds no dot");
            }
            if label.texts().iter().any(|text| !is_lower_case(text)) {
                self.add(Grade::Unfit, Some("R20"), &place(), "it is not in lower case");
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
            Authority::True if empty(0) => {
                let what = "it is rootless and starts with an empty segment";
                self.add(Grade::Invalid, Some("R49"), "path", what);
            }
            Authority::Null | Authority::True | Authority::Given(_) => {}
        }
    }

    /// What stands for an absent path or query, and for the empty reference.
    fn defaults(&mut self, cri: &Cri, form: Form) {
        let empty_is_default = self.profile.rules().empty_is_default;
        if !cri.is_full() {
            match (cri.is_empty_reference(), form.empty) {
                (true, false) if empty_is_default => {
                    self.add(Grade::Remark, Some("R1"), "discard", "a default value at the end is left off");
                }
                (_, true) if !empty_is_default => {
                    self.add(Grade::Remark, Some("R1"), "outer array", "it is empty");
                }
                _ => {}
            }
            return;
        }
        if cri.path.is_none() && (cri.query.is_some() || cri.fragment.is_some()) {
            let what = "an empty path in a full CRI is written as an empty array";
            self.add(Grade::Remark, Some("R48"), "path", what);
        }
        if !empty_is_default {
            if cri.query.as_ref().is_some_and(Vec::is_empty) {
                self.add(Grade::Remark, Some("R3"), "query", "it is an empty array in a full CRI");
            }
        } else if cri.ends_in_default(self.profile) {
            let place = if cri.query.is_some() { "query" } else { "path" };
            self.add(Grade::Unfit, Some("R3"), place, "a default value at the end is left off");
        } else if cri.fragment.is_some() && cri.query.is_none() {
            let what = "an empty query in a full CRI is written as an empty array";
            self.add(Grade::Remark, Some("R48"), "query", what);
        }
    }

    fn text(&mut self, component: Component, index: usize, text: &Text) {
        // Put into words only where something is wrong, which is rare.
        let place = || component.place(index);
        if text.texts().iter().any(|text| !is_nfc(text)) {
            let grade =
                if self.profile.rules().source_answers_for_nfc { Grade::Remark } else { Grade::Unfit };
            self.add(grade, Some("R20"), &place(), "it is not in Normalization Form C");
        }
        let kept = |text: &&str| text.bytes().all(|byte| component.keeps(byte, self.profile));
        if component == Component::Userinfo && !text.texts().iter().all(kept) {
            let what = "it holds a character that needs percent-encoding";
            self.add(Grade::Remark, Some("R42"), &place(), what);
        }
        if let Text::Sequence(parts) = text {
            for (grade, ruling, what) in sequence::violations(parts, component, self.profile) {
                self.add(grade, Some(ruling), &place(), what);
            }
        }
    }
}

/// Does lower-casing leave the text as it is?
fn is_lower_case(text: &str) -> bool {
    match text.is_ascii() {
        true => !text.bytes().any(|byte| byte.is_ascii_uppercase()),
        false => text.to_lowercase() == text,
    }
}

/// `[a-z][a-z0-9+.-]*`
pub(super) fn is_scheme_name(name: &str) -> bool {
    let tail = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+.-".contains(&byte);
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(tail)
}

#[cfg(test)]
mod tests;
