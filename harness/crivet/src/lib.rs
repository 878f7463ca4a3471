//! crivet: a conformance test suite for Constrained Resource Identifiers (CRI).

pub mod feature;
pub mod operation;
pub mod outcome;
pub mod profile;
pub mod vector;
pub mod implementation;
pub mod edn;
pub mod corpus;
pub mod protocol;
pub mod process;
