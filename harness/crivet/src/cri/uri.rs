//! To URI text (href-13, anchor `cri-to-uri`), as far as meaning needs it.
//!
//! Section 6.1 to the letter also gives text for some CRIs whose text means something else when it is read as
//! a URI reference: those have no URI form here. So two CRIs with equal texts denote the same URI.
//!
//! href-27 keeps a colon in user information as it is, where href-13 escapes it. It defines no text for a zone
//! identifier; here it is that of RFC 6874, as in href-13, for texts are only compared with each other.

use std::fmt::Write as _;
use std::net::IpAddr;

use super::{Authority, Component, Cri, Discard, Given, Host, Part, Text, scheme_name};
use crate::profile::Profile;

/// Why a CRI has no URI form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no URI form: {0}")]
pub struct NoUriForm(pub &'static str);

/// The URI (reference) that a CRI (reference) stands for.
///
/// # Errors
///
/// Where it has none, or only one that reads back as another CRI.
pub fn to_uri(cri: &Cri, profile: Profile) -> Result<String, NoUriForm> {
    let mut uri = String::new();
    if let Some(scheme) = &cri.scheme {
        uri += scheme_name(scheme, profile).ok_or(NoUriForm("nobody registered the scheme number"))?;
        uri.push(':');
    }
    if let Authority::Given(given) = &cri.authority {
        uri += "//";
        uri += &authority(given, profile)?;
    }
    uri += &path(cri, profile)?;
    if !cri.parameters().is_empty() {
        let parameters =
            cri.parameters().iter().map(|text| percent_encoded(text, Component::Parameter, profile));
        uri.push('?');
        uri += &parameters.collect::<Vec<_>>().join("&");
    }
    if let Some(fragment) = &cri.fragment {
        uri.push('#');
        uri += &percent_encoded(fragment, Component::Fragment, profile);
    }
    Ok(uri)
}

fn authority(given: &Given, profile: Profile) -> Result<String, NoUriForm> {
    let mut text = String::new();
    if let Some(userinfo) = &given.userinfo {
        text += &percent_encoded(userinfo, Component::Userinfo, profile);
        text.push('@');
    }
    match &given.host {
        Host::Address { address, zone } => {
            let zone = zone.as_ref().map(|zone| Text::Plain(zone.clone()));
            let zone = zone.map_or_else(String::new, |zone| {
                format!("%25{}", percent_encoded(&zone, Component::Zone, profile))
            });
            text += &match address {
                // What matches `IPv4address` has no room for a zone: with one it reads back as labels.
                IpAddr::V4(_) if !zone.is_empty() => {
                    return Err(NoUriForm("no URI has a zone after an address of 4 bytes"));
                }
                IpAddr::V4(address) => address.to_string(),
                IpAddr::V6(address) => format!("[{address}{zone}]"),
            };
        }
        Host::Name(labels) => {
            if labels.iter().flat_map(Text::texts).any(|text| text.contains('.')) {
                return Err(NoUriForm("a label holds a dot"));
            }
            let labels = labels.iter().map(|label| percent_encoded(label, Component::Label, profile));
            text += &labels.collect::<Vec<_>>().join(".");
        }
    }
    if let Some(port) = given.port {
        text += &format!(":{port}");
    }
    Ok(text)
}

fn path(cri: &Cri, profile: Profile) -> Result<String, NoUriForm> {
    let segments = cri.segments();
    if segments.iter().any(|segment| matches!(segment, Text::Plain(text) if text == "." || text == "..")) {
        return Err(NoUriForm("a segment is `.` or `..`"));
    }
    let texts = segments.iter().map(|segment| percent_encoded(segment, Component::Segment, profile));
    let joined = texts.collect::<Vec<_>>().join("/");
    let rooted = if segments.is_empty() { String::new() } else { format!("/{joined}") };
    let starts_empty = segments.first().is_some_and(Text::is_empty);
    match (&cri.scheme, &cri.authority, cri.discard) {
        (_, Authority::Given(_), _) => Ok(rooted),
        (Some(_), Authority::Null, _) | (None, Authority::Null, Discard::All)
            if starts_empty && segments.len() > 1 =>
        {
            Err(NoUriForm("without an authority, the path would start with two slashes"))
        }
        (Some(_), Authority::Null, _) => Ok(rooted),
        (Some(_), Authority::True, _) if segments.is_empty() => {
            Err(NoUriForm("a rootless path has at least one segment"))
        }
        (Some(_), Authority::True, _) if starts_empty => {
            Err(NoUriForm("a rootless path starts with an empty segment"))
        }
        (Some(_), Authority::True, _) => Ok(joined),
        (None, Authority::True, _) => Err(NoUriForm("no URI reference is rootless without a scheme")),
        (None, Authority::Null, Discard::All) if segments.is_empty() => {
            Err(NoUriForm("discarding the whole path without adding a segment"))
        }
        (None, Authority::Null, Discard::All) => Ok(rooted),
        (None, Authority::Null, Discard::Count(0)) => {
            if cri.path.is_some() {
                return Err(NoUriForm("adding to a path without discarding anything"));
            }
            if cri.query.as_ref().is_some_and(Vec::is_empty) {
                return Err(NoUriForm("unsetting the query and nothing else"));
            }
            Ok(String::new())
        }
        (None, Authority::Null, Discard::Count(_)) if segments.is_empty() => {
            Err(NoUriForm("discarding without adding a segment"))
        }
        (None, Authority::Null, Discard::Count(1)) => {
            // Without the guard the first segment would be read as a scheme, or as a root.
            let first = joined.split('/').next().unwrap_or_default();
            let guard = if starts_empty || first.contains(':') { "./" } else { "" };
            Ok(format!("{guard}{joined}"))
        }
        (None, Authority::Null, Discard::Count(count)) => {
            // A discard above 127 is not valid; what it would say is not worth its length.
            let steps = usize::try_from(count - 1).ok().filter(|steps| *steps < 128);
            Ok(format!("{}{joined}", "../".repeat(steps.ok_or(NoUriForm("the discard is above 127"))?)))
        }
    }
}

fn percent_encoded(text: &Text, component: Component, profile: Profile) -> String {
    let mut encoded = String::new();
    let mut escape = |byte: u8, always: bool| {
        if !always && component.keeps(byte, profile) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string never fails.
            let _ = write!(encoded, "%{byte:02X}");
        }
    };
    match text {
        Text::Plain(text) => text.bytes().for_each(|byte| escape(byte, false)),
        Text::Sequence(parts) => {
            for part in parts {
                match part {
                    Part::Bytes(bytes) => bytes.iter().for_each(|byte| escape(*byte, true)),
                    Part::Text(text) => text.bytes().for_each(|byte| escape(byte, false)),
                }
            }
        }
    }
    encoded
}

impl Component {
    /// Does text leave this byte as it is in the component, rather than percent-encode it?
    pub(super) fn keeps(self, byte: u8, profile: Profile) -> bool {
        let is_delimiter = b"!$'()*+,;=".contains(&byte);
        is_unreserved(byte)
            || match self {
                // RFC 6874, section 2: `ZoneID = 1*( unreserved / pct-encoded )`.
                Component::Zone => false,
                _ if is_delimiter => true,
                Component::Userinfo if profile.rules().colon_in_userinfo => b"&:".contains(&byte),
                Component::Userinfo | Component::Label => byte == b'&',
                Component::Segment => b"&:@".contains(&byte),
                Component::Parameter => b":@/?".contains(&byte),
                Component::Fragment => b"&:@/?".contains(&byte),
            }
    }
}

/// RFC 3986 section 2.3.
pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::super::testing::cri;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(to_uri(&cri(text), Profile::Href13).as_deref(), Ok(expected), "{text}");
    }

    #[track_caller]
    fn check_none(text: &str) {
        let found = to_uri(&cri(text), Profile::Href13);
        assert!(found.is_err(), "{text} gives {found:?}");
    }

    #[test]
    fn full_cris() {
        check(
            r#"[-1, [h'C6336401', 61616], [".well-known", "core"]]"#,
            "coap://198.51.100.1:61616/.well-known/core",
        );
        check(r#"[-6, true, ["web:alice:bob"]]"#, "did:web:alice:bob");
        check(r#"[-6, true, [["web:alice:7", ':', "1-balun"]]]"#, "did:web:alice:7%3A1-balun");
        check(r#"[-4, ["alice"], ["3/4-inch"]]"#, "https://alice/3%2F4-inch");
        check(r#"[-4, [false, "", "example", "com"]]"#, "https://@example.com");
        check(r#"["coap", ["h"], [""]]"#, "coap://h/");
        check(r#"[-1, ["h"], ["", "", "a"]]"#, "coap://h///a");
        check(r#"[-1, []]"#, "coap://");
        check(r#"[-1, ["a", "", "b", ""]]"#, "coap://a..b.");
        check(r#"["a"]"#, "a:");
        check(r#"["a", null, [""]]"#, "a:/");
        check(r#"["a", null, ["b", "", ""]]"#, "a:/b//");
        check(r#"["a", true, ["b", ""]]"#, "a:b/");
        check(r#"["a", null, null, ["q"], "f"]"#, "a:?q#f");
        check(r#"["a", null, [], [], "f"]"#, "a:#f");
        check(r#"[-1, [h'20010db8000000000000000000000001']]"#, "coap://[2001:db8::1]");
        check(r#"[-1, [h'fe800000000000000000000000000001', "eth0"]]"#, "coap://[fe80::1%25eth0]");
        check(r#"[-1, [h'fe800000000000000000000000000001', "a/b", 1]]"#, "coap://[fe80::1%25a%2Fb]:1");
        check_none(r#"[-11, ["h"]]"#);
        check_none(r#"[-1, ["a.b"]]"#);
        check_none(r#"[-1, [["a.b", h'ff']]]"#);
        check_none(r#"[-1, ["h"], ["a", ".."]]"#);
        check_none(r#"[-1, ["h"], ["."]]"#);
        check_none(r#"["a", null, ["", "b"]]"#);
        check_none(r#"["a", null, ["", ""]]"#);
        check_none(r#"["a", true]"#);
        check_none(r#"["a", true, []]"#);
        check_none(r#"["a", true, [""]]"#);
        check_none(r#"["a", true, ["", "b"]]"#);
    }

    #[test]
    fn the_revisions_differ_in_numbers_and_user_information() {
        let uri = |text: &str, profile| to_uri(&cri(text), profile).ok();
        let check = |text: &str, href_13: Option<&str>, href_27: Option<&str>| {
            assert_eq!(uri(text, Profile::Href13).as_deref(), href_13, "{text}");
            assert_eq!(uri(text, Profile::Href27).as_deref(), href_27, "{text}");
        };
        check(r#"[-9, ["h"]]"#, Some("coap+ws://h"), None);
        check(r#"[-25, ["h"]]"#, None, Some("coap+ws://h"));
        check(r#"[-5478, true, ["x"]]"#, None, Some("machineprovisioningprogressreporter:x"));
        check(r#"[-1, [false, "a:b", "h"]]"#, Some("coap://a%3Ab@h"), Some("coap://a:b@h"));
        let pet = r#"[-1, [false, ["a", h'3a', "b:c"], "h"]]"#;
        check(pet, Some("coap://a%3Ab%3Ac@h"), Some("coap://a%3Ab:c@h"));
        let same = |text: &str, uri: Option<&str>| check(text, uri, uri);
        same(r#"[-1, [false, "a@b/c", "h:i"]]"#, Some("coap://a%40b%2Fc@h%3Ai"));
        same(r#"[-1, [h'fe800000000000000000000000000001', "eth0"]]"#, Some("coap://[fe80::1%25eth0]"));
        same(r#"[-1, [h'7f000001', "eth0"]]"#, None);
        same(r#"[-1, [h'7f000001', ""]]"#, None);
        same(r#"[-1, ["127", "0", "0", "1%eth0"]]"#, Some("coap://127.0.0.1%25eth0"));
        same("[]", Some(""));
        same("[0]", Some(""));
        same(r#"[0, ["p"]]"#, None);
        same(r#"["a", true, ["", "b"]]"#, None);
        same(r#"["a", null, [""]]"#, Some("a:/"));
        same(r#"[-1, ["h", 5683], [], [], "f"]"#, Some("coap://h:5683#f"));
        same(r#"[-1, ["a.b"]]"#, None);
    }

    #[test]
    fn references() {
        check("[]", "");
        check(r#"[0, null, ["q"]]"#, "?q");
        check(r#"[0, null, [""]]"#, "?");
        check(r#"[0, null, null, ""]"#, "#");
        check(r#"[1, ["a", "b:c"]]"#, "a/b:c");
        check(r#"[1, ["a:b", "c"]]"#, "./a:b/c");
        check(r#"[1, [["a", ':', "b"]]]"#, "a%3Ab");
        check(r#"[1, [["a:", h'2f']]]"#, "./a:%2F");
        check(r#"[1, [""]]"#, "./");
        check(r#"[1, ["", "b"]]"#, ".//b");
        check(r#"[2, ["a:b"]]"#, "../a:b");
        check(r#"[3, [""], ["q"]]"#, "../../?q");
        check(r#"[true, ["a"]]"#, "/a");
        check(r#"[true, [""]]"#, "/");
        check(r#"[null, ["h"]]"#, "//h");
        check(r#"[null, ["h"], ["", "a"], ["q"], "f"]"#, "//h//a?q#f");
        check_none("[1]");
        check_none("[2, []]");
        check_none("[true]");
        check_none(r#"[true, [], ["q"]]"#);
        check_none(r#"[true, ["", "b"]]"#);
        check_none("[0, null, []]");
        check_none(r#"[0, null, [], "f"]"#);
        check_none(r#"[0, ["p"]]"#);
        check_none("[0, []]");
        check_none(r#"[null, true, ["z"]]"#);
        check_none(r#"[129, ["a"]]"#);
        check_none(r#"[18446744073709551615, ["a"]]"#);
        assert_eq!(to_uri(&cri(r#"[128, ["a"]]"#), Profile::Href13).map(|uri| uri.len()), Ok(127 * 3 + 1));
    }

    #[test]
    fn each_component_keeps_its_characters() {
        let printable: String = (b' '..=b'~').map(char::from).filter(|c| !"\"\\".contains(*c)).collect();
        let dotless = printable.replace('.', "");
        let kept = |uri: String| -> String {
            let mut rest = uri.as_str();
            let mut kept = String::new();
            while let Some(at) = rest.find('%') {
                kept += &rest[..at];
                rest = &rest[at + 3..];
            }
            kept + rest
        };
        let uri = |text: String| kept(to_uri(&cri(&text), Profile::Href13).unwrap());
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let lower = letters.to_lowercase();
        assert_eq!(
            uri(format!(r#"["a", [false, "{printable}"]]"#)),
            format!("a://!$&'()*+,-.0123456789;={letters}_{lower}~@")
        );
        assert_eq!(
            uri(format!(r#"["a", ["{dotless}"]]"#)),
            format!("a://!$&'()*+,-0123456789;={letters}_{lower}~")
        );
        assert_eq!(
            uri(format!(r#"["a", null, ["{printable}"]]"#)),
            format!("a:/!$&'()*+,-.0123456789:;=@{letters}_{lower}~")
        );
        assert_eq!(
            uri(format!(r#"["a", null, [], ["{printable}"]]"#)),
            format!("a:?!$'()*+,-./0123456789:;=?@{letters}_{lower}~")
        );
        assert_eq!(
            uri(format!(r#"["a", null, [], null, "{printable}"]"#)),
            format!("a:#!$&'()*+,-./0123456789:;=?@{letters}_{lower}~")
        );
        check(r#"["a", ["ä"], ["ä"], ["ä&", "b"], ["ä", h'61']]"#, "a://%C3%A4/%C3%A4?%C3%A4%26&b#%C3%A4%61");
    }
}
