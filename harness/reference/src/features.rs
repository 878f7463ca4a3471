//! Which features a CRI reference uses, and whether they are there (section 5.1: `.feature`).

use crate::authority::{AuthoritySection, Host};
use crate::error::{Component, Error};
use crate::options::{Feature, Options};
use crate::reference::CriReference;
use crate::scheme::Scheme;
use crate::text::Text;

/// Checks that every feature the reference uses is there.
///
/// # Errors
///
/// [`ErrorKind::Feature`](crate::error::ErrorKind::Feature) names the first that is used and missing.
pub fn check(reference: &CriReference, options: &Options) -> Result<(), Error> {
    match used(reference).into_iter().flatten().find(|(feature, _)| options.lacks(*feature)) {
        Some((feature, component)) => Err(Error::in_component(feature, component)),
        None => Ok(()),
    }
}

/// The features the reference uses, and where.
fn used(reference: &CriReference) -> [Option<(Feature, Component)>; 5] {
    [
        uses_scheme_name(reference).then_some((Feature::SchemeName, Component::Scheme)),
        uses_no_authority(reference).then_some((Feature::NoAuthority, Component::Whole)),
        userinfo(reference).map(|_| (Feature::Userinfo, Component::Userinfo)),
        uses_zone_id(reference).then_some((Feature::ZoneId, Component::Host)),
        texts(reference)
            .find(|(_, text)| text.is_sequence())
            .map(|(component, _)| (Feature::TextOrPet, component)),
    ]
}

fn uses_scheme_name(reference: &CriReference) -> bool {
    matches!(reference.scheme, Some(Scheme::Name(_)))
}

fn uses_zone_id(reference: &CriReference) -> bool {
    reference.authority.authority().is_some_and(|authority| authority.host.zone().is_some())
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
        Some(Host::Ip { .. }) | None => &[],
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
