//! What href-13 makes of a generated CRI or CRI reference.
//!
//! An oracle needs to know which inputs it may draw conclusions from. What href-13 says there, with the
//! rulings where it is silent, is written down here once, as a check of the sections. It is the generators'
//! own judgement, made independently of any implementation.

use unicode_normalization::is_nfc;

use crivet::profile::Profile;

use super::sections::{Authority, Discard, Host, Part, Scheme, Sections, Start, Text};
use super::text::Component;

/// What the draft makes of an input, the better first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It is valid: an implementation that has its features must work with it.
    Valid,
    /// It is not clear whether it is valid: an implementation may work with it, or turn it down.
    Disputed(&'static str),
    /// It is not well-formed, or invalid.
    Invalid(&'static str),
}

use Standing::{Disputed, Invalid, Valid};

/// The greatest scheme number's argument, of the block -1 to -10, that href-13 (appendix "Mapping Scheme
/// Numbers to Scheme Names") registers; the other numbers that generators use follow.
const SCHEME_NUMBERS: std::ops::RangeInclusive<u16> = 0..=9;
const MORE_SCHEME_NUMBERS: [u16; 2] = [1719, 2263];

/// The default ports of schemes that generators use (C7).
const DEFAULT_PORTS: [(u16, &str, u16); 8] = [
    (0, "coap", 5683),
    (1, "coaps", 5684),
    (2, "http", 80),
    (3, "https", 443),
    (6, "coap+tcp", 5683),
    (7, "coaps+tcp", 5684),
    (8, "coap+ws", 80),
    (9, "coaps+ws", 443),
];

impl Sections {
    /// What the draft makes of it, as a CRI where it starts with a scheme, else as a CRI reference.
    pub fn standing(&self) -> Standing {
        let whole = self.texts_by_component().map(|(component, found)| text(component, found)).max();
        let whole = whole.unwrap_or(Valid);
        let start = match &self.start {
            Start::Full(scheme_found, authority_found) => {
                let port = default_port(scheme_found, authority_found);
                scheme(scheme_found).max(authority(authority_found)).max(port).max(self.full())
            }
            Start::Authority(Authority::Rootless) => Disputed("a rootless reference without scheme (R37)"),
            Start::Authority(Authority::Rooted) => Invalid("two leading nulls (R4)"),
            Start::Authority(authority_found) => authority(authority_found),
            Start::Discard(Discard::Some(128..)) => Invalid("discard above 127 (R36)"),
            Start::Discard(_) => Valid,
        };
        let dots = match self.segments().iter().any(is_dot_segment) {
            true => Invalid("a dot-segment (R17)"),
            false => Valid,
        };
        whole.max(start).max(dots)
    }

    /// What a revision makes of it; of href-27 only what matters to who needs something valid: what differs
    /// there is disputed.
    pub fn standing_in(&self, profile: Profile) -> Standing {
        let standing = self.standing();
        if profile != Profile::Href27 {
            return standing;
        }
        let starts_empty = self.segments().first().is_some_and(Text::is_empty);
        if self.is_full() && starts_empty && matches!(self.authority(), Some(Authority::Rootless)) {
            return Invalid("rootless with a leading empty segment (R49)");
        }
        let is_zone = matches!(
            self.authority(),
            Some(Authority::Present { host: Host::Ipv4(_, Some(_)) | Host::Ipv6(_, Some(_)), .. })
        );
        let is_other_number = matches!(&self.start, Start::Full(Scheme::Number(number), _) if !matches!(number, 0..=7 | 24 | 25));
        if is_zone || is_other_number { standing.max(Disputed("not the same in href-27")) } else { standing }
    }

    /// What the draft makes of it as a reference against this base: the base's scheme may make its port the
    /// default one.
    pub fn standing_against(&self, base: &Sections) -> Standing {
        match (&base.start, &self.start) {
            (Start::Full(scheme, _), Start::Authority(authority)) => {
                self.standing().max(default_port(scheme, authority))
            }
            _ => self.standing(),
        }
    }

    /// The checks of a full CRI on path and query.
    fn full(&self) -> Standing {
        let path = self.segments();
        let starts_empty = path.first().is_some_and(Text::is_empty);
        let of_path = match self.authority() {
            Some(Authority::Rootless) if path.is_empty() => Invalid("rootless without a segment (R12)"),
            Some(Authority::Rootless) if starts_empty && path.get(1).is_some_and(Text::is_empty) => {
                Invalid("rootless with two leading empty segments (R49)")
            }
            Some(Authority::Rootless) if starts_empty && path.len() > 1 => {
                Disputed("rootless with a leading empty segment (R49)")
            }
            Some(Authority::Rootless) if starts_empty => Invalid("rootless and one empty segment (R49)"),
            Some(Authority::Rooted) if starts_empty && path.len() > 1 => {
                Invalid("a leading empty segment without authority (R10)")
            }
            _ => Valid,
        };
        let unset_path = match self.path.is_none() && (self.query.is_some() || self.fragment.is_some()) {
            true => Disputed("null for the path of a full CRI (R48)"),
            false => Valid,
        };
        let empty_query = match self.query.as_deref() {
            Some([]) => Disputed("an empty query in a full CRI (R3)"),
            _ => Valid,
        };
        of_path.max(unset_path).max(empty_query)
    }

    /// Why it has no form as a URI reference that means the same, or none that is beyond dispute; `None`
    /// where it has one. Speaks of references that are well-formed; what is invalid has none either.
    pub fn lacks_uri_form(&self) -> Option<&'static str> {
        let starts_empty = self.segments().first().is_some_and(Text::is_empty);
        match &self.start {
            Start::Full(..) => None,
            Start::Authority(Authority::Present { host: Host::Name(labels), .. }) => labels
                .iter()
                .flat_map(Text::texts)
                .any(|label| label.contains('.'))
                .then_some("a dot in a host label (R18)"),
            Start::Authority(Authority::Present { .. }) => None,
            Start::Authority(_) => Some("a rootless reference without scheme (R37)"),
            Start::Discard(Discard::Some(0)) if self.path.is_some() => {
                Some("discard is zero, and there is a path (R15)")
            }
            Start::Discard(Discard::Some(0)) if self.query.as_ref().is_some_and(Vec::is_empty) => {
                Some("the query is unset, and nothing else changes (R16, R56)")
            }
            Start::Discard(Discard::Some(0)) => None,
            Start::Discard(_) if self.segments().is_empty() => {
                Some("segments are discarded, and none is added (R14)")
            }
            Start::Discard(Discard::All) if starts_empty && self.segments().len() > 1 => {
                Some("a rooted path that would read as an authority (R50)")
            }
            Start::Discard(_) => None,
        }
        .or_else(|| match self.query.as_deref() {
            // Outside discard 0 an unset query is the same as none, yet whether 6.1 may say so is open.
            Some([]) if !self.is_full() => Some("an unset query (R16)"),
            _ => None,
        })
    }

    /// May its URI form lack the guard `./` that it needs, or may it be turned down for needing one (R13)?
    pub fn needs_disputed_guard(&self) -> bool {
        matches!(self.start, Start::Discard(Discard::Some(1)))
            && self.segments().first().is_some_and(Text::is_empty)
    }
}

fn scheme(scheme: &Scheme) -> Standing {
    match scheme {
        Scheme::Name(name) => {
            let mut bytes = name.bytes();
            let starts = bytes.next().is_some_and(|byte| byte.is_ascii_lowercase());
            let goes_on = |byte: u8| {
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'+' | b'.' | b'-')
            };
            if starts && bytes.all(goes_on) { Valid } else { Invalid("no scheme name (R19)") }
        }
        Scheme::Number(argument)
            if SCHEME_NUMBERS.contains(argument) || MORE_SCHEME_NUMBERS.contains(argument) =>
        {
            Valid
        }
        Scheme::Number(_) => Invalid("a scheme number nobody registered (R32)"),
    }
}

fn default_port(scheme: &Scheme, authority: &Authority) -> Standing {
    let Authority::Present { port: Some(port), .. } = authority else {
        return Valid;
    };
    let is_default = DEFAULT_PORTS.iter().any(|(argument, name, default)| {
        let same = match scheme {
            Scheme::Name(found) => found == name,
            Scheme::Number(found) => found == argument,
        };
        same && default == port
    });
    if is_default { Disputed("the default port (R26)") } else { Valid }
}

fn authority(authority: &Authority) -> Standing {
    let Authority::Present { userinfo, host, .. } = authority else {
        return Valid;
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=".contains(c);
    let userinfo = match userinfo.iter().flat_map(Text::texts).all(|text| text.chars().all(is_plain)) {
        true => Valid,
        false => Disputed("a character in the user information that C3 does not allow (R42)"),
    };
    let host = match host {
        Host::Ipv4(_, None) | Host::Ipv6(_, None) => Valid,
        Host::Ipv4(_, Some(_)) => Invalid("a zone after an address of four bytes (R29)"),
        Host::Ipv6(_, Some(zone)) if zone.is_empty() => Disputed("an empty zone (R29)"),
        Host::Ipv6(_, Some(_)) => Disputed("a zone, whose text form changed (R29)"),
        Host::Name(labels) => host_name(labels),
    };
    userinfo.max(host)
}

fn host_name(labels: &[Text]) -> Standing {
    let has_dot = labels.iter().flat_map(Text::texts).any(|text| text.contains('.'));
    let has_upper_case = labels.iter().flat_map(Text::texts).any(|text| !is_lower_case(text));
    let is_number = |label: &Text| matches!(label, Text::Plain(text) if text.parse::<u8>().is_ok_and(|_| !text.contains('+')));
    if has_dot {
        Invalid("a dot in a host label (R18)")
    } else if has_upper_case {
        Disputed("upper case in a host label (R20)")
    } else if labels.is_empty() || matches!(labels, [label] if label.is_empty()) {
        Disputed("an empty host (R27, R58)")
    } else if labels.len() == 4 && labels.iter().all(is_number) {
        Disputed("labels that spell an IPv4 address (R28)")
    } else {
        Valid
    }
}

fn is_lower_case(text: &str) -> bool {
    match text.is_ascii() {
        true => !text.bytes().any(|byte| byte.is_ascii_uppercase()),
        false => text.to_lowercase() == text,
    }
}

fn is_dot_segment(segment: &Text) -> bool {
    matches!(segment, Text::Plain(text) if text == "." || text == "..")
}

fn text(component: Component, text: &Text) -> Standing {
    let normal = match text.texts().all(is_nfc) {
        true => Valid,
        false => Disputed("text that is not NFC (R20)"),
    };
    let sequence = match text {
        Text::Plain(_) => Valid,
        Text::Pet(parts) => sequence(component, parts),
    };
    normal.max(sequence)
}

/// Is it a text-pet-sequence, and as little percent-encoded as can be (R21 to R23)?
fn sequence(component: Component, parts: &[Part]) -> Standing {
    let alternates = parts
        .windows(2)
        .all(|two| matches!(two, [Part::Text(_), Part::Bytes(_)] | [Part::Bytes(_), Part::Text(_)]));
    let has_bytes = parts.iter().any(|part| matches!(part, Part::Bytes(_)));
    let has_blank = parts.iter().any(|part| match part {
        Part::Text(text) => text.is_empty(),
        Part::Bytes(bytes) => bytes.is_empty(),
    });
    if !alternates || !has_bytes || has_blank {
        return Invalid("no text-pet-sequence (R21)");
    }
    let mut standing = Valid;
    for part in parts {
        let Part::Bytes(bytes) = part else { continue };
        for chunk in bytes.utf8_chunks() {
            let says_itself = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c) || !c.is_ascii();
            if chunk.valid().chars().any(says_itself) {
                return Invalid("percent-encoding that is not minimal (R22)");
            }
            // What text keeps as it is in the component, bytes are needed for.
            let kept = match component {
                Component::Userinfo | Component::Label => "!$&'()*+,;=",
                Component::Segment => "!$&'()*+,;=:@",
                Component::Parameter => "!$'()*+,;=:@/?",
                Component::Fragment => "!$&'()*+,;=:@/?",
            };
            if !chunk.valid().chars().all(|c| kept.contains(c)) {
                standing = Disputed("percent-encoding that text would give as well (R23)");
            }
        }
    }
    standing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Text {
        Text::Plain(text.to_owned())
    }

    fn pet(parts: &[(&str, &[u8])]) -> Text {
        Text::Pet(
            parts
                .iter()
                .flat_map(|(text, bytes)| [Part::Text((*text).to_owned()), Part::Bytes(bytes.to_vec())])
                .collect(),
        )
    }

    fn full(authority: Authority, path: &[Text]) -> Sections {
        Sections {
            start: Start::Full(Scheme::Name("a".to_owned()), authority),
            path: Some(path.to_vec()),
            query: None,
            fragment: None,
        }
    }

    #[track_caller]
    fn check(sections: &Sections, ruling: &str) {
        match sections.standing() {
            Valid => assert_eq!(ruling, "", "valid, but should fall under {ruling}"),
            Disputed(reason) | Invalid(reason) => {
                assert!(!ruling.is_empty() && reason.contains(ruling), "{reason}, not {ruling}");
            }
        }
    }

    #[test]
    fn paths_without_authority() {
        check(&full(Authority::Rooted, &[]), "");
        check(&full(Authority::Rooted, &[plain("")]), "");
        check(&full(Authority::Rooted, &[plain(""), plain("b")]), "R10");
        check(&full(Authority::Rootless, &[]), "R12");
        check(&full(Authority::Rootless, &[plain("a")]), "");
        check(&full(Authority::Rootless, &[plain("")]), "R49");
        check(&full(Authority::Rootless, &[plain(""), plain("b")]), "R49");
        check(&full(Authority::Rooted, &[plain("a"), plain("..")]), "R17");
    }

    #[test]
    fn percent_encoded_text() {
        check(&full(Authority::Rooted, &[pet(&[("a", b":")])]), "");
        check(&full(Authority::Rooted, &[pet(&[("a", b"\xff")])]), "");
        check(&full(Authority::Rooted, &[pet(&[("a", b"%")])]), "R23");
        check(&full(Authority::Rooted, &[pet(&[("a", b".")])]), "R22");
        check(&full(Authority::Rooted, &[pet(&[("a", b"\xc3\xa9")])]), "R22");
        check(&full(Authority::Rooted, &[pet(&[("", b":")])]), "R21");
        check(&full(Authority::Rooted, &[pet(&[])]), "R21");
    }

    #[test]
    fn references_without_uri_form() {
        let reference = |discard, path: Option<&[Text]>, query: Option<&[Text]>| Sections {
            start: Start::Discard(discard),
            path: path.map(<[Text]>::to_vec),
            query: query.map(<[Text]>::to_vec),
            fragment: None,
        };
        let lacks = |sections: Sections| sections.lacks_uri_form().unwrap_or_default();
        assert_eq!(lacks(reference(Discard::Some(0), None, None)), "");
        assert_eq!(lacks(reference(Discard::Some(2), Some(&[plain("")]), None)), "");
        assert!(lacks(reference(Discard::Some(2), Some(&[]), None)).contains("R14"));
        assert!(lacks(reference(Discard::Some(0), Some(&[plain("p")]), None)).contains("R15"));
        assert!(lacks(reference(Discard::Some(0), None, Some(&[]))).contains("R16"));
        assert!(lacks(reference(Discard::All, Some(&[plain(""), plain("b")]), None)).contains("R50"));
        assert!(reference(Discard::Some(1), Some(&[plain("")]), None).needs_disputed_guard());
    }
}
