//! Oracles on resolution, and on what undoes it.

use crivet::cri::{Authority, Cri, Discard, Scheme, Text, read, write};
use crivet::operation::Operation;
use crivet::outcome::{Outcome, Value};
use crivet_fuzz::oracle::relativize::Relativize;
use crivet_fuzz::oracle::resolution_uri::ResolutionUri;
use crivet_fuzz::oracle::resolve_associative::ResolveAssociative;
use crivet_fuzz::oracle::resolve_idempotent::ResolveIdempotent;
use crivet_fuzz::oracle::resolve_pure::ResolvePure;

use super::{check, edited, reject};

#[test]
fn resolution_uri() {
    check(
        ResolutionUri,
        &[
            ("the target is another one: path", |_, profile, operation, outcome| match operation {
                // One segment too many is kept.
                Operation::Resolve { reference, .. } if reference.get(1) == Some(&2) => {
                    edited(outcome, profile, |cri| {
                        if let Some(path) = &mut cri.path {
                            path.insert(0, Text::Plain("x".to_owned()));
                        }
                    })
                }
                _ => outcome,
            }),
            ("the target is another one: query", |_, profile, operation, outcome| match operation {
                // The base's query stays.
                Operation::Resolve { base, .. } => {
                    let query = read(base).ok().and_then(|reading| reading.cri.query);
                    edited(outcome, profile, |cri| cri.query = cri.query.take().or(query))
                }
                _ => outcome,
            }),
            ("what can be resolved was rejected", |_, _, operation, outcome| match operation {
                Operation::Resolve { reference, .. } if reference.get(1) == Some(&3) => reject(),
                _ => outcome,
            }),
        ],
    );
}

#[test]
fn resolve_idempotent() {
    check(
        ResolveIdempotent,
        &[
            ("a full CRI does not resolve to itself: scheme", |_, profile, _, outcome| {
                // The scheme's name is replaced by its number.
                edited(outcome, profile, |cri| {
                    if cri.scheme == Some(Scheme::Name("coap".to_owned())) {
                        cri.scheme = Some(Scheme::Number(0));
                    }
                })
            }),
            ("a full CRI does not resolve to itself: authority", |_, profile, operation, outcome| {
                // Step 5 to the letter: the base's authority stays where the reference has none (R5).
                let Operation::Resolve { base, reference, .. } = operation else { return outcome };
                let (Ok(base), Ok(reference)) = (read(base), read(reference)) else { return outcome };
                edited(outcome, profile, |cri| {
                    if reference.cri.is_full() && reference.cri.authority == Authority::Null {
                        cri.authority = base.cri.authority;
                    }
                })
            }),
            ("resolving twice gives something else", |_, profile, operation, outcome| {
                // A path of a length that no full CRI is made with, but some resolve to, grows.
                let Operation::Resolve { reference, .. } = operation else { return outcome };
                let is_full = read(reference).is_ok_and(|reading| reading.cri.is_full());
                edited(outcome, profile, |cri| {
                    if is_full && matches!(cri.segments().len(), 6 | 7 | 9..=23) {
                        cri.path.get_or_insert_default().push(Text::Plain("x".to_owned()));
                    }
                })
            }),
        ],
    );
}

#[test]
fn resolve_associative() {
    check(
        ResolveAssociative,
        &[
            ("resolving step by step is not resolving at once: path", |_, profile, operation, outcome| {
                // A discard takes one segment the less where there are more than three.
                let Operation::Resolve { base, reference, .. } = operation else { return outcome };
                let (Ok(base), Ok(reference)) = (read(base), read(reference)) else { return outcome };
                let Discard::Count(count @ 1..) = reference.cri.discard else { return outcome };
                let left = base.cri.segments().len().saturating_sub(usize::try_from(count).unwrap());
                edited(outcome, profile, |cri| {
                    if base.cri.segments().len() > 3 && left > 0 {
                        cri.path.get_or_insert_default().insert(left, Text::Plain("x".to_owned()));
                    }
                })
            }),
            ("resolving step by step is not resolving at once: query", |_, profile, operation, outcome| {
                // The base's query survives a path that is appended.
                let Operation::Resolve { base, reference, .. } = operation else { return outcome };
                let (Ok(base), Ok(reference)) = (read(base), read(reference)) else { return outcome };
                edited(outcome, profile, |cri| {
                    let appends = reference.cri.path.is_some() && reference.cri.discard == Discard::Count(0);
                    if appends && reference.cri.query.is_none() {
                        cri.query.clone_from(&base.cri.query);
                    }
                })
            }),
        ],
    );
}

#[test]
fn resolve_pure() {
    use std::sync::Mutex;
    /// The base that was asked about last, and the path that was made of it.
    static KEPT: Mutex<Option<(Vec<u8>, Cri)>> = Mutex::new(None);
    check(
        ResolvePure,
        &[("asked again, it answers otherwise", |_, profile, operation, outcome| {
            // The base and its last result are one: the next reference starts from there.
            let Operation::Resolve { base, reference, .. } = operation else { return outcome };
            let (Ok(own), Ok(reference)) = (read(base), read(reference)) else { return outcome };
            let mut kept = KEPT.lock().unwrap();
            let from = match kept.as_ref() {
                Some((key, cri)) if key == base => cri.clone(),
                _ => own.cri,
            };
            if !from.is_full() || !matches!(outcome, Outcome::Value(_)) {
                return outcome;
            }
            let resolved = crivet::cri::resolve(&from, &reference.cri);
            *kept = Some((base.clone(), resolved.clone()));
            Outcome::Value(Value::Cri { cri: write(&resolved, profile) })
        })],
    );
}

#[test]
fn relativize() {
    check(
        Relativize,
        &[
            ("the reference leads elsewhere: query", |_, profile, operation, outcome| match operation {
                // That there is no query is not said.
                Operation::Relativize { .. } => edited(outcome, profile, |reference| {
                    let is_empty = |texts: &Option<Vec<Text>>| texts.as_ref().is_some_and(Vec::is_empty);
                    if !reference.is_full() && (is_empty(&reference.query) || is_empty(&reference.path)) {
                        (reference.path, reference.query) = (None, None);
                    }
                }),
                _ => outcome,
            }),
            ("the reference leads elsewhere: path", |_, profile, operation, outcome| match operation {
                Operation::Relativize { .. } => edited(outcome, profile, |reference| {
                    if let Discard::Count(count @ 1..) = reference.discard {
                        reference.discard = Discard::Count(count - 1);
                    }
                }),
                _ => outcome,
            }),
            ("the reference is not valid", |_, profile, operation, outcome| match operation {
                // A discard that is too great takes everything.
                Operation::Relativize { .. } => edited(outcome, profile, |reference| {
                    if !reference.is_full()
                        && reference.authority == Authority::Null
                        && reference.discard == Discard::All
                    {
                        reference.discard = Discard::Count(200);
                    }
                }),
                _ => outcome,
            }),
            ("the reference is longer than its target", |_, _, operation, outcome| match operation {
                // The target itself, its head longer than it has to be.
                Operation::Relativize { target, .. } => match (target.split_first(), &outcome) {
                    (Some((head, rest)), Outcome::Value(_)) => {
                        let reference = [&[0x98, head & 0x1f], rest].concat();
                        Outcome::Value(Value::Reference { reference })
                    }
                    _ => outcome,
                },
                _ => outcome,
            }),
            ("what is valid was not made relative", |_, _, operation, outcome| match operation {
                Operation::Relativize { base, .. } if base.get(1) == Some(&0x20) => reject(),
                _ => outcome,
            }),
            ("its own reference leads elsewhere", |_, profile, operation, outcome| match operation {
                Operation::Resolve { .. } => edited(outcome, profile, |cri| cri.fragment = None),
                _ => outcome,
            }),
        ],
    );
}
