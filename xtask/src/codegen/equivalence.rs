//! Equivalence at the lengths of buffers and counters: what differs behind them, or by as much as a counter holds.

use super::cbor::{Item, array, text, texts};
use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

/// Where a counter of one byte starts again, and more than what is compared in a buffer of fixed size.
const LENGTHS: [usize; 2] = [257, 4097];

/// Something of a CRI that has a length: what it is called, the features it uses, and the CRI with one so long that
/// ends in this letter.
struct Kind {
    name: &'static str,
    title: &'static str,
    features: &'static [&'static str],
    cri: fn(usize, &str) -> Item,
}

fn coap() -> Item {
    Item::Int(-1)
}

fn host() -> Item {
    texts(&["h"])
}

/// A text so long.
fn letters(length: usize, last: &str) -> Item {
    text("a".repeat(length - 1) + last)
}

/// So many texts.
fn many(length: usize, last: &str) -> Item {
    let mut items = vec!["a"; length - 1];
    items.push(last);
    texts(&items)
}

/// A text-pet-sequence of two parts, the second so long.
fn sequence(length: usize, last: &str) -> Item {
    array([Item::Bytes(b"/".to_vec()), letters(length, last)])
}

const KINDS: [Kind; 8] = [
    Kind {
        name: "label",
        title: "a label of length {}",
        features: &[],
        cri: |length, last| array([coap(), array([letters(length, last)])]),
    },
    Kind {
        name: "labels",
        title: "a host of length {}",
        features: &[],
        cri: |length, last| array([coap(), many(length, last)]),
    },
    Kind {
        name: "segment",
        title: "a segment of length {}",
        features: &[],
        cri: |length, last| array([coap(), host(), array([letters(length, last)])]),
    },
    Kind {
        name: "sequence",
        title: "a text of length {} behind a byte string",
        features: &["text-or-pet"],
        cri: |length, last| array([coap(), host(), array([sequence(length, last)])]),
    },
    Kind {
        name: "segments",
        title: "a path of length {}",
        features: &[],
        cri: |length, last| array([coap(), host(), many(length, last)]),
    },
    Kind {
        name: "parameter",
        title: "a parameter of length {}",
        features: &[],
        cri: |length, last| array([coap(), host(), array([]), array([letters(length, last)])]),
    },
    Kind {
        name: "parameters",
        title: "a query of length {}",
        features: &[],
        cri: |length, last| array([coap(), host(), array([]), many(length, last)]),
    },
    Kind {
        name: "fragment",
        title: "a fragment of length {}",
        features: &[],
        cri: |length, last| array([coap(), host(), array([]), texts(&["q"]), letters(length, last)]),
    },
];

pub(super) fn sketches() -> Vec<Sketch> {
    KINDS.iter().flat_map(Kind::sketches).collect()
}

impl Kind {
    fn sketches(&self) -> Vec<Sketch> {
        let mut sketches = Vec::new();
        for length in LENGTHS {
            let twice = format!("Twice {}", self.titled(length));
            for (name, remark, last) in
                [("last-differs", "of which the last differs", "a"), ("same", "all the same", "b")]
            {
                let both = [(length, last), (length, "b")];
                sketches.push(self.sketch(
                    &format!("{length}-{name}"),
                    format!("{twice}, {remark}"),
                    both,
                    last == "b",
                ));
            }
        }
        let title = format!("Once {}, once longer by 256", self.titled(1));
        sketches.push(self.sketch("256-more", title, [(1, "a"), (257, "a")], false));
        sketches
    }

    fn titled(&self, length: usize) -> String {
        self.title.replace("{}", &length.to_string())
    }

    fn sketch(&self, name: &str, title: String, [a, b]: [(usize, &str); 2], equivalent: bool) -> Sketch {
        let cri = |(length, last)| Argument::Cri((self.cri)(length, last));
        Sketch {
            id: format!("equivalent-length-{}-{name}", self.name),
            title,
            profiles: BOTH.into(),
            requirements: vec![
                "href13-4-componentwise",
                "href13-4-no-false-positive",
                "href27-4-componentwise",
                "href27-4-no-false-positive",
            ],
            features: self.features.into(),
            op: "equivalent",
            arguments: vec![("a", cri(a)), ("b", cri(b))],
            expect: only(Outcome::Equivalent(equivalent)),
            ..Sketch::default()
        }
    }
}
