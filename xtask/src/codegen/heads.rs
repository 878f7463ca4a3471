//! Heads that a slip would make a CRI of.
//!
//! One kind has an additional information that announces no argument: 28 to 30 are reserved, 31 is for indefinite
//! lengths, which integers do not have (RFC 8949, section 3). What follows is what it would count if it were taken for
//! the argument itself, for 0, or for the next power of two in bytes that hold the argument. Whatever it is taken for,
//! it is in the last item, so that nothing that follows makes an item of indefinite length well-formed.
//!
//! The other has another major type, and behind it the one item or byte that the right one would count.

use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

/// Something of a CRI that has a head of its own: what precedes it, its major type, and one of what it counts.
struct Place {
    name: &'static str,
    title: &'static str,
    before: &'static [u8],
    major: u8,
    one: &'static [u8],
    /// What the grammar says of the place, by the end of the ids of its requirements in both revisions.
    grammar: [&'static str; 2],
    /// Does a CRI have as many there as 28?
    many: bool,
    /// Does it have none there?
    none: bool,
}

const UNSIGNED: u8 = 0;
const NEGATIVE: u8 = 1;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const ARRAY: u8 = 4;

/// The major types, in words.
const MAJORS: [(&str, &str); 8] = [
    ("unsigned", "an unsigned integer"),
    ("negative", "a negative integer"),
    ("bytes", "a byte string"),
    ("text", "a text string"),
    ("array", "an array"),
    ("map", "a map"),
    ("tag", "a tag"),
    ("simple", "a simple value"),
];

const fn place(
    name: &'static str,
    title: &'static str,
    before: &'static [u8],
    major: u8,
    one: &'static [u8],
    grammar: [&'static str; 2],
) -> Place {
    Place { name, title, before, major, one, grammar, many: true, none: major > NEGATIVE }
}

const GRAMMAR: [&str; 2] = ["href13-7.1-grammar", "href27-7.2-grammar"];
const PATH: [&str; 2] = ["href13-5.1-path", "href27-5.1-path"];
const FRAGMENT: [&str; 2] = ["href13-5.1-fragment", "href27-5.1-fragment"];

const PLACES: [Place; 13] = [
    // [0]
    Place {
        many: false,
        none: false,
        ..place("outer", "the outer array", &[], ARRAY, &[0x00], ["href13-5.1-array", "href27-5.1-array"])
    },
    place("discard", "a discard", &[0x81], UNSIGNED, &[], ["href13-5.1-discard", "href27-5.1-discard"]),
    place(
        "scheme-id",
        "a scheme number",
        &[0x81],
        NEGATIVE,
        &[],
        ["href13-5.1-scheme-id", "href27-5.1-scheme-id"],
    ),
    // [-1, ["h", …]]
    place(
        "port",
        "a port",
        &[0x82, 0x20, 0x82, 0x61, b'h'],
        UNSIGNED,
        &[],
        ["href13-5.1-port", "href27-5.1-port"],
    ),
    place(
        "authority",
        "an authority",
        &[0x82, 0x20],
        ARRAY,
        &[0x61, b'h'],
        ["href13-5.1-authority", "href27-5.1-authority"],
    ),
    place(
        "label",
        "a label",
        &[0x82, 0x20, 0x81],
        TEXT,
        b"h",
        ["href13-5.1-host-name", "href27-5.1-host-name"],
    ),
    // [0, …]
    place("path", "a path", &[0x82, 0x00], ARRAY, &[0x61, b'a'], PATH),
    place("segment", "a segment", &[0x82, 0x00, 0x81], TEXT, b"a", PATH),
    Place {
        none: false,
        ..place("pet", "the bytes of a text-pet-sequence", &[0x82, 0x00, 0x81, 0x81], BYTES, &[0x80], GRAMMAR)
    },
    // A sequence of 28 parts is none, for bytes follow bytes.
    Place {
        many: false,
        none: false,
        ..place("sequence", "a text-pet-sequence", &[0x82, 0x00, 0x81], ARRAY, &[0x41, 0x80], PATH)
    },
    // [0, null, …]
    place(
        "query",
        "a query",
        &[0x83, 0x00, 0xf6],
        ARRAY,
        &[0x61, b'a'],
        ["href13-5.1-query", "href27-5.1-query"],
    ),
    // [0, null, null, …]
    place("fragment", "a fragment", &[0x84, 0x00, 0xf6, 0xf6], TEXT, b"a", FRAGMENT),
    Place {
        many: false,
        none: false,
        ..place(
            "fragment-sequence",
            "a text-pet-sequence as fragment",
            &[0x84, 0x00, 0xf6, 0xf6],
            ARRAY,
            &[0x41, 0x80],
            FRAGMENT,
        )
    },
];

pub(super) fn sketches() -> Vec<Sketch> {
    let mut sketches = Vec::new();
    for place in &PLACES {
        let number = place.major <= NEGATIVE;
        for information in 28..=31 {
            if place.many {
                let count = if number { 0 } else { information.into() };
                let note = format!("It is no argument: {information} is not one of 0 to 23.");
                sketches.push(place.sketch(information, "number", &place.one.repeat(count), note));
            }
            let width = 1 << (information - 24);
            let wide = [&vec![0; width - 1][..], &[1], if number { &[] } else { place.one }].concat();
            let note = format!("No argument follows it, of {width} bytes as little as of any other number.");
            sketches.push(place.sketch(information, "width", &wide, note));
            if place.none {
                let note = "It does not say that there is nothing.".to_owned();
                sketches.push(place.sketch(information, "zero", &[], note));
            }
        }
        if !number {
            let others = (0..).zip(MAJORS).filter(|(major, _)| *major != place.major);
            sketches.extend(others.map(|(major, words)| place.of_other_type(major, words)));
        }
    }
    sketches
}

impl Place {
    fn sketch(&self, information: u8, taken: &str, behind: &[u8], note: String) -> Sketch {
        let kind = if information == 31 { "an indefinite length" } else { "reserved" };
        let taken_for = match taken {
            "number" => format!("taken for {information}"),
            "width" => "taken for the width of an argument".to_owned(),
            _ => "taken for 0".to_owned(),
        };
        Sketch {
            id: format!("decode-head-{}-{information}-taken-for-{taken}", self.name),
            title: format!("The head of {} with {information}, {kind}, to be {taken_for}", self.title),
            note,
            ..self.rejected(self.major << 5 | information, behind)
        }
    }

    fn of_other_type(&self, major: u8, (name, words): (&str, &str)) -> Sketch {
        Sketch {
            id: format!("decode-head-{}-of-type-{name}", self.name),
            title: format!("The head of {} with the major type of {words}", self.title),
            note: format!("What the head of {words} counts, and whether it counts, is another matter."),
            ..self.rejected(major << 5 | 1, self.one)
        }
    }

    /// An item that is well-formed is one that the grammar does not have here.
    fn requirements(&self, cbor: &[u8]) -> Vec<&'static str> {
        match is_well_formed(cbor) {
            true => self.grammar.into(),
            false => vec!["href13-5.1-single-item", "href27-5.1-single-item"],
        }
    }

    /// The head in its place, and what is behind it.
    fn rejected(&self, head: u8, behind: &[u8]) -> Sketch {
        let cbor = [self.before, &[head], behind].concat();
        Sketch {
            profiles: BOTH.into(),
            requirements: self.requirements(&cbor),
            op: "decode",
            arguments: vec![("cri", Argument::Bytes(cbor))],
            expect: only(Outcome::Reject),
            rulings: vec!["R35"],
            ..Sketch::default()
        }
    }
}

/// Is this one well-formed data item (RFC 8949, appendix C), of definite lengths? No other length here is well-formed.
fn is_well_formed(cbor: &[u8]) -> bool {
    after_item(cbor).is_some_and(<[u8]>::is_empty)
}

fn after_item(cbor: &[u8]) -> Option<&[u8]> {
    let (&head, rest) = cbor.split_first()?;
    let (argument, mut rest) = match head & 0x1f {
        small @ 0..=23 => (u64::from(small), rest),
        information @ 24..=27 => {
            let (bytes, rest) = rest.split_at_checked(1 << (information - 24))?;
            (bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)), rest)
        }
        _ => return None,
    };
    let items = match head >> 5 {
        BYTES | TEXT => return rest.get(usize::try_from(argument).ok()?..),
        ARRAY => argument,
        5 => argument.checked_mul(2)?,
        6 => 1,
        // Simple values below 32 are in the head.
        7 if head & 0x1f == 24 && argument < 32 => return None,
        _ => 0,
    };
    for _ in 0..items {
        rest = after_item(rest)?;
    }
    Some(rest)
}
