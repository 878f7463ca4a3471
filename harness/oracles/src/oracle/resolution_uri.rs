//! Resolution commutes, looked at from the URI side.
//!
//! ```text
//! resolve(from-uri(b), from-uri(r)) denotes what RFC 3986, section 5, makes of b and r
//! ```
//!
//! Premises: b is a URI and r a URI reference to `fluent-uri`, and both were converted; whether they should have been
//! is for `round-trip-uri` to say. The dot-segments of b are removed before RFC 3986's resolution, which makes that
//! normalisation optional (5.2.1) and which from-uri does: RFC 3986 keeps the segment in front of a last `..`. The
//! known differences are those of `resolution-commutes`, seen from here. Equality is that of URIs after syntax-based
//! normalisation.

use arbitrary::Unstructured;

use crate::generate::uri_pair;
use crivet::cri::{read, to_uri};
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::round_trip_uri::by_name;
use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, KnownDifference, Oracle};
use crate::demand::convertible::may_be_rejected;
use crate::normal::{normal, same_meaning, without_dots};
use crate::rfc3986::{Components, resolve};

/// The known differences. The witnesses are a base and a reference.
pub const KNOWN: [KnownDifference; 4] = [
    KnownDifference {
        name: "K1",
        ruling: "R7",
        what: "the empty reference keeps the base's fragment",
        witness: ("a://h/p#f", ""),
    },
    KnownDifference {
        name: "K2",
        ruling: "R8",
        what: "a rootless path stays rootless",
        witness: ("a:b/c", "../../d"),
    },
    KnownDifference {
        name: "K3",
        ruling: "R9",
        what: "without authority, what is merged with an empty path is rooted",
        witness: ("a:", "b"),
    },
    KnownDifference {
        name: "K4",
        ruling: "R10",
        what: "without authority, a path with two leading slashes has no CRI",
        witness: ("a:/b", ".//c"),
    },
];

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResolutionUri;

impl Oracle for ResolutionUri {
    type Case = (String, String);

    fn about(&self) -> About {
        About {
            name: "resolution-commutes-uri",
            equation: "resolve(from-uri(b), from-uri(r)) denotes what RFC 3986 resolves b and r to",
            operations: &[OperationName::UriToCri, OperationName::Resolve],
            profiles: Family::Href.profiles(),
            known: &KNOWN,
            not_comparable: 40,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<(String, String)> {
        uri_pair(u)
    }

    fn inputs(&self, (base, reference): &(String, String)) -> Inputs {
        vec![("base", Input::Text(base.clone())), ("reference", Input::Text(reference.clone()))]
    }

    fn check(&self, (base, reference): &(String, String), asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let (base_cri, reference_cri) = (asker.uri_to_cri(base), asker.uri_to_cri(reference));
        let (Ok(base_cri), Ok(reference_cri)) = (base_cri?, reference_cri?) else {
            return Ok(Checked::not_comparable("the base or the reference was rejected"));
        };
        if may_be_rejected(base, profile).is_some() || may_be_rejected(reference, profile).is_some() {
            return Ok(Checked::not_comparable("it is open what the base or the reference stands for"));
        }
        let resolved = asker.resolve(&base_cri, &reference_cri)?;
        let (Some(base), Some(reference)) = (normal(base), normal(reference)) else {
            return Ok(Checked::not_comparable("no URI"));
        };
        if base.scheme.is_none() {
            return Ok(Checked::not_comparable("the base is no full CRI"));
        }
        let expected = Expected::new(profile, &without_dots(&base), &reference);
        let resolved = match resolved {
            Ok(resolved) => resolved,
            Err(_) if expected.may_reject => return Ok(Checked::agree().with_known(expected.known)),
            Err(_) => return Ok(Checked::differ("what can be resolved was rejected", expected.words())),
        };
        // Whichever of the two the scheme comes from, a newer registry may have its number (R32).
        let scheme = reference.scheme.as_deref().or(base.scheme.as_deref());
        let text = read(&resolved).map(|reading| to_uri(&by_name(reading.cri, scheme, profile), profile));
        let Ok(text) = text else {
            return Ok(Checked::differ("what came is no CRI", expected.words()));
        };
        let checked = match text {
            Err(_) if expected.may_reject => Checked::agree(),
            Err(_) => Checked::differ("the target has no URI", expected.words()),
            Ok(text) => match expected.held_against(&text) {
                Ok(()) => Checked::agree(),
                Err(component) => {
                    Difference::new("the target is another one", expected.words()).because(component).into()
                }
            },
        };
        Ok(checked.with_known(expected.known))
    }
}

/// What the two sides should come to: one of these, or a rejection.
struct Expected {
    targets: Vec<String>,
    may_reject: bool,
    known: Vec<&'static KnownDifference>,
}

impl Expected {
    fn new<'a>(profile: Profile, base: &Components<'a>, reference: &Components<'a>) -> Self {
        let [k1, k2, k3, k4] = const { &KNOWN };
        let mut known = Vec::new();
        let letter = resolve(base, reference);
        let mut target = letter.clone();
        let mut may_reject = false;
        let merges = reference.scheme.is_none()
            && reference.authority.is_none()
            && !reference.path.is_empty()
            && !reference.path.starts_with('/');
        if merges && base.authority.is_none() && base.path.is_empty() {
            let rooted = Components { path: "/".into(), ..base.clone() };
            target = resolve(&rooted, reference);
            known.extend((target != letter).then_some(k3));
        } else if merges && base.authority.is_none() && !base.path.starts_with('/') {
            let rooted = Components { path: format!("/{}", base.path).into(), ..base.clone() };
            target = resolve(&rooted, reference);
            target.path = target.path.strip_prefix('/').unwrap_or(&target.path).to_owned().into();
            // What is left may be no valid CRI (R8, R49).
            may_reject = target.path.is_empty() || target.path.starts_with('/');
            known.extend((target != letter).then_some(k2));
        }
        if target.authority.is_none() && target.path.starts_with("//") {
            known.push(k4);
            return Expected { targets: Vec::new(), may_reject: true, known };
        }
        let mut targets = vec![target.recompose()];
        if *reference == Components::default() && base.fragment.is_some() {
            known.push(k1);
            targets = vec![Components { fragment: base.fragment.clone(), ..target.clone() }.recompose()];
            if profile.rules().empty_reference_has_readings {
                // The other two answers of R7.
                targets.push(target.recompose());
                targets.push(Components { query: None, ..target }.recompose());
            }
        } else if *reference == Components::default() && profile.rules().empty_reference_has_readings {
            targets.push(Components { query: None, ..target }.recompose());
        }
        Expected { targets, may_reject, known }
    }

    fn held_against(&self, text: &str) -> Result<(), &'static str> {
        let mut first = Err("a target where there is none");
        for (index, target) in self.targets.iter().enumerate() {
            let held = same_meaning(target, text);
            if held.is_ok() {
                return held;
            }
            if index == 0 {
                first = held;
            }
        }
        first
    }

    fn words(&self) -> String {
        let mut words: Vec<String> = self.targets.iter().map(|target| format!("<{target}>")).collect();
        words.extend(self.may_reject.then(|| "a rejection".to_owned()));
        words.join(" or ")
    }
}
