//! Converting URIs to sequences (-02, section 2.2, "decompose"; -03, section 6).
//!
//! The drafts leave the method free, as long as the way back leads to an equivalent URI. A delimiter that is escaped
//! and would not be again has no form (-03: C11), and neither has what a sequence cannot say: user information, zone
//! identifiers, bytes that are no UTF-8. Relative references are converted where -03 converts them back.

use std::net::Ipv4Addr;

use super::constraints::{check_created, lone_empty_segment};
use super::error::SequenceError;
use super::options::{CriOption, Draft};
use super::recompose::recompose;
use super::to_uri::to_uri;
use super::well_formed;
use crate::scheme::default_port;
use crate::uri::parse::{UriAuthority, UriHost, parse};
use crate::uri::percent::{Unit, units};
use crate::uri::{dot_segments, grammar, percent};

/// The sequence of a URI, and in -03 that of a URI reference.
///
/// # Errors
///
/// The text is no URI reference, or has no sequence.
pub fn from_uri(uri: &str, draft: Draft) -> Result<Vec<CriOption>, SequenceError> {
    let uri = parse(uri)?;
    let mut sequence = Vec::new();
    let scheme = uri.scheme.map(str::to_ascii_lowercase);
    if let Some(scheme) = &scheme {
        sequence.push(CriOption::Scheme(scheme.clone()));
    }
    if let Some(authority) = &uri.authority {
        sequence.push(host(&authority.host)?);
        sequence.extend(port(authority, scheme.as_deref(), draft)?.map(CriOption::Port));
    }
    let path = dot_segments::remove(&percent::normalize(uri.path));
    let segments = if uri.authority.is_some() {
        path.strip_prefix('/')
    } else if uri.scheme.is_some() {
        // An empty first segment stands for the root.
        Some(path.as_str()).filter(|path| !path.is_empty())
    } else if let Some(rooted) = path.strip_prefix('/') {
        sequence.push(CriOption::PathType(0));
        Some(rooted)
    } else if uri.path.is_empty() {
        None
    } else {
        return Err(SequenceError::None("no sequence that converts to a relative path"));
    };
    for segment in segments.into_iter().flat_map(|segments| segments.split('/')) {
        sequence.push(CriOption::Path(decoded(segment, grammar::is_pchar)?));
    }
    if let Some(only) = lone_empty_segment(&sequence) {
        sequence.remove(only);
    }
    for parameter in uri.query.into_iter().flat_map(|query| query.split('&')) {
        sequence.push(CriOption::Query(decoded(parameter, grammar::is_query_plain)?));
    }
    if let Some(fragment) = uri.fragment {
        sequence.push(CriOption::Fragment(decoded(fragment, grammar::is_fragment)?));
    }
    well_formed::check(&sequence, draft)?;
    check_created(&sequence, draft)?;
    // What has no way back is not created.
    match draft {
        Draft::Href02 => recompose(&sequence)?,
        Draft::Href03 => to_uri(&sequence)?,
    };
    Ok(sequence)
}

fn host(host: &UriHost<'_>) -> Result<CriOption, SequenceError> {
    match host {
        UriHost::Ipv4(address) => Ok(CriOption::HostIp((*address).into())),
        UriHost::Ipv6(address, None) => Ok(CriOption::HostIp((*address).into())),
        UriHost::Ipv6(_, Some(_)) => Err(SequenceError::None("no option for a zone identifier")),
        UriHost::IpFuture => Err(SequenceError::None("no option for a later version of IP")),
        UriHost::RegName(name) => {
            let name = percent::normalize(name);
            match name.parse::<Ipv4Addr>() {
                Ok(address) => Ok(CriOption::HostIp(address.into())),
                Err(_) => Ok(CriOption::HostName(decoded(&name.to_ascii_lowercase(), grammar::is_reg_name)?)),
            }
        }
    }
}

/// The port: without the scheme's default in -03, and always one in -02.
fn port(
    authority: &UriAuthority<'_>,
    scheme: Option<&str>,
    draft: Draft,
) -> Result<Option<u64>, SequenceError> {
    if authority.userinfo.is_some() {
        return Err(SequenceError::None("no option for user information"));
    }
    let default = scheme.and_then(default_port).map(u64::from);
    let given = match authority.port {
        None => None,
        Some(digits) if digits.len() > 1 && digits.starts_with('0') => {
            return Err(SequenceError::None("no option for a port with leading zeros"));
        }
        Some(digits) => match digits.parse::<u16>() {
            Ok(port) => Some(u64::from(port)),
            Err(_) => return Err(SequenceError::None("no option for a port that is empty or above 65535")),
        },
    };
    match draft {
        Draft::Href02 => Ok(given.or(default)),
        Draft::Href03 => Ok(given.filter(|port| default != Some(*port))),
    }
}

/// The text that a part of a URI stands for. `is_plain` tells what the way back leaves unescaped.
fn decoded(encoded: &str, is_plain: fn(u8) -> bool) -> Result<String, SequenceError> {
    let lost = |unit| match unit {
        Unit::Escaped(byte) => byte.is_ascii() && is_plain(byte) && !grammar::is_unreserved(byte),
        Unit::Literal(_) => false,
    };
    if units(encoded).any(lost) {
        return Err(SequenceError::None("no option for an escaped delimiter"));
    }
    percent::decode_utf8(encoded).ok_or(SequenceError::None("no option for bytes that are no UTF-8"))
}
