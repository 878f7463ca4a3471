//! The measuring laboratory: the reference implementation with faults to switch on one by one.
//!
//! `catalogue.yaml` lists the faults, each of a kind that implementers make. The build script copies the source of the
//! reference and of its adapter, with all of them in it behind a switch; [`Faulty`] is the copy with one of them
//! switched on. [`measure`](measure::measure) asks it every vector: a fault that no vector notices is a hole in the
//! corpus. [`fuzz_faults`](fuzz_faults::fuzz_faults) asks the same of the oracles. `waivers/` lists what cannot be
//! noticed, or need not notice anything, and why.
//!
//! [`variants`] is the other way round: implementations that nothing forbids, in which neither vectors nor oracles may
//! notice anything.
//!
//! ```
//! use crivet::implementation::Implementation;
//! use crivet::operation::Operation;
//! use crivet::profile::Profile;
//! use crivet_mutants::{Faulty, catalogue};
//!
//! let wrong = Faulty::new(catalogue::find("control").unwrap());
//! let question = Operation::CriToUri { cri: vec![0x81, 0x20] };
//! let answer = |implementation: Faulty| implementation.perform(Profile::Href13, &question);
//! assert_ne!(answer(wrong), answer(Faulty::unmutated()));
//! ```
//!
//! The program `crivet-mutants`, which `cargo xtask mutants` starts, prints and writes what they say. The other half of
//! the laboratory is there: cargo-mutants changes the reference, or the judge, bit by bit.

pub mod catalogue;
pub mod cover;
pub mod fuzz_faults;
pub mod measure;
pub mod variants;
pub mod waivers;

mod fault;
mod faulty;
mod state;
mod support;

pub use catalogue::{Fault, catalogue};
pub use faulty::Faulty;

include!(concat!(env!("OUT_DIR"), "/copies.rs"));
