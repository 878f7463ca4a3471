//! Authorities (C2 to C7).
//!
//! ```cddl
//! no-authority = NOAUTH-ROOTBASED / NOAUTH-ROOTLESS      ; null / true
//! authority    = [?userinfo, host, ?port]
//! host         = (host-ip // host-name)
//! ```

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::options::Revision;
use crate::text::Text;

/// The authority section of a CRI or CRI reference.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AuthoritySection {
    /// Null: no authority; where there is a scheme, the path is rooted.
    #[default]
    RootBased,
    /// True: no authority, and the path is rootless.
    Rootless,
    /// An authority.
    Authority(Authority),
}

impl AuthoritySection {
    /// The authority, where there is one.
    pub fn authority(&self) -> Option<&Authority> {
        match self {
            AuthoritySection::Authority(authority) => Some(authority),
            AuthoritySection::RootBased | AuthoritySection::Rootless => None,
        }
    }

    /// Is the section unset (null)?
    pub fn is_null(&self) -> bool {
        *self == AuthoritySection::RootBased
    }
}

/// An authority: a host, optionally with user information in front and a port behind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Authority {
    /// User information (C3).
    pub userinfo: Option<Text>,
    /// The host (C4, C5).
    pub host: Host,
    /// The port (C6), left out where it is the scheme's default (C7).
    pub port: Option<u16>,
}

impl Authority {
    /// An authority that is a host alone.
    pub fn new(host: impl Into<Host>) -> Self {
        Authority { userinfo: None, host: host.into(), port: None }
    }

    /// The same with user information.
    pub fn with_userinfo(self, userinfo: impl Into<Text>) -> Self {
        Authority { userinfo: Some(userinfo.into()), ..self }
    }

    /// The same with a port.
    pub fn with_port(self, port: u16) -> Self {
        Authority { port: Some(port), ..self }
    }
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host {
    /// host-name: the labels of a registered name, which a URI joins with dots.
    Labels(Vec<Text>),
    /// host-ip: an IP address.
    Ip {
        /// The address, of 4 or 16 bytes.
        addr: IpAddr,
        /// zone-id: the zone identifier, without escapes. In -13, only behind 16 bytes.
        zone: Option<String>,
    },
}

impl Host {
    /// The zone identifier, where there is one.
    pub fn zone(&self) -> Option<&str> {
        match self {
            Host::Ip { zone, .. } => zone.as_deref(),
            Host::Labels(_) => None,
        }
    }
}

impl From<&str> for Host {
    /// A registered name, split at its dots. An IP address is not looked for.
    fn from(name: &str) -> Self {
        Host::Labels(name.split('.').map(Text::from).collect())
    }
}

impl From<IpAddr> for Host {
    fn from(addr: IpAddr) -> Self {
        Host::Ip { addr, zone: None }
    }
}

impl From<Ipv4Addr> for Host {
    fn from(addr: Ipv4Addr) -> Self {
        IpAddr::from(addr).into()
    }
}

impl From<Ipv6Addr> for Host {
    fn from(addr: Ipv6Addr) -> Self {
        IpAddr::from(addr).into()
    }
}

/// How a colon in user information stands in a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UserinfoColon {
    /// As an escape, which text stands for. One that is not escaped has no CRI form.
    Escaped,
    /// As itself; an escaped one needs a byte string.
    Plain,
}

/// -13 knows only the escaped colon (C3, SP2). In -27 the conversion to a URI leaves the colon as it is, which
/// its appendix confirms, although C3 there still leaves it out of plain text.
pub(crate) fn userinfo_colon(revision: Revision) -> UserinfoColon {
    match revision {
        Revision::Href13 => UserinfoColon::Escaped,
        Revision::Href27 => UserinfoColon::Plain,
    }
}

/// Do URIs have zone identifiers? -13 follows RFC 6874. That was obsoleted, and -27 defines no conversion.
pub(crate) fn zones_in_uris(revision: Revision) -> bool {
    match revision {
        Revision::Href13 => true,
        Revision::Href27 => false,
    }
}
