//! Writing: from the abstract form to the transfer form (href-13, anchors
//! `ingesting-and-encoding-a-cri-reference` and `cbor-representation`), and every encoding of it that is in
//! interchange form.

use std::net::IpAddr;

use super::{Authority, Cri, Discard, Host, Part, Scheme, Text};
use crate::profile::Profile;

/// The encoding of a CRI or CRI reference, heads as short as they can be and trailing defaults left off.
pub fn write(cri: &Cri, profile: Profile) -> Vec<u8> {
    array(&sections(cri, profile))
}

/// The same of a CRI that was made up: what is written is every section as it stands, empty arrays and nulls included,
/// but for the defaults at the end that the revision leaves off.
pub fn write_as_it_stands(cri: &Cri, profile: Profile) -> Vec<u8> {
    let empty_is_default = cri.is_full() && profile.rules().empty_is_default;
    array(&encoded(cri, cri.path.as_deref(), cri.query.as_deref(), profile, empty_is_default))
}

/// Every encoding that counts as interchange form, the preferred one first.
///
/// href-13 contradicts itself on an empty path at the end of a full CRI (left off, or `[]`), and on the empty
/// reference (`[0]`, or `[]`): there both are free.
pub fn interchange_forms(cri: &Cri, profile: Profile) -> Vec<Vec<u8>> {
    let mut sections = sections(cri, profile);
    let mut forms = vec![array(&sections)];
    if profile.rules().empty_is_default {
        return forms;
    }
    if sections == [uint(0)] {
        forms.push(array(&[]));
    }
    // What is left off at the end can only be the path where no path, query or fragment is there.
    if cri.is_full() && sections.len() <= 2 {
        sections.resize(2, NULL.to_vec());
        sections.push(array(&[]));
        forms.push(array(&sections));
    }
    forms
}

const FALSE: &[u8] = &[0xf4];
const TRUE: &[u8] = &[0xf5];
const NULL: &[u8] = &[0xf6];

/// The encoded sections of the outer array, the trailing ones that say nothing left off.
fn sections(cri: &Cri, profile: Profile) -> Vec<Vec<u8>> {
    match cri.is_full() {
        true => {
            let query = cri.query.as_deref().filter(|query| !query.is_empty());
            encoded(cri, Some(cri.segments()), query, profile, true)
        }
        false => encoded(cri, cri.path.as_deref(), cri.query.as_deref(), profile, false),
    }
}

/// The same with this path and query. Where an empty array is a default, as a null is, it is left off at the end.
fn encoded(
    cri: &Cri,
    path: Option<&[Text]>,
    query: Option<&[Text]>,
    profile: Profile,
    empty_is_default: bool,
) -> Vec<Vec<u8>> {
    let full = cri.is_full();
    let discards = !full && cri.authority == Authority::Null;
    let mut sections = Vec::new();
    if discards {
        sections.push(match cri.discard {
            Discard::All => TRUE.to_vec(),
            Discard::Count(count) => uint(count),
        });
    } else {
        sections.push(match &cri.scheme {
            None => NULL.to_vec(),
            Some(Scheme::Name(name)) => string(3, name.as_bytes()),
            Some(Scheme::Number(number)) => head(1, *number),
        });
        sections.push(authority(&cri.authority));
    }
    let absent_query = if full && profile.rules().empty_is_default { array(&[]) } else { NULL.to_vec() };
    sections.push(path.map_or_else(|| NULL.to_vec(), texts));
    sections.push(query.map_or(absent_query, texts));
    sections.push(cri.fragment.as_ref().map_or_else(|| NULL.to_vec(), text));
    // An authority or a fragment that is an empty array is not a default.
    let empty_is_default = empty_is_default && cri.fragment.is_none();
    while let Some(last) = sections.last()
        && (last == NULL || empty_is_default && sections.len() > 2 && *last == array(&[]))
    {
        sections.pop();
    }
    if profile.rules().empty_is_default && sections == [uint(0)] {
        sections.clear();
    }
    sections
}

fn authority(authority: &Authority) -> Vec<u8> {
    let given = match authority {
        Authority::Null => return NULL.to_vec(),
        Authority::True => return TRUE.to_vec(),
        Authority::Given(given) => given,
    };
    let mut elements = Vec::new();
    if let Some(userinfo) = &given.userinfo {
        elements.extend([FALSE.to_vec(), text(userinfo)]);
    }
    match &given.host {
        Host::Address { address, zone } => {
            elements.push(match address {
                IpAddr::V4(address) => string(2, &address.octets()),
                IpAddr::V6(address) => string(2, &address.octets()),
            });
            elements.extend(zone.iter().map(|zone| string(3, zone.as_bytes())));
        }
        Host::Name(labels) => elements.extend(labels.iter().map(text)),
    }
    elements.extend(given.port.map(uint));
    array(&elements)
}

fn texts(texts: &[Text]) -> Vec<u8> {
    array(&texts.iter().map(text).collect::<Vec<_>>())
}

fn text(text: &Text) -> Vec<u8> {
    match text {
        Text::Plain(text) => string(3, text.as_bytes()),
        Text::Sequence(parts) => {
            let parts = parts.iter().map(|part| match part {
                Part::Bytes(bytes) => string(2, bytes),
                Part::Text(text) => string(3, text.as_bytes()),
            });
            array(&parts.collect::<Vec<_>>())
        }
    }
}

fn array(items: &[Vec<u8>]) -> Vec<u8> {
    let mut encoded = head(4, items.len() as u64);
    encoded.extend(items.iter().flatten());
    encoded
}

fn string(major: u8, bytes: &[u8]) -> Vec<u8> {
    let mut encoded = head(major, bytes.len() as u64);
    encoded.extend(bytes);
    encoded
}

fn uint(value: u64) -> Vec<u8> {
    head(0, value)
}

/// The shortest head of a major type with an argument.
fn head(major: u8, argument: u64) -> Vec<u8> {
    let bytes = argument.to_be_bytes();
    let (additional, length) = match argument {
        0..=23 => (bytes[7], 0),
        24..=0xff => (24, 1),
        0x100..=0xffff => (25, 2),
        0x1_0000..=0xffff_ffff => (26, 4),
        _ => (27, 8),
    };
    let mut head = vec![major << 5 | additional];
    head.extend(&bytes[8 - length..]);
    head
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::super::testing::{cri, edn};
    use super::*;

    #[track_caller]
    fn check(profile: Profile, from: &str, forms: &[&str]) {
        let found = interchange_forms(&cri(from), profile);
        let expected: Vec<_> = forms.iter().map(|form| edn(form)).collect();
        assert_eq!(found, expected, "{from}");
        assert_eq!(write(&cri(from), profile), expected[0], "{from}");
    }

    #[test]
    fn trailing_defaults_are_left_off() {
        let p = Profile::Href13;
        check(p, r#"[-1, ["h"]]"#, &[r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#]);
        check(p, r#"[-1, ["h"], []]"#, &[r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#]);
        check(p, r#"[-1, ["h"], [], []]"#, &[r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#]);
        check(p, r#"[-1, []]"#, &["[-1, []]", "[-1, [], []]"]);
        check(p, r#"["a"]"#, &[r#"["a"]"#, r#"["a", null, []]"#]);
        check(p, r#"["a", true]"#, &[r#"["a", true]"#, r#"["a", true, []]"#]);
        check(p, r#"["a", null, ["b"]]"#, &[r#"["a", null, ["b"]]"#]);
        check(p, "[]", &["[0]", "[]"]);
        check(p, "[true]", &["[true]"]);
        check(p, "[1, []]", &["[1, []]"]);
        check(p, "[0, null, []]", &["[0, null, []]"]);
        check(p, r#"[null, ["h"], []]"#, &[r#"[null, ["h"], []]"#]);
        check(p, r#"[null, ["h"]]"#, &[r#"[null, ["h"]]"#]);
        check(p, "[null, true]", &["[null, true]"]);
        let p = Profile::Href27;
        check(p, r#"[-1, ["h"], []]"#, &[r#"[-1, ["h"]]"#]);
        check(p, "[0]", &["[]"]);
        check(p, "[1]", &["[1]"]);
        check(p, r#"["a", null, []]"#, &[r#"["a"]"#]);
    }

    #[test]
    fn defaults_inside_are_written() {
        let p = Profile::Href13;
        check(p, r#"[-1, ["h"], null, ["q"]]"#, &[r#"[-1, ["h"], [], ["q"]]"#]);
        check(p, r#"[-1, ["h"], null, [], "f"]"#, &[r#"[-1, ["h"], [], null, "f"]"#]);
        check(p, r#"["a", null, [], ["q"]]"#, &[r#"["a", null, [], ["q"]]"#]);
        check(p, r#"[1, null, null, "f"]"#, &[r#"[1, null, null, "f"]"#]);
        check(p, r#"[1, [], [], "f"]"#, &[r#"[1, [], [], "f"]"#]);
        check(Profile::Href27, r#"[-1, ["h"], null, null, "f"]"#, &[r#"[-1, ["h"], [], [], "f"]"#]);
        check(Profile::Href27, r#"[-1, ["h"], [], [], []]"#, &[r#"[-1, ["h"], [], [], []]"#]);
        check(Profile::Href27, r#"[1, null, null, "f"]"#, &[r#"[1, null, null, "f"]"#]);
    }

    #[track_caller]
    fn check_as_it_stands(profile: Profile, from: &str, expected: &str) {
        assert_eq!(
            hex::encode(write_as_it_stands(&cri(from), profile)),
            hex::encode(edn(expected)),
            "{from}"
        );
    }

    #[test]
    fn what_was_made_up_is_written_as_it_stands() {
        for as_it_stands in
            [r#"[-1, ["h"], []]"#, r#"[-1, ["h"], null, []]"#, r#"[-1, ["h"], null, null, "f"]"#]
        {
            check_as_it_stands(Profile::Href13, as_it_stands, as_it_stands);
        }
        check_as_it_stands(Profile::Href13, r#"[-1, ["h"], null, null]"#, r#"[-1, ["h"]]"#);
        check_as_it_stands(Profile::Href27, r#"[-1, ["h"], null, []]"#, r#"[-1, ["h"]]"#);
        check_as_it_stands(
            Profile::Href27,
            r#"[-1, ["h"], null, null, "f"]"#,
            r#"[-1, ["h"], null, [], "f"]"#,
        );
        check_as_it_stands(Profile::Href27, "[0]", "[]");
        check_as_it_stands(Profile::Href27, "[1, []]", "[1, []]");
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            r#"[-1025, [false, ["u", h'2f'], "a", [h'ff', "b"], 65535], ["p", ""], ["q"], ["f", h'00']]"#,
            r#"[-1, [h'01020304', "z", 24], [], ["q"]]"#,
            r#"[null, [h'00000000000000000000000000000001', "z"], ["p"]]"#,
            r#"[-18446744073709551616, [false, "", 18446744073709551615]]"#,
            r#"[256, ["a"]]"#,
            r#"[70000, ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], [""], ""]"#,
            r#"["coap", [[]], [["a", "b"]]]"#,
        ] {
            let bytes = edn(text);
            let written = write(&cri(text), Profile::Href13);
            assert_eq!(hex::encode(&written), hex::encode(&bytes), "{text}");
            assert!(!read(&written).unwrap().form.long_heads, "{text}");
        }
        for length in [0_usize, 23, 24, 255, 256, 65535, 65536] {
            let text = Text::Plain("a".repeat(length));
            let long = Cri { path: Some(vec![text]), ..cri("[0]") };
            let reading = read(&write(&long, Profile::Href13)).unwrap();
            assert_eq!((reading.cri, reading.form.long_heads), (long, false), "{length}");
        }
    }
}
