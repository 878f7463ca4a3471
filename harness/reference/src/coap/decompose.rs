//! Taking a request CRI apart into CoAP options (-27, anchor `decompose-coap`).
//!
//! The draft does not say what to do with user information, without an authority, with a host that is empty, and
//! with a value that is too long for its option. No option could carry the first three, so all are refused.

use super::destination::Destination;
use super::option::CoapOption;
use super::variant::Variant;
use crate::authority::{Authority, Host};
use crate::constraints;
use crate::cri::Cri;
use crate::error::{CoapError, Component, Error};
use crate::options::{Options, Revision};
use crate::reference::CriReference;
use crate::text::Text;
use crate::to_uri::authority::host_ip;

/// What a CRI says of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The variant of CoAP to be used.
    pub variant: Variant,
    /// The options, in the order of their numbers.
    pub options: Vec<CoapOption>,
}

/// Takes a request CRI apart into the variant of CoAP and the options of the request.
///
/// # Errors
///
/// [`CoapError`] where options cannot express the CRI. It is no full CRI, or breaks a constraint.
pub fn cri_to_coap(cri: &CriReference, destination: &Destination) -> Result<Request, Error> {
    constraints::check(cri, &Options::of(Revision::Href27))?;
    // Step 1: a full CRI is needed.
    let cri = Cri::try_from(cri.clone())?;
    // Step 2: the scheme-id says which variant of CoAP to use; a scheme-name does not.
    let variant =
        Variant::from_scheme(&cri.scheme).ok_or_else(|| fail(CoapError::Scheme, Component::Scheme))?;
    // Step 3: there is no fragment.
    if cri.fragment.is_some() {
        return Err(fail(CoapError::Fragment, Component::Fragment));
    }
    let mut options = Vec::new();
    let authority = authority(&cri)?;
    options.extend(uri_host(&authority.host, destination)?);
    options.extend(uri_port(authority, variant, destination));
    options.extend(uri_paths(&cri.path)?);
    options.extend(uri_queries(cri.query.as_deref().unwrap_or_default())?);
    options.iter().try_for_each(CoapOption::check)?;
    Ok(Request { variant, options })
}

fn authority(cri: &Cri) -> Result<&Authority, Error> {
    let authority =
        cri.authority.authority().ok_or_else(|| fail(CoapError::NoAuthority, Component::Whole))?;
    match &authority.userinfo {
        Some(_) => Err(fail(CoapError::Userinfo, Component::Userinfo)),
        None => Ok(authority),
    }
}

/// Step 4: a host-name, or an IP address other than the destination's.
fn uri_host(host: &Host, destination: &Destination) -> Result<Option<CoapOption>, Error> {
    match host {
        Host::Labels(labels) => {
            let labels: Vec<String> =
                labels.iter().map(|label| text(label, Component::Host)).collect::<Result<_, _>>()?;
            let name = labels.join(".");
            if name.is_empty() {
                return Err(fail(CoapError::EmptyHost, Component::Host));
            }
            Ok(Some(CoapOption::UriHost(name)))
        }
        Host::Ip { addr, zone } if destination.is_host(*addr, zone.as_deref()) => Ok(None),
        // Zone identifiers are never present in Uri-Host options.
        Host::Ip { addr, .. } => Ok(Some(CoapOption::UriHost(host_ip(*addr)))),
    }
}

/// Steps 5 and 6: a port other than the destination's, whether given or the scheme's default.
fn uri_port(authority: &Authority, variant: Variant, destination: &Destination) -> Option<CoapOption> {
    let port = authority.port.or(variant.default_port())?;
    (port != destination.port).then_some(CoapOption::UriPort(port))
}

/// Step 7: the segments; none where the path is empty or a lone empty segment.
fn uri_paths(path: &[Text]) -> Result<Vec<CoapOption>, Error> {
    match path {
        [lone] if lone.is_empty() => Ok(vec![]),
        segments => {
            segments.iter().map(|segment| Ok(CoapOption::UriPath(text(segment, Component::Path)?))).collect()
        }
    }
}

/// Step 8: the parameters.
fn uri_queries(query: &[Text]) -> Result<Vec<CoapOption>, Error> {
    query.iter().map(|parameter| Ok(CoapOption::UriQuery(text(parameter, Component::Query)?))).collect()
}

/// The text of an option's value. A text-pet-sequence fails the algorithm.
fn text(text: &Text, component: Component) -> Result<String, Error> {
    text.as_plain().map(str::to_owned).ok_or_else(|| fail(CoapError::TextPetSequence, component))
}

fn fail(error: CoapError, component: Component) -> Error {
    Error::in_component(error, component)
}
