//! A small implementation of two operations, right unless told to have a fault.
//!
//! It checks only what the equation needs checked, and is written for these tests alone, so that the oracle
//! is tried without any of the implementations it is there to try.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::net::IpAddr;

use crate::generate::{Sections, Start};
use crivet::cri::{Authority, Discard, Given, Host, Part, Scheme, Text};
use crivet::feature::Feature;
use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::OperationName;
use crivet::profile::Profile;

/// Faults of the kind implementers make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    ColonUnguarded,
    ColonUnguardedBehindPet,
    Discard127IsAll,
    DiscardAllKeepsPath,
    DiscardKeepsQuery,
    DiscardsOneLess,
    DropsEmptySegments,
    DropsFragmentBesideQuery,
    DropsUserinfo,
    FragmentSurvivesQuery,
    KeepsRootless,
    NetworkPathKeepsBasePath,
    RejectsDeepDiscard,
    SchemeKeepsAuthority,
    SchemeOnlyReplacesScheme,
    TakesDotsForSegments,
}

impl Fault {
    pub(super) const ALL: [Fault; 16] = [
        Fault::ColonUnguarded,
        Fault::ColonUnguardedBehindPet,
        Fault::Discard127IsAll,
        Fault::DiscardAllKeepsPath,
        Fault::DiscardKeepsQuery,
        Fault::DiscardsOneLess,
        Fault::DropsEmptySegments,
        Fault::DropsFragmentBesideQuery,
        Fault::DropsUserinfo,
        Fault::FragmentSurvivesQuery,
        Fault::KeepsRootless,
        Fault::NetworkPathKeepsBasePath,
        Fault::RejectsDeepDiscard,
        Fault::SchemeKeepsAuthority,
        Fault::SchemeOnlyReplacesScheme,
        Fault::TakesDotsForSegments,
    ];
}

/// The implementation.
pub(crate) struct Small {
    pub(crate) fault: Option<Fault>,
}

impl Implementation for Small {
    fn describe(&self) -> Description {
        Description {
            name: "small".to_owned(),
            version: String::new(),
            language: String::new(),
            profiles: BTreeSet::from([Profile::Href13]),
            features: BTreeSet::from([Feature::NoAuthority, Feature::Userinfo, Feature::TextOrPet]),
            operations: [OperationName::CriToUri, OperationName::Resolve].into(),
        }
    }

    fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
        let cri = Sections::from_cbor(cri).ok_or_else(|| Refusal::reject("not well-formed"))?;
        self.to_uri(&cri).ok_or_else(|| Refusal::reject("no URI form"))
    }

    fn resolve(&self, _: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        let parts = Sections::from_cbor(base).zip(Sections::from_cbor(reference));
        let (base, reference) = parts.ok_or_else(|| Refusal::reject("not well-formed"))?;
        let resolved = self.resolved(base, reference).ok_or_else(|| Refusal::reject("rejected"))?;
        Ok(resolved.to_cbor())
    }
}

impl Small {
    /// href-13, anchor `cri-to-uri`.
    fn to_uri(&self, cri: &Sections) -> Option<String> {
        let mut uri = String::new();
        let mut is_rooted = true;
        match &cri.start {
            Start::Full(scheme, _) => {
                uri.push_str(scheme_name(scheme)?);
                uri.push(':');
            }
            Start::Authority(_) => {}
            Start::Discard(Discard::All) => {}
            Start::Discard(Discard::Count(n)) => {
                if *n == 0 && cri.path.is_some() {
                    return None;
                }
                is_rooted = false;
                if *n == 1 && cri.segments().first().is_some_and(|first| self.needs_guard(first)) {
                    uri.push_str("./");
                }
                (1..*n).for_each(|_| uri.push_str("../"));
            }
        }
        let has_authority = match cri.authority() {
            Some(Authority::Given(Given { userinfo, host, port })) => {
                uri.push_str("//");
                if let Some(userinfo) = userinfo {
                    percent_encode(&mut uri, userinfo, "");
                    uri.push('@');
                }
                write_host(&mut uri, host)?;
                if let Some(port) = port {
                    write!(uri, ":{port}").ok()?;
                }
                true
            }
            Some(Authority::True) => {
                is_rooted = false;
                false
            }
            _ => false,
        };
        let mut path = String::new();
        let segments =
            cri.segments().iter().filter(|one| !one.is_empty() || !self.has(Fault::DropsEmptySegments));
        for (i, segment) in segments.enumerate() {
            if *segment == Text::Plain(".".to_owned()) || *segment == Text::Plain("..".to_owned()) {
                return None;
            }
            if i > 0 || is_rooted {
                path.push('/');
            }
            percent_encode(&mut path, segment, ":@");
        }
        if self.has(Fault::TakesDotsForSegments) {
            path = path.replace("...", "..");
        }
        // A path that would read as something else has no URI form.
        if cri.is_full() && !has_authority && (path.starts_with("//") || !is_rooted && path.starts_with('/'))
        {
            return None;
        }
        if cri.is_full() && !has_authority && !is_rooted && path.is_empty() {
            return None;
        }
        uri.push_str(&path);
        for (i, parameter) in cri.query.iter().flatten().enumerate() {
            uri.push(if i == 0 { '?' } else { '&' });
            percent_encode(&mut uri, parameter, "?query");
        }
        if let Some(fragment) = &cri.fragment {
            uri.push('#');
            percent_encode(&mut uri, fragment, ":@/?");
        }
        Some(uri)
    }

    fn needs_guard(&self, first: &Text) -> bool {
        if self.has(Fault::ColonUnguarded)
            || (self.has(Fault::ColonUnguardedBehindPet) && matches!(first, Text::Sequence(_)))
        {
            return first.is_empty();
        }
        first.is_empty() || first.texts().iter().any(|text| text.contains(':'))
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// href-13, anchor `reference-resolution`.
    fn resolved(&self, base: Sections, reference: Sections) -> Option<Sections> {
        let Start::Full(scheme, authority) = base.start else { return None };
        let (mut scheme, mut authority) = (scheme, authority);
        let mut path = base.path.unwrap_or_default();
        let (mut query, mut fragment) = (base.query, base.fragment);
        let discard = match &reference.start {
            Start::Discard(Discard::Count(127)) if self.has(Fault::Discard127IsAll) => Discard::All,
            Start::Discard(discard) => *discard,
            _ => Discard::All,
        };
        if self.has(Fault::RejectsDeepDiscard)
            && matches!(discard, Discard::Count(n) if n > path.len() as u64)
        {
            return None;
        }
        match discard {
            Discard::All => {
                let keeps_path = match reference.start {
                    Start::Discard(_) => self.has(Fault::DiscardAllKeepsPath),
                    Start::Authority(_) => self.has(Fault::NetworkPathKeepsBasePath),
                    Start::Full(..) => false,
                };
                if !keeps_path {
                    path.clear();
                }
                (query, fragment) = (None, None);
                if authority == Authority::True && !self.has(Fault::KeepsRootless) {
                    authority = Authority::Null;
                }
            }
            Discard::Count(n) => {
                let n = usize::try_from(n).unwrap_or(usize::MAX)
                    - usize::from(n > 1 && self.has(Fault::DiscardsOneLess));
                path.truncate(path.len().saturating_sub(n));
                if n > 0 && !self.has(Fault::DiscardKeepsQuery) {
                    (query, fragment) = (None, None);
                }
            }
        }
        if let Some(more) = reference.path {
            path.extend(more);
            if !self.has(Fault::DiscardKeepsQuery) {
                (query, fragment) = (None, None);
            }
        }
        match reference.start {
            Start::Full(found, Authority::Null) if self.has(Fault::SchemeKeepsAuthority) => scheme = found,
            Start::Full(found, _) if self.has(Fault::SchemeOnlyReplacesScheme) => scheme = found,
            Start::Full(found, other) => (scheme, authority) = (found, other),
            Start::Authority(found) => authority = found,
            Start::Discard(_) => {}
        }
        if let Authority::Given(Given { userinfo, .. }) = &mut authority
            && self.has(Fault::DropsUserinfo)
        {
            *userinfo = None;
        }
        let mut drops_fragment = false;
        if let Some(found) = reference.query {
            if !self.has(Fault::FragmentSurvivesQuery) {
                fragment = None;
            }
            drops_fragment = self.has(Fault::DropsFragmentBesideQuery);
            query = (!found.is_empty()).then_some(found);
        }
        if reference.fragment.is_some() && !drops_fragment {
            fragment = reference.fragment;
        }
        Some(Sections { start: Start::Full(scheme, authority), path: Some(path), query, fragment })
    }
}

fn scheme_name(scheme: &Scheme) -> Option<&str> {
    const NAMES: [&str; 10] =
        ["coap", "coaps", "http", "https", "urn", "did", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];
    match scheme {
        Scheme::Name(name) => Some(name),
        Scheme::Number(1719) => Some("file"),
        Scheme::Number(2263) => Some("tag"),
        Scheme::Number(argument) => NAMES.get(usize::try_from(*argument).ok()?).copied(),
    }
}

fn write_host(uri: &mut String, host: &Host) -> Option<()> {
    match host {
        Host::Address { address: IpAddr::V4(address), .. } => write!(uri, "{address}").ok(),
        Host::Address { address: IpAddr::V6(address), zone } => {
            write!(uri, "[{address}").ok()?;
            if let Some(zone) = zone {
                write!(uri, "%25{zone}").ok()?;
            }
            uri.push(']');
            Some(())
        }
        Host::Name(labels) => {
            for (i, label) in labels.iter().enumerate() {
                if label.texts().iter().any(|text| text.contains('.')) {
                    return None;
                }
                if i > 0 {
                    uri.push('.');
                }
                percent_encode(uri, label, "");
            }
            Some(())
        }
    }
}

/// What every component allows, and what one allows besides; `?query` stands for what a query allows.
fn percent_encode(uri: &mut String, text: &Text, more: &str) {
    let allowed = |byte: u8| match (byte, more) {
        (b'&', "?query") => false,
        (b':' | b'@' | b'/' | b'?', "?query") => true,
        _ if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte) => true,
        _ => more != "?query" && more.as_bytes().contains(&byte),
    };
    let parts = match text {
        Text::Plain(text) => &[Part::Text(text.clone())],
        Text::Sequence(parts) => parts.as_slice(),
    };
    for part in parts {
        let (bytes, is_text) = match part {
            Part::Text(text) => (text.as_bytes(), true),
            Part::Bytes(bytes) => (bytes.as_slice(), false),
        };
        for byte in bytes {
            if is_text && allowed(*byte) {
                uri.push(char::from(*byte));
            } else {
                write!(uri, "%{byte:02X}").expect("a string takes all");
            }
        }
    }
}
