//! Request CRIs and CoAP options (-27, anchors `decompose-coap`, `compose-coap` and `coap-options`).
//!
//! A client takes a CRI apart into the Uri-Host, Uri-Port, Uri-Path and Uri-Query options of a request, and a
//! server puts it together again. What the destination of the request says already is left out of the options.
//!
//! ```
//! use crivet_reference::coap::{CoapOption, Destination, Variant, coap_to_cri, cri_to_coap};
//! use crivet_reference::{Cri, Features};
//!
//! let cri = Cri::from_uri("coap://example.com/sensors?unit=C")?;
//! let destination = Destination::new("192.0.2.1".parse().unwrap(), 5683);
//! let request = cri_to_coap(&cri.clone().into(), &destination)?;
//! assert_eq!(request.variant, Variant::Coap);
//! assert_eq!(
//!     request.options,
//!     [
//!         CoapOption::UriHost("example.com".into()),
//!         CoapOption::UriPath("sensors".into()),
//!         CoapOption::UriQuery("unit=C".into()),
//!     ]
//! );
//! assert_eq!(coap_to_cri(request.variant, &request.options, &destination, Features::ALL)?, cri);
//! # Ok::<(), crivet_reference::Error>(())
//! ```
//!
//! -13 has nothing of this, so it is of -27 whatever the revision, and there are no options to choose it by.

mod compose;
mod decompose;
mod destination;
mod option;
mod proxy;
mod variant;

pub use compose::coap_to_cri;
pub use decompose::{Request, cri_to_coap};
pub use destination::Destination;
pub use option::CoapOption;
pub(crate) use option::is_unrecognised;
pub use variant::Variant;
