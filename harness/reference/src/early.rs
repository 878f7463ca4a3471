//! The early form of CRIs: flat sequences of options (draft-ietf-core-href-02 and -03).
//!
//! Before -04 a CRI was a CBOR array in which option numbers and option values alternate, as CoAP's options do. The two
//! revisions here were published two months apart and share the idea, not the encoding. They were read from a
//! comparison that prints both in one text, insertions and deletions run together; taken apart, they say:
//!
//! | | -02 (January 2020, "CoRI") | -03 (March 2020, "CRI") |
//! |---|---|---|
//! | option numbers | from 1: scheme, host.name, host.ip, port, path.type, path, query, fragment | the same from 0 |
//! | path.type | 0 absolute, 1 append a relation, 2 append, n removes n - 2 segments | 0 absolute, n removes n - 1 segments |
//! | order (2.2; 5.1) | a table of transitions: a scheme wants a host, a host wants a port; a port may come first | a grammar: no host is needed, no port either; a port comes behind a host only |
//! | texts (2.1; 2) | any text, but for the scheme's syntax and `.` and `..` in a path | constraints C1 to C12: lower case, NFC, no default port, no path of a single empty segment |
//! | default port | written: a host without a port is not well-formed | left out |
//! | functions (4) | Python: well-formed, absolute, relative, resolve, recompose, CoAP options | |
//! | resolution (4.1; 5.2) | copies options up to one that depends on the first of the reference; takes a relation | table of T and E, seven steps |
//! | lone empty segment | removed behind a port while options are copied | removed from the result, step 6 |
//! | to URI (4.2; 6.1) | absolute sequences only, always with host and port | references as well, but for what starts with a path or a path.type other than 0 |
//! | from URI (2.2; 6) | whatever recomposes to an equivalent URI | whatever converts back to one |
//! | comparison, IRIs (4, 6) | | by component; by way of URIs |
//! | CoAP options (2.2, 4.3) | those of the URI; code that leaves no default value out; an option for proxies | |
//! | indefinite lengths | not mentioned | not mentioned |
//!
//! An absolute sequence starts with a scheme, a relative one with something else or with nothing.
//!
//! | module | section |
//! |--------|---------|
//! | [`options`] | 2.1 and 3 of -02, 5.1 of -03: options, and the CBOR they are written in |
//! | [`well_formed`] | 2.2 and 4 of -02, 5.1 of -03: the order of options |
//! | [`constraints`] | 2.1 of -02, 2 of -03: the values of options |
//! | [`resolve02`], [`resolve03`] | 4.1 of -02; 5.2 of -03 |
//! | [`relativize`] | 2.2 of -02; 5 of -03 |
//! | [`equivalent`] | 4 of -03 |
//! | [`recompose`], [`to_uri`] | 4.2 of -02; 6.1 of -03 |
//! | [`from_uri`] | 2.2 of -02; 6 of -03 |
//! | [`coap`] | 4.3 of -02 |
//!
//! Lengths have to be definite here, which the drafts leave open. Other readings that had to be taken stand where they
//! were.

pub mod error;
pub mod options;

pub mod constraints;
pub mod well_formed;

pub mod resolve02;
pub mod resolve03;

pub mod equivalent;
pub mod relativize;

pub mod from_uri;
pub mod recompose;
pub mod to_uri;

pub mod coap;

pub use error::SequenceError;
pub use options::{CriOption, Draft, Sequence};
