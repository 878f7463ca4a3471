//! Each oracle on implementations that are wrong in what it is there to find.

use crivet::canonical::{Authority, Cri, Discard, Scheme, Text, read, write};
use crivet::implementation::{Implementation, perform};
use crivet::operation::Operation;
use crivet::oracle::Oracle;
use crivet::oracle::cddl::Cddl;
use crivet::oracle::coap::{CoapFromCri, CoapFromOptions};
use crivet::oracle::coap_uri::{CoapCriAsUri, CriCoapAsUri, OptionsKept, UriNormal};
use crivet::oracle::decode_encode::DecodeEncode;
use crivet::oracle::equivalence::Equivalence;
use crivet::oracle::iri::{IriFromCri, IriFromText};
use crivet::oracle::iri_guidelines::IriAround;
use crivet::oracle::pet::Pet;
use crivet::oracle::relativize::Relativize;
use crivet::oracle::resolution_uri::ResolutionUri;
use crivet::oracle::resolve_associative::ResolveAssociative;
use crivet::oracle::resolve_idempotent::ResolveIdempotent;
use crivet::oracle::resolve_pure::ResolvePure;
use crivet::oracle::round_trip_cri::RoundTripCri;
use crivet::oracle::round_trip_uri::RoundTripUri;
use crivet::oracle::scan::Scan;
use crivet::outcome::{Decoded, Item, Outcome, Value};
use crivet::profile::Profile;

use crate::altered::{Altered, Fault};
use crate::{right, tally};

/// How many inputs a fault may take to be found.
const BOUND: u64 = 4000;

/// Each fault is found in each profile, by a difference of this kind.
#[track_caller]
fn check<O: Oracle>(oracle: O, faults: &[(&str, Fault)]) {
    let right = right();
    for profile in oracle.about().profiles {
        for (kind, fault) in faults {
            let altered = Altered { inner: &right, fault: *fault };
            let (tally, finding) = tally(&oracle, &altered, *profile, BOUND, kind);
            let name = oracle.about().name;
            match finding {
                Some((seed, _)) => println!("{name} in {profile}: after {seed} inputs, {kind}"),
                None => panic!("{name} in {profile}: not found within {BOUND} inputs: {kind}; {tally:?}"),
            }
        }
    }
}

/// The CRI that is a value, changed.
fn edited(outcome: Outcome, profile: Profile, edit: impl FnOnce(&mut Cri)) -> Outcome {
    let change = |bytes: Vec<u8>| match read(&bytes) {
        Ok(reading) => {
            let mut cri = reading.cri;
            edit(&mut cri);
            write(&cri, profile)
        }
        Err(_) => bytes,
    };
    match outcome {
        Outcome::Value(Value::Cri { cri }) => Outcome::Value(Value::Cri { cri: change(cri) }),
        Outcome::Value(Value::Reference { reference }) => {
            Outcome::Value(Value::Reference { reference: change(reference) })
        }
        Outcome::Value(Value::Decoded(Decoded { full, cri })) => {
            Outcome::Value(Value::Decoded(Decoded { full, cri: change(cri) }))
        }
        other => other,
    }
}

fn text(outcome: Outcome, edit: impl FnOnce(String) -> String) -> Outcome {
    match outcome {
        Outcome::Value(Value::Uri { uri }) => Outcome::Value(Value::Uri { uri: edit(uri) }),
        Outcome::Value(Value::Iri { iri }) => Outcome::Value(Value::Iri { iri: edit(iri) }),
        other => other,
    }
}

fn reject() -> Outcome {
    Outcome::Reject("falsified".to_owned())
}

fn decoded_as_it_stands(cri: &[u8]) -> Outcome {
    let full = cri.get(1).is_some_and(|first| matches!(first >> 5, 1 | 3));
    Outcome::Value(Value::Decoded(Decoded { full, cri: cri.to_vec() }))
}

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
            ("what is valid was turned down", |_, _, operation, outcome| match operation {
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
                // Lower-case digits.
                Operation::CriToUri { .. } => {
                    text(outcome, |uri| uri.replace("%2F", "%2f").replace("%FF", "%ff"))
                }
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
fn round_trip_cri() {
    check(
        RoundTripCri,
        &[
            ("the URI is another one: query", |_, _, operation, outcome| match operation {
                // An ampersand in a parameter is not escaped.
                Operation::CriToUri { .. } => text(outcome, |uri| uri.replace("%26", "&")),
                _ => outcome,
            }),
            ("the URI is another one", |_, _, operation, outcome| match operation {
                // The guard is missing.
                Operation::CriToUri { .. } => {
                    text(outcome, |uri| uri.strip_prefix("./").unwrap_or(&uri).to_owned())
                }
                _ => outcome,
            }),
            ("what comes back is another CRI: path", |_, profile, operation, outcome| match operation {
                // An empty segment in the middle is dropped.
                Operation::UriToCri { .. } => edited(outcome, profile, |cri| {
                    if let Some(path) = cri.path.as_mut().filter(|path| path.len() > 2) {
                        let last = path.len() - 1;
                        let mut at = 0;
                        path.retain(|segment| {
                            at += 1;
                            at == 1 || at > last || !segment.is_empty()
                        });
                    }
                }),
                _ => outcome,
            }),
            ("the URI of a valid CRI was turned down", |_, _, operation, outcome| match operation {
                Operation::UriToCri { uri } if uri.contains('~') => reject(),
                _ => outcome,
            }),
            ("what has no URI form was given one", |right, profile, operation, outcome| {
                match (operation, &outcome) {
                    // A path is added although nothing is discarded.
                    (Operation::CriToUri { cri }, Outcome::Reject(_)) => match read(cri) {
                        Ok(mut reading)
                            if reading.cri.discard == Discard::Count(0) && reading.cri.path.is_some() =>
                        {
                            reading.cri.discard = Discard::Count(1);
                            perform(
                                right,
                                profile,
                                &Operation::CriToUri { cri: write(&reading.cri, profile) },
                            )
                        }
                        _ => outcome,
                    },
                    _ => outcome,
                }
            }),
        ],
    );
}

#[test]
fn round_trip_uri() {
    check(
        RoundTripUri,
        &[
            (
                "the CRI that came denotes another URI: path",
                |_, profile, operation, outcome| match operation {
                    // A dot-segment at the end leaves no slash (R43).
                    Operation::UriToCri { uri } if uri.ends_with("/..") || uri.ends_with("/.") => {
                        edited(outcome, profile, |cri| {
                            if let Some(path) = cri.path.as_mut().filter(|path| path.len() > 1) {
                                path.pop();
                            }
                        })
                    }
                    _ => outcome,
                },
            ),
            (
                "the CRI that came denotes another URI: query",
                |_, profile, operation, outcome| match operation {
                    // An empty query is none.
                    Operation::UriToCri { .. } => edited(outcome, profile, |cri| {
                        if matches!(cri.parameters(), [only] if only.is_empty()) {
                            cri.query = None;
                        }
                    }),
                    _ => outcome,
                },
            ),
            ("what is no URI was converted", |right, profile, operation, outcome| match operation {
                // Spaces are trimmed.
                Operation::UriToCri { uri } if uri.contains(' ') => {
                    perform(right, profile, &Operation::UriToCri { uri: uri.replace(' ', "") })
                }
                _ => outcome,
            }),
            ("what has a CRI was turned down", |_, _, operation, outcome| match operation {
                Operation::UriToCri { uri } if uri.contains("//") && uri.contains("%2F") => reject(),
                _ => outcome,
            }),
            ("what comes back is another URI: fragment", |_, _, operation, outcome| match operation {
                Operation::CriToUri { .. } => text(outcome, |uri| uri.trim_end_matches('#').to_owned()),
                _ => outcome,
            }),
            ("the CRI that came must not be made", |_, profile, operation, outcome| match operation {
                // The host keeps its case.
                Operation::UriToCri { uri } if uri.contains("Example.COM") => {
                    edited(outcome, profile, |cri| {
                        if let Authority::Given(given) = &mut cri.authority {
                            let labels = ["Example", "COM"].map(|label| Text::Plain(label.to_owned()));
                            given.host = crivet::canonical::Host::Name(labels.to_vec());
                        }
                    })
                }
                _ => outcome,
            }),
        ],
    );
}

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
            ("what can be resolved was turned down", |_, _, operation, outcome| match operation {
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
            let resolved = crivet::canonical::resolve(&from, &reference.cri);
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
                        perform(right, profile, &operation)
                    }
                    _ => outcome,
                }
            }),
            ("CRIs of different URIs are equivalent: fragment", |right, profile, operation, outcome| {
                match operation {
                    Operation::Equivalent { a, b, .. } => {
                        let operation =
                            Operation::Equivalent { a: a.clone(), b: b.clone(), ignore_fragment: true };
                        perform(right, profile, &operation)
                    }
                    _ => outcome,
                }
            }),
            ("equal CRIs are not equivalent", |right, profile, operation, outcome| match operation {
                Operation::Equivalent { a, b, .. } => {
                    let operation =
                        Operation::Equivalent { a: a.clone(), b: b.clone(), ignore_fragment: false };
                    perform(right, profile, &operation)
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
                        match perform(right, profile, &asked) {
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
            ("the sequence was turned down", |_, _, operation, outcome| match operation {
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

#[test]
fn iri() {
    check(
        IriFromCri,
        &[
            (
                "a character that IRIs have is left percent-encoded",
                |_, _, operation, outcome| match operation {
                    Operation::CriToIri { .. } => text(outcome, |iri| iri.replace('\u{e9}', "%C3%A9")),
                    _ => outcome,
                },
            ),
            ("the IRI stands for another URI: path", |_, _, operation, outcome| match operation {
                // All triplets are undone.
                Operation::CriToIri { .. } => text(outcome, |iri| iri.replace("%2F", "/")),
                _ => outcome,
            }),
            ("what came is no IRI", |_, _, operation, outcome| match operation {
                Operation::CriToIri { .. } => text(outcome, |iri| iri.replace("%20", " ")),
                _ => outcome,
            }),
            ("the IRI of a valid CRI was turned down", |_, _, operation, outcome| match operation {
                Operation::IriToCri { iri } if !iri.is_ascii() => reject(),
                _ => outcome,
            }),
            ("what comes back is another CRI", |right, profile, operation, outcome| match operation {
                Operation::IriToCri { iri } => {
                    let iri = iri.replace('\u{e9}', "e");
                    perform(right, profile, &Operation::IriToCri { iri })
                }
                _ => outcome,
            }),
        ],
    );
    check(
        IriFromText,
        &[
            ("the IRI and its URI give two CRIs", |right, profile, operation, outcome| match operation {
                Operation::IriToCri { iri } => {
                    let iri = iri.replace('\u{df}', "ss");
                    perform(right, profile, &Operation::IriToCri { iri })
                }
                _ => outcome,
            }),
            ("the IRI was turned down, and its URI was not", |_, _, operation, outcome| match operation {
                Operation::IriToCri { iri } if iri.chars().any(|character| character > '\u{ffff}') => {
                    reject()
                }
                _ => outcome,
            }),
            ("what is no IRI was converted", |right, profile, operation, outcome| match operation {
                Operation::IriToCri { iri } => {
                    perform(right, profile, &Operation::IriToCri { iri: iri.replace(' ', "%20") })
                }
                _ => outcome,
            }),
        ],
    );
}

#[test]
fn iri_around() {
    check(
        IriAround,
        &[
            ("another CRI comes back from the IRI of a CRI", |_, _, operation, outcome| match operation {
                // Whoever keeps triplets as they are, and does not know them again.
                Operation::CriToIri { .. } => text(outcome, |iri| iri.replace('%', "%25")),
                _ => outcome,
            }),
            (
                "the CRI of an IRI is not that of its URI",
                |right, profile, operation, outcome| match operation {
                    Operation::IriToCri { iri } => {
                        let iri = iri.split('#').next().unwrap_or_default().to_owned();
                        perform(right, profile, &Operation::IriToCri { iri })
                    }
                    _ => outcome,
                },
            ),
            ("the CRI made from an IRI has no IRI", |_, _, operation, outcome| match operation {
                Operation::CriToIri { cri } if cri.len() > 24 => reject(),
                _ => outcome,
            }),
            // The other profile's answers count as well.
            ("the CRI of an IRI is not that of its URI", |_, _, operation, outcome| match operation {
                Operation::IriToUri { .. } => text(outcome, |uri| uri.replace("%C3%A9", "e")),
                _ => outcome,
            }),
        ],
    );
}

#[test]
fn coap() {
    fn options(outcome: Outcome, edit: impl FnOnce(&mut Vec<crivet::operation::CoapOption>)) -> Outcome {
        match outcome {
            Outcome::Value(Value::Options { mut options }) => {
                edit(&mut options);
                Outcome::Value(Value::Options { options })
            }
            other => other,
        }
    }
    /// An empty segment is left out.
    fn no_empty_segment(
        _: &dyn Implementation,
        _: Profile,
        operation: &Operation,
        outcome: Outcome,
    ) -> Outcome {
        match operation {
            Operation::CriToCoap { .. } => options(outcome, |options| {
                options.retain(|option| option.number != 11 || !option.value.is_empty())
            }),
            _ => outcome,
        }
    }
    /// The destination's port is not looked at.
    fn port_of_scheme(
        _: &dyn Implementation,
        profile: Profile,
        operation: &Operation,
        outcome: Outcome,
    ) -> Outcome {
        match operation {
            Operation::CoapToCri { options, .. } if options.iter().all(|option| option.number != 7) => {
                edited(outcome, profile, |cri| {
                    if let Authority::Given(given) = &mut cri.authority {
                        given.port = None;
                    }
                })
            }
            _ => outcome,
        }
    }
    check(
        CoapFromCri,
        &[
            ("the options are others: option 11", no_empty_segment),
            ("what comes back is another CRI: authority", port_of_scheme),
            ("what must be refused was decomposed: a fragment", |right, profile, operation, outcome| {
                let Operation::CriToCoap { cri, destination, .. } = operation else { return outcome };
                let Ok(mut reading) = read(cri) else { return outcome };
                reading.cri.fragment = None;
                let cri = write(&reading.cri, profile);
                perform(
                    right,
                    profile,
                    &Operation::CriToCoap { cri, destination: destination.clone(), to_proxy: None },
                )
            }),
            ("what was decomposed cannot be composed", |_, _, operation, outcome| match operation {
                Operation::CoapToCri { options, .. } if options.iter().any(|option| option.number == 15) => {
                    reject()
                }
                _ => outcome,
            }),
        ],
    );
    check(
        CoapFromOptions,
        &[
            ("what comes back are other options: option 11", no_empty_segment),
            ("what comes back are other options: option 7", port_of_scheme),
            ("a Uri-Path of dots was composed", |right, profile, operation, outcome| {
                let Operation::CoapToCri { scheme, options, destination } = operation else { return outcome };
                let mut options = options.clone();
                options.retain(|option| !matches!(option.value.as_slice(), b"." | b".."));
                let (scheme, destination) = (scheme.clone(), destination.clone());
                perform(right, profile, &Operation::CoapToCri { scheme, options, destination })
            }),
            ("what can be composed was refused", |_, _, operation, outcome| match operation {
                Operation::CoapToCri { options, .. }
                    if options.iter().any(|option| option.value == b"h.") =>
                {
                    reject()
                }
                _ => outcome,
            }),
        ],
    );
}

/// An empty value is left out of the options.
fn no_empty_value(_: &dyn Implementation, _: Profile, _: &Operation, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Value(Value::Options { mut options }) => {
            options.retain(|option| !option.value.is_empty());
            Outcome::Value(Value::Options { options })
        }
        other => other,
    }
}

/// Escapes are written in lower case.
fn lower_case(_: &dyn Implementation, _: Profile, _: &Operation, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Value(Value::Uri { uri }) => {
            Outcome::Value(Value::Uri { uri: uri.replace("%C3", "%c3").replace("%2F", "%2f") })
        }
        other => other,
    }
}

/// A fragment is dropped before the URI is looked at.
fn fragment_dropped(
    right: &dyn Implementation,
    profile: Profile,
    operation: &Operation,
    outcome: Outcome,
) -> Outcome {
    let cut = |uri: &str| uri.split('#').next().unwrap_or_default().to_owned();
    match operation {
        Operation::UriToCoap { uri, destination } => {
            let operation = Operation::UriToCoap { uri: cut(uri), destination: destination.clone() };
            perform(right, profile, &operation)
        }
        Operation::UriToCri { uri } => perform(right, profile, &Operation::UriToCri { uri: cut(uri) }),
        _ => outcome,
    }
}

/// A Uri-Host that is no host is passed over.
fn no_host_dropped(
    right: &dyn Implementation,
    profile: Profile,
    operation: &Operation,
    outcome: Outcome,
) -> Outcome {
    let mut operation = operation.clone();
    match &mut operation {
        Operation::CoapToUri { options, .. } | Operation::CoapToCri { options, .. } => {
            options.retain(|option| option.value != b"a b");
        }
        _ => return outcome,
    }
    perform(right, profile, &operation)
}

#[test]
fn coap_uri() {
    let refused: Fault = |_, _, operation, outcome| match operation {
        Operation::UriToCoap { uri, .. } | Operation::UriToCri { uri } if uri.ends_with('a') => reject(),
        Operation::CoapToUri { options, .. } | Operation::CoapToCri { options, .. }
            if !options.is_empty() =>
        {
            reject()
        }
        _ => outcome,
    };
    check(
        UriNormal,
        &[
            ("what is no coap URI is taken apart", fragment_dropped),
            ("a coap URI is turned down", refused),
            ("other options: option 11", no_empty_value),
            ("composing does not give the normal form", lower_case),
        ],
    );
    check(
        OptionsKept,
        &[
            ("options without a URI are put together", no_host_dropped),
            ("options are turned down", refused),
            ("another URI", lower_case),
            ("taken apart again, it gives other options", no_empty_value),
        ],
    );
    check(
        CriCoapAsUri,
        &[
            ("other options by way of the CRI: option 11", no_empty_value),
            ("a coap URI has no options by way of its CRI", refused),
            ("the CRI of what is no coap URI has options", fragment_dropped),
        ],
    );
    check(
        CoapCriAsUri,
        &[
            ("another URI by way of the CRI", lower_case),
            ("no URI by way of the CRI", refused),
            ("options without a URI have a CRI with one", no_host_dropped),
        ],
    );
}
