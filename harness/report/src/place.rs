//! Places in the specifications, and where they are read: a requirement's section at datatracker.ietf.org.

use std::fmt;

use crate::summary::section;
use crivet::corpus::Requirement;
use crivet::profile::Profile;

/// A section or an appendix of a published specification.
pub(crate) struct Place {
    document: &'static str,
    /// As in a link: `section-5.3`, `appendix-B`.
    fragment: String,
}

/// Where a requirement stands; none for what is not of a published specification.
pub(crate) fn of(requirement: &Requirement) -> Option<Place> {
    let profile = requirement.profile()?;
    let anchor = &requirement.anchor;
    let numbered = anchor.starts_with("section-") || anchor.starts_with("appendix-");
    let fragment = if numbered { anchor.clone() } else { fragment(profile, requirement.section())? };
    Some(Place { document: profile.document(), fragment })
}

/// The part of a link that leads to what an id calls `5.3`, `b` or `c1`.
fn fragment(profile: Profile, name: &str) -> Option<String> {
    // The constraints C1 and so on, and those that the data model does not express, are numbered through a section.
    let constraints = match (profile, name.trim_end_matches(|c: char| c.is_ascii_digit())) {
        (Profile::Href27, "c") => Some("section-2.1"),
        (Profile::Href27, "sp") => Some("section-2.3"),
        (Profile::Href13, "sp") => Some("section-2.1"),
        (_, "c") if name.len() > 1 => Some("section-2"),
        _ => None,
    };
    let own = || {
        let (kind, number) =
            section(name).split_once(' ').map(|(kind, n)| (kind.to_ascii_lowercase(), n.to_owned()))?;
        Some(format!("{kind}-{number}"))
    };
    constraints.map(ToOwned::to_owned).or_else(own)
}

/// Where a specification is read.
pub(crate) fn document(document: &str) -> String {
    match document.strip_prefix("RFC ") {
        Some(number) => format!("https://www.rfc-editor.org/rfc/rfc{number}"),
        None => format!("https://datatracker.ietf.org/doc/html/{document}"),
    }
}

impl Place {
    /// Where it is read.
    pub(crate) fn address(&self) -> String {
        format!("{}#{}", document(self.document), self.fragment)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, number) = self.fragment.split_once('-').unwrap_or(("", &self.fragment));
        let kind = if kind == "appendix" { "Appendix" } else { "Section" };
        write!(f, "{kind} {number} of {}", self.document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crivet::corpus::Corpus;

    #[test]
    fn every_requirement_of_a_profile_has_a_place() {
        let corpus = Corpus::embedded().unwrap();
        let mut count = 0;
        for requirement in corpus.requirements.values().filter(|one| one.profile().is_some()) {
            let place = of(requirement).unwrap_or_else(|| panic!("{} has no place", requirement.id));
            let number = place.fragment.strip_prefix("section-").or(place.fragment.strip_prefix("appendix-"));
            let known = |c: char| c.is_ascii_digit() || c == '.' || c.is_ascii_uppercase();
            assert!(number.is_some_and(|number| number.chars().all(known)), "{}: {place}", requirement.id);
            count += 1;
        }
        assert!(count > 400, "{count}");
    }

    #[test]
    fn places_are_those_of_the_specification() {
        let corpus = Corpus::embedded().unwrap();
        let address = |id: &str| of(corpus.requirements.get(id).unwrap()).unwrap().address();
        let draft = "https://datatracker.ietf.org/doc/html/draft-ietf-core-href";
        assert_eq!(address("href13-c1-syntax"), format!("{draft}-13#section-2"));
        assert_eq!(address("href27-c1-syntax"), format!("{draft}-27#section-2.1"));
        assert_eq!(address("href27-sp1-lone"), format!("{draft}-27#section-2.3"));
        assert!(
            address("rfc7252-6.5-2-host").starts_with("https://www.rfc-editor.org/rfc/rfc7252#section-6.5")
        );
    }
}
