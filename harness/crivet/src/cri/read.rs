//! Reading: from the transfer form to the abstract form (href-13, anchors `cddl` and
//! `ingesting-and-encoding-a-cri-reference`).
//!
//! An error here is a breach of structure that leaves no CRI to speak of. Breaches in detail (numbers out of
//! range, the grammar of text-pet-sequences, trailing nulls) are read as they stand, for others to judge.

use std::net::IpAddr;

use super::item::{CborError, Item, parse};
use super::{Authority, Cri, Discard, Given, Host, Part, Scheme, Text};

/// A CRI or CRI reference that was read, and the form it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The abstract form.
    pub cri: Cri,
    /// What the abstract form does not show.
    pub form: Form,
}

/// How a CRI was written, as far as its abstract form does not show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// A CBOR head was longer than needed.
    pub long_heads: bool,
    /// A null was left at the end of the outer array.
    pub trailing_nulls: bool,
    /// The outer array was empty, which stands for `[0]`.
    pub empty: bool,
}

/// Why bytes are no CRI and no CRI reference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not one CBOR item of the kind a CRI is made of.
    #[error(transparent)]
    Cbor(#[from] CborError),
    /// An item that the grammar does not have at its place.
    #[error("{place}: expected {expected}, found {found}")]
    Structure {
        /// The section or element.
        place: &'static str,
        /// What the grammar has there.
        expected: &'static str,
        /// What was there.
        found: &'static str,
    },
}

/// Reads one CRI or CRI reference that is all of `bytes`. The empty array is read as `[0]`.
///
/// # Errors
///
/// Where the bytes are not one definite-length CBOR item, or it does not have the structure of a CRI.
pub fn read(bytes: &[u8]) -> Result<Reading, ReadError> {
    let (item, long_heads) = parse(bytes)?;
    let sections = match item {
        Item::Array(sections) => sections,
        other => return Err(unexpected("outer item", "an array", &other)),
    };
    let (trailing_nulls, empty) = (matches!(sections.last(), Some(Item::Null)), sections.is_empty());
    let mut sections = sections.into_iter();
    let (scheme, authority, discard) = match sections.next() {
        None => (None, Authority::Null, Discard::Count(0)),
        Some(Item::True) => (None, Authority::Null, Discard::All),
        Some(Item::Unsigned(count)) => (None, Authority::Null, Discard::Count(count)),
        Some(Item::Null) => (None, network_path_authority(sections.next())?, Discard::All),
        Some(Item::Text(name)) => (Some(Scheme::Name(name)), authority(sections.next())?, Discard::All),
        Some(Item::Negative(number)) => {
            (Some(Scheme::Number(number)), authority(sections.next())?, Discard::All)
        }
        Some(other) => return Err(unexpected("first section", "a scheme, null, or a discard", &other)),
    };
    let path = texts("path", sections.next())?;
    let query = texts("query", sections.next())?;
    let fragment = match sections.next() {
        None | Some(Item::Null) => None,
        Some(item) => Some(text("fragment", item)?),
    };
    if let Some(extra) = sections.next() {
        return Err(unexpected("after the fragment", "the end of the array", &extra));
    }
    let cri = Cri { scheme, authority, discard, path, query, fragment };
    Ok(Reading { cri, form: Form { long_heads, trailing_nulls, empty } })
}

fn unexpected(place: &'static str, expected: &'static str, found: &Item) -> ReadError {
    ReadError::Structure { place, expected, found: found.kind() }
}

fn ended(place: &'static str, expected: &'static str) -> ReadError {
    ReadError::Structure { place, expected, found: "the end of the array" }
}

/// Two leading nulls are written with a discard section instead; a null alone says nothing at all.
fn network_path_authority(item: Option<Item>) -> Result<Authority, ReadError> {
    const EXPECTED: &str = "an authority after a leading null";
    match item {
        None => Err(ended("authority", EXPECTED)),
        Some(Item::Null) => Err(unexpected("authority", EXPECTED, &Item::Null)),
        item => authority(item),
    }
}

fn authority(item: Option<Item>) -> Result<Authority, ReadError> {
    match item {
        None | Some(Item::Null) => Ok(Authority::Null),
        Some(Item::True) => Ok(Authority::True),
        Some(Item::Array(elements)) => given(elements).map(Authority::Given),
        Some(other) => Err(unexpected("authority", "an array, null, or true", &other)),
    }
}

/// `authority = [?(false, userinfo), host, ?port]`
fn given(elements: Vec<Item>) -> Result<Given, ReadError> {
    let mut elements = elements.into_iter().peekable();
    let userinfo = match elements.next_if_eq(&Item::False) {
        None => None,
        Some(_) => match elements.next() {
            None => return Err(ended("authority, userinfo", "a text after false")),
            Some(item) => Some(text("authority, userinfo", item)?),
        },
    };
    let host = match elements.next_if(|item| matches!(item, Item::Bytes(_))) {
        Some(Item::Bytes(bytes)) => {
            let zone = match elements.next_if(|item| matches!(item, Item::Text(_))) {
                Some(Item::Text(zone)) => Some(zone),
                _ => None,
            };
            Host::Address { address: address(&bytes)?, zone }
        }
        _ => {
            let mut labels = Vec::new();
            while let Some(item) = elements.next_if(|item| matches!(item, Item::Text(_) | Item::Array(_))) {
                labels.push(text("authority, host", item)?);
            }
            Host::Name(labels)
        }
    };
    let port = match elements.next() {
        None => None,
        Some(Item::Unsigned(port)) => Some(port),
        Some(other) => return Err(unexpected("authority, after the host", "a port", &other)),
    };
    match elements.next() {
        None => Ok(Given { userinfo, host, port }),
        Some(extra) => Err(unexpected("authority, after the port", "the end of the array", &extra)),
    }
}

fn address(bytes: &[u8]) -> Result<IpAddr, ReadError> {
    let four = <[u8; 4]>::try_from(bytes).map(IpAddr::from);
    let sixteen = <[u8; 16]>::try_from(bytes).map(IpAddr::from);
    four.or(sixteen).map_err(|_| ReadError::Structure {
        place: "authority, host",
        expected: "an address of 4 or 16 bytes",
        found: "another number of bytes",
    })
}

fn texts(place: &'static str, item: Option<Item>) -> Result<Option<Vec<Text>>, ReadError> {
    match item {
        None | Some(Item::Null) => Ok(None),
        Some(Item::Array(items)) => {
            items.into_iter().map(|item| text(place, item)).collect::<Result<_, _>>().map(Some)
        }
        Some(other) => Err(unexpected(place, "an array or null", &other)),
    }
}

fn text(place: &'static str, item: Item) -> Result<Text, ReadError> {
    match item {
        Item::Text(text) => Ok(Text::Plain(text)),
        Item::Array(parts) => {
            let parts = parts.into_iter().map(|item| match item {
                Item::Bytes(bytes) => Ok(Part::Bytes(bytes)),
                Item::Text(text) => Ok(Part::Text(text)),
                other => Err(unexpected(place, "texts and byte strings in an array", &other)),
            });
            parts.collect::<Result<_, _>>().map(Text::Sequence)
        }
        other => Err(unexpected(place, "a text, or an array in place of one", &other)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{cri, edn};
    use super::*;

    fn plain(texts: &[&str]) -> Vec<Text> {
        texts.iter().map(|text| Text::Plain((*text).to_owned())).collect()
    }

    fn relative(discard: Discard) -> Cri {
        Cri { scheme: None, authority: Authority::Null, discard, path: None, query: None, fragment: None }
    }

    fn host(given: Given) -> Authority {
        Authority::Given(given)
    }

    #[track_caller]
    fn check(text: &str, expected: Cri) {
        assert_eq!(cri(text), expected, "{text}");
    }

    #[test]
    fn the_examples_of_the_draft() {
        let address = Given {
            userinfo: None,
            host: Host::Address { address: IpAddr::from([0xc6, 0x33, 0x64, 1]), zone: None },
            port: Some(61616),
        };
        check(
            r#"[-1, [h'C6336401', 61616], [".well-known", "core"]]"#,
            Cri {
                scheme: Some(Scheme::Number(0)),
                authority: host(address),
                path: Some(plain(&[".well-known", "core"])),
                ..relative(Discard::All)
            },
        );
        check(
            r#"[true, [".well-known", "core"], ["rt=temperature-c"]]"#,
            Cri {
                path: Some(plain(&[".well-known", "core"])),
                query: Some(plain(&["rt=temperature-c"])),
                ..relative(Discard::All)
            },
        );
        check(
            r#"[-6, true, ["web:alice:bob"]]"#,
            Cri {
                scheme: Some(Scheme::Number(5)),
                authority: Authority::True,
                path: Some(plain(&["web:alice:bob"])),
                ..relative(Discard::All)
            },
        );
        let parts =
            vec![Part::Text("web:alice:7".into()), Part::Bytes(b":".into()), Part::Text("1-balun".into())];
        check(
            r#"[-6, true, [["web:alice:7", ':', "1-balun"]]]"#,
            Cri {
                scheme: Some(Scheme::Number(5)),
                authority: Authority::True,
                path: Some(vec![Text::Sequence(parts)]),
                ..relative(Discard::All)
            },
        );
        let example = Given {
            userinfo: Some(Text::Plain(String::new())),
            host: Host::Name(plain(&["example", "com"])),
            port: None,
        };
        check(
            r#"[-4, [false, "", "example", "com"]]"#,
            Cri { scheme: Some(Scheme::Number(3)), authority: host(example), ..relative(Discard::All) },
        );
    }

    #[test]
    fn sections_are_found_where_they_are() {
        check("[]", relative(Discard::Count(0)));
        check("[0]", relative(Discard::Count(0)));
        check("[128]", relative(Discard::Count(128)));
        check("[true]", relative(Discard::All));
        check("[1, null, []]", Cri { query: Some(vec![]), ..relative(Discard::Count(1)) });
        check(
            "[1, [], null, \"f\"]",
            Cri {
                path: Some(vec![]),
                fragment: Some(Text::Plain("f".into())),
                ..relative(Discard::Count(1))
            },
        );
        check("[null, true]", Cri { authority: Authority::True, ..relative(Discard::All) });
        let name = |labels: &[&str], port| Given { userinfo: None, host: Host::Name(plain(labels)), port };
        check(
            "[null, [\"h\", 65536]]",
            Cri { authority: host(name(&["h"], Some(65536))), ..relative(Discard::All) },
        );
        check("[null, []]", Cri { authority: host(name(&[], None)), ..relative(Discard::All) });
        check("[null, [7]]", Cri { authority: host(name(&[], Some(7))), ..relative(Discard::All) });
        let zone = Host::Address { address: IpAddr::from([1, 2, 3, 4]), zone: Some("z".into()) };
        check(
            "[null, [h'01020304', \"z\", 7]]",
            Cri {
                authority: host(Given { userinfo: None, host: zone, port: Some(7) }),
                ..relative(Discard::All)
            },
        );
        let full = Cri { scheme: Some(Scheme::Name("A".into())), ..relative(Discard::All) };
        check("[\"A\"]", full.clone());
        check("[\"A\", null]", full);
        check("[0, [[]]]", Cri { path: Some(vec![Text::Sequence(vec![])]), ..relative(Discard::Count(0)) });
    }

    #[test]
    fn the_form_is_told() {
        let form = |bytes: &[u8]| read(bytes).unwrap().form;
        assert_eq!(form(&edn("[0]")), Form::default());
        assert_eq!(form(&[0x98, 1, 0]), Form { long_heads: true, ..Form::default() });
        assert_eq!(form(&edn("[0, null]")), Form { trailing_nulls: true, ..Form::default() });
        assert_eq!(form(&edn("[-1, [\"h\"], null]")), Form { trailing_nulls: true, ..Form::default() });
        assert_eq!(form(&edn("[\"a\", null]")), Form { trailing_nulls: true, ..Form::default() });
        assert!(!form(&edn("[-1, [\"h\"], []]")).trailing_nulls);
        assert_eq!(form(&edn("[]")), Form { empty: true, ..Form::default() });
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        assert_eq!(read(&edn(text)).unwrap_err().to_string(), expected, "{text}");
    }

    #[test]
    fn what_has_no_such_structure_is_turned_down() {
        check_error("0", "outer item: expected an array, found an unsigned integer");
        check_error("\"a\"", "outer item: expected an array, found a text");
        check_error("[false]", "first section: expected a scheme, null, or a discard, found false");
        check_error("[[]]", "first section: expected a scheme, null, or a discard, found an array");
        check_error("[h'00']", "first section: expected a scheme, null, or a discard, found a byte string");
        check_error(
            "[null]",
            "authority: expected an authority after a leading null, found the end of the array",
        );
        check_error("[null, null]", "authority: expected an authority after a leading null, found null");
        check_error(
            "[null, null, [\"a\"]]",
            "authority: expected an authority after a leading null, found null",
        );
        check_error("[-1, false]", "authority: expected an array, null, or true, found false");
        check_error("[-1, \"h\"]", "authority: expected an array, null, or true, found a text");
        check_error(
            "[-1, [false]]",
            "authority, userinfo: expected a text after false, found the end of the array",
        );
        check_error(
            "[-1, [false, 1]]",
            "authority, userinfo: expected a text, or an array in place of one, found an unsigned integer",
        );
        check_error(
            "[-1, [h'010203']]",
            "authority, host: expected an address of 4 or 16 bytes, found another number of bytes",
        );
        check_error(
            "[-1, [h'']]",
            "authority, host: expected an address of 4 or 16 bytes, found another number of bytes",
        );
        check_error(
            "[-1, [\"h\", h'01020304']]",
            "authority, after the host: expected a port, found a byte string",
        );
        check_error(
            "[-1, [\"h\", -1]]",
            "authority, after the host: expected a port, found a negative integer",
        );
        check_error(
            "[-1, [h'01020304', [\"z\"]]]",
            "authority, after the host: expected a port, found an array",
        );
        check_error(
            "[-1, [\"h\", 1, \"x\"]]",
            "authority, after the port: expected the end of the array, found a text",
        );
        check_error("[-1, [\"h\", true]]", "authority, after the host: expected a port, found true");
        check_error(
            "[-1, [\"h\", [1]]]",
            "authority, host: expected texts and byte strings in an array, found an unsigned integer",
        );
        check_error("[0, true]", "path: expected an array or null, found true");
        check_error("[0, \"p\"]", "path: expected an array or null, found a text");
        check_error(
            "[0, [1]]",
            "path: expected a text, or an array in place of one, found an unsigned integer",
        );
        check_error(
            "[0, [h'01']]",
            "path: expected a text, or an array in place of one, found a byte string",
        );
        check_error("[0, [[null]]]", "path: expected texts and byte strings in an array, found null");
        check_error("[0, null, \"q\"]", "query: expected an array or null, found a text");
        check_error("[0, null, [null]]", "query: expected a text, or an array in place of one, found null");
        check_error(
            "[0, null, null, 1]",
            "fragment: expected a text, or an array in place of one, found an unsigned integer",
        );
        check_error(
            "[0, null, null, null, null]",
            "after the fragment: expected the end of the array, found null",
        );
        check_error(
            "[-1, null, null, null, \"f\", \"g\"]",
            "after the fragment: expected the end of the array, found a text",
        );
        assert_eq!(
            read(&[0x81]).unwrap_err().to_string(),
            "byte 1: expected more bytes, found the end of the input"
        );
    }
}
