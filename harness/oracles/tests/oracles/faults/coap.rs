//! Oracles on CRIs and the options of CoAP.

use crivet::cri::{Authority, read, write};
use crivet::implementation::Implementation;
use crivet::operation::Operation;
use crivet::outcome::{Outcome, Value};
use crivet::profile::Profile;
use crivet_fuzz::oracle::coap::{CoapFromCri, CoapFromOptions};
use crivet_fuzz::oracle::coap_uri::{CoapCriAsUri, CriCoapAsUri, OptionsKept, UriNormal};

use super::{check, edited, reject};
use crate::altered::Fault;

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
                right.perform(
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
                right.perform(profile, &Operation::CoapToCri { scheme, options, destination })
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
            ("a coap URI is rejected", refused),
            ("other options: option 11", no_empty_value),
            ("composing does not give the normal form", lower_case),
        ],
    );
    check(
        OptionsKept,
        &[
            ("options without a URI are put together", no_host_dropped),
            ("options are rejected", refused),
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
            ("another URI by way of the CRI", plain_slash),
            ("no URI by way of the CRI", refused),
            ("options without a URI have a CRI with one", no_host_dropped),
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

/// A slash in a segment is not escaped.
fn plain_slash(_: &dyn Implementation, _: Profile, _: &Operation, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Value(Value::Uri { uri }) => Outcome::Value(Value::Uri { uri: uri.replace("%2F", "/") }),
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
            right.perform(profile, &operation)
        }
        Operation::UriToCri { uri } => right.perform(profile, &Operation::UriToCri { uri: cut(uri) }),
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
    right.perform(profile, &operation)
}
