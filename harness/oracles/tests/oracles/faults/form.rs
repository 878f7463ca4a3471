//! Oracles on what a CRI is, and where it ends.

use crivet::cri::{Scheme, Text, read, write};
use crivet::operation::Operation;
use crivet::outcome::{Decoded, Item, Outcome, Value};
use crivet_fuzz::oracle::cddl::Cddl;
use crivet_fuzz::oracle::decode_encode::DecodeEncode;
use crivet_fuzz::oracle::equivalence::Equivalence;
use crivet_fuzz::oracle::pet::Pet;
use crivet_fuzz::oracle::scan::Scan;

use super::{check, decoded_as_it_stands, edited, reject, text};

#[test]
fn decode_encode() {
    check(
        DecodeEncode,
        &[
            ("what is not valid was accepted", |_, _, operation, outcome| match (operation, outcome) {
                // Indefinite lengths are taken.
                (Operation::Decode { cri }, Outcome::Reject(_)) if cri.contains(&0x9f) => {
                    decoded_as_it_stands(cri)
                }
                (_, outcome) => outcome,
            }),
            ("what is not valid was accepted", |_, _, operation, outcome| match (operation, outcome) {
                // Bytes behind the item are passed over.
                (Operation::Decode { cri }, Outcome::Reject(reason))
                    if reason.contains("bytes after") || reason.contains("trailing") =>
                {
                    decoded_as_it_stands(cri)
                }
                (_, outcome) => outcome,
            }),
            ("what is valid was rejected", |_, _, operation, outcome| match operation {
                Operation::Decode { cri } if cri.windows(2).any(|two| two == [0x98, 1]) => reject(),
                _ => outcome,
            }),
            ("a full CRI and a reference were mistaken", |_, _, _, outcome| match outcome {
                Outcome::Value(Value::Decoded(Decoded { cri, .. })) => {
                    Outcome::Value(Value::Decoded(Decoded { full: true, cri }))
                }
                other => other,
            }),
            ("re-encoded it means something else: query", |_, profile, _, outcome| {
                // The empty query is dropped.
                edited(outcome, profile, |cri| {
                    if cri.query.as_ref().is_some_and(|query| query.len() == 1 && query[0].is_empty()) {
                        cri.query = None;
                    }
                })
            }),
        ],
    );
}

#[test]
fn cddl() {
    check(
        Cddl,
        &[("what does not match the CDDL was accepted", |_, _, operation, outcome| {
            match (operation, outcome) {
                (Operation::Decode { cri }, Outcome::Reject(reason)) if reason.contains("discard") => {
                    decoded_as_it_stands(cri)
                }
                (Operation::Decode { cri }, outcome) if cri.contains(&0x41) => match outcome {
                    Outcome::Reject(_) => decoded_as_it_stands(cri),
                    other => other,
                },
                (_, outcome) => outcome,
            }
        })],
    );
}

#[test]
fn pet() {
    check(
        Pet,
        &[
            ("the triplets are not those of percent-encoding", |_, _, operation, outcome| match operation {
                // Another byte.
                Operation::CriToUri { .. } => text(outcome, |uri| uri.replace("%FF", "%FE")),
                _ => outcome,
            }),
            ("the triplets are not those of percent-encoding: path", |_, _, operation, outcome| {
                match operation {
                    // Delimiters stay as they are.
                    Operation::CriToUri { .. } => text(outcome, |uri| uri.replace("%3A", ":")),
                    _ => outcome,
                }
            }),
            ("re-encoded it means something else", |_, profile, operation, outcome| match operation {
                // Bytes come out as text.
                Operation::Decode { .. } => edited(outcome, profile, |cri| {
                    if let Some(Text::Sequence(_)) = &cri.fragment {
                        cri.fragment = Some(Text::Plain("x".to_owned()));
                    }
                }),
                _ => outcome,
            }),
            ("what is not valid was accepted", |_, _, operation, outcome| match (operation, outcome) {
                // Minimality is not checked.
                (Operation::Decode { cri }, Outcome::Reject(reason))
                    if reason.contains("percent-encoded than")
                        || reason.contains("minimal")
                        || reason.contains("text") =>
                {
                    decoded_as_it_stands(cri)
                }
                (_, outcome) => outcome,
            }),
            ("what comes back is another CRI", |_, profile, operation, outcome| match operation {
                Operation::UriToCri { .. } => edited(outcome, profile, |cri| {
                    for segment in cri.path.iter_mut().flatten() {
                        if matches!(segment, Text::Sequence(_)) {
                            *segment = Text::Plain("x".to_owned());
                        }
                    }
                }),
                _ => outcome,
            }),
        ],
    );
}

#[test]
fn equivalence() {
    fn answer(equivalent: bool) -> Outcome {
        Outcome::Value(Value::Equivalent { equivalent })
    }
    check(
        Equivalence,
        &[
            ("equal CRIs are not equivalent", |_, _, operation, outcome| match operation {
                // By bytes.
                Operation::Equivalent { a, b, ignore_fragment: false } if outcome == answer(true) => {
                    answer(a == b)
                }
                Operation::Equivalent { a, .. } if a.len() == 23 => answer(false),
                _ => outcome,
            }),
            ("CRIs of different URIs are equivalent: query", |right, profile, operation, outcome| {
                match operation {
                    // The empty query is no query.
                    Operation::Equivalent { a, b, ignore_fragment } => {
                        let strip = |bytes: &Vec<u8>| match read(bytes) {
                            Ok(mut reading) => {
                                if matches!(reading.cri.parameters(), [only] if only.is_empty()) {
                                    reading.cri.query = None;
                                }
                                write(&reading.cri, profile)
                            }
                            Err(_) => bytes.clone(),
                        };
                        let operation = Operation::Equivalent {
                            a: strip(a),
                            b: strip(b),
                            ignore_fragment: *ignore_fragment,
                        };
                        right.perform(profile, &operation)
                    }
                    _ => outcome,
                }
            }),
            ("CRIs of different URIs are equivalent: fragment", |right, profile, operation, outcome| {
                match operation {
                    Operation::Equivalent { a, b, .. } => {
                        let operation =
                            Operation::Equivalent { a: a.clone(), b: b.clone(), ignore_fragment: true };
                        right.perform(profile, &operation)
                    }
                    _ => outcome,
                }
            }),
            ("equal CRIs are not equivalent", |right, profile, operation, outcome| match operation {
                Operation::Equivalent { a, b, .. } => {
                    let operation =
                        Operation::Equivalent { a: a.clone(), b: b.clone(), ignore_fragment: false };
                    right.perform(profile, &operation)
                }
                _ => outcome,
            }),
            ("it is not symmetric", |right, profile, operation, outcome| match operation {
                // The scheme's name is looked up on one side: where the URI is the same, both answers stand, but one.
                Operation::Equivalent { a, b, ignore_fragment } => match read(a) {
                    Ok(mut reading)
                        if reading.cri.scheme == Some(Scheme::Name("coap".to_owned())) && a != b =>
                    {
                        reading.cri.scheme = Some(Scheme::Number(0));
                        let a = write(&reading.cri, profile);
                        let asked =
                            Operation::Equivalent { a, b: b.clone(), ignore_fragment: *ignore_fragment };
                        match right.perform(profile, &asked) {
                            Outcome::Value(Value::Equivalent { equivalent: true }) => answer(true),
                            _ => outcome,
                        }
                    }
                    _ => outcome,
                },
                _ => outcome,
            }),
            ("what is valid was not compared", |_, _, operation, outcome| match operation {
                Operation::Equivalent { a, .. } if a.contains(&0xf5) => reject(),
                _ => outcome,
            }),
        ],
    );
}

#[test]
fn scan() {
    fn items(outcome: Outcome, edit: impl FnOnce(&mut Vec<Item>)) -> Outcome {
        match outcome {
            Outcome::Value(Value::Items { mut items }) => {
                edit(&mut items);
                Outcome::Value(Value::Items { items })
            }
            other => other,
        }
    }
    check(
        Scan,
        &[
            ("an item depends on its neighbours", |_, _, _, outcome| {
                // What follows something unprocessable is lost.
                items(outcome, |items| {
                    if let Some(at) = items.iter().position(|item| *item == Item::Unprocessable) {
                        items[at..].fill(Item::Unprocessable);
                    }
                })
            }),
            ("not as many answers as items", |_, _, _, outcome| {
                // What is unprocessable is left out.
                items(outcome, |items| items.retain(|item| *item == Item::Processable))
            }),
            ("the sequence was rejected", |_, _, operation, outcome| match operation {
                // A map is none of its business.
                Operation::Scan { sequence } if sequence.contains(&0xa1) => reject(),
                _ => outcome,
            }),
            ("what is not valid is processable", |_, _, _, outcome| {
                items(outcome, |items| items.fill(Item::Processable))
            }),
            ("what is valid is unprocessable", |_, _, _, outcome| {
                items(outcome, |items| items.fill(Item::Unprocessable))
            }),
        ],
    );
}
