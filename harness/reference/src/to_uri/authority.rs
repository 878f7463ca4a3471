//! The authority component (section 6.1).

use std::net::IpAddr;

use crate::authority::{Authority, Host, UserinfoColon, userinfo_colon, zones_in_uris};
use crate::error::{Component, Error, NoUriError};
use crate::options::Revision;
use crate::reference::CriReference;
use crate::text::{Text, has_dot};
use crate::uri::{grammar, percent};

/// Userinfo, host and port with their delimiters; unset, where there is no host.
pub(super) fn authority(reference: &CriReference, revision: Revision) -> Result<Option<String>, Error> {
    let Some(Authority { userinfo, host, port }) = reference.authority.authority() else {
        return Ok(None);
    };
    let mut authority = String::new();
    if let Some(userinfo) = userinfo {
        authority.push_str(&userinfo.percent_encoded(is_userinfo_plain(revision)));
        authority.push('@');
    }
    authority.push_str(&self::host(host, revision)?);
    if let Some(port) = port {
        authority.push(':');
        authority.push_str(&port.to_string());
    }
    Ok(Some(authority))
}

/// What may fail in an authority, other than that URIs have no zone identifiers at all.
pub(super) fn check(reference: &CriReference, revision: Revision) -> Result<(), Error> {
    match reference.authority.authority() {
        Some(Authority { host: Host::Ip { .. }, .. }) if !zones_in_uris(revision) => Ok(()),
        Some(_) => authority(reference, revision).map(|_| ()),
        None => Ok(()),
    }
}

/// The characters of user information that need no escape.
pub(crate) fn is_userinfo_plain(revision: Revision) -> fn(u8) -> bool {
    match userinfo_colon(revision) {
        UserinfoColon::Escaped => grammar::is_userinfo_plain,
        UserinfoColon::Plain => grammar::is_userinfo,
    }
}

fn host(host: &Host, revision: Revision) -> Result<String, Error> {
    match host {
        Host::Labels(labels) => host_name(labels),
        Host::Ip { addr, zone: None } => Ok(host_ip(*addr)),
        Host::Ip { zone: Some(_), .. } if !zones_in_uris(revision) => no_uri(NoUriError::Zone),
        Host::Ip { addr: IpAddr::V4(_), zone: Some(_) } => no_uri(NoUriError::Zone),
        Host::Ip { addr: addr @ IpAddr::V6(_), zone: Some(zone) } => ip_literal(*addr, zone),
    }
}

/// `IPv4address`, or an `IP-literal` in the form of RFC 5952.
pub(crate) fn host_ip(addr: IpAddr) -> String {
    match addr {
        IpAddr::V4(addr) => addr.to_string(),
        IpAddr::V6(addr) => format!("[{addr}]"),
    }
}

/// The labels, joined by dots. A dot inside a label fails: no escape could keep it apart.
fn host_name(labels: &[Text]) -> Result<String, Error> {
    if labels.iter().any(has_dot) {
        return no_uri(NoUriError::DotInLabel);
    }
    let labels: Vec<String> =
        labels.iter().map(|label| label.percent_encoded(grammar::is_reg_name)).collect();
    Ok(labels.join("."))
}

/// The address in the form of RFC 5952, and behind it the zone as in RFC 6874, section 2.
fn ip_literal(addr: IpAddr, zone: &str) -> Result<String, Error> {
    if zone.is_empty() {
        return no_uri(NoUriError::EmptyZone);
    }
    let mut encoded = String::new();
    percent::push_text(&mut encoded, zone, grammar::is_unreserved);
    Ok(format!("[{addr}%25{encoded}]"))
}

fn no_uri(error: NoUriError) -> Result<String, Error> {
    Err(Error::in_component(error, Component::Host))
}
