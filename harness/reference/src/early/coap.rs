//! CoAP options of an absolute sequence (-02, section 4.3).
//!
//! They are to be those of its URI (RFC 7252, section 6.4), which has none for a fragment, for other schemes, and for
//! values that are too long. The code of the draft leaves out no option with a default value, and for a proxy puts the
//! scheme behind.

use super::constraints::{check_ranges, check_segments, lone_empty_segment};
use super::error::SequenceError;
use super::options::{CriOption, starts_with_scheme};
use super::recompose::ip_address;
use crate::coap::CoapOption;

/// The options for a well-formed sequence.
///
/// # Errors
///
/// The sequence is relative, or its URI has no options.
pub fn coap(sequence: &[CriOption], to_proxy: bool) -> Result<Vec<CoapOption>, SequenceError> {
    let Some(CriOption::Scheme(scheme)) = sequence.first().filter(|_| starts_with_scheme(sequence)) else {
        return Err(SequenceError::Relative);
    };
    check_ranges(sequence)?;
    check_segments(sequence)?;
    if !to_proxy && scheme != "coap" && scheme != "coaps" {
        return Err(SequenceError::None("no CoAP option for another scheme"));
    }
    let lone = lone_empty_segment(sequence);
    let mut options = Vec::new();
    for (index, option) in sequence.iter().enumerate() {
        match option {
            CriOption::Scheme(_) | CriOption::PathType(_) => {}
            CriOption::HostName(name) => options.push(CoapOption::UriHost(name.clone())),
            CriOption::HostIp(address) => options.push(CoapOption::UriHost(ip_address(*address))),
            CriOption::Port(port) => options.extend(u16::try_from(*port).map(CoapOption::UriPort)),
            CriOption::Path(_) if lone == Some(index) => {}
            CriOption::Path(segment) => options.push(CoapOption::UriPath(segment.clone())),
            CriOption::Query(argument) => options.push(CoapOption::UriQuery(argument.clone())),
            CriOption::Fragment(_) => return Err(SequenceError::None("no CoAP option for a fragment")),
        }
    }
    if to_proxy {
        options.push(CoapOption::ProxyScheme(scheme.clone()));
    }
    for option in &options {
        option.check()?;
    }
    Ok(options)
}
