//! What a variant can make of an answer.

use std::collections::BTreeMap;

use crivet::operation::{CoapOption, Destination, Operation};
use crivet::outcome::{Outcome, Value};
use crivet::profile::{Family, Profile};
use serde::Deserialize;

use super::unchecked;

/// Asks the same variant with every feature.
pub(crate) type Whole<'a> = &'a dyn Fn(&Operation) -> Outcome;

/// A change of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alteration {
    /// The reason of every rejection is another.
    OtherReasons,
    /// A rejection has no reason.
    NoReasons,
    /// What only a missing feature has rejected is "unsupported".
    FeaturesUnsupported,
    /// What uses a missing feature is resolved all the same.
    FeaturesResolved,
    /// Options of other numbers come first.
    OptionsReordered,
    /// Options with their default value are left out (href-02).
    DefaultOptionsLeftOut,
    /// A port has two bytes, also where one would do.
    PortInTwoBytes,
    /// CRIs are resolved as arrays, whatever the sections hold.
    ResolvedUnchecked,
    /// A sequence that is nested deeply is rejected.
    NestingLimited,
    /// Text is resolved whatever its bytes are.
    #[serde(rename = "utf8-unchecked")]
    Utf8Unchecked,
    /// The reference to a target is the target.
    TargetAsReference,
    /// A query and a fragment come with the delimiter in front.
    DelimitersIncluded,
}

impl Alteration {
    /// The answer that is given in place of this one.
    pub(crate) fn alter(
        self,
        profile: Profile,
        operation: &Operation,
        outcome: Outcome,
        whole: Whole<'_>,
    ) -> Outcome {
        match (self, outcome) {
            (Alteration::OtherReasons, Outcome::Reject(_)) => Outcome::Reject("no".to_owned()),
            (Alteration::NoReasons, Outcome::Reject(_)) => Outcome::Reject(String::new()),
            (Alteration::FeaturesUnsupported, Outcome::Reject(reason)) => match whole(operation) {
                Outcome::Value(_) => Outcome::Unsupported(reason),
                _ => Outcome::Reject(reason),
            },
            (Alteration::FeaturesResolved, Outcome::Reject(reason)) => match operation {
                Operation::Resolve { .. } => whole(operation),
                _ => Outcome::Reject(reason),
            },
            (Alteration::OptionsReordered, Outcome::Value(Value::Options { options })) => {
                Outcome::Value(Value::Options { options: reordered(options) })
            }
            (Alteration::DefaultOptionsLeftOut, Outcome::Value(Value::Options { options })) => {
                let options = match operation {
                    Operation::CriToCoap { destination, to_proxy: None | Some(false), .. } => {
                        options.into_iter().filter(|option| !is_default(option, destination)).collect()
                    }
                    _ => options,
                };
                Outcome::Value(Value::Options { options })
            }
            (Alteration::PortInTwoBytes, Outcome::Value(Value::Options { options })) => {
                let options = options.into_iter().map(in_two_bytes).collect();
                Outcome::Value(Value::Options { options })
            }
            (Alteration::ResolvedUnchecked, outcome) => match operation {
                Operation::Resolve { base, reference, relation: None }
                    if profile.family() == Family::Href =>
                {
                    match unchecked::resolve(profile, base, reference) {
                        Some(cri) => Outcome::Value(Value::Cri { cri }),
                        None => Outcome::Reject("not an array of the right shape".to_owned()),
                    }
                }
                _ => outcome,
            },
            (Alteration::NestingLimited, outcome) => match operation {
                Operation::Scan { sequence } if unchecked::depth(sequence) > 100 => {
                    Outcome::Reject("nested too deeply".to_owned())
                }
                _ => outcome,
            },
            (Alteration::Utf8Unchecked, Outcome::Reject(reason)) => match operation {
                Operation::Resolve { base, reference, relation } => {
                    unchecked::with_any_text(base, reference, |base, reference| {
                        whole(&Operation::Resolve { base, reference, relation: *relation })
                    })
                    .unwrap_or(Outcome::Reject(reason))
                }
                _ => Outcome::Reject(reason),
            },
            (Alteration::TargetAsReference, Outcome::Value(Value::Reference { reference })) => {
                let reference = match operation {
                    Operation::Relativize { target, .. } => target.clone(),
                    _ => reference,
                };
                Outcome::Value(Value::Reference { reference })
            }
            (Alteration::DelimitersIncluded, Outcome::Value(Value::Components(mut components))) => {
                components.query = components.query.map(|query| format!("?{query}"));
                components.fragment = components.fragment.map(|fragment| format!("#{fragment}"));
                Outcome::Value(Value::Components(components))
            }
            (_, outcome) => outcome,
        }
    }
}

/// The highest number first; options of one number stay in their order, which means something.
fn reordered(options: Vec<CoapOption>) -> Vec<CoapOption> {
    let mut by_number: BTreeMap<u16, Vec<CoapOption>> = BTreeMap::new();
    for option in options {
        by_number.entry(option.number).or_default().push(option);
    }
    by_number.into_values().rev().flatten().collect()
}

/// RFC 7252, section 6.4: is it the Uri-Host or Uri-Port that the destination stands for?
fn is_default(option: &CoapOption, destination: &Destination) -> bool {
    let text = std::str::from_utf8(&option.value).unwrap_or_default();
    let port = option.value.iter().fold(0_u32, |port, byte| port << 8 | u32::from(*byte));
    match option.number {
        URI_HOST => text.trim_matches(['[', ']']) == destination.address,
        URI_PORT => port == u32::from(destination.port),
        _ => false,
    }
}

const URI_HOST: u16 = 3;
const URI_PORT: u16 = 7;

/// RFC 7252, section 3.2: leading zero bytes are understood, and a sender should leave them out.
fn in_two_bytes(mut option: CoapOption) -> CoapOption {
    while option.number == URI_PORT && option.value.len() < 2 {
        option.value.insert(0, 0);
    }
    option
}
