//! Judging CoAP options: what a request carries (RFC 7252, section 5.4 and 3.1).
//!
//! Options of one number keep their order, which means something; those of different numbers have none that
//! does, since a message carries them sorted by number.
//!
//! Values are compared byte for byte, but for two. Uri-Port is a number: leading zero bytes are to be left out, and are no
//! error (section 3.2), as far as the option holds them. And the Uri-Host that a CRI's address becomes is any
//! `IP-literal` of its 16 bytes (R30); the one that a URI's becomes is the text of the URI (R105).

use std::net::Ipv6Addr;

use super::text::is_recommended;
use crate::cri::ComponentDifference;
use crate::operation::CoapOption;
use crate::verdict::{Difference, Note};

/// Are they the same options of a CRI, whose addresses have no text of their own?
pub(super) fn compare_of_cri(expected: &[CoapOption], came: &[CoapOption]) -> Result<Vec<Note>, Difference> {
    let (mut read, mut notes) = (came.to_vec(), Vec::new());
    for option in &mut read {
        let Some((text, address)) = literal(option) else { continue };
        let Some(form) = expected.iter().find(|one| literal(one).is_some_and(|(_, other)| other == address))
        else {
            continue;
        };
        if form.value != option.value && !is_recommended(&text, address) {
            notes.push(Note::should(format!("the address is not in the form of RFC 5952: `{text}`")));
        }
        option.value.clone_from(&form.value);
    }
    notes.extend(compare(expected, &read)?);
    Ok(notes)
}

/// The number of Uri-Host.
const URI_HOST: u16 = 3;

/// The IPv6 address of a Uri-Host, with its text between the brackets.
fn literal(option: &CoapOption) -> Option<(String, Ipv6Addr)> {
    let text = std::str::from_utf8(&option.value).ok().filter(|_| option.number == URI_HOST)?;
    let text = text.strip_prefix('[')?.strip_suffix(']')?;
    Some((text.to_owned(), text.parse().ok()?))
}

/// Are they the same options?
pub(super) fn compare(expected: &[CoapOption], came: &[CoapOption]) -> Result<Vec<Note>, Difference> {
    let (wanted, found) = (sorted(expected), sorted(came));
    let pairs = (0..wanted.len().max(found.len())).map(|index| (wanted.get(index), found.get(index)));
    let mut notes = Vec::new();
    for (index, (wanted, found)) in pairs.enumerate() {
        if let (Some(wanted), Some(found)) = (wanted, found)
            && wanted != found
            && is_same_port(wanted, found)
        {
            notes.push(Note::should(format!(
                "Uri-Port has leading zero bytes: h'{}'",
                hex::encode(&found.value)
            )));
        } else if wanted != found {
            return Err(Difference::Component(ComponentDifference {
                place: format!("option {} in the order of numbers", index + 1),
                expected: shown(wanted.copied()),
                came: shown(found.copied()),
            }));
        }
    }
    if !came.is_sorted_by_key(|option| option.number) {
        notes.push(Note::remark("the options are not in the order of their numbers"));
    }
    Ok(notes)
}

/// The number of Uri-Port, and the most bytes it has.
const URI_PORT: (u16, usize) = (7, 2);

/// Is it the Uri-Port expected, with leading zero bytes?
fn is_same_port(expected: &CoapOption, came: &CoapOption) -> bool {
    let (number, longest) = URI_PORT;
    let zeros = came.value.strip_suffix(expected.value.as_slice());
    (expected.number, came.number) == (number, number)
        && zeros.is_some_and(|zeros| zeros.iter().all(|byte| *byte == 0))
        && came.value.len() <= longest
}

fn sorted(options: &[CoapOption]) -> Vec<&CoapOption> {
    let mut sorted: Vec<_> = options.iter().collect();
    sorted.sort_by_key(|option| option.number);
    sorted
}

fn shown(option: Option<&CoapOption>) -> String {
    option.map_or("none".to_owned(), |option| format!("{} h'{}'", option.number, hex::encode(&option.value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &[(u16, &str)]) -> Vec<CoapOption> {
        text.iter().map(|&(number, value)| CoapOption { number, value: value.as_bytes().to_vec() }).collect()
    }

    #[track_caller]
    fn differ(expected: &[(u16, &str)], came: &[(u16, &str)], place: &str) {
        let Err(Difference::Component(found)) = compare(&options(expected), &options(came)) else {
            panic!("{expected:?} and {came:?} pass as the same")
        };
        assert_eq!(format!("{}: {} / {}", found.place, found.expected, found.came), place);
    }

    #[test]
    fn the_order_of_numbers_is_free_and_the_order_within_one_is_not() {
        let sorted = options(&[(3, "h"), (11, "a"), (11, "b")]);
        assert_eq!(compare(&sorted, &sorted), Ok(vec![]));
        let mixed = options(&[(11, "a"), (3, "h"), (11, "b")]);
        assert_eq!(compare(&sorted, &mixed).map(|notes| notes.len()), Ok(1));
        differ(
            &[(11, "a"), (11, "b")],
            &[(11, "b"), (11, "a")],
            "option 1 in the order of numbers: 11 h'61' / 11 h'62'",
        );
        differ(&[(3, "h")], &[], "option 1 in the order of numbers: 3 h'68' / none");
        differ(&[], &[(11, "")], "option 1 in the order of numbers: none / 11 h''");
        differ(&[(11, "a")], &[(11, "a"), (15, "")], "option 2 in the order of numbers: none / 15 h''");
        differ(&[(7, "a")], &[(11, "a")], "option 1 in the order of numbers: 7 h'61' / 11 h'61'");
    }

    #[test]
    fn the_address_of_a_cri_is_any_literal_of_it() {
        let expected = options(&[(3, "[2001:db8::1]"), (11, "a")]);
        let came = |host| compare_of_cri(&expected, &options(&[(3, host), (11, "a")])).map_err(|_| ());
        let note =
            |text| Ok(vec![Note::should(format!("the address is not in the form of RFC 5952: `{text}`"))]);
        assert_eq!(came("[2001:db8::1]"), Ok(vec![]));
        assert_eq!(came("[2001:DB8::1]"), note("2001:DB8::1"));
        assert_eq!(came("[2001:db8:0:0:0:0:0:1]"), note("2001:db8:0:0:0:0:0:1"));
        assert_eq!(came("[2001:db8::0.0.0.1]"), note("2001:db8::0.0.0.1"));
        for other in ["[2001:db8::2]", "2001:db8::1", "[2001:db8::1", "h"] {
            assert_eq!(came(other), Err(()), "{other}");
        }
        let path = options(&[(11, "[::1]")]);
        assert!(compare_of_cri(&path, &options(&[(11, "[0::1]")])).is_err(), "a segment is no host");
        differ(
            &[(3, "[::1]")],
            &[(3, "[0::1]")],
            "option 1 in the order of numbers: 3 h'5b3a3a315d' / 3 h'5b303a3a315d'",
        );
    }

    #[test]
    fn leading_zero_bytes_of_a_port_are_noted() {
        let check = |expected: &[u8], came: &[u8]| {
            let port = |value: &[u8]| [CoapOption { number: 7, value: value.to_vec() }];
            compare(&port(expected), &port(came)).map_err(|_| ())
        };
        let note = |digits| Ok(vec![Note::should(format!("Uri-Port has leading zero bytes: h'{digits}'"))]);
        assert_eq!(check(b"\x50", b"\x50"), Ok(vec![]));
        assert_eq!(check(b"\x50", b"\0\x50"), note("0050"));
        assert_eq!(check(b"", b"\0"), note("00"));
        assert_eq!(check(b"", b"\0\0"), note("0000"));
        assert_eq!(check(b"", b"\0\0\0"), Err(()));
        assert_eq!(check(b"\x50", b"\0\0\x50"), Err(()));
        assert_eq!(check(b"\x50", b"\x50\0"), Err(()));
        assert_eq!(check(b"\x16\x33", b"\x33"), Err(()));
        differ(&[(11, "a")], &[(11, "\0a")], "option 1 in the order of numbers: 11 h'61' / 11 h'0061'");
    }
}
