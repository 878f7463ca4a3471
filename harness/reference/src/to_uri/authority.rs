//! The authority component (section 6.1).

use std::net::Ipv6Addr;

use crate::authority::{Authority, Host};
use crate::constraints::has_dot;
use crate::error::{Component, Error, NoUriError};
use crate::reference::CriReference;
use crate::text::Text;
use crate::uri::{grammar, percent};

/// Userinfo, host and port with their delimiters; unset, where there is no host.
pub(super) fn authority(reference: &CriReference) -> Result<Option<String>, Error> {
    let Some(Authority { userinfo, host, port }) = reference.authority.authority() else {
        return Ok(None);
    };
    let mut authority = String::new();
    if let Some(userinfo) = userinfo {
        authority.push_str(&userinfo.percent_encoded(grammar::is_userinfo_plain));
        authority.push('@');
    }
    authority.push_str(&self::host(host)?);
    if let Some(port) = port {
        authority.push(':');
        authority.push_str(&port.to_string());
    }
    Ok(Some(authority))
}

fn host(host: &Host) -> Result<String, Error> {
    match host {
        Host::Labels(labels) => host_name(labels),
        Host::Ipv4(addr) => Ok(addr.to_string()),
        Host::Ipv6 { addr, zone } => ip_literal(addr, zone.as_deref()),
    }
}

/// The labels, joined by dots. A dot inside a label fails: no escape could keep it apart.
fn host_name(labels: &[Text]) -> Result<String, Error> {
    if labels.iter().any(has_dot) {
        return Err(Error::in_component(NoUriError::DotInLabel, Component::Host));
    }
    let labels: Vec<String> =
        labels.iter().map(|label| label.percent_encoded(grammar::is_reg_name)).collect();
    Ok(labels.join("."))
}

/// The address in the form of RFC 5952, and behind it the zone as in RFC 6874, section 2.
fn ip_literal(addr: &Ipv6Addr, zone: Option<&str>) -> Result<String, Error> {
    let Some(zone) = zone else {
        return Ok(format!("[{addr}]"));
    };
    if zone.is_empty() {
        return Err(Error::in_component(NoUriError::EmptyZone, Component::Host));
    }
    let mut encoded = String::new();
    percent::push_text(&mut encoded, zone, grammar::is_unreserved);
    Ok(format!("[{addr}%25{encoded}]"))
}
