//! Recomposing a URI from an absolute sequence (-02, section 4.2).

use std::net::IpAddr;

use super::constraints::{check_ranges, check_segments};
use super::error::SequenceError;
use super::options::{CriOption, starts_with_scheme};
use crate::to_uri::authority::host_ip;
use crate::uri::{grammar, percent};

/// The URI of a well-formed sequence.
///
/// # Errors
///
/// The sequence is relative, or has values that its options may not have.
pub fn recompose(sequence: &[CriOption]) -> Result<String, SequenceError> {
    if !starts_with_scheme(sequence) {
        return Err(SequenceError::Relative);
    }
    check_ranges(sequence)?;
    check_segments(sequence)?;
    let mut uri = String::new();
    let mut no_path = true;
    let mut first_query = true;
    for option in sequence {
        match option {
            CriOption::Scheme(name) => {
                uri.push_str(name);
                uri.push(':');
            }
            CriOption::HostName(name) => {
                uri.push_str("//");
                percent::push_text(&mut uri, name, grammar::is_reg_name);
            }
            CriOption::HostIp(address) => {
                uri.push_str("//");
                uri.push_str(&ip_address(*address));
            }
            CriOption::Port(port) => {
                uri.push(':');
                uri.push_str(&port.to_string());
            }
            // No absolute sequence has one.
            CriOption::PathType(_) => {}
            CriOption::Path(segment) => {
                uri.push('/');
                percent::push_text(&mut uri, segment, grammar::is_pchar);
                no_path = false;
            }
            CriOption::Query(argument) => {
                slash_without_path(&mut uri, &mut no_path);
                uri.push(if first_query { '?' } else { '&' });
                percent::push_text(&mut uri, argument, grammar::is_query_plain);
                first_query = false;
            }
            CriOption::Fragment(fragment) => {
                slash_without_path(&mut uri, &mut no_path);
                uri.push('#');
                percent::push_text(&mut uri, fragment, grammar::is_fragment);
            }
        }
    }
    slash_without_path(&mut uri, &mut no_path);
    Ok(uri)
}

fn slash_without_path(uri: &mut String, no_path: &mut bool) {
    if *no_path {
        uri.push('/');
        *no_path = false;
    }
}

/// Dotted decimal, or the form of RFC 5952 in brackets.
pub(super) fn ip_address(address: IpAddr) -> String {
    host_ip(address)
}
