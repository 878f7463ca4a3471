//! URI → CRI → URI: what comes back is the same URI after syntax-based normalisation, which `fluent-uri` does.
//!
//! ```text
//! to-uri(from-uri(u)) = u,  and the CRI in between denotes u by the judge's own reading
//! ```
//!
//! Premises: u is a URI or URI reference to `fluent-uri`. Of those that have no CRI, or for which the drafts leave it
//! open, a conversion may be refused (see the list in `convertible`); whatever is converted is held to the equation.
//! What is no URI reference may be refused, or become any valid CRI (R161). The CRI in between must be fit to be made. A relative reference is equal
//! to another one where both resolve to the same from wherever they are looked at.

use arbitrary::Unstructured;

use crate::generate::choice::pick;
use crate::generate::{uri, uri_reference};
use crivet::cri::{
    Authority, Cri, Grade, Scheme, default_port, is_registered_name, read, scheme_name, to_uri, violations,
};
use crivet::judge::{created, may_keep_default_port};
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};
use crivet::verdict::Difference as Judged;

use super::round_trip_cri::cause;
use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::demand::convertible::{may_be_rejected, open_components};
use crate::demand::subject::{Subject, lacks_any};
use crate::demand::{Demanded, Reason};
use crate::normal::{normal, same_meaning};
use crate::rfc3986::Components;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundTripUri;

impl Oracle for RoundTripUri {
    type Case = String;

    fn about(&self) -> About {
        About {
            name: "round-trip-uri",
            equation: "to-uri(from-uri(uri)) is uri after syntax-based normalisation",
            operations: &[OperationName::UriToCri, OperationName::CriToUri],
            profiles: Family::Href.profiles(),
            not_comparable: 25,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
        match pick(u, &[(3, true), (2, false)])? {
            true => uri(u),
            false => uri_reference(u),
        }
    }

    fn inputs(&self, case: &String) -> Inputs {
        vec![("uri", Input::Text(case.clone()))]
    }

    fn check(&self, case: &String, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let refusable = may_be_rejected(case, profile);
        let cri = match (asker.uri_to_cri(case)?, refusable) {
            (Ok(cri), _) => cri,
            (Err(_), Some(Reason::NoUri)) => return Ok(Checked::agree()),
            (Err(_), Some(reason)) => return Ok(Checked::not_comparable(reason.sentence())),
            (Err(_), None) if lacks_any(profile, asker.description()) => {
                return Ok(Checked::not_comparable("a feature is not claimed, which it may need"));
            }
            (Err(_), None) => return Ok(Checked::differ("what has a CRI was rejected", "a CRI")),
        };
        let reading = match read(&cri) {
            Ok(reading) => reading,
            Err(error) => {
                return Ok(Difference::new("what came is no CRI", "a CRI").because(error.to_string()).into());
            }
        };
        if let Err(broken) = created(&cri, profile) {
            return Ok(invalid(&broken));
        }
        if normal(case).is_none() {
            return Ok(Checked::not_comparable("no URI, and converted (R161)"));
        }
        // What a reference of two leading slashes stands for has no way back (R51).
        let is_reference = normal(case).is_some_and(|parts| parts.scheme.is_none());
        let is_open = |reason: Reason| match reason {
            Reason::NotNfc | Reason::UpperCaseHost | Reason::DotsInRootless | Reason::EncodedDigits => true,
            Reason::TwoSlashes => is_reference,
            _ => false,
        };
        if refusable.is_some_and(is_open) {
            return Ok(others_hold(case, reading.cri, profile));
        }
        let worst = violations(&reading.cri, reading.form, profile).into_iter().next();
        if let Some(worst) = worst.filter(|worst| worst.grade > Grade::Remark) {
            return Ok(Difference::new("the CRI that came must not be made", "a valid CRI")
                .because(worst.what)
                .into());
        }
        if let Some(scheme) = says_default_port(&reading.cri, profile)
            && let Err(added) = may_keep_default_port(case, &scheme, profile)
        {
            return Ok(Difference::new("the CRI that came has a default port", "no port")
                .because(cause(&added))
                .resting_on("R26")
                .into());
        }
        let named = by_name(reading.cri.clone(), Components::parse(case).scheme.as_deref(), profile);
        match to_uri(&named, profile).map(|uri| same_meaning(case, &uri)) {
            Ok(Ok(())) => {}
            Ok(Err(component)) => {
                return Ok(Difference::new("the CRI that came denotes another URI", reading.cri.to_string())
                    .because(component)
                    .into());
            }
            Err(reason) => {
                return Ok(Difference::new("the CRI that came has no URI", reading.cri.to_string())
                    .because(reason.0)
                    .into());
            }
        }
        Ok(match asker.cri_to_uri(&cri)? {
            Err(_) => match Subject::read(&cri, profile).uri() {
                Demanded::Accept(_) => Checked::differ("the CRI of a URI was rejected", case),
                _ => Checked::not_comparable("disputed, and rejected on the way back"),
            },
            Ok(back) => match same_meaning(case, &back) {
                Ok(()) => Checked::agree(),
                Err(_) if back_is_open(&cri, profile) => {
                    Checked::not_comparable("a guard that may be missing (R13)")
                }
                Err(component) => Difference::new("what comes back is another URI", format!("<{case}>"))
                    .because(component)
                    .into(),
            },
        })
    }
}

/// Where it is open what one component becomes, the others are what they are.
fn others_hold(uri: &str, cri: Cri, profile: Profile) -> Checked {
    let named = by_name(cri, Components::parse(uri).scheme.as_deref(), profile);
    let came = to_uri(&named, profile).ok().and_then(|uri| normal(&uri));
    let (Some(expected), Some(mut came)) = (normal(uri).filter(|parts| parts.scheme.is_some()), came) else {
        return Checked::not_comparable("disputed, and converted to something else or not");
    };
    for component in open_components(uri, profile) {
        match component {
            "authority" => came.authority.clone_from(&expected.authority),
            "path" => came.path.clone_from(&expected.path),
            "query" => came.query.clone_from(&expected.query),
            _ => came.fragment.clone_from(&expected.fragment),
        }
    }
    match expected.first_difference(&came) {
        None => Checked::not_comparable("disputed in one component, the others are right"),
        Some(component) => Difference::new("the CRI that came denotes another URI", named.to_string())
            .because(component)
            .into(),
    }
}

/// The scheme whose default port the CRI says.
fn says_default_port(cri: &Cri, profile: Profile) -> Option<String> {
    let scheme = scheme_name(cri.scheme.as_ref()?, profile)?;
    match &cri.authority {
        Authority::Given(given) if given.port.is_some() && given.port == default_port(scheme) => {
            Some(scheme.to_owned())
        }
        _ => None,
    }
}

/// A CRI whose scheme number is in no table, with the name in place of the number that a newer registry may have given
/// the scheme of this URI (R32).
pub(super) fn by_name(mut cri: Cri, name: Option<&str>, profile: Profile) -> Cri {
    let is_new = |scheme: &Scheme| scheme_name(scheme, profile).is_none();
    let name = name.unwrap_or_default().to_ascii_lowercase();
    if cri.scheme.as_ref().is_some_and(is_new) && !is_registered_name(&name, profile) {
        cri.scheme = Some(Scheme::Name(name));
    }
    cri
}

/// What came of a URI, or of what is none, is not a CRI that may be made.
pub(super) fn invalid(broken: &Judged) -> Checked {
    Difference::new("the CRI that came must not be made", "a valid CRI").because(cause(broken)).into()
}

fn back_is_open(cri: &[u8], profile: Profile) -> bool {
    matches!(Subject::read(cri, profile).uri(), Demanded::Open(_))
}
