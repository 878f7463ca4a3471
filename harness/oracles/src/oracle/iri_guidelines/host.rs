//! What may become of a host: R123, R124 and R125.

use fluent_uri::IriRef;
use fluent_uri::component::IHost;

use crate::oracle::KnownDifference;

/// What the draft, or what it leaves open, makes of hosts.
pub(super) const KNOWN: [KnownDifference; 3] = [
    KnownDifference {
        name: "IDNA",
        ruling: "R123",
        what: "a name beyond ASCII goes through IDNA, and one in ASCII may be lower-cased",
        witness: ("a://\u{e9}.example/", "xn--9ca.example"),
    },
    KnownDifference {
        name: "host refused",
        ruling: "R124",
        what: "a name that IDNA or the DNS has no form for may be refused",
        witness: ("a://\u{5d0}a.example/", ""),
    },
    KnownDifference {
        name: "octets in a host",
        ruling: "R125",
        what: "percent-encoded octets in a name may be decoded, or the name refused",
        witness: ("a://%C3%A9.example/", "xn--9ca.example"),
    },
];

/// A host of an IRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Host<'a> {
    /// An IP address, brackets and all.
    Address(&'a str),
    /// A name.
    Name(&'a str),
}

impl<'a> Host<'a> {
    /// The host of an IRI reference, where it has an authority.
    pub(super) fn of(iri: &'a IriRef<&'a str>) -> Option<Self> {
        let authority = iri.authority()?;
        Some(match authority.host_parsed() {
            IHost::RegName(_) => Host::Name(authority.host()),
            _ => Host::Address(authority.host()),
        })
    }

    /// May the host become `came`? `Ok` with the difference that this is, where it is one.
    pub(super) fn may_become(self, came: &str) -> Result<Option<&'static KnownDifference>, ()> {
        let [idna, _, octets] = &KNOWN;
        let is_ascii_name =
            || came.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@[]:".contains(&byte));
        match self {
            Host::Address(found) | Host::Name(found) if found == came => Ok(None),
            Host::Address(_) => Err(()),
            Host::Name(found) if found.contains('%') && is_ascii_name() => Ok(Some(octets)),
            Host::Name(found) if !found.is_ascii() && is_ascii_name() => Ok(Some(idna)),
            Host::Name(found) if found.is_ascii() && found.to_ascii_lowercase() == came => Ok(Some(idna)),
            Host::Name(_) => Err(()),
        }
    }

    /// May the host be refused?
    pub(super) fn may_be_refused(self) -> Option<&'static KnownDifference> {
        let [_, refused, octets] = &KNOWN;
        let is_plain = |label: &str| {
            label.len() < 64
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !label.to_ascii_lowercase().starts_with("xn--")
        };
        match self {
            Host::Address(_) => None,
            Host::Name(found) if found.contains('%') => Some(octets),
            Host::Name(found) if found.split('.').all(is_plain) => None,
            Host::Name(_) => Some(refused),
        }
    }

    /// Is it a name beyond ASCII, or one that may stand for such a name?
    pub(super) fn is_idn(self) -> bool {
        matches!(self, Host::Name(found) if !found.is_ascii() || found.contains('%'))
    }
}
