//! coap and coaps URIs, and CoAP options (RFC 7252, section 6).
//!
//! A client takes a URI apart into the Uri-Host, Uri-Port, Uri-Path and Uri-Query options of a request, and a server
//! puts it together again. What the destination of the request says already is left out of the options.
//!
//! ```
//! use crivet_reference::coap::Destination;
//! use crivet_reference::coap_uri::{UriOption, coap_to_uri, uri_to_coap};
//!
//! let destination = Destination::new("192.0.2.1".parse().unwrap(), 5683);
//! let options = uri_to_coap("coap://EXAMPLE.com:/%7esensors/temp.xml", &destination)?;
//! assert_eq!(
//!     options,
//!     [UriOption::host("example.com"), UriOption::path("~sensors"), UriOption::path("temp.xml")]
//! );
//! assert_eq!(coap_to_uri(false, &options, &destination)?, "coap://example.com/~sensors/temp.xml");
//! # Ok::<(), crivet_reference::Error>(())
//! ```
//!
//! Two URIs are equivalent (section 6.3) if they cause the same options for the same destination, which is why there is
//! no comparison of its own here: composing gives the normal form.
//!
//! Values are bytes, unlike those of [`coap`](crate::coap): a URI can hold what is no UTF-8. Where the RFC is silent or
//! at odds with itself, the reading that the rulings prefer is taken (R61, R100 to R113, R180, R181).

mod compose;
mod decompose;
mod option;
mod scheme;

pub use compose::coap_to_uri;
pub use decompose::uri_to_coap;
pub use option::UriOption;
pub use scheme::UriScheme;
