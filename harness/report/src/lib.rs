//! Reports of crivet: a run as text, for people and for machines.
//!
//! Each report is a function from a [`Run`](crivet::run::Run) to text; none asks an implementation or writes a file,
//! for which there is [`mod@file`]. All of them are deterministic: the same answers give the same bytes.
//!
//! ```
//! use std::time::Duration;
//! use crivet::{corpus::Corpus, implementation::*, profile::Profile, run::*, select::Filter};
//! use crivet_report::{Invocation, tap};
//!
//! struct Mine;
//! impl Implementation for Mine {
//!     fn describe(&self) -> Description {
//!         serde_json::from_str(r#"{"name":"mine","profiles":["href-13"],"operations":["cri-to-uri"]}"#).unwrap()
//!     }
//! }
//! let corpus = Corpus::embedded().unwrap();
//! let options = Options { jobs: 1, strict: false, cancel: &false.into() };
//! let cases = Filter::default().select(&corpus);
//! let run = run(Subject::InProcess(&Mine), Mine.describe(), &cases, &options, &|_| {}).unwrap();
//! let invocation = Invocation {
//!     command: Some("./mine".to_owned()),
//!     elsewhere: Vec::new(),
//!     builtin: None,
//!     vectors: vec![],
//!     timeout: Duration::from_secs(10),
//!     strict: false,
//!     details: 5,
//!     notes: false,
//!     annotate: None,
//! };
//! assert!(tap::run(&run, &corpus, &invocation).starts_with("TAP version 14"));
//! ```
//!
//! Read [`foreign`](crivet::foreign), [`styled`] and `summary` first: every report of a run is built from them and from
//! [`Detail`](crivet::detail::Detail).

pub mod styled;
mod wrap;
mod block;
mod invocation;
pub mod picture;
mod summary;
mod place;
mod causes;
mod expectations;

pub mod text;
pub mod lines;
pub mod json;
pub mod junit;
pub mod tap;
pub mod sarif;
pub mod markdown;
pub mod github;
pub mod html;
pub mod costs;

pub mod show;
pub mod explain;
pub mod coverage;
pub mod compare;
pub mod specification;
pub mod fuzz;
pub mod campaign;
pub mod mutation_score;
pub mod site;

pub mod schema;
pub mod export;

pub mod file;

pub use invocation::Invocation;
