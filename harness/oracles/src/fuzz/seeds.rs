//! What a coverage-guided engine starts from: inputs made of vectors, and a dictionary made of the grammar and the
//! scheme tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::any::AnyOracle;
use crate::generate::coap::by_uri::Way;
use crate::generate::early::OptionSequence;
use crate::generate::seeded;
use crivet::corpus::Corpus;
use crivet::cri::{schemes, split_array};
use crivet::operation::{Operation, Spaces};
use crivet::profile::{Family, Profile};
use crivet::vector::Vector;

/// An input that a vector became.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed {
    /// The vector's id and profile, fit for the name of a file.
    pub name: String,
    /// The input, for a [`Target`](super::Target).
    pub bytes: Vec<u8>,
}

/// How many seeds an oracle has at least: where the vectors are fewer, some are drawn.
const FEWEST: usize = 16;

/// The inputs of an oracle that the vectors of its operations can become, each once; and where these are few, some that
/// are drawn.
pub fn seeds(oracle: &dyn AnyOracle, corpus: &Corpus) -> Vec<Seed> {
    let about = oracle.facts();
    let mut seeds = BTreeMap::new();
    let asks = |vector: &&Vector| {
        let name = vector.operation.name();
        about.operations.contains(&name) || about.any.contains(&name)
    };
    for vector in corpus.vectors.iter().filter(asks) {
        for &profile in vector.profiles.iter().filter(|profile| about.profiles.contains(profile)) {
            for form in forms(&vector.operation, profile) {
                if let Ok(Some(bytes)) = oracle.input_of_case(profile, &form.to_string()) {
                    seeds.entry(bytes).or_insert_with(|| format!("{}-{profile}", vector.id));
                }
            }
        }
    }
    for (at, index) in (seeds.len()..FEWEST).zip(0_u8..) {
        let number = usize::from(index) % about.profiles.len().max(1);
        let bytes = [&[u8::try_from(number).unwrap_or_default()], &*seeded(at as u64, DRAWN)].concat();
        seeds.insert(bytes, format!("drawn-{at}"));
    }
    let mut seeds: Vec<Seed> = seeds.into_iter().map(|(bytes, name)| Seed { name, bytes }).collect();
    seeds.sort_unstable();
    // One vector can become several.
    let mut count = BTreeMap::<String, usize>::new();
    for seed in &mut seeds {
        let count = count.entry(seed.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            seed.name = format!("{}-{count}", seed.name);
        }
    }
    seeds
}

/// How many bytes a seed is drawn from.
const DRAWN: usize = 64;

/// The forms that the arguments of an operation can have as a case: which of them are some is for the oracle to say.
fn forms(operation: &Operation, profile: Profile) -> Vec<Json> {
    let Ok(whole) = serde_json::to_value(operation) else { return Vec::new() };
    let Json::Object(mut arguments) = whole.clone() else { return Vec::new() };
    arguments.remove("op");
    if let Operation::CoapToUri { secure, transport, .. } = operation {
        arguments.insert("scheme".to_owned(), json!(Way::of_request(*secure, *transport)));
    }
    let order: &[&str] = match operation {
        Operation::IriPreprocess { .. } => &["text", "multiple", "spaces"],
        Operation::UriToCoap { .. } => &["uri", "destination"],
        Operation::CoapToUri { .. } => &["scheme", "options", "destination"],
        Operation::CoapToCri { .. } => &["scheme", "options", "destination"],
        Operation::CriToCoap { .. } => &["cri", "destination", "to-proxy"],
        Operation::Resolve { .. } => &["base", "reference"],
        Operation::Relativize { .. } => &["base", "target"],
        Operation::Equivalent { .. } => &["a", "b"],
        _ => &[],
    };
    let listed: Vec<Json> = match order {
        [] => arguments.values().cloned().collect(),
        order => order.iter().filter_map(|name| arguments.get(*name).cloned()).collect(),
    };
    let mut forms = listed.clone();
    forms.extend(sequences(operation, profile));
    forms.push(json!([whole, whole]));
    match &listed[..] {
        [one] => forms.extend([json!([one, one]), json!([one, one, one]), json!([one, [one]])]),
        [one, two] => {
            forms.extend([
                json!([one, two]),
                json!([one, two, two]),
                json!([one, one, two]),
                json!([one, [two]]),
            ]);
        }
        _ => {}
    }
    forms.push(whole);
    forms.push(Json::Array(listed.iter().map(unnamed).collect()));
    forms.push(Json::Array(listed));
    forms.push(Json::Object(arguments));
    if let Operation::Scan { sequence } = operation
        && let Ok(items) = split_array(sequence)
    {
        let items: Vec<Json> = items.iter().map(|item| json!(hex::encode(item))).collect();
        forms.push(Json::Array(items));
    }
    forms
}

/// The forms of a question about option sequences, by their options.
fn sequences(operation: &Operation, profile: Profile) -> Option<Json> {
    let read = |bytes: &[u8]| OptionSequence::from_cbor(bytes, profile);
    match operation {
        Operation::Resolve { base, reference, relation: None } => {
            Some(json!({"profile": profile, "base": read(base)?, "reference": read(reference)?}))
        }
        Operation::Decode { cri } | Operation::CriToUri { cri } => Some(json!(read(cri)?)),
        _ => None,
    }
}

/// An argument in the short form that some oracles have it in: without the names of its fields.
fn unnamed(argument: &Json) -> Json {
    match argument {
        Json::Array(items) => items.iter().map(unnamed).collect(),
        Json::Object(fields) => match (fields.get("address"), fields.get("number"), fields.get("value")) {
            (Some(address), ..) => json!([address, fields.get("port")]),
            (None, Some(number), Some(Json::String(digits))) => {
                json!([number, hex::decode(digits).unwrap_or_default()])
            }
            _ => argument.clone(),
        },
        Json::String(word) if word == Spaces::Remove.name() => json!(true),
        Json::String(word) if word == Spaces::Encode.name() => json!(false),
        other => other.clone(),
    }
}

/// What the CDDL of the drafts is written with, as CBOR (href-13, anchor `cbor-representation`): heads of arrays, texts
/// and byte strings, the simple values, scheme-ids and discard counts around the sizes of heads.
const CBOR: &[&[u8]] = &[
    b"\x80",
    b"\x81",
    b"\x82",
    b"\x83",
    b"\x84",
    b"\x85",
    b"\x9f",
    b"\xff",
    b"\xf4",
    b"\xf5",
    b"\xf6",
    b"\xf7",
    b"\x00",
    b"\x01",
    b"\x17",
    b"\x18\x18",
    b"\x18\x7f",
    b"\x18\x80",
    b"\x19\x01\x00",
    b"\x19\x16\x33",
    b"\x19\x16\x34",
    b"\x19\xff\xff",
    b"\x1a\x00\x01\x00\x00",
    b"\x20",
    b"\x21",
    b"\x22",
    b"\x23",
    b"\x37",
    b"\x38\x18",
    b"\x39\x08\xd7",
    b"\x40",
    b"\x41",
    b"\x44",
    b"\x50",
    b"\x60",
    b"\x61",
    b"\x62",
    b"\x64",
    b"\x78\x18",
    b"\xa0",
    b"\xc0",
    b"\xf9\x7e\x00",
];

/// What URIs and IRIs are written with (RFC 3986, section 2 and appendix A; RFC 3987, section 2.2): delimiters, what
/// looks like a dot-segment, percent-encoded delimiters, addresses, characters beyond ASCII.
pub(super) const TEXTS: &[&str] = &[
    ":",
    "/",
    "?",
    "#",
    "[",
    "]",
    "@",
    "!",
    "$",
    "&",
    "'",
    "(",
    ")",
    "*",
    "+",
    ",",
    ";",
    "=",
    "//",
    "/.",
    "/..",
    "./",
    "../",
    "/.//",
    "..",
    ".",
    "%",
    "%2e",
    "%2E",
    "%2F",
    "%3a",
    "%25",
    "%00",
    "%C3%A9",
    "%FF",
    "::",
    "::1",
    "[::1]",
    "[::ffff:1.2.3.4]",
    "[v1.a]",
    "%25eth0",
    "192.0.2.1",
    ":80",
    ":5683",
    ":0",
    ":65536",
    "xn--",
    "é",
    "e\u{301}",
    "\u{e000}",
    "\u{10ffff}",
    "\u{202e}",
    "\u{3002}",
    "ß",
];

/// A dictionary for libFuzzer and AFL: the tokens of the grammars, and the schemes of the tables, a line each.
pub fn dictionary() -> String {
    let mut tokens: BTreeSet<Vec<u8>> = CBOR.iter().map(|token| token.to_vec()).collect();
    tokens.extend(TEXTS.iter().map(|token| token.as_bytes().to_vec()));
    for &profile in Family::Href.profiles() {
        tokens.extend(schemes(profile).values().map(|name| name.as_bytes().to_vec()));
    }
    tokens.iter().fold(String::new(), |mut text, token| {
        let _ = writeln!(text, "\"{}\"", token.iter().map(|byte| escaped(*byte)).collect::<String>());
        text
    })
}

fn escaped(byte: u8) -> String {
    match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    }
}
