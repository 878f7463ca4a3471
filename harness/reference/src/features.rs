//! Which features a CRI reference uses, and whether they are there (section 5.1: `.feature`).

use crate::authority::{AuthoritySection, Host};
use crate::error::{Component, Error};
use crate::options::{Feature, Features};
use crate::reference::CriReference;
use crate::text::Text;

/// Checks that every feature the reference uses is there.
///
/// # Errors
///
/// [`ErrorKind::Feature`](crate::error::ErrorKind::Feature) names the first that is used and missing.
pub fn check(reference: &CriReference, features: Features) -> Result<(), Error> {
    let missing = |feature, component| Err(Error::in_component(feature, component));
    if !features.has(Feature::NoAuthority) && uses_no_authority(reference) {
        return missing(Feature::NoAuthority, Component::Whole);
    }
    if !features.has(Feature::Userinfo) && userinfo(reference).is_some() {
        return missing(Feature::Userinfo, Component::Userinfo);
    }
    let sequence = texts(reference).find(|(_, text)| text.is_sequence());
    match sequence {
        Some((component, _)) if !features.has(Feature::TextOrPet) => missing(Feature::TextOrPet, component),
        _ => Ok(()),
    }
}

/// Null or true in place of an authority. A reference that starts with discard has no such place.
fn uses_no_authority(reference: &CriReference) -> bool {
    match reference.authority {
        AuthoritySection::RootBased => reference.is_full(),
        AuthoritySection::Rootless => true,
        AuthoritySection::Authority(_) => false,
    }
}

fn userinfo(reference: &CriReference) -> Option<&Text> {
    reference.authority.authority()?.userinfo.as_ref()
}

fn labels(reference: &CriReference) -> &[Text] {
    match reference.authority.authority().map(|authority| &authority.host) {
        Some(Host::Labels(labels)) => labels,
        Some(Host::Ipv4(_) | Host::Ipv6 { .. }) | None => &[],
    }
}

/// Every text of the reference that may be a text-pet-sequence, with the component it is in.
pub(crate) fn texts(reference: &CriReference) -> impl Iterator<Item = (Component, &Text)> {
    let userinfo = userinfo(reference).into_iter().map(|text| (Component::Userinfo, text));
    let labels = labels(reference).iter().map(|text| (Component::Host, text));
    let path = reference.segments().iter().map(|text| (Component::Path, text));
    let query = reference.parameters().iter().map(|text| (Component::Query, text));
    let fragment = reference.fragment.iter().map(|text| (Component::Fragment, text));
    userinfo.chain(labels).chain(path).chain(query).chain(fragment)
}
