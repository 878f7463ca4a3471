//! Resolution of option sequences (href-03, href-02) commutes: with RFC 3986's, and in -03 with href-13's.
//!
//! ```text
//! to-uri(resolve(base, reference)) = rfc3986(to-uri(base), text(reference))
//! to-uri(resolve(base, reference)) = to-uri13(resolve13(base', reference'))
//! ```
//!
//! The early drafts convert no relative path to a URI reference, so the text of the reference is written here. What
//! appends without removing a segment, or removes without appending one, has no text: that is held against href-13
//! alone, by the judge's own reading of that draft, in which `base'` and `reference'` say the same. A segment `.` or
//! `..` is no option value, and so no input.
//!
//! Two differences are known. Without an authority, the root of a path is an empty first segment here, which counts
//! (R144); there the segments are what is expected. And href-13 keeps the fragment of the base for the empty reference
//! (R7), which these drafts drop. A lone empty segment, which they drop as well, makes none: behind an authority its URI
//! ends in a slash either way.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use arbitrary::Unstructured;
use serde::{Deserialize, Serialize};

use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, KnownDifference, Oracle};
use crate::generate::early::{Kind, OptionSequence, absolute, any};
use crate::generate::simpler::{Simpler, both, with};
use crate::rfc3986::{self, Components};
use crivet::cri;
use crivet::implementation::{Answer, Refusal};
use crivet::judge::{same_text, with_upper_case_triplets};
use crivet::operation::OperationName;
use crivet::profile::Profile;

pub mod coap;
pub mod relativize;
pub mod round_trip;

/// The known differences. The witnesses are encoded in href-03.
pub const KNOWN: [KnownDifference; 2] = [
    KnownDifference {
        name: "K5",
        ruling: "R144",
        what: "without authority, the root of a path is a segment among others",
        // [0, "a", 5, "b"] and [4, 0, 5, "c"]
        witness: ("84006161056162", "840400056163"),
    },
    KnownDifference {
        name: "K6",
        ruling: "R7",
        what: "the empty reference drops the base's fragment, which href-13 keeps",
        // [0, "a", 7, "f"] and []
        witness: ("84006161076166", "80"),
    },
];

/// A base and a reference, as the profile asked encodes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlyPair {
    /// The draft.
    pub profile: Profile,
    /// The base.
    pub base: OptionSequence,
    /// The reference.
    pub reference: OptionSequence,
}

impl Simpler for EarlyPair {
    fn simpler(&self) -> Vec<Self> {
        let EarlyPair { profile, base, reference } = self;
        let profile = *profile;
        with(reference, |reference| EarlyPair { profile, base: base.clone(), reference })
            .chain(with(base, |base| EarlyPair { profile, base, reference: reference.clone() }))
            .chain(both(base, reference).map(|(base, reference)| EarlyPair { profile, base, reference }))
            .collect()
    }
}

impl EarlyPair {
    fn generate(profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        Ok(EarlyPair { profile, base: absolute(u, profile)?, reference: any(u, profile)? })
    }

    fn inputs(&self) -> Inputs {
        vec![
            ("base", Input::Cri(self.base.to_cbor(self.profile))),
            ("reference", Input::Cri(self.reference.to_cbor(self.profile))),
        ]
    }

    /// Why a stored case says nothing under a profile.
    fn unfit(&self, profile: Profile) -> Option<&'static str> {
        if self.profile != profile {
            Some("a stored case of the other draft")
        } else if !is_absolute(&self.base, profile) || !is_whole(&self.reference, profile) {
            Some("a stored case with what is no sequence of its draft, or no base")
        } else {
            None
        }
    }

    /// href-03, C4, C6, C8, C9 and C10: names in lower case, texts in Normalization Form C, no default port.
    fn is_normalized(&self) -> bool {
        let both = || [&self.base, &self.reference].into_iter();
        let texts =
            both().flat_map(|one| one.host.iter().chain(&one.path).chain(&one.query).chain(&one.fragment));
        let of_target = both().rev().find(|one| one.has_host()).and_then(|one| one.port);
        let target = both().rev().find_map(|one| one.scheme.as_deref());
        let is_default = |scheme: Option<&str>, port: Option<u16>| {
            port.is_some() && port.map(u64::from) == scheme.and_then(cri::default_port)
        };
        texts.into_iter().all(|text| unicode_normalization::is_nfc(text))
            && both().filter_map(|one| one.host.as_ref()).all(|host| host.to_lowercase() == *host)
            && !is_default(self.base.scheme.as_deref(), self.base.port)
            && !is_default(target, of_target)
    }

    fn has_dots(&self) -> bool {
        let mut segments = self.base.path.iter().chain(&self.reference.path);
        segments.any(|segment| segment == "." || segment == "..")
    }
}

/// The oracle that holds an implementation against RFC 3986.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlyResolution;

impl Oracle for EarlyResolution {
    type Case = EarlyPair;

    fn about(&self) -> About {
        About {
            name: "early-resolution-commutes",
            equation: "to-uri(resolve(base, reference)) is RFC 3986's resolution of both, in href-03 and href-02",
            operations: &[OperationName::CriToUri, OperationName::Resolve],
            profiles: &[Profile::Href03, Profile::Href02],
            known: &KNOWN,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<EarlyPair> {
        EarlyPair::generate(profile, u)
    }

    fn inputs(&self, case: &EarlyPair) -> Inputs {
        case.inputs()
    }

    fn check(&self, case: &EarlyPair, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        if let Some(reason) = case.unfit(asker.profile()) {
            return Ok(Checked::not_comparable(reason));
        }
        let answers = SequenceAnswers::ask(case, asker)?;
        let text = match text(&case.reference) {
            Ok(text) => text,
            Err(reason) => return Ok(Checked::not_comparable(reason)),
        };
        answers.compare(case, |base| {
            let mut letter = rfc3986::resolve(&Components::parse(base), &Components::parse(&text));
            letter.path =
                if letter.authority.is_some() && letter.path.is_empty() { "/".into() } else { letter.path };
            Ok(letter)
        })
    }
}

/// The oracle that holds an implementation of href-03 against href-13.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlyAndLater;

impl Oracle for EarlyAndLater {
    type Case = EarlyPair;

    fn about(&self) -> About {
        About {
            name: "early-agrees-with-13",
            equation: "href-03 and href-13 resolve what says the same to the same URI",
            operations: &[OperationName::CriToUri, OperationName::Resolve],
            profiles: &[Profile::Href03],
            known: &KNOWN,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<EarlyPair> {
        EarlyPair::generate(profile, u)
    }

    fn inputs(&self, case: &EarlyPair) -> Inputs {
        case.inputs()
    }

    fn check(&self, case: &EarlyPair, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        if let Some(reason) = case.unfit(asker.profile()) {
            return Ok(Checked::not_comparable(reason));
        }
        let answers = SequenceAnswers::ask(case, asker)?;
        let resolved = cri::resolve(&later(&case.base), &later(&case.reference));
        let drops = case.reference == OptionSequence::default() && resolved.fragment.is_some();
        let resolved = cri::Cri { fragment: resolved.fragment.filter(|_| !drops), ..resolved };
        let checked = answers.compare(case, |_| {
            let uri = cri::to_uri(&resolved, Profile::Href13)?;
            let mut target = Components::parse(&uri).into_owned();
            if target.authority.is_some() && target.path.is_empty() {
                target.path = "/".into();
            }
            Ok(target)
        })?;
        Ok(checked.with_known(drops.then_some(&KNOWN[1])))
    }
}

/// Is it a sequence that its draft has: with a port behind a host alone, in -02 always, and with a path.type in front of
/// everything? A case that is stored or changed need not be one.
pub(super) fn is_whole(one: &OptionSequence, profile: Profile) -> bool {
    let is_02 = profile == Profile::Href02;
    let is_start = one.scheme.is_some() || one.has_host();
    let is_lower = |scheme: &String| {
        scheme.starts_with(|first: char| first.is_ascii_lowercase())
            && scheme.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.'))
    };
    one.scheme.as_ref().is_none_or(is_lower)
        && !(one.host.is_some() && one.address.is_some())
        && (one.address.is_none() || address(one).is_some())
        && (one.port.is_none() || one.has_host())
        && (!is_02 || one.has_host() == one.port.is_some() && (one.scheme.is_none() || one.has_host()))
        && !(is_start && (one.kind.is_some() || one.path == [""]))
        && !matches!(one.kind, Some(Kind::Up(126..)))
}

/// Is it an absolute one?
pub(super) fn is_absolute(one: &OptionSequence, profile: Profile) -> bool {
    one.scheme.is_some() && is_whole(one, profile)
}

/// The implementation's answers.
struct SequenceAnswers {
    base: Answer<String>,
    target: Answer<String>,
}

impl SequenceAnswers {
    fn ask(case: &EarlyPair, asker: &mut Asker<'_>) -> Result<Self, Halt> {
        let (base, reference) = (case.base.to_cbor(case.profile), case.reference.to_cbor(case.profile));
        let (uri, resolved) = (asker.cri_to_uri(&base), asker.resolve(&base, &reference));
        let (base, resolved) = (uri?, resolved?);
        let target = match resolved {
            Ok(sequence) => asker.cri_to_uri(&sequence)?,
            Err(refusal) => Err(refusal),
        };
        // Segments are held against what is written here, in upper case (R160).
        let base = base.map(|uri| with_upper_case_triplets(&uri).into_owned());
        Ok(SequenceAnswers { base, target })
    }

    /// Holds them against what another resolution gives for the base's URI; what has no URI there is an error.
    fn compare<'a>(
        &'a self,
        case: &EarlyPair,
        other: impl FnOnce(&'a str) -> Result<Components<'a>, cri::NoUriForm>,
    ) -> Result<Checked, Halt> {
        if case.has_dots() {
            return Ok(Checked::not_comparable("a segment is `.` or `..`"));
        }
        if [&self.base, &self.target].iter().any(|answer| matches!(answer, Err(Refusal::Unsupported(_)))) {
            return Ok(Checked::not_comparable("the implementation lacks the operation"));
        }
        let (base, reference) = (&case.base, &case.reference);
        if !base.has_host() && starts_with_two_slashes(&base.path)
            || !reference.has_host() && reference.scheme.is_some() && starts_with_two_slashes(&reference.path)
        {
            return Ok(Checked::not_comparable("without authority, two slashes in front have no URI"));
        }
        if [base, reference].iter().any(|one| one.host.as_deref() == Some("")) {
            return Ok(Checked::not_comparable("an empty host (R155)"));
        }
        if case.profile == Profile::Href03
            && !case.is_normalized()
            && (self.base.is_err() || self.target.is_err())
        {
            return Ok(Checked::not_comparable("not normalized, and rejected (R141)"));
        }
        let Ok(uri) = &self.base else {
            return Ok(Checked::differ("a valid base was not converted", "a URI"));
        };
        // K5: the segments, with nothing said of roots.
        let rootless = !base.has_host() && !reference.has_host() && reference.scheme.is_none();
        let letter = other(uri);
        let mut known = None;
        let expected = match (rootless, letter) {
            (true, letter) => {
                let path = segments(base, reference);
                let joined = path.iter().map(|one| escaped(one, ":@")).collect::<Vec<_>>().join("/");
                let same = letter.as_ref().is_ok_and(|letter| letter.path == joined);
                known = (!same).then_some(&KNOWN[0]);
                let components = letter.unwrap_or_else(|_| plain_target(base, reference));
                (!starts_with_two_slashes(&path))
                    .then(|| Components { path: joined.into(), ..components }.recompose())
            }
            (false, Ok(letter)) => Some(letter.recompose()),
            (false, Err(_)) => return Ok(Checked::not_comparable("no URI in href-13")),
        };
        let checked = match (&self.target, &expected) {
            (Ok(target), Some(expected)) if same_text(expected, target).is_ok() => Checked::agree(),
            (Err(_), None) => Checked::agree(),
            (Ok(target), Some(expected)) => {
                let place = Components::parse(expected).first_difference(&Components::parse(target));
                let difference = Difference::new("the target is another one", format!("<{expected}>"));
                difference.because(place.unwrap_or_default()).into()
            }
            (Ok(_), None) => Checked::differ("what has no URI was given one", "a rejection"),
            (Err(_), Some(expected)) => {
                Checked::differ("what is valid was not resolved", format!("<{expected}>"))
            }
        };
        Ok(checked.with_known(known))
    }
}

fn starts_with_two_slashes(path: &[String]) -> bool {
    matches!(path, [first, second, _, ..] if first.is_empty() && second.is_empty())
}

/// The path of the target, by its segments.
fn segments(base: &OptionSequence, reference: &OptionSequence) -> Vec<String> {
    let mut path = base.path.clone();
    match reference.effective_kind() {
        Some(Kind::Root) => path.clear(),
        Some(Kind::Up(count)) => path.truncate(path.len().saturating_sub(count.into())),
        None => {}
    }
    path.extend(reference.path.iter().cloned());
    if path == [""] { Vec::new() } else { path }
}

/// Scheme, query and fragment of a target that href-13 has no URI for.
fn plain_target(base: &OptionSequence, reference: &OptionSequence) -> Components<'static> {
    let touched = reference.effective_kind().is_some();
    let query = match reference.query.as_slice() {
        [] if touched => None,
        [] => query(base),
        _ => query(reference),
    };
    Components {
        scheme: base.scheme.clone().map(Into::into),
        query: query.map(Into::into),
        fragment: fragment(reference).map(Into::into),
        ..Components::default()
    }
}

/// The text of a URI reference that says the same, or why there is none.
fn text(reference: &OptionSequence) -> Result<String, &'static str> {
    let path = || reference.path.iter().map(|one| escaped(one, ":@")).collect::<Vec<_>>().join("/");
    let mut text = String::new();
    if let Some(scheme) = &reference.scheme {
        text += &format!("{scheme}:");
    }
    if reference.has_host() {
        text += "//";
        text += &match (&reference.host, address(reference)) {
            (_, Some(IpAddr::V6(address))) => format!("[{address}]"),
            (_, Some(IpAddr::V4(address))) => address.to_string(),
            (Some(name), None) => escaped(name, ""),
            (None, None) => String::new(),
        };
        text += &reference.port.map_or_else(String::new, |port| format!(":{port}"));
        text += &format!("/{}", path());
    } else if reference.scheme.is_some() {
        text += &path();
    } else {
        match (reference.effective_kind(), reference.path.is_empty()) {
            // The dot keeps an empty segment in front from being read as an authority.
            (Some(Kind::Root), _) => text += &format!("/./{}", path()),
            (Some(Kind::Up(0)), _) => return Err("no URI reference appends to a path"),
            (Some(Kind::Up(_)), true) => return Err("no URI reference removes segments alone"),
            (Some(Kind::Up(count)), false) => {
                text += &format!("./{}{}", "../".repeat(usize::from(count) - 1), path());
            }
            (None, _) => {}
        }
    }
    let components = Components {
        query: query(reference).map(Into::into),
        fragment: fragment(reference).map(Into::into),
        ..Components::default()
    };
    Ok(text + &components.recompose())
}

fn query(options: &OptionSequence) -> Option<String> {
    let parameters: Vec<String> =
        options.query.iter().map(|one| escaped(one, ":@/?").replace('&', "%26")).collect();
    (!parameters.is_empty()).then(|| parameters.join("&"))
}

fn fragment(options: &OptionSequence) -> Option<String> {
    options.fragment.as_ref().map(|fragment| escaped(fragment, ":@/?"))
}

/// Percent-encoded, but for unreserved characters, sub-delims, and some more.
fn escaped(text: &str, more: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte);
    text.bytes()
        .map(|byte| match plain(byte) || more.as_bytes().contains(&byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

fn address(options: &OptionSequence) -> Option<IpAddr> {
    let bytes = options.address.as_deref()?;
    match (<[u8; 4]>::try_from(bytes), <[u8; 16]>::try_from(bytes)) {
        (Ok(four), _) => Some(Ipv4Addr::from(four).into()),
        (_, Ok(sixteen)) => Some(Ipv6Addr::from(sixteen).into()),
        _ => None,
    }
}

/// The same in href-13.
fn later(options: &OptionSequence) -> cri::Cri {
    let plain = |texts: &[String]| texts.iter().cloned().map(cri::Text::Plain).collect::<Vec<_>>();
    let host = match (&options.host, address(options)) {
        (_, Some(address)) => Some(cri::Host::Address { address, zone: None }),
        (Some(name), None) => {
            let labels: Vec<String> = name.split('.').map(str::to_owned).collect();
            Some(cri::Host::Name(plain(&labels)))
        }
        (None, None) => None,
    };
    let rooted = options.path.first().is_none_or(String::is_empty);
    let without_host = options.scheme.is_some() && host.is_none();
    let authority = match host {
        Some(host) => {
            cri::Authority::Given(cri::Given { userinfo: None, host, port: options.port.map(u64::from) })
        }
        None if options.scheme.is_some() && !rooted => cri::Authority::True,
        None => cri::Authority::Null,
    };
    // Behind a scheme alone, an empty first segment is the root.
    let path = if without_host && rooted { options.path.get(1..).unwrap_or_default() } else { &options.path };
    let is_start = options.scheme.is_some() || options.has_host();
    let discard = match options.effective_kind() {
        _ if is_start => cri::Discard::All,
        Some(Kind::Root) => cri::Discard::All,
        Some(Kind::Up(count)) => cri::Discard::Count(count.into()),
        None => cri::Discard::Count(0),
    };
    cri::Cri {
        scheme: options.scheme.clone().map(cri::Scheme::Name),
        authority,
        discard,
        path: (is_start || options.effective_kind().is_some()).then(|| plain(path)),
        query: Some(plain(&options.query)).filter(|query| !query.is_empty()),
        fragment: options.fragment.clone().map(cri::Text::Plain),
    }
}
