//! What is demanded of who converts a base and a reference to URIs, and what the one resolves the other to.

use super::subject::has_long_number;
use super::{Demanded, Reason};
use crate::generate::{Sections, Start};
use crivet::cri::{
    Authority, Cri, Discard, Given, Grade, Host, Text, default_port, read, scheme_name, violations,
};
use crivet::profile::Profile;

/// Whether the base and the reference both have a URI: each valid, the reference with a form that means the same.
pub(crate) fn both_converted(base: &Sections, reference: &Sections, profile: Profile) -> Demanded<()> {
    // In the form of href-13, in which the oracle asks.
    let readings = [base, reference].map(|sections| read(&sections.to_cbor()));
    let [Ok(from), Ok(to)] = readings else { return Demanded::Reject(Reason::Shape) };
    let mut is_sure = true;
    for (sections, reading) in [(base, &from), (reference, &to)] {
        if name(&reading.cri, profile).is_none() && reading.cri.is_full() {
            return Demanded::Reject(Reason::UnregisteredScheme);
        }
        match violations(&reading.cri, reading.form, profile).first() {
            Some(worst) if worst.grade == Grade::Invalid => return Demanded::Reject(worst.into()),
            // No conversion of a zone is defined in href-27, and before it another one (R29).
            worst => {
                is_sure &= worst.is_none() && !has_zone(sections) && !has_long_number(&reading.cri, profile);
            }
        }
    }
    if let Some(reason) = lacks_uri_form(reference) {
        return Demanded::Open(reason);
    }
    // With the scheme of the base the port of the reference may be the default one (R26).
    let port = match &reference.start {
        Start::Authority(Authority::Given(Given { port, .. })) => *port,
        _ => None,
    };
    let is_default = profile.rules().default_port_is_barred
        && port.is_some()
        && name(&from.cri, profile).and_then(default_port) == port;
    if is_sure && !is_default { Demanded::Accept(()) } else { Demanded::AcceptOrReject(()) }
}

fn name(cri: &Cri, profile: Profile) -> Option<&str> {
    cri.scheme.as_ref().and_then(|scheme| scheme_name(scheme, profile))
}

/// Has it a zone?
pub(crate) fn has_zone(sections: &Sections) -> bool {
    let zoned = |host: &Host| matches!(host, Host::Address { zone: Some(_), .. });
    matches!(sections.authority(), Some(Authority::Given(Given { host, .. })) if zoned(host))
}

/// Why it has no form as a URI reference that means the same, or none that is beyond dispute; `None`
/// where it has one. Speaks of references that are well-formed; what is invalid has none either.
fn lacks_uri_form(reference: &Sections) -> Option<Reason> {
    let starts_empty = reference.segments().first().is_some_and(Text::is_empty);
    match &reference.start {
        Start::Full(..) => None,
        Start::Authority(Authority::Given(Given { host: Host::Name(labels), .. })) => {
            labels.iter().flat_map(Text::texts).any(|label| label.contains('.')).then_some(Reason::DotInLabel)
        }
        Start::Authority(Authority::Given(Given { .. })) => None,
        Start::Authority(_) => Some(Reason::RootlessReference),
        Start::Discard(Discard::Count(0)) if reference.path.is_some() => Some(Reason::AddedToPath),
        Start::Discard(Discard::Count(0)) if reference.query.as_ref().is_some_and(Vec::is_empty) => {
            Some(Reason::QueryUnsetAlone)
        }
        Start::Discard(Discard::Count(0)) => None,
        Start::Discard(_) if reference.segments().is_empty() => Some(Reason::NoSegmentAdded),
        Start::Discard(Discard::All) if starts_empty && reference.segments().len() > 1 => {
            Some(Reason::ReadsAsAuthority)
        }
        Start::Discard(_) => None,
    }
    .or_else(|| match reference.query.as_deref() {
        // Outside discard 0 an unset query is the same as none, yet whether 6.1 may say so is open.
        Some([]) if !reference.is_full() => Some(Reason::QueryUnset),
        _ => None,
    })
}

/// May its URI form lack the guard `./` that it needs, or may it be rejected for needing one (R13)?
pub(crate) fn needs_disputed_guard(reference: &Sections) -> bool {
    matches!(reference.start, Start::Discard(Discard::Count(1)))
        && reference.segments().first().is_some_and(Text::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Text {
        Text::Plain(text.to_owned())
    }

    #[test]
    fn references_without_uri_form() {
        let reference = |discard, path: Option<&[Text]>, query: Option<&[Text]>| Sections {
            start: Start::Discard(discard),
            path: path.map(<[Text]>::to_vec),
            query: query.map(<[Text]>::to_vec),
            fragment: None,
        };
        let lacks = |sections: Sections| lacks_uri_form(&sections).map(Reason::sentence).unwrap_or_default();
        assert_eq!(lacks(reference(Discard::Count(0), None, None)), "");
        assert_eq!(lacks(reference(Discard::Count(2), Some(&[plain("")]), None)), "");
        assert!(lacks(reference(Discard::Count(2), Some(&[]), None)).contains("R14"));
        assert!(lacks(reference(Discard::Count(0), Some(&[plain("p")]), None)).contains("R15"));
        assert!(lacks(reference(Discard::Count(0), None, Some(&[]))).contains("R16"));
        assert!(lacks(reference(Discard::All, Some(&[plain(""), plain("b")]), None)).contains("R50"));
        assert!(needs_disputed_guard(&reference(Discard::Count(1), Some(&[plain("")]), None)));
    }
}
