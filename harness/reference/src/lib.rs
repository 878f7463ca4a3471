//! Constrained Resource Identifiers (CRI), transcribed step by step from the drafts.
//!
//! A CRI is a URI in CBOR: an array of scheme, authority, path, query and fragment, already parsed, for machines
//! to which strings are a burden. This crate follows draft-ietf-core-href-13 and -27 closely enough to be read
//! beside them: a module is a section, a comment names the step. It is strict, deterministic, and bounded by its
//! input.
//!
//! ```
//! use crivet_reference::{Cri, CriReference};
//!
//! let base = Cri::from_uri("coap://example.com/sensors/temperature?unit=C")?;
//! assert_eq!(base.to_string(), r#"[-1, ["example", "com"], ["sensors", "temperature"], ["unit=C"]]"#);
//!
//! let reference = CriReference::decode(&[0x82, 0x01, 0x81, 0x63, b'h', b'u', b'm'])?;
//! assert_eq!(reference.to_string(), r#"[1, ["hum"]]"#);
//! assert_eq!(reference.to_uri()?, "hum");
//!
//! let target = base.resolve(&reference);
//! assert_eq!(target.to_uri()?, "coap://example.com/sensors/hum");
//! assert_eq!(base.relativize(&target), reference);
//! # Ok::<(), crivet_reference::Error>(())
//! ```
//!
//! | module | section |
//! |--------|---------|
//! | [`scheme`], [`authority`] | 2: the constraints C1 to C7; 10.1 and appendix A: scheme numbers |
//! | [`text`] | 7.1: percent-encoded text |
//! | [`mod@reference`], [`cri`] | 5.2: the abstract form |
//! | [`decode`], [`encode`] | 5.1 and 5.2: the transfer form |
//! | [`features`] | 5.1: what the grammar marks as a feature |
//! | [`constraints`] | 2 and 2.1: what the grammar does not express |
//! | [`comparison`] | 4 |
//! | [`resolve`], [`relativize`] | 5.3; 5 |
//! | [`scan`] | 5.2.1: skipping the unprocessable |
//! | [`to_uri`], [`from_uri`], [`iri`] | 6 |
//! | [`early`] | -02 and -03, whose CRIs are sequences of options |
//! | [`coap`] | -27, anchors `decompose-coap`, `compose-coap`, `coap-options` |
//! | [`coap_uri`] | RFC 7252, section 6: URIs and CoAP options, without CRIs |
//! | [`iri_guidelines`] | draft-weber-iri-guidelines-01, which is not about CRIs |
//!
//! Sections are numbered as in -13; -27 has nearly the same, and is named by its anchors. Where the two revisions
//! differ, one place decides: [`options`] lists them.
//!
//! The methods of [`Cri`] and [`CriReference`] follow -27, the newest revision, with all features. The modules'
//! functions take [`Options`], where the revision is chosen and features can be switched off.

pub mod error;
pub mod options;

mod cbor;
mod uri;

pub mod authority;
pub mod cri;
pub mod reference;
pub mod scheme;
pub mod text;

pub mod comparison;
pub mod constraints;
pub mod decode;
pub mod encode;
pub mod features;
pub mod from_uri;
pub mod iri;
pub mod relativize;
pub mod resolve;
pub mod scan;
pub mod to_uri;

pub mod coap;
pub mod coap_uri;

pub mod early;

pub mod iri_guidelines;

mod convenience;
mod diagnostic;

pub use authority::{Authority, AuthoritySection, Host};
pub use comparison::Fragments;
pub use cri::Cri;
pub use error::{Error, ErrorKind};
pub use options::{Feature, Features, Options, Revision};
pub use reference::{CriReference, Discard};
pub use scheme::{Scheme, SchemeName, SchemeNumber};
pub use text::{Part, Text};
