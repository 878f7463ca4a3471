//! Two examples cut off at every byte: one full CRI with every section and feature, one reference.

use super::cbor::{FALSE, Item, NULL, array, text, texts};
use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

pub(super) fn sketches() -> Vec<Sketch> {
    let address = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x2a];
    let full = array([
        text("foo+bar"),
        array([FALSE, text("u"), Item::Bytes(address.into()), text("eth0"), Item::Int(4711)]),
        array([text("a"), array([text("b"), Item::Bytes(vec![0x2f]), text("c")])]),
        texts(&["k=v", ""]),
        text("\u{20ac}"),
    ]);
    let reference = array([
        NULL,
        array([FALSE, text("u"), text("www"), text("example"), Item::Int(65535)]),
        array([text("a"), array([Item::Bytes(vec![0xff]), text("b")])]),
        texts(&["q"]),
        text("f"),
    ]);
    let mut sketches = cut("full-cri", "full CRI", &full);
    sketches.extend(cut("reference", "reference", &reference));
    sketches
}

fn cut(name: &str, what: &str, item: &Item) -> Vec<Sketch> {
    let bytes = item.encode();
    let cut = |length: usize| Sketch {
        id: format!("decode-truncated-{name}-{length}"),
        title: format!("The first {length} of the {} bytes of a {what}", bytes.len()),
        profiles: BOTH.into(),
        requirements: vec![
            "href13-5.1-single-item",
            "href27-5.1-single-item",
            "href13-9-graceful",
            "href27-10-graceful",
        ],
        op: "decode",
        arguments: vec![("cri", Argument::Bytes(bytes[..length].into()))],
        expect: only(Outcome::Reject),
        rulings: vec!["R35"],
        note: format!("A data item cut off is not well-formed; whole, it is {}.", item.edn()),
        ..Sketch::default()
    };
    (1..bytes.len()).map(cut).collect()
}
