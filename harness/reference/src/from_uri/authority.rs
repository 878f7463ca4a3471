//! The authority of a URI (C2 to C7).

use crate::authority::{Authority, Host};
use crate::error::{Component, Error, NoCriError};
use crate::scheme::default_port;
use crate::text::Text;
use crate::uri::parse::{UriAuthority, UriHost};
use crate::uri::{grammar, percent};

/// The authority, its port left off where it is the default of the scheme in front.
pub(super) fn authority(authority: &UriAuthority<'_>, scheme: Option<&str>) -> Result<Authority, Error> {
    Ok(Authority {
        userinfo: authority.userinfo.map(userinfo).transpose()?,
        host: host(&authority.host)?,
        port: match authority.port {
            Some(digits) => explicit_port(port(digits)?, scheme),
            None => None,
        },
    })
}

/// C3, SP2: there is no form for a colon that is not escaped.
fn userinfo(userinfo: &str) -> Result<Text, Error> {
    if userinfo.contains(':') {
        return Err(Error::in_component(NoCriError::UserinfoColon, Component::Userinfo));
    }
    Ok(Text::from_percent_encoded(userinfo, grammar::is_userinfo_plain))
}

fn host(host: &UriHost<'_>) -> Result<Host, Error> {
    match host {
        // C4: future versions of IP are not supported.
        UriHost::IpFuture => Err(Error::in_component(NoCriError::IpFuture, Component::Host)),
        UriHost::Ipv4(addr) => Ok(Host::Ipv4(*addr)),
        UriHost::Ipv6(addr, zone) => Ok(Host::Ipv6 { addr: *addr, zone: zone.map(zone_id).transpose()? }),
        UriHost::RegName(name) => Ok(reg_name(name)),
    }
}

fn zone_id(zone: &str) -> Result<String, Error> {
    percent::decode_utf8(zone).ok_or_else(|| Error::in_component(NoCriError::ZoneNotUtf8, Component::Host))
}

/// C5: the labels in lower case. An escaped dot splits as any other (SP2), and a name that spells an IPv4
/// address once its escapes are normalised is that address.
fn reg_name(name: &str) -> Host {
    let name = percent::normalize(name);
    if let Ok(addr) = name.parse() {
        return Host::Ipv4(addr);
    }
    let name = name.to_ascii_lowercase();
    Host::Labels(name.split('.').map(label).collect())
}

fn label(label: &str) -> Text {
    Text::from_percent_encoded(label, grammar::is_reg_name)
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
