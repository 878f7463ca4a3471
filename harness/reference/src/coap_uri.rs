//! URIs of CoAP and CoAP options (RFC 7252, section 6, for coap and coaps; RFC 8323, section 8, for other transports).
//!
//! A client takes a URI apart into the Uri-Host, Uri-Port, Uri-Path and Uri-Query options of a request, and a server
//! puts it together again. What the destination of the request says already is left out of the options.
//!
//! ```
//! use crivet_reference::coap::Destination;
//! use crivet_reference::coap_uri::{Document, Transport, UriOption, coap_to_uri, uri_to_coap};
//!
//! let destination = Destination::new("192.0.2.1".parse().unwrap(), 5683);
//! let options = uri_to_coap("coap://EXAMPLE.com:/%7esensors/temp.xml", Document::Rfc7252, &destination)?;
//! assert_eq!(
//!     options,
//!     [UriOption::host("example.com"), UriOption::path("~sensors"), UriOption::path("temp.xml")]
//! );
//! let uri = coap_to_uri(Transport::Udp, false, &options, &destination)?;
//! assert_eq!(uri, "coap://example.com/~sensors/temp.xml");
//! # Ok::<(), crivet_reference::Error>(())
//! ```
//!
//! Two URIs are equivalent (section 6.3) if they cause the same options for the same destination, which is why there is
//! no comparison of its own here: composing gives the normal form.
//!
//! Values are bytes, unlike those of [`coap`](crate::coap): a URI can hold what is no UTF-8. Where the RFC is silent or
//! at odds with itself, the reading that the rulings prefer is taken (R61, R100 to R113, R180 to R183).

mod compose;
mod decompose;
mod option;
mod scheme;

pub use compose::coap_to_uri;
pub use decompose::uri_to_coap;
pub use option::UriOption;
pub use scheme::{Document, Transport, UriScheme};
