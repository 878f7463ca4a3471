//! RFC 3986 resolution by `fluent-uri`, and where its release 0.4.1 leaves the letter of section 5.2.
//!
//! The crate resolves the way a careful library does, not step by step, and departs from the letter in six
//! places, each for a reason of its own. They are named here with a predicate and an example. Outside them
//! it agrees with the transcription in [`rfc3986`](crate::rfc3986); where the two disagree there, one of
//! them is wrong, and that is a finding too.

use fluent_uri::resolve::ResolveError;
use fluent_uri::{Uri, UriRef};

use super::KnownDifference;
use crate::rfc3986::{Components, resolve as resolve_by_the_letter};

/// Why `fluent-uri` gives no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FluentError {
    /// The base is no URI to it.
    #[error("base is no URI: {0}")]
    Base(fluent_uri::ParseError),
    /// The reference is no URI reference to it.
    #[error("reference is no URI reference: {0}")]
    Reference(fluent_uri::ParseError),
    /// It does not resolve the two.
    #[error("not resolved: {0}")]
    Resolve(ResolveError),
}

/// Resolves a reference against a base.
///
/// # Errors
///
/// Where either is no URI (reference), or `fluent-uri` declines.
pub fn resolve(base: &str, reference: &str) -> Result<String, FluentError> {
    let base = Uri::parse(base).map_err(FluentError::Base)?;
    let reference = UriRef::parse(reference).map_err(FluentError::Reference)?;
    reference.resolve_against(&base).map(Uri::into_string).map_err(FluentError::Resolve)
}

/// A deviation of `fluent-uri` 0.4.1 from section 5.2.
#[derive(Clone, Copy, Debug)]
pub struct Deviation {
    /// Its name and reason, with a base and a reference as an example.
    pub known: KnownDifference,
    applies: fn(&Components<'_>, &Components<'_>) -> bool,
}

impl Deviation {
    /// Can it show on this base and this reference?
    pub fn applies(&self, base: &Components<'_>, reference: &Components<'_>) -> bool {
        (self.applies)(base, reference)
    }
}

const WHERE: &str = "fluent-uri 0.4.1 against RFC 3986, section 5.2";

/// The deviations.
pub const DEVIATIONS: [Deviation; 7] = [
    Deviation {
        known: KnownDifference {
            name: "fluent-uri: opaque base",
            ruling: WHERE,
            what: "declines a base without authority whose path is rootless or empty",
            witness: ("a:b/c", "d"),
        },
        applies: |base, reference| {
            let is_opaque = base.authority.is_none() && !base.path.starts_with('/');
            let is_same_document =
                reference.authority.is_none() && reference.path.is_empty() && reference.query.is_none();
            is_opaque && reference.scheme.is_none() && !is_same_document
        },
    },
    Deviation {
        known: KnownDifference {
            name: "fluent-uri: base with fragment",
            ruling: WHERE,
            what: "declines a base with a fragment",
            witness: ("a://h/p#f", "d"),
        },
        applies: |base, _| base.fragment.is_some(),
    },
    Deviation {
        known: KnownDifference {
            name: "fluent-uri: guarded double slash",
            ruling: WHERE,
            what: "puts /. in front of a resulting path that starts with // where there is no authority",
            witness: ("a:/b", ".//c"),
        },
        applies: |base, reference| {
            let target = resolve_by_the_letter(base, reference);
            target.authority.is_none() && target.path.starts_with("//")
        },
    },
    Deviation {
        known: KnownDifference {
            name: "fluent-uri: percent-encoded dots",
            ruling: WHERE,
            what: "takes %2e for a dot in dot-segments",
            witness: ("a://h/b/c", "%2e%2E/d"),
        },
        applies: |base, reference| [base, reference].into_iter().any(|uri| has_encoded_dots(&uri.path)),
    },
    Deviation {
        known: KnownDifference {
            name: "fluent-uri: base that ends in dots",
            ruling: WHERE,
            what: "keeps a last segment .. of the base, to be removed with the segment before it",
            witness: ("a://h/b/c/..", "d"),
        },
        applies: |base, reference| {
            reference.scheme.is_none()
                && reference.authority.is_none()
                && base.path.rsplit('/').next() == Some("..")
        },
    },
    Deviation {
        known: KnownDifference {
            name: "fluent-uri: empty reference normalises",
            ruling: WHERE,
            what: "removes the base's dot-segments although the reference's path is empty",
            witness: ("a://h/b/../c", "?q"),
        },
        applies: |base, reference| {
            reference.scheme.is_none()
                && reference.authority.is_none()
                && reference.path.is_empty()
                && has_dots(&base.path)
        },
    },
    Deviation {
        known: KnownDifference {
            name: "fluent-uri: rootless reference with scheme",
            ruling: WHERE,
            what: "keeps the dot-segments of a reference that has a scheme and a rootless path",
            witness: ("a://h/b", "s:c/../d"),
        },
        applies: |_, reference| {
            reference.scheme.is_some() && !reference.path.starts_with('/') && has_dots(&reference.path)
        },
    },
];

fn has_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

fn has_encoded_dots(path: &str) -> bool {
    path.split('/').filter(|segment| segment.contains('%')).any(|segment| {
        let decoded = segment.replace("%2e", ".").replace("%2E", ".");
        matches!(decoded.as_str(), "." | "..")
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn by_the_letter(base: &str, reference: &str) -> String {
        resolve_by_the_letter(&Components::parse(base), &Components::parse(reference)).recompose()
    }

    #[test]
    fn every_deviation_still_shows_on_its_example() {
        for Deviation { known, applies } in DEVIATIONS {
            let (base, reference) = known.witness;
            assert_ne!(
                resolve(base, reference),
                Ok(by_the_letter(base, reference)),
                "{}: gone; take it off the list",
                known.name
            );
            assert!(applies(&Components::parse(base), &Components::parse(reference)), "{}", known.name);
        }
    }

    /// Every short base and reference over a small alphabet of pieces.
    #[test]
    fn outside_the_deviations_the_two_resolvers_agree() {
        const PIECES: [&str; 7] = ["", "a", ".", "..", "...", "%2e", "b:c"];
        let mut paths: Vec<String> = vec![String::new()];
        for first in PIECES {
            paths.push(first.to_owned());
            paths.push(format!("/{first}"));
            for second in PIECES {
                paths.push(format!("{first}/{second}"));
                paths.push(format!("/{first}/{second}"));
                for third in PIECES {
                    paths.push(format!("{first}/{second}/{third}"));
                    paths.push(format!("/{first}/{second}/{third}"));
                }
            }
        }
        let mut bases = Vec::new();
        let mut references = Vec::new();
        for path in &paths {
            for start in ["s:", "s://h"] {
                bases.push(format!("{start}{path}"));
            }
            references.extend(["", "//g"].map(|start| format!("{start}{path}")));
            references.extend([format!("t:{path}"), format!("{path}?r"), format!("{path}#f")]);
        }
        let parsed = |texts: Vec<String>, valid: fn(&str) -> bool| -> Vec<(String, Components<'static>)> {
            let mut texts: Vec<_> = texts.into_iter().filter(|text| valid(text)).collect();
            texts.sort();
            texts.dedup();
            texts.into_iter().map(|text| (text.clone(), Components::parse(&text).into_owned())).collect()
        };
        let bases = parsed(bases, |text| Uri::parse(text).is_ok());
        let references = parsed(references, |text| UriRef::parse(text).is_ok());

        let (mut compared, mut deviating) = (0_u64, BTreeMap::new());
        // A part of all pairs, taken evenly, is a matter of seconds.
        for (i, (base, base_parts)) in bases.iter().enumerate().filter(|(i, _)| i % 3 == 0) {
            for (reference, parts) in references.iter().skip(i % 5).step_by(5) {
                let differ = resolve(base, reference) != Ok(by_the_letter(base, reference));
                let applying: Vec<_> =
                    DEVIATIONS.iter().filter(|deviation| deviation.applies(base_parts, parts)).collect();
                assert!(
                    !differ || !applying.is_empty(),
                    "<{reference}> against <{base}>: {:?}, by the letter {:?}",
                    resolve(base, reference),
                    by_the_letter(base, reference)
                );
                compared += u64::from(applying.is_empty());
                if differ {
                    applying.iter().for_each(|one| *deviating.entry(one.known.name).or_insert(0_u64) += 1);
                }
            }
        }
        println!("{compared} compared; {deviating:#?}");
        assert!(compared > 10_000, "only {compared} pairs compared");
    }
}
