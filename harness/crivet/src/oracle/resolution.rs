//! Resolution commutes: `to-uri(resolve(base, reference))` is what RFC 3986, section 5, makes of
//! `to-uri(base)` and `to-uri(reference)`.
//!
//! Premises: the base is a valid CRI, the reference is valid and has a form as a URI reference. Where that
//! is open, an implementation may turn the input down, and what it answers otherwise is held to the
//! equation. Four known differences between the two resolutions, [`KNOWN`], are data: each changes what is
//! expected in place of the letter of the RFC, so that such inputs are checked like all others.
//!
//! RFC 3986's side is given twice, by the transcription in [`rfc3986`] and by `fluent-uri` in [`fluent`].
//! Where they disagree outside the named deviations, that is a finding too, of a kind of its own.

use std::collections::BTreeSet;
use std::fmt;

use crate::feature::Feature;
use crate::generate::{Authority, Discard, Host, Sections, Standing, Start};
use crate::implementation::{Answer, Implementation, Refusal};
use crate::profile::Profile;

use super::rfc3986::{self, Components};
use super::{Comparison, Finding, KnownDifference, fluent};

#[cfg(test)]
mod tests;

/// The name that findings carry.
pub const NAME: &str = "resolution commutes";

/// The known differences between the resolution of CRIs and of URIs. The witnesses are encoded CRIs.
pub const KNOWN: [KnownDifference; 4] = [
    KnownDifference {
        name: "K1",
        ruling: "R7",
        what: "the empty reference keeps the base's fragment",
        // ["a", ["h"], [], null, "f"] and [0]
        witness: ("85616181616880f66166", "8100"),
    },
    KnownDifference {
        name: "K2",
        ruling: "R8",
        what: "a rootless path stays rootless",
        // ["a", true, ["b", "c"]] and [3, ["d"]]
        witness: ("836161f58261626163", "8203816164"),
    },
    KnownDifference {
        name: "K3",
        ruling: "R9",
        what: "without authority, what is merged with an empty path is rooted",
        // ["a"] and [1, ["b"]]
        witness: ("816161", "8201816162"),
    },
    KnownDifference {
        name: "K4",
        ruling: "R10",
        what: "without authority, a path with two leading slashes has no CRI and is turned down",
        // ["a", null, ["b"]] and [2, ["", "c"]]
        witness: ("836161f6816162", "820282606163"),
    },
];

/// What came of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The result.
    pub comparison: Comparison,
    /// The known differences that made the expectation another one than the letter of RFC 3986, and the
    /// deviations of `fluent-uri` that showed.
    pub known: Vec<&'static KnownDifference>,
}

/// The oracle, set up for one implementation.
pub struct Resolution<'implementation> {
    implementation: &'implementation dyn Implementation,
    profile: Profile,
    features: BTreeSet<Feature>,
}

impl<'implementation> Resolution<'implementation> {
    /// The oracle for an implementation and one of the profiles it follows.
    pub fn new(implementation: &'implementation dyn Implementation, profile: Profile) -> Self {
        Resolution { implementation, profile, features: implementation.describe().features }
    }

    /// Asks the implementation to convert and to resolve, and compares. A panic of the implementation
    /// passes through.
    pub fn check(&self, base: &Sections, reference: &Sections) -> Checked {
        let asked = Asked::ask(self.implementation, self.profile, base, reference);
        let mut known = Vec::new();
        let lacks = |sections: &Sections| !sections.features().is_subset(&self.features);
        let comparison = if lacks(base) || lacks(reference) {
            Comparison::NotComparable("a feature is used that the implementation lacks")
        } else {
            asked.compare(self.profile, base, reference, &mut known)
        };
        Checked { comparison, known }
    }
}

/// The implementation's answers. All questions are put whatever the premises say, so that a crash shows.
struct Asked {
    base: Vec<u8>,
    reference: Vec<u8>,
    base_uri: Answer<String>,
    reference_uri: Answer<String>,
    resolved: Answer<Vec<u8>>,
    target: Answer<String>,
}

impl Asked {
    fn ask(
        implementation: &dyn Implementation,
        profile: Profile,
        base: &Sections,
        reference: &Sections,
    ) -> Self {
        let (base, reference) = (base.to_cbor(), reference.to_cbor());
        let base_uri = implementation.cri_to_uri(profile, &base);
        let reference_uri = implementation.cri_to_uri(profile, &reference);
        let resolved = implementation.resolve(profile, &base, &reference);
        let target = match &resolved {
            Ok(cri) => implementation.cri_to_uri(profile, cri),
            Err(refusal) => Err(refusal.clone()),
        };
        Asked { base, reference, base_uri, reference_uri, resolved, target }
    }

    fn compare(
        &self,
        profile: Profile,
        base: &Sections,
        reference: &Sections,
        known: &mut Vec<&'static KnownDifference>,
    ) -> Comparison {
        let is_disputed = match base.standing().max(reference.standing_against(base)) {
            Standing::Invalid(reason) => return Comparison::NotComparable(reason),
            Standing::Disputed(_) => true,
            Standing::Valid => false,
        };
        if let Some(reason) = reference.lacks_uri_form() {
            return Comparison::NotComparable(reason);
        }
        if [&self.base_uri, &self.reference_uri, &self.target]
            .iter()
            .any(|answer| matches!(answer, Err(Refusal::Unsupported(_))))
        {
            return Comparison::NotComparable("the implementation lacks the operation");
        }
        if reference.needs_disputed_guard()
            && !self.reference_uri.as_ref().is_ok_and(|uri| uri.starts_with("./"))
        {
            return Comparison::NotComparable("no guard before a leading empty segment (R13)");
        }

        let (Ok(base_uri), Ok(reference_uri)) = (&self.base_uri, &self.reference_uri) else {
            return match is_disputed {
                true => Comparison::NotComparable("disputed, and turned down"),
                false => self.differ("what is valid was not converted", "a conversion".to_owned()),
            };
        };
        let base_parts = Components::parse(base_uri);
        let reference_parts = Components::parse(reference_uri);
        let letter = rfc3986::resolve(&base_parts, &reference_parts);

        if !has_zone(base) && !has_zone(reference) {
            let parts = (&base_parts, &reference_parts);
            if let Some(differ) = self.second_opinion(parts, reference_uri, &letter, known) {
                return differ;
            }
        }

        let expected = Expected::new(profile, (base, &base_parts), (reference, &reference_parts), letter);
        known.extend(expected.known.iter().copied());
        match &self.target {
            Ok(target) if expected.accepts(target) => Comparison::Agree,
            Ok(_) if expected.targets.is_empty() => {
                self.differ("what has no URI form was given one", expected.to_string())
            }
            Ok(_) => self.differ("the target is another one", expected.to_string()),
            Err(_) if expected.may_reject => Comparison::Agree,
            Err(_) if is_disputed => Comparison::NotComparable("disputed, and turned down"),
            Err(_) => self.differ("what is valid was not resolved", expected.to_string()),
        }
    }

    /// Holds the letter of RFC 3986 against `fluent-uri`.
    fn second_opinion(
        &self,
        (base, reference): (&Components, &Components),
        reference_uri: &str,
        letter: &Components,
        known: &mut Vec<&'static KnownDifference>,
    ) -> Option<Comparison> {
        let base = Components { fragment: None, ..base.clone() };
        let letter = letter.recompose();
        let opinion = fluent::resolve(&base.recompose(), reference_uri);
        match &opinion {
            Ok(target) if *target == letter => return None,
            Err(fluent::FluentError::Base(_) | fluent::FluentError::Reference(_)) => {
                return Some(self.differ("what cri-to-uri gave is no URI", "a URI".to_owned()));
            }
            _ => {}
        }
        let before = known.len();
        known.extend(
            fluent::DEVIATIONS
                .iter()
                .filter(|deviation| deviation.applies(&base, reference))
                .map(|deviation| &deviation.known),
        );
        (known.len() == before).then(|| {
            let opinion = opinion.map_or_else(|error| error.to_string(), |target| format!("<{target}>"));
            self.differ("the two RFC 3986 resolvers disagree", format!("<{letter}>; fluent-uri: {opinion}"))
        })
    }

    fn differ(&self, kind: &'static str, expected: String) -> Comparison {
        fn show(answer: &Answer<String>) -> String {
            match answer {
                Ok(uri) => format!("<{uri}>"),
                Err(refusal) => refusal.to_string(),
            }
        }
        Comparison::Differ(Box::new(Finding {
            oracle: NAME,
            kind,
            base: self.base.clone(),
            reference: self.reference.clone(),
            steps: vec![
                ("to-uri of the base", show(&self.base_uri)),
                ("to-uri of the reference", show(&self.reference_uri)),
                ("resolved", show(&self.resolved.as_ref().map(hex::encode).map_err(Clone::clone))),
                ("to-uri of that", show(&self.target)),
                ("expected", expected),
            ],
        }))
    }
}

fn has_zone(sections: &Sections) -> bool {
    matches!(sections.authority(), Some(Authority::Present { host: Host::Ipv6(_, Some(_)), .. }))
}

/// What the two sides should come to.
struct Expected {
    /// Any of these.
    targets: Vec<String>,
    /// Or, where this says so, a rejection.
    may_reject: bool,
    known: Vec<&'static KnownDifference>,
}

impl Expected {
    fn new(
        profile: Profile,
        (base, base_parts): (&Sections, &Components),
        (reference, reference_parts): (&Sections, &Components),
        letter: Components,
    ) -> Self {
        let [k1, k2, k3, k4] = const { &KNOWN };
        let mut known = Vec::new();
        let mut target = letter.clone();
        let mut may_reject = false;
        let merges = matches!(reference.start, Start::Discard(Discard::Some(1..)));

        match base.authority() {
            // K2: the base's path as if it were rooted, and the root taken away again.
            Some(Authority::Rootless) if merges => {
                let rooted = Components { path: format!("/{}", base_parts.path), ..base_parts.clone() };
                target = rfc3986::resolve(&rooted, reference_parts);
                target.path = target.path.strip_prefix('/').unwrap_or(&target.path).to_owned();
                // What is left may be no valid CRI (R8, R49).
                may_reject = target.path.is_empty() || target.path.starts_with('/');
                known.extend((target != letter).then_some(k2));
            }
            // K3: as if there were an authority.
            Some(Authority::Rooted) if merges && base_parts.path.is_empty() => {
                let rooted = Components { path: "/".to_owned(), ..base_parts.clone() };
                target = rfc3986::resolve(&rooted, reference_parts);
                known.extend((target != letter).then_some(k3));
            }
            _ => {}
        }
        if target.authority.is_none() && target.path.starts_with("//") {
            known.push(k4);
            return Expected { targets: Vec::new(), may_reject: true, known };
        }

        let mut targets = Vec::new();
        let is_empty_reference = *reference_parts == Components::default();
        if is_empty_reference && base_parts.fragment.is_some() {
            known.push(k1);
            let letter = target.clone();
            target.fragment.clone_from(&base_parts.fragment);
            targets.push(target.recompose());
            if profile == Profile::Href27 {
                // The other two answers of R7.
                targets.push(letter.recompose());
                targets.push(Components { query: None, ..letter }.recompose());
            }
        } else {
            targets.push(target.recompose());
        }
        Expected { targets, may_reject, known }
    }

    fn accepts(&self, target: &str) -> bool {
        self.targets.iter().any(|expected| expected == target)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, target) in self.targets.iter().enumerate() {
            write!(f, "{}<{target}>", if i > 0 { " or " } else { "" })?;
        }
        match (self.may_reject, self.targets.is_empty()) {
            (true, false) => f.write_str(" or a rejection"),
            (true, true) => f.write_str("a rejection"),
            (false, _) => Ok(()),
        }
    }
}
