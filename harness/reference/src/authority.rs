//! Authorities (C2 to C7).
//!
//! ```cddl
//! no-authority = NOAUTH-ROOTBASED / NOAUTH-ROOTLESS      ; null / true
//! authority    = [?userinfo, host, ?port]
//! host         = (host-ip // host-name)
//! ```

use std::net::{Ipv4Addr, Ipv6Addr};

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
    /// host-ip of 4 bytes.
    Ipv4(Ipv4Addr),
    /// host-ip of 16 bytes.
    Ipv6 {
        /// The address.
        addr: Ipv6Addr,
        /// zone-id: the zone identifier, without escapes.
        zone: Option<String>,
    },
}

impl From<&str> for Host {
    /// A registered name, split at its dots. An IP address is not looked for.
    fn from(name: &str) -> Self {
        Host::Labels(name.split('.').map(Text::from).collect())
    }
}

impl From<Ipv4Addr> for Host {
    fn from(addr: Ipv4Addr) -> Self {
        Host::Ipv4(addr)
    }
}

impl From<Ipv6Addr> for Host {
    fn from(addr: Ipv6Addr) -> Self {
        Host::Ipv6 { addr, zone: None }
    }
}
