//! Resolution commutes: `to-uri(resolve(base, reference))` is what RFC 3986, section 5, makes of
//! `to-uri(base)` and `to-uri(reference)`.
//!
//! Premises: the base is a valid CRI, the reference is valid and has a form as a URI reference. Where that
//! is open, an implementation may reject the input, and what it answers otherwise is held to the
//! equation. Four known differences between the two resolutions, [`KNOWN`], are data: each changes what is
//! expected in place of the letter of the RFC, so that such inputs are checked like all others.
//!
//! RFC 3986's side is given twice, by the transcription in [`rfc3986`] and by `fluent-uri` in [`fluent`].
//! Where they disagree outside the named deviations, that is a finding too, of a kind of its own.

use std::fmt;

use arbitrary::Unstructured;

use crate::demand::Demanded;
use crate::demand::resolution::{both_converted, has_zone, needs_disputed_guard};
use crate::demand::subject::Subject;
use crate::generate::{Sections, Start, pair_in};
use crivet::cri::{Authority, Discard};
use crivet::implementation::{Answer, Refusal};
use crivet::judge::with_upper_case_triplets;
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::{
    About, Asker, Checked, Comparison, Difference, Halt, Input, Inputs, KnownDifference, Oracle, Pair, fluent,
};
use crate::rfc3986::{self, Components};

#[cfg(test)]
pub(crate) mod tests;

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
        what: "without authority, a path with two leading slashes has no CRI and is rejected",
        // ["a", null, ["b"]] and [2, ["", "c"]]
        witness: ("836161f6816162", "820282606163"),
    },
];

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resolution;

impl Oracle for Resolution {
    type Case = Pair;

    fn about(&self) -> About {
        About {
            name: "resolution-commutes",
            equation: "to-uri(resolve(base, reference)) is RFC 3986's resolution of to-uri(base) and to-uri(reference)",
            operations: &[OperationName::CriToUri, OperationName::Resolve],
            profiles: Family::Href.profiles(),
            known: &KNOWN,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Pair> {
        let (base, reference) = pair_in(u, profile)?;
        Ok(Pair { base, reference })
    }

    fn inputs(&self, Pair { base, reference }: &Pair) -> Inputs {
        vec![("base", Input::Cri(base.to_cbor())), ("reference", Input::Cri(reference.to_cbor()))]
    }

    /// All questions are put whatever the premises say, so that a crash shows.
    fn check(&self, Pair { base, reference }: &Pair, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let bytes = (base.to_cbor(), reference.to_cbor());
        let answers = CriAnswers::ask(asker, &bytes.0, &bytes.1)?;
        let mut known = Vec::new();
        let is_beyond = |bytes: &[u8]| Subject::read(bytes, asker.profile()).is_beyond(asker.description());
        let comparison = if is_beyond(&bytes.0) || is_beyond(&bytes.1) {
            Comparison::NotComparable("a feature is used that the implementation lacks")
        } else {
            answers.compare(asker.profile(), base, reference, &mut known)
        };
        Ok(Checked { comparison, known })
    }
}

/// The implementation's answers.
struct CriAnswers {
    base_uri: Answer<String>,
    reference_uri: Answer<String>,
    target: Answer<String>,
}

impl CriAnswers {
    fn ask(asker: &mut Asker<'_>, base: &[u8], reference: &[u8]) -> Result<Self, Halt> {
        let base_uri = asker.cri_to_uri(base);
        let reference_uri = asker.cri_to_uri(reference);
        let resolved = asker.resolve(base, reference);
        let (base_uri, reference_uri) = (base_uri?, reference_uri?);
        let target = match resolved? {
            Ok(cri) => asker.cri_to_uri(&cri)?,
            Err(refusal) => Err(refusal),
        };
        // Whoever writes triplets in lower case may do so here and there (R160).
        let [base_uri, reference_uri, target] = [base_uri, reference_uri, target]
            .map(|answer| answer.map(|uri| with_upper_case_triplets(&uri).into_owned()));
        Ok(CriAnswers { base_uri, reference_uri, target })
    }

    fn compare(
        &self,
        profile: Profile,
        base: &Sections,
        reference: &Sections,
        known: &mut Vec<&'static KnownDifference>,
    ) -> Comparison {
        if !base.is_full() {
            return Comparison::NotComparable("the base is no full CRI");
        }
        let is_disputed = match both_converted(base, reference, profile) {
            Demanded::Reject(reason) | Demanded::Open(reason) => {
                return Comparison::NotComparable(reason.sentence());
            }
            Demanded::AcceptOrReject(()) => true,
            Demanded::Accept(()) => false,
        };
        if [&self.base_uri, &self.reference_uri, &self.target]
            .iter()
            .any(|answer| matches!(answer, Err(Refusal::Unsupported(_))))
        {
            return Comparison::NotComparable("the implementation lacks the operation");
        }
        if needs_disputed_guard(reference)
            && !self.reference_uri.as_ref().is_ok_and(|uri| uri.starts_with("./"))
        {
            return Comparison::NotComparable("no guard before a leading empty segment (R13)");
        }

        let base_uri_missing = self.base_uri.is_err();
        let (Ok(base_uri), Ok(reference_uri)) = (&self.base_uri, &self.reference_uri) else {
            return match is_disputed {
                true => Comparison::NotComparable("disputed, and rejected"),
                false => differ(Difference::new("what is valid was not converted", "a conversion").because(
                    match base_uri_missing {
                        true => "the base",
                        false => "the reference",
                    },
                )),
            };
        };
        let base_parts = Components::parse(base_uri);
        let reference_parts = Components::parse(reference_uri);
        let letter = rfc3986::resolve(&base_parts, &reference_parts);
        let letter_uri = letter.recompose();

        if !has_zone(base) && !has_zone(reference) {
            let parts = (&base_parts, &reference_parts);
            if let Some(differ) = second_opinion(parts, (base_uri, reference_uri), &letter_uri, known) {
                return differ;
            }
        }

        let expected =
            Targets::new(profile, (base, &base_parts), (reference, &reference_parts), (letter, letter_uri));
        known.extend(expected.known.iter().copied());
        match &self.target {
            Ok(target) if expected.accepts(target) => Comparison::Agree,
            Ok(_) if expected.targets.is_empty() => {
                differ(Difference::new("what has no URI form was given one", expected.to_string()))
            }
            Ok(target) => differ(
                Difference::new("the target is another one", expected.to_string())
                    .because(expected.first_difference(target)),
            ),
            Err(_) if expected.may_reject => Comparison::Agree,
            Err(_) if is_disputed => Comparison::NotComparable("disputed, and rejected"),
            Err(_) => differ(Difference::new("what is valid was not resolved", expected.to_string())),
        }
    }
}

/// Holds the letter of RFC 3986 against `fluent-uri`.
fn second_opinion(
    (base, reference): (&Components<'_>, &Components<'_>),
    (base_uri, reference_uri): (&str, &str),
    letter: &str,
    known: &mut Vec<&'static KnownDifference>,
) -> Option<Comparison> {
    let base = Components { fragment: None, ..base.clone() };
    let base_uri = base_uri.split_once('#').map_or(base_uri, |(base_uri, _)| base_uri);
    let opinion = fluent::resolve(base_uri, reference_uri);
    match &opinion {
        Ok(target) if target == letter => return None,
        Err(fluent::FluentError::Base(_) | fluent::FluentError::Reference(_)) => {
            return Some(differ(Difference::new("what cri-to-uri gave is no URI", "a URI")));
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
        let expected = format!("<{letter}>; fluent-uri: {opinion}");
        differ(Difference::new("the two RFC 3986 resolvers disagree", expected))
    })
}

fn differ(difference: Difference) -> Comparison {
    Comparison::Differ(Box::new(difference))
}

/// What the two sides should come to.
struct Targets {
    /// Any of these.
    targets: Vec<String>,
    /// Or, where this says so, a rejection.
    may_reject: bool,
    known: Vec<&'static KnownDifference>,
}

impl Targets {
    fn new(
        profile: Profile,
        (base, base_parts): (&Sections, &Components<'_>),
        (reference, reference_parts): (&Sections, &Components<'_>),
        (letter, letter_uri): (Components<'_>, String),
    ) -> Self {
        let [k1, k2, k3, k4] = const { &KNOWN };
        let mut known = Vec::new();
        // Where it is not what the letter says.
        let mut other = None;
        let mut may_reject = false;
        let merges = matches!(reference.start, Start::Discard(Discard::Count(1..)));

        match base.authority() {
            // K2: the base's path as if it were rooted, and the root taken away again.
            Some(Authority::True) if merges => {
                let path = format!("/{}", base_parts.path).into();
                let mut target =
                    rfc3986::resolve(&Components { path, ..base_parts.clone() }, reference_parts);
                target.path = target.path.strip_prefix('/').unwrap_or(&target.path).to_owned().into();
                // What is left may be no valid CRI (R8, R49).
                may_reject = target.path.is_empty() || target.path.starts_with('/');
                other = Some(target).filter(|target| *target != letter);
                known.extend(other.is_some().then_some(k2));
            }
            // K3: as if there were an authority.
            Some(Authority::Null) if merges && base_parts.path.is_empty() => {
                let rooted = Components { path: "/".into(), ..base_parts.clone() };
                let target = rfc3986::resolve(&rooted, reference_parts);
                other = Some(target).filter(|target| *target != letter);
                known.extend(other.is_some().then_some(k3));
            }
            _ => {}
        }
        let (target, uri) = match other {
            Some(other) => {
                let uri = other.recompose();
                (other, uri)
            }
            None => (letter, letter_uri),
        };
        if target.authority.is_none() && target.path.starts_with("//") {
            known.push(k4);
            return Targets { targets: Vec::new(), may_reject: true, known };
        }

        let mut targets = Vec::new();
        let is_empty_reference = *reference_parts == Components::default();
        if is_empty_reference && base_parts.fragment.is_some() {
            known.push(k1);
            targets.push(Components { fragment: base_parts.fragment.clone(), ..target.clone() }.recompose());
            if profile.rules().empty_reference_has_readings {
                // The other two answers of R7.
                targets.push(uri);
                targets.push(Components { query: None, ..target }.recompose());
            }
        } else {
            targets.push(uri);
        }
        Targets { targets, may_reject, known }
    }

    /// The first component in which a target is none of the expected.
    fn first_difference(&self, target: &str) -> &'static str {
        let came = Components::parse(target);
        let expected =
            self.targets.first().map_or_else(Components::default, |expected| Components::parse(expected));
        expected.first_difference(&came).unwrap_or("")
    }

    fn accepts(&self, target: &str) -> bool {
        self.targets.iter().any(|expected| expected == target)
    }
}

impl fmt::Display for Targets {
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
