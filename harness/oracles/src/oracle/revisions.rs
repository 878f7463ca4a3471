//! href-13 and href-27 say the same wherever their texts do.
//!
//! ```text
//! f13(x) = f27(x), by meaning, for decode, cri-to-uri, uri-to-cri and resolve
//! ```
//!
//! Premises: under both revisions there is one answer to x, beyond dispute; a scheme number stands for the same name in
//! both tables, and there is no zone, which the two write differently. An encoding is not part of the meaning: href-13
//! has null where href-27 has an empty array. CRIs that were made of URIs are held against each other by their URIs.

use arbitrary::Unstructured;

use super::agree::{AnyOperation, cris};
use super::{About, Asker, Checked, Difference, Halt, Inputs, Oracle};
use crate::demand::Demand;
use crate::demand::subject::same;
use crate::generate::choice::pick;
use crate::normal::same_meaning;
use crate::rfc3986::Components;
use crivet::cri::{Authority, Cri, Host, read, scheme_name, to_uri};
use crivet::feature::Feature;
use crivet::judge::same_text;
use crivet::operation::OperationName;
use crivet::outcome::Value;
use crivet::profile::Profile;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Revisions;

const OPERATIONS: [OperationName; 4] =
    [OperationName::Decode, OperationName::CriToUri, OperationName::UriToCri, OperationName::Resolve];

impl Oracle for Revisions {
    type Case = AnyOperation;

    fn about(&self) -> About {
        About {
            name: "revisions-agree",
            equation: "what href-13 and href-27 answer is the same wherever their texts are",
            operations: &OPERATIONS,
            profiles: &[Profile::Href27],
            beside: &[
                (Profile::Href13, OPERATIONS[0]),
                (Profile::Href13, OPERATIONS[1]),
                (Profile::Href13, OPERATIONS[2]),
                (Profile::Href13, OPERATIONS[3]),
            ],
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<AnyOperation> {
        let [decode, to_uri, from_uri, resolve] = OPERATIONS;
        let name = *pick(u, &[(6, resolve), (3, to_uri), (3, from_uri), (2, decode)])?;
        AnyOperation::draw(name, profile, u)
    }

    fn inputs(&self, case: &AnyOperation) -> Inputs {
        case.inputs()
    }

    fn check(&self, AnyOperation(operation): &AnyOperation, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        if !OPERATIONS.contains(&operation.name()) {
            return Ok(Checked::not_comparable("a stored case of another operation"));
        }
        let (earlier, later) =
            (asker.ask_in(Profile::Href13, operation.clone()), asker.ask(operation.clone()));
        let (earlier, later) = (earlier?, later?);
        if !cris(operation).into_iter().all(|(_, cri)| read(cri).is_ok_and(|reading| is_shared(&reading.cri)))
        {
            return Ok(Checked::not_comparable("a scheme number or a zone, which the two write differently"));
        }
        let description = asker.description();
        let lacks = |feature: &Feature| !description.features.contains(feature);
        let demands = [Profile::Href13, Profile::Href27].map(|one| Demand::of(operation, one, &lacks));
        if demands != [Demand::Accept; 2] {
            return Ok(Checked::not_comparable("not valid beyond dispute in both"));
        }
        let name = operation.name().name();
        Ok(match (&earlier, &later) {
            (Ok(one), Ok(other)) => match alike(one, other) {
                Ok(()) => Checked::agree(),
                Err(place) => Difference::new("the two revisions answer differently", "the same of both")
                    .because(format!("{name}, {place}"))
                    .into(),
            },
            (Err(_), Err(_)) => Checked::differ("what is valid in both revisions was rejected", "an answer"),
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => {
                Difference::new("what is valid in both revisions was rejected under one", "two answers")
                    .because(name)
                    .into()
            }
        })
    }
}

/// Is it written in the same way in both revisions?
fn is_shared(cri: &Cri) -> bool {
    let name = |profile| cri.scheme.as_ref().map(|scheme| scheme_name(scheme, profile));
    let is_known = !matches!(name(Profile::Href13), Some(None));
    let has_zone = matches!(&cri.authority, Authority::Given(given) if matches!(given.host, Host::Address { zone: Some(_), .. }));
    is_known && name(Profile::Href13) == name(Profile::Href27) && !has_zone
}

/// Do they mean the same? If not, where they differ.
fn alike(earlier: &Value, later: &Value) -> Result<(), String> {
    let reading = |bytes: &[u8]| read(bytes).map(|reading| reading.cri).map_err(|_| "no CRI".to_owned());
    match (earlier, later) {
        (Value::Uri { uri: one }, Value::Uri { uri: other }) => match same_text(one, other) {
            Ok(_) => Ok(()),
            Err(_) => {
                let place = Components::parse(one).first_difference(&Components::parse(other));
                Err(place.unwrap_or("text").to_owned())
            }
        },
        (Value::Decoded(one), Value::Decoded(other)) if one.full == other.full => {
            same(&reading(&one.cri)?, &reading(&other.cri)?).map_err(|differs| differs.cause)
        }
        (Value::Cri { cri: one }, Value::Cri { cri: other }) => {
            let (one, other) = (reading(one)?, reading(other)?);
            let uris = (to_uri(&one, Profile::Href13), to_uri(&other, Profile::Href27));
            match (same(&one, &other), uris) {
                (Ok(()), _) => Ok(()),
                (Err(_), (Ok(one), Ok(other))) => same_meaning(&one, &other).map_err(str::to_owned),
                (Err(differs), _) => Err(differs.cause),
            }
        }
        _ => Err(String::new()),
    }
}
