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
) -> Place {
    Place { name, title, before, major, one, many: true, none: major > NEGATIVE }
}

const PLACES: [Place; 13] = [
    // [0]
    Place { many: false, none: false, ..place("outer", "the outer array", &[], ARRAY, &[0x00]) },
    place("discard", "a discard", &[0x81], UNSIGNED, &[]),
    place("scheme-id", "a scheme number", &[0x81], NEGATIVE, &[]),
    // [-1, ["h", …]]
    place("port", "a port", &[0x82, 0x20, 0x82, 0x61, b'h'], UNSIGNED, &[]),
    place("authority", "an authority", &[0x82, 0x20], ARRAY, &[0x61, b'h']),
    place("label", "a label", &[0x82, 0x20, 0x81], TEXT, b"h"),
    // [0, …]
    place("path", "a path", &[0x82, 0x00], ARRAY, &[0x61, b'a']),
    place("segment", "a segment", &[0x82, 0x00, 0x81], TEXT, b"a"),
    Place {
        none: false,
        ..place("pet", "the bytes of a text-pet-sequence", &[0x82, 0x00, 0x81, 0x81], BYTES, &[0x80])
    },
    // A sequence of 28 parts is none, for bytes follow bytes.
    Place {
        many: false,
        none: false,
        ..place("sequence", "a text-pet-sequence", &[0x82, 0x00, 0x81], ARRAY, &[0x41, 0x80])
    },
    // [0, null, …]
    place("query", "a query", &[0x83, 0x00, 0xf6], ARRAY, &[0x61, b'a']),
    // [0, null, null, …]
    place("fragment", "a fragment", &[0x84, 0x00, 0xf6, 0xf6], TEXT, b"a"),
    Place {
        many: false,
        none: false,
        ..place(
            "fragment-sequence",
            "a text-pet-sequence as fragment",
            &[0x84, 0x00, 0xf6, 0xf6],
            ARRAY,
            &[0x41, 0x80],
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

    /// The head in its place, and what is behind it.
    fn rejected(&self, head: u8, behind: &[u8]) -> Sketch {
        Sketch {
            profiles: BOTH.into(),
            requirements: vec!["href13-5.1-single-item", "href27-5.1-single-item"],
            op: "decode",
            arguments: vec![("cri", Argument::Bytes([self.before, &[head], behind].concat()))],
            expect: only(Outcome::Reject),
            rulings: vec!["R35"],
            ..Sketch::default()
        }
    }
}
