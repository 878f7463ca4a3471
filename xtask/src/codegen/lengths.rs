//! Lengths around those at which a CBOR head grows, for every kind of item that has a length or a value.

use super::cbor::{FALSE, Item, TRUE, array, text, texts};
use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

/// The lengths at which a head takes no byte more, one, or two.
const LENGTHS: [usize; 4] = [23, 24, 255, 256];

/// A kind of item: what it is called, what it exercises and uses, whether the CRI is full, and the CRI with the length.
struct Kind {
    name: &'static str,
    what: &'static str,
    requirements: [&'static str; 2],
    features: &'static [&'static str],
    full: bool,
    cri: fn(usize) -> Item,
}

fn letters(length: usize) -> Item {
    text("a".repeat(length))
}

fn many(length: usize) -> Item {
    texts(&vec!["a"; length])
}

/// A byte string of bytes that are no UTF-8, so that minimality leaves them alone.
fn bytes(length: usize) -> Item {
    Item::Bytes(vec![0xff; length])
}

/// A text-pet-sequence of so many parts.
fn parts(length: usize) -> Item {
    let part = |place: usize| if place.is_multiple_of(2) { Item::Bytes(vec![0xff]) } else { text("a") };
    Item::Array((0..length).map(part).collect())
}

fn coap() -> Item {
    Item::Int(-1)
}

fn host() -> Item {
    texts(&["h"])
}

const PATH: [&str; 2] = ["href13-5.1-path", "href27-5.1-path"];
const QUERY: [&str; 2] = ["href13-5.1-query", "href27-5.1-query"];
const FRAGMENT: [&str; 2] = ["href13-5.1-fragment", "href27-5.1-fragment"];
const HOST: [&str; 2] = ["href13-5.1-host-name", "href27-5.1-host-name"];
const PET: [&str; 2] = ["href13-7.1-grammar", "href27-7.2-grammar"];
const USERINFO: [&str; 2] = ["href13-5.1-userinfo", "href27-5.1-userinfo"];

const KINDS: [Kind; 22] = [
    Kind {
        name: "scheme-name",
        what: "A scheme-name of {} letters",
        requirements: ["href13-5.1-scheme-name", "href27-5.1-scheme-name"],
        features: &["scheme-name"],
        full: true,
        cri: |length| array([letters(length), host()]),
    },
    Kind {
        name: "scheme-id",
        what: "A scheme-id whose head carries {}",
        requirements: ["href13-5.1-scheme-id", "href27-5.1-scheme-id"],
        features: &[],
        full: true,
        cri: |length| array([Item::Int(-1 - length as i64), host()]),
    },
    Kind {
        name: "userinfo",
        what: "User information of {} letters",
        requirements: USERINFO,
        features: &["userinfo"],
        full: true,
        cri: |length| array([coap(), array([FALSE, letters(length), text("h")])]),
    },
    Kind {
        name: "userinfo-bytes",
        what: "User information of {} bytes",
        requirements: PET,
        features: &["text-or-pet", "userinfo"],
        full: true,
        cri: |length| array([coap(), array([FALSE, array([bytes(length)]), text("h")])]),
    },
    Kind {
        name: "label",
        what: "A label of {} letters",
        requirements: HOST,
        features: &[],
        full: true,
        cri: |length| array([coap(), array([letters(length)])]),
    },
    Kind {
        name: "label-bytes",
        what: "A label of {} bytes",
        requirements: PET,
        features: &["text-or-pet"],
        full: true,
        cri: |length| array([coap(), array([array([bytes(length)])])]),
    },
    Kind {
        name: "authority",
        what: "An authority of {} labels",
        requirements: HOST,
        features: &[],
        full: true,
        cri: |length| array([coap(), many(length)]),
    },
    Kind {
        name: "zone",
        what: "A zone identifier of {} letters",
        requirements: ["href13-5.1-zone-id", "href27-5.1-zone-id"],
        features: &["zone-id"],
        full: true,
        cri: |length| {
            array([
                coap(),
                array([Item::Bytes([&[0xfe, 0x80], &[0; 13][..], &[1]].concat()), letters(length)]),
            ])
        },
    },
    Kind {
        name: "port",
        what: "Port {}",
        requirements: ["href13-5.1-port", "href27-5.1-port"],
        features: &[],
        full: true,
        cri: |length| array([coap(), array([text("h"), Item::Int(length as i64)])]),
    },
    Kind {
        name: "segment",
        what: "A segment of {} letters",
        requirements: PATH,
        features: &[],
        full: true,
        cri: |length| array([coap(), host(), array([letters(length)])]),
    },
    Kind {
        name: "segment-bytes",
        what: "A segment of {} bytes",
        requirements: PET,
        features: &["text-or-pet"],
        full: true,
        cri: |length| array([coap(), host(), array([array([bytes(length)])])]),
    },
    Kind {
        name: "segment-text-part",
        what: "A text of {} letters beside a byte string",
        requirements: PET,
        features: &["text-or-pet"],
        full: true,
        cri: |length| array([coap(), host(), array([array([letters(length), bytes(1)])])]),
    },
    Kind {
        name: "segment-parts",
        what: "A text-pet-sequence of {} parts",
        requirements: PET,
        features: &["text-or-pet"],
        full: true,
        cri: |length| array([coap(), host(), array([parts(length)])]),
    },
    Kind {
        name: "path",
        what: "A path of {} segments",
        requirements: PATH,
        features: &[],
        full: true,
        cri: |length| array([coap(), host(), many(length)]),
    },
    Kind {
        name: "empty-segments",
        what: "A path of {} empty segments",
        requirements: PATH,
        features: &[],
        full: true,
        cri: |length| array([coap(), host(), texts(&vec![""; length])]),
    },
    Kind {
        name: "reference-path",
        what: "The path of a reference, of {} segments",
        requirements: PATH,
        features: &[],
        full: false,
        cri: |length| array([TRUE, many(length)]),
    },
    Kind {
        name: "parameter",
        what: "A query parameter of {} letters",
        requirements: QUERY,
        features: &[],
        full: true,
        cri: |length| array([coap(), host(), texts(&["p"]), array([letters(length)])]),
    },
    Kind {
        name: "parameter-bytes",
        what: "A query parameter of {} bytes",
        requirements: PET,
        features: &["text-or-pet"],
        full: true,
        cri: |length| array([coap(), host(), texts(&["p"]), array([array([bytes(length)])])]),
    },
    Kind {
        name: "query",
        what: "A query of {} parameters",
        requirements: QUERY,
        features: &[],
        full: true,
        cri: |length| array([coap(), host(), texts(&["p"]), many(length)]),
    },
    Kind {
        name: "fragment",
        what: "A fragment of {} letters",
        requirements: FRAGMENT,
        features: &[],
        full: true,
        cri: |length| array([coap(), host(), texts(&["p"]), texts(&["q"]), letters(length)]),
    },
    Kind {
        name: "fragment-bytes",
        what: "A fragment of {} bytes",
        requirements: PET,
        features: &["text-or-pet"],
        full: true,
        cri: |length| array([coap(), host(), texts(&["p"]), texts(&["q"]), array([bytes(length)])]),
    },
    Kind {
        name: "reference-fragment",
        what: "The fragment of a reference, of {} letters",
        requirements: FRAGMENT,
        features: &[],
        full: false,
        cri: |length| array([Item::Int(0), super::cbor::NULL, super::cbor::NULL, letters(length)]),
    },
];

pub(super) fn decoded() -> Vec<Sketch> {
    let short = KINDS.iter().flat_map(|kind| LENGTHS.map(|length| decode(kind, length)));
    // Numbers take no more bytes for being large.
    let long = made(&[("scheme-id", 65535), ("scheme-id", 65536), ("port", 65535)], decode);
    short.chain(long).collect()
}

/// As few as possible, since each takes more than 65535 bytes: texts, bytes and an array, asked by `scan`, whose answer
/// does not repeat them.
pub(super) fn scanned() -> Vec<Sketch> {
    let long = [("fragment", 65535), ("segment", 65536), ("segment-bytes", 65536), ("empty-segments", 65536)];
    made(&long, scan)
}

fn made(which: &[(&str, usize)], make: fn(&Kind, usize) -> Sketch) -> Vec<Sketch> {
    let kind = |name: &str| KINDS.iter().find(|kind| kind.name == name);
    which.iter().filter_map(|&(name, length)| Some(make(kind(name)?, length))).collect()
}

fn decode(kind: &Kind, length: usize) -> Sketch {
    let cri = (kind.cri)(length);
    Sketch {
        id: format!("decode-length-{}-{length}", kind.name),
        title: kind.what.replace("{}", &length.to_string()),
        profiles: BOTH.into(),
        requirements: kind.requirements.into(),
        features: kind.features.into(),
        op: "decode",
        arguments: vec![("cri", Argument::Cri(cri.clone()))],
        expect: only(Outcome::Decoded { full: kind.full, cri }),
        ..Sketch::default()
    }
}

fn scan(kind: &Kind, length: usize) -> Sketch {
    let sequence = Argument::Cri(array([(kind.cri)(length)]));
    Sketch {
        id: format!("scan-length-{}-{length}", kind.name),
        op: "scan",
        arguments: vec![("sequence", sequence)],
        expect: only(Outcome::Processable),
        note: "A CRI without fault; only it is long.".to_owned(),
        ..decode(kind, length)
    }
}
