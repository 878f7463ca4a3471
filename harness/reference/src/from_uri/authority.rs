//! The authority of a URI (C2 to C7).

use std::net::Ipv4Addr;

use crate::authority::{Authority, Host, UserinfoColon, userinfo_colon, zones_in_uris};
use crate::error::{Component, Error, NoCriError};
use crate::options::Revision;
use crate::scheme::default_port;
use crate::text::Text;
use crate::to_uri::authority::is_userinfo_plain;
use crate::uri::parse::{UriAuthority, UriHost};
use crate::uri::{grammar, percent};

/// The authority, its port left off where it is the default of the scheme in front.
pub(super) fn authority(
    authority: &UriAuthority<'_>,
    scheme: Option<&str>,
    revision: Revision,
) -> Result<Authority, Error> {
    Ok(Authority {
        userinfo: authority.userinfo.map(|text| userinfo(text, revision)).transpose()?,
        host: host(&authority.host, revision)?,
        port: match authority.port {
            Some(digits) => explicit_port(port(digits)?, scheme),
            None => None,
        },
    })
}

/// C3, SP2: in -13 there is no form for a colon that is not escaped.
fn userinfo(userinfo: &str, revision: Revision) -> Result<Text, Error> {
    if userinfo.contains(':') && userinfo_colon(revision) == UserinfoColon::Escaped {
        return Err(Error::in_component(NoCriError::UserinfoColon, Component::Userinfo));
    }
    Ok(Text::from_percent_encoded(userinfo, is_userinfo_plain(revision), revision))
}

fn host(host: &UriHost<'_>, revision: Revision) -> Result<Host, Error> {
    match host {
        // C4: future versions of IP are not supported.
        UriHost::IpFuture => Err(Error::in_component(NoCriError::IpFuture, Component::Host)),
        UriHost::Ipv4(addr) => Ok(Host::from(*addr)),
        UriHost::Ipv6(addr, None) => Ok(Host::from(*addr)),
        UriHost::Ipv6(addr, Some(zone)) => {
            Ok(Host::Ip { addr: (*addr).into(), zone: Some(zone_id(zone, revision)?) })
        }
        UriHost::RegName(name) => Ok(reg_name(name, revision)),
    }
}

fn zone_id(zone: &str, revision: Revision) -> Result<String, Error> {
    let error = |error: NoCriError| Error::in_component(error, Component::Host);
    if !zones_in_uris(revision) {
        return Err(error(NoCriError::Zone));
    }
    percent::decode_utf8(zone).ok_or_else(|| error(NoCriError::ZoneNotUtf8))
}

/// C5: the labels in lower case. An escaped dot splits as any other (SP2), and a name that spells an IPv4
/// address once its escapes are normalised is that address.
fn reg_name(name: &str, revision: Revision) -> Host {
    let name = percent::normalize(name);
    if let Ok(addr) = name.parse::<Ipv4Addr>() {
        return addr.into();
    }
    let name = name.to_ascii_lowercase();
    let label = |label| Text::from_percent_encoded(label, grammar::is_reg_name, revision);
    Host::Labels(name.split('.').map(label).collect())
}

/// C6: a port from 0 to 65535, not empty, without redundant zeros.
fn port(digits: &str) -> Result<u16, Error> {
    let redundant_zero = digits.len() > 1 && digits.starts_with('0');
    match digits.parse() {
        Ok(port) if !redundant_zero => Ok(port),
        _ => Err(Error::in_component(NoCriError::Port, Component::Port)),
    }
}

/// C7: the default port is left off.
fn explicit_port(port: u16, scheme: Option<&str>) -> Option<u16> {
    let default = scheme.and_then(|scheme| default_port(&scheme.to_ascii_lowercase()));
    Some(port).filter(|port| default != Some(*port))
}
