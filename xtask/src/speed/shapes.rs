//! Questions whose size is a parameter: what a library is slow at, if it is slow.

use crivet::operation::{CoapOption, Destination, Operation, Spaces};
use crivet::profile::Profile;

/// A kind of question: some part of it is there so many times.
pub(super) struct Shape {
    /// What is repeated.
    pub(super) name: &'static str,
    pub(super) profile: Profile,
    pub(super) question: fn(usize) -> Operation,
}

const fn href(name: &'static str, question: fn(usize) -> Operation) -> Shape {
    Shape { name, profile: Profile::Href27, question }
}

const fn coap(name: &'static str, question: fn(usize) -> Operation) -> Shape {
    Shape { name, profile: Profile::Rfc7252, question }
}

const fn guidelines(name: &'static str, question: fn(usize) -> Operation) -> Shape {
    Shape { name, profile: Profile::IriGuidelines01, question }
}

/// For each operation what can be long in its question, and what an algorithm may go over more than once: dot segments,
/// escapes, arrays in arrays, a path that is discarded.
pub(super) const SHAPES: &[Shape] = &[
    href("path segments", |n| Operation::Decode { cri: path(n, b"\x63seg") }),
    href("bytes of one segment", |n| Operation::Decode { cri: path(1, &text(&"a".repeat(n))) }),
    href("query parameters", |n| Operation::Decode {
        cri: [b"\x84\x20\x81\x61h\x80", &*array(n, b"\x61q")].concat(),
    }),
    href("arrays in arrays", |n| Operation::Decode { cri: [b"\x81".repeat(n), vec![0x20]].concat() }),
    href("path segments", |n| Operation::CriToUri { cri: path(n, b"\x63seg") }),
    href("characters to escape", |n| Operation::CriToUri { cri: path(1, &text(&"/".repeat(n))) }),
    href("path segments", |n| Operation::UriToCri { uri: format!("coap://h{}", "/seg".repeat(n)) }),
    href("dot segments", |n| Operation::UriToCri { uri: format!("coap://h{}", "/a/..".repeat(n)) }),
    href("dot segments at the end", |n| Operation::UriToCri {
        uri: format!("coap://h{}{}", "/a".repeat(n), "/..".repeat(n)),
    }),
    href("escapes", |n| Operation::UriToCri { uri: format!("coap://h/{}", "%C3%A9".repeat(n)) }),
    href("labels of the host", |n| Operation::UriToCri { uri: format!("coap://{}h", "a.".repeat(n)) }),
    href("segments of the base", |n| Operation::Resolve {
        base: path(n, b"\x63seg"),
        reference: b"\x82\x01\x81\x61x".to_vec(),
        relation: None,
    }),
    href("segments of the reference", |n| Operation::Resolve {
        base: path(1, b"\x63seg"),
        reference: [b"\x82\x01", &*array(n, b"\x61x")].concat(),
        relation: None,
    }),
    href("segments that are the same", |n| Operation::Relativize {
        base: path(n, b"\x63seg"),
        target: path(n, b"\x63seg"),
    }),
    href("segments that differ", |n| Operation::Relativize {
        base: path(n, b"\x61a"),
        target: path(n, b"\x61b"),
    }),
    href("path segments", |n| Operation::Equivalent {
        a: path(n, b"\x63seg"),
        b: path(n, b"\x63seg"),
        ignore_fragment: false,
    }),
    href("characters beyond ASCII", |n| Operation::IriToCri { iri: format!("coap://h/{}", "é".repeat(n)) }),
    href("characters beyond ASCII", |n| Operation::CriToIri { cri: path(1, &text(&"é".repeat(n))) }),
    href("CRIs", |n| Operation::Scan { sequence: array(n, &path(1, b"\x61a")) }),
    href("path segments", |n| Operation::CriToCoap {
        cri: path(n, b"\x63seg"),
        destination: destination(),
        to_proxy: None,
    }),
    href("options", |n| Operation::CoapToCri {
        scheme: "coap".to_owned(),
        options: options(n),
        destination: destination(),
    }),
    coap("path segments", |n| Operation::UriToCoap {
        uri: format!("coap://h{}", "/seg".repeat(n)),
        destination: destination(),
    }),
    coap("options", |n| Operation::CoapToUri {
        secure: false,
        transport: None,
        options: options(n),
        destination: destination(),
    }),
    guidelines("path segments", |n| Operation::IriParse { iri: format!("coap://h{}", "/seg".repeat(n)) }),
    guidelines("characters beyond ASCII", |n| Operation::IriToUri {
        iri: format!("coap://h/{}", "é".repeat(n)),
    }),
    guidelines("spaces", |n| Operation::IriPreprocess {
        text: format!("coap://h/{}", " a".repeat(n)),
        multiple: false,
        spaces: Spaces::Encode,
    }),
];

/// `coap://h` with a path of so many segments, each of them this item.
fn path(segments: usize, segment: &[u8]) -> Vec<u8> {
    [b"\x83\x20\x81\x61h", &*array(segments, segment)].concat()
}

fn array(length: usize, item: &[u8]) -> Vec<u8> {
    [head(0x80, length), item.repeat(length)].concat()
}

fn text(text: &str) -> Vec<u8> {
    [head(0x60, text.len()), text.as_bytes().to_vec()].concat()
}

/// The shortest head of this major type.
fn head(major: u8, length: usize) -> Vec<u8> {
    match (u8::try_from(length), u16::try_from(length), u32::try_from(length)) {
        (Ok(small @ ..24), ..) => vec![major + small],
        (Ok(byte), ..) => vec![major + 24, byte],
        (_, Ok(two), _) => [&[major + 25], &two.to_be_bytes()[..]].concat(),
        (.., Ok(four)) => [&[major + 26], &four.to_be_bytes()[..]].concat(),
        _ => [&[major + 27], &(length as u64).to_be_bytes()[..]].concat(),
    }
}

fn options(paths: usize) -> Vec<CoapOption> {
    // Uri-Path
    vec![CoapOption { number: 11, value: b"seg".to_vec() }; paths]
}

fn destination() -> Destination {
    Destination { address: "192.0.2.1".to_owned(), port: 5683 }
}
