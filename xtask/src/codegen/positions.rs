//! Every major type and kind of simple value in every position of a full CRI and of references.
//!
//! The grammar (anchor `cddl`) says for each position what may stand there; everything else is rejected. What is
//! disputed in a position is left to the hand-written vectors.

use crivet::profile::Profile;

use super::cbor::{FALSE, Item, NULL, TRUE, array, text, texts};
use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

/// What the grammar says of an item in a position.
#[derive(Clone, Copy)]
enum Verdict {
    /// It may stand there, in these profiles; what others say is disputed.
    Accept(&'static [Profile]),
    Reject,
    /// Disputed.
    Leave,
}

use Verdict::{Leave, Reject};
const ACCEPT: Verdict = Verdict::Accept(&BOTH);

/// An item to put somewhere.
struct Filler {
    name: &'static str,
    item: Item,
    what: What,
}

/// The items as the grammar tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The unsigned integer 0.
    Unsigned,
    /// The integer -1.
    Negative,
    /// Bytes that are no IP address.
    Bytes,
    /// Four bytes, none of which text can hold.
    Address,
    EmptyText,
    /// One lower-case letter.
    Text,
    EmptyArray,
    /// An array of one text.
    Texts,
    /// An array of one byte string: a text-pet-sequence.
    Pet,
    True,
    Null,
    /// What the grammar has nowhere.
    Other,
}

fn fillers() -> Vec<Filler> {
    let one = |name, item, what| Filler { name, item, what };
    vec![
        one("unsigned", Item::Int(0), What::Unsigned),
        one("negative", Item::Int(-1), What::Negative),
        one("empty-bytes", Item::Bytes(vec![]), What::Other),
        one("bytes", Item::Bytes(vec![0xff]), What::Bytes),
        one("four-bytes", Item::Bytes(vec![0xff, 0xfe, 0xfd, 0xfc]), What::Address),
        one("empty-text", text(""), What::EmptyText),
        one("text", text("x"), What::Text),
        one("empty-array", Item::Array(vec![]), What::EmptyArray),
        one("array-text", texts(&["x"]), What::Texts),
        one("array-bytes", array([Item::Bytes(vec![0xff])]), What::Pet),
        one("empty-map", Item::Map(vec![]), What::Other),
        one("map", Item::Map(vec![(text("x"), text("x"))]), What::Other),
        one("tagged-text", Item::Tag(32, Box::new(text("x"))), What::Other),
        one("tagged-array", Item::Tag(99, Box::new(texts(&["x"]))), What::Other),
        one("false", FALSE, What::Other),
        one("true", TRUE, What::True),
        one("null", NULL, What::Null),
        one("undefined", Item::Simple(23), What::Other),
        one("simple-0", Item::Simple(0), What::Other),
        one("simple-19", Item::Simple(19), What::Other),
        one("simple-32", Item::Simple(32), What::Other),
        one("simple-255", Item::Simple(255), What::Other),
        one("half-float", Item::Float(vec![0x3c, 0]), What::Other),
        one("single-float", Item::Float(vec![0x3f, 0x80, 0, 0]), What::Other),
        one("double-float", Item::Float(vec![0x3f, 0xf0, 0, 0, 0, 0, 0, 0]), What::Other),
    ]
}

/// A position: what it is called, the CRI around it, and what may stand there.
struct Position {
    name: &'static str,
    place: &'static str,
    requirements: [&'static str; 2],
    full: bool,
    around: fn(Item) -> Item,
    verdict: fn(What) -> Verdict,
}

fn full(scheme: Item, authority: Item, path: Item) -> Item {
    array([scheme, authority, path, texts(&["q"]), text("f")])
}

fn host() -> Item {
    texts(&["h"])
}

fn path() -> Item {
    texts(&["p"])
}

fn coap() -> Item {
    Item::Int(-1)
}

/// A text, or a text-pet-sequence.
fn text_or_pet(what: What) -> Verdict {
    match what {
        What::EmptyText | What::Text | What::Pet => ACCEPT,
        _ => Reject,
    }
}

const PATH: [&str; 2] = ["href13-5.1-path", "href27-5.1-path"];
const QUERY: [&str; 2] = ["href13-5.1-query", "href27-5.1-query"];
const FRAGMENT: [&str; 2] = ["href13-5.1-fragment", "href27-5.1-fragment"];
const AUTHORITY: [&str; 2] = ["href13-5.1-authority", "href27-5.1-authority"];
const NO_AUTHORITY: [&str; 2] = ["href13-5.1-no-authority", "href27-5.1-no-authority"];
const SECTIONS: [&str; 2] = ["href13-5.1-sections", "href27-5.1-sections"];
const REFERENCE: [&str; 2] = ["href13-5.1-reference", "href27-5.1-reference"];
const TRAILING_NULL: [&str; 2] = ["href13-5.1-trailing-null", "href27-5.1.4-trailing-null"];
const PET: [&str; 2] = ["href13-7.1-grammar", "href27-7.2-grammar"];

const POSITIONS: [Position; 22] = [
    Position {
        name: "first",
        place: "in front of authority, path, query and fragment",
        requirements: SECTIONS,
        full: true,
        around: |item| full(item, host(), path()),
        // True and zero would be a discard, behind which there is no authority; null makes a network-path reference.
        verdict: |what| match what {
            What::Negative | What::Text => ACCEPT,
            What::Null => Leave,
            _ => Reject,
        },
    },
    Position {
        name: "authority",
        place: "for an authority",
        requirements: NO_AUTHORITY,
        full: true,
        around: |item| full(coap(), item, path()),
        verdict: |what| match what {
            What::Texts | What::True | What::Null => ACCEPT,
            What::EmptyArray => Leave,
            // A host of one label that is a text-pet-sequence would be an array in an array.
            _ => Reject,
        },
    },
    Position {
        name: "path",
        place: "for a path",
        requirements: PATH,
        full: true,
        around: |item| full(coap(), host(), item),
        verdict: |what| match what {
            What::Texts | What::EmptyArray => ACCEPT,
            What::Null => Leave,
            _ => Reject,
        },
    },
    Position {
        name: "query",
        place: "for a query",
        requirements: QUERY,
        full: true,
        around: |item| array([coap(), host(), path(), item, text("f")]),
        verdict: |what| match what {
            What::Texts => ACCEPT,
            What::EmptyArray => Verdict::Accept(&[Profile::Href27]),
            What::Null => Verdict::Accept(&[Profile::Href13]),
            _ => Reject,
        },
    },
    Position {
        name: "fragment",
        place: "for a fragment",
        requirements: FRAGMENT,
        full: true,
        around: |item| array([coap(), host(), path(), texts(&["q"]), item]),
        verdict: text_or_pet,
    },
    Position {
        name: "behind-fragment",
        place: "behind the fragment",
        requirements: SECTIONS,
        full: true,
        around: |item| array([coap(), host(), path(), texts(&["q"]), text("f"), item]),
        verdict: |_| Reject,
    },
    Position {
        name: "host",
        place: "for a host",
        requirements: AUTHORITY,
        full: true,
        around: |item| full(coap(), array([item]), path()),
        verdict: |what| match what {
            What::Text | What::Address | What::Pet => ACCEPT,
            What::Unsigned | What::EmptyText => Leave,
            _ => Reject,
        },
    },
    Position {
        name: "behind-label",
        place: "behind a label",
        requirements: AUTHORITY,
        full: true,
        around: |item| full(coap(), array([text("h"), item]), path()),
        verdict: |what| match what {
            What::Text | What::EmptyText | What::Pet | What::Unsigned => ACCEPT,
            _ => Reject,
        },
    },
    Position {
        name: "behind-address",
        place: "behind an IPv6 address",
        requirements: AUTHORITY,
        full: true,
        around: |item| {
            full(coap(), array([Item::Bytes([&[0xfe, 0x80], &[0; 13][..], &[1]].concat()), item]), path())
        },
        verdict: |what| match what {
            What::Text | What::Unsigned => ACCEPT,
            What::EmptyText => Leave,
            _ => Reject,
        },
    },
    Position {
        name: "behind-port",
        place: "behind a port",
        requirements: ["href13-5.1-port", "href27-5.1-port"],
        full: true,
        around: |item| full(coap(), array([text("h"), Item::Int(1), item]), path()),
        verdict: |_| Reject,
    },
    Position {
        name: "userinfo",
        place: "for user information",
        requirements: ["href13-5.1-userinfo", "href27-5.1-userinfo"],
        full: true,
        around: |item| full(coap(), array([FALSE, item, text("h")]), path()),
        verdict: text_or_pet,
    },
    Position {
        name: "segment",
        place: "for a segment",
        requirements: PATH,
        full: true,
        around: |item| full(coap(), host(), array([text("p"), item])),
        verdict: text_or_pet,
    },
    Position {
        name: "parameter",
        place: "for a query parameter",
        requirements: QUERY,
        full: true,
        around: |item| array([coap(), host(), path(), array([text("q"), item]), text("f")]),
        verdict: text_or_pet,
    },
    Position {
        name: "pet-behind-text",
        place: "behind the text of a text-pet-sequence",
        requirements: PET,
        full: true,
        around: |item| full(coap(), host(), array([array([text("p"), item])])),
        verdict: |what| match what {
            What::Bytes | What::Address => ACCEPT,
            _ => Reject,
        },
    },
    Position {
        name: "pet-behind-bytes",
        place: "behind the bytes of a text-pet-sequence",
        requirements: PET,
        full: true,
        around: |item| full(coap(), host(), array([array([Item::Bytes(vec![0xff]), item])])),
        verdict: |what| if what == What::Text { ACCEPT } else { Reject },
    },
    Position {
        name: "reference-first",
        place: "for the discard section of a reference",
        requirements: ["href13-5.1-discard", "href27-5.1-discard"],
        full: false,
        around: |item| array([item, path(), texts(&["q"]), text("f")]),
        // A scheme or null takes what follows for authority, path and query; a query is no text.
        verdict: |what| match what {
            What::Unsigned | What::True => ACCEPT,
            _ => Reject,
        },
    },
    Position {
        name: "reference-authority",
        place: "for the authority of a reference",
        requirements: REFERENCE,
        full: false,
        around: |item| full(NULL, item, path()),
        verdict: |what| match what {
            What::Texts | What::True => ACCEPT,
            What::EmptyArray => Leave,
            _ => Reject,
        },
    },
    Position {
        name: "reference-path",
        place: "for the path of a reference",
        requirements: PATH,
        full: false,
        around: |item| array([Item::Int(1), item, texts(&["q"]), text("f")]),
        verdict: |what| match what {
            What::Texts | What::EmptyArray | What::Null => ACCEPT,
            _ => Reject,
        },
    },
    Position {
        name: "reference-query",
        place: "for the query of a reference",
        requirements: QUERY,
        full: false,
        around: |item| array([Item::Int(1), path(), item, text("f")]),
        verdict: |what| match what {
            What::Texts | What::EmptyArray | What::Null => ACCEPT,
            _ => Reject,
        },
    },
    Position {
        name: "reference-fragment",
        place: "for the fragment of a reference",
        requirements: FRAGMENT,
        full: false,
        around: |item| array([Item::Int(1), path(), texts(&["q"]), item]),
        verdict: text_or_pet,
    },
    Position {
        name: "reference-behind-fragment",
        place: "behind the fragment of a reference",
        requirements: REFERENCE,
        full: false,
        around: |item| array([Item::Int(1), path(), texts(&["q"]), text("f"), item]),
        verdict: |_| Reject,
    },
    Position {
        name: "reference-segment",
        place: "for a segment of a reference",
        requirements: PATH,
        full: false,
        around: |item| array([Item::Int(1), array([text("p"), item]), texts(&["q"]), text("f")]),
        verdict: text_or_pet,
    },
];

pub(super) fn sketches() -> Vec<Sketch> {
    let fillers = fillers();
    let product = POSITIONS.iter().flat_map(|position| fillers.iter().map(move |filler| (position, filler)));
    product.filter_map(|(position, filler)| sketch(position, filler)).collect()
}

fn sketch(position: &Position, filler: &Filler) -> Option<Sketch> {
    let cri = (position.around)(filler.item.clone());
    let mut features = Vec::new();
    let (profiles, expect, note) = match (position.verdict)(filler.what) {
        Verdict::Accept(profiles) => {
            features = features_of(position, filler.what);
            let note = "The grammar lets it stand there.";
            (profiles, Outcome::Decoded { full: position.full, cri: cri.clone() }, note)
        }
        // The grammar has a null for a fragment; what it says beside the grammar takes a null at the end away.
        Reject if ends_in_null(&cri) => (&BOTH[..], Outcome::Reject, "No null stands at the end."),
        Reject => (&BOTH[..], Outcome::Reject, "The grammar does not let it stand there."),
        Leave => return None,
    };
    let mut requirements = position.requirements.to_vec();
    if expect == Outcome::Reject {
        requirements.extend(["href13-5.2.1-unprocessable", "href27-5.2.1-unprocessable"]);
        if ends_in_null(&cri) {
            requirements.extend(TRAILING_NULL);
        }
    }
    Some(Sketch {
        id: format!("decode-position-{}-{}", position.name, filler.name),
        title: format!("{} {}", filler.item.edn(), position.place),
        profiles: profiles.into(),
        requirements,
        features,
        op: "decode",
        arguments: vec![("cri", Argument::Cri(cri))],
        expect: only(expect),
        note: note.to_owned(),
        ..Sketch::default()
    })
}

fn ends_in_null(cri: &Item) -> bool {
    matches!(cri, Item::Array(items) if items.last() == Some(&NULL))
}

/// The features that a CRI uses once the item may stand there.
fn features_of(position: &Position, what: What) -> Vec<&'static str> {
    let mut features = Vec::new();
    match (position.name, what) {
        ("first", What::Text) => features.push("scheme-name"),
        ("authority" | "reference-authority", What::True | What::Null) => features.push("no-authority"),
        ("behind-address", What::Text) => features.push("zone-id"),
        ("userinfo", _) => features.push("userinfo"),
        _ => {}
    }
    if what == What::Pet || position.name.starts_with("pet-") {
        features.push("text-or-pet");
    }
    features
}
