//! Oracles on CRIs as URIs and as IRIs.

use crivet::cri::{Authority, Discard, Text, read, write};
use crivet::operation::Operation;
use crivet::outcome::{Outcome, Value};
use crivet_fuzz::oracle::iri::{IriFromCri, IriFromText};
use crivet_fuzz::oracle::iri_guidelines::IriUriRoundTrip;
use crivet_fuzz::oracle::round_trip_cri::RoundTripCri;
use crivet_fuzz::oracle::round_trip_uri::RoundTripUri;

use super::{check, edited, reject, text};

/// `[-1, ["h"], ["."]]`.
fn dot_segment() -> Outcome {
    Outcome::Value(Value::Cri { cri: b"\x83\x20\x81ah\x81a.".to_vec() })
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
            ("the URI of a valid CRI was rejected", |_, _, operation, outcome| match operation {
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
                            right.perform(profile, &Operation::CriToUri { cri: write(&reading.cri, profile) })
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
            ("the CRI that came must not be made: not valid", |_, _, operation, outcome| match operation {
                // What is no URI becomes no valid CRI.
                Operation::UriToCri { uri } if uri.contains(' ') => dot_segment(),
                _ => outcome,
            }),
            ("what has a CRI was rejected", |_, _, operation, outcome| match operation {
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
                            given.host = crivet::cri::Host::Name(labels.to_vec());
                        }
                    })
                }
                _ => outcome,
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
            ("the IRI of a valid CRI was rejected", |_, _, operation, outcome| match operation {
                Operation::IriToCri { iri } if !iri.is_ascii() => reject(),
                _ => outcome,
            }),
            ("what comes back is another CRI", |right, profile, operation, outcome| match operation {
                Operation::IriToCri { iri } => {
                    let iri = iri.replace('\u{e9}', "e");
                    right.perform(profile, &Operation::IriToCri { iri })
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
                    right.perform(profile, &Operation::IriToCri { iri })
                }
                _ => outcome,
            }),
            ("the IRI was rejected, and its URI was not", |_, _, operation, outcome| match operation {
                Operation::IriToCri { iri } if iri.chars().any(|character| character > '\u{ffff}') => {
                    reject()
                }
                _ => outcome,
            }),
            ("the CRI that came must not be made: not valid", |_, _, operation, outcome| match operation {
                // What is no IRI becomes no valid CRI.
                Operation::IriToCri { iri } if iri.contains(' ') => dot_segment(),
                _ => outcome,
            }),
        ],
    );
}

#[test]
fn iri_uri_round_trip() {
    check(
        IriUriRoundTrip,
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
                        right.perform(profile, &Operation::IriToCri { iri })
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
