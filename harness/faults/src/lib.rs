//! How sharp are the vectors? The reference implementation with faults to switch on one by one.
//!
//! `catalogue.yaml` lists the faults, each of a kind that implementers make. The build script copies the
//! reference's source, with all of them in it behind a switch; [`Faulty`] is the copy with one of them switched
//! on. [`measure`](measure::measure) asks it every vector: a fault that no vector notices is a hole in the
//! corpus.

pub mod argued;
pub mod catalogue;
pub mod cover;
pub mod hunt;
pub mod measure;

mod fault;
mod faulty;
mod generated;
mod support;

pub use argued::{Equivalent, Justified, equivalents, justified};
pub use catalogue::{Fault, catalogue};
pub use faulty::Faulty;
pub use generated::noticed;

include!(concat!(env!("OUT_DIR"), "/reference.rs"));
