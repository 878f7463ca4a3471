//! Requests to forward-proxies (-27, anchor `coap-options`; RFC 7252, section 5.10.2).
//!
//! Proxy-Cri carries the whole CRI, as Proxy-Uri carries the whole URI. Proxy-Scheme-Number carries the scheme
//! number, as Proxy-Scheme carries the scheme's name, and the other components are in the options they are always
//! in.

use super::option::CoapOption;
use crate::cri::Cri;
use crate::decode::decode;
use crate::error::{CoapError, Component, Error, UriError};
use crate::from_uri::from_uri;
use crate::options::{Options, Revision};
use crate::scheme::{Scheme, SchemeNumber};

/// The CRI that a single option carries. Proxy-Cri takes precedence over every other, then Proxy-Uri does.
pub(super) fn whole(request: &[CoapOption], options: &Options) -> Result<Option<Cri>, Error> {
    check_one_scheme(request)?;
    let proxy_cri = request.iter().find_map(|option| match option {
        CoapOption::ProxyCri(cri) => Some(cri),
        _ => None,
    });
    if let Some(cri) = proxy_cri {
        return decode(cri, options)?.try_into().map(Some);
    }
    let proxy_uri = request.iter().find_map(|option| match option {
        CoapOption::ProxyUri(uri) => Some(uri),
        _ => None,
    });
    match proxy_uri {
        Some(uri) => from_uri(uri, options)?.try_into().map(Some),
        None => Ok(None),
    }
}

/// The scheme of the request, where it is not that of the variant of CoAP.
pub(super) fn scheme(request: &[CoapOption]) -> Result<Option<Scheme>, Error> {
    let scheme = request.iter().find_map(|option| match option {
        CoapOption::ProxyScheme(name) => {
            Some(Scheme::from_name(&name.to_ascii_lowercase(), Revision::Href27))
        }
        CoapOption::ProxySchemeNumber(number) => {
            Some(Some(Scheme::Number(SchemeNumber::from_argument((*number).into()))))
        }
        _ => None,
    });
    match scheme {
        Some(None) => Err(Error::in_component(UriError::Scheme, Component::Scheme)),
        Some(Some(scheme)) => Ok(Some(scheme)),
        None => Ok(None),
    }
}

/// A request with both Proxy-Scheme and Proxy-Scheme-Number MUST be rejected.
fn check_one_scheme(request: &[CoapOption]) -> Result<(), Error> {
    let name = request.iter().any(|option| matches!(option, CoapOption::ProxyScheme(_)));
    let number = request.iter().find(|option| matches!(option, CoapOption::ProxySchemeNumber(_)));
    match number {
        Some(option) if name => Err(Error::in_option(CoapError::TwoSchemes, option.number())),
        _ => Ok(()),
    }
}
