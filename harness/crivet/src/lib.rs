//! crivet: is your CRI library right?
//!
//! Constrained Resource Identifiers (CRI, draft-ietf-core-href) are the components of a URI as CBOR. crivet
//! asks an implementation of them the questions of a corpus of *test vectors*, judges the answers by what the
//! drafts say, and reports what holds, what fails, and which text says so.
//!
//! # An implementation, tested
//!
//! Implement [`Implementation`](implementation::Implementation) for a type of yours; methods you leave out
//! answer "unsupported". Then [`run`](run::run()) it on the embedded corpus:
//!
//! ```
//! use crivet::{corpus::Corpus, implementation::*, profile::Profile, run::*, select::Filter};
//!
//! struct Mine;
//! impl Implementation for Mine {
//!     fn describe(&self) -> Description {
//!         serde_json::from_str(r#"{"name":"mine","profiles":["href-13"],"operations":["cri-to-uri"]}"#).unwrap()
//!     }
//!     fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
//!         if cri == [0x81, 0x20] { Ok("coap:".to_owned()) } else { Err(Refusal::reject("no idea")) }
//!     }
//! }
//! let corpus = Corpus::embedded().unwrap();
//! let options = Options { jobs: 2, strict: false, cancel: &false.into() };
//! let run = run(Subject::InProcess(&Mine), Mine.describe(), &Filter::default().select(&corpus), &options, &|_| {});
//! assert!(run.unwrap().tally().failed > 0);
//! ```
//!
//! With the feature `trials` a test file of one line makes a trial of `cargo test` of each vector: see the macro
//! `main!` and the module `trials`.
//!
//! An implementation in another language is asked through a pipe: see [`protocol`] for what goes over it and
//! [`process`] for how it is kept in check.
//!
//! # The vector format
//!
//! A vector file is a YAML list; an entry is a vector:
//!
//! ```
//! # let text = r#"
//! - id: resolve-query-unsets-fragment
//!   title: A query in the reference drops the base's fragment
//!   profiles: [href-13, href-27]
//!   requirements: [href13-5.3-5]
//!   op: resolve
//!   base: '[-2, ["foo", 4711], ["pa", "th"], ["query"], "frag"]'
//!   reference: '[0, null, ["a"]]'
//!   expect: '[-2, ["foo", 4711], ["pa", "th"], ["a"]]'
//! # "#;
//! # assert_eq!(crivet::corpus::Corpus::parse("front page", text).unwrap().vectors.len(), 1);
//! ```
//!
//! | key | meaning |
//! |-----|---------|
//! | `id` | permanent, in kebab case; says what is tested; never used again |
//! | `title` | what is tested, in a line |
//! | `profiles` | the specification revisions it holds for: [`Profile`](profile::Profile) |
//! | `requirements` | what it exercises: ids of the requirement inventories |
//! | `features` | the optional parts of CRI its input uses: [`Feature`](feature::Feature) |
//! | `since` | the corpus version it came with; the first, where it is left out |
//! | `op` | the operation, with its arguments beside it: [`Operation`](operation::Operation) |
//! | `times` | how many times in a row it is asked; once, where it is left out |
//! | `steps` | of a sequence, in place of `op`, `expect` and `times`: a list of these, asked in order: [`sequence`] |
//! | `expect` | a value, `reject`, or a list of accepted outcomes, the preferred one first |
//! | `strength` | `must` (the default), `should` or `disputed`: [`Strength`](vector::Strength) |
//! | `ruling` | the ruling it rests on, or a list |
//! | `budget` | what an answer may take, in MiB and seconds: [`Budget`](vector::Budget) |
//! | `note` | why, for whoever fails it |
//!
//! CRIs are written in CBOR diagnostic notation in quotes, or as `hex:` and digits where the bytes themselves
//! are the point. In a list, an outcome may say which reading leads to it: `{outcome: reject, reading: …}`. A
//! withdrawn vector leaves its `id` and `superseded-by`. What is not in this table is an error.
//!
//! # Reading this crate
//!
//! Each module builds on those above it in the list: YAML text becomes a [`Vector`](vector::Vector) in [`corpus`]; an
//! implementation's answer to it an [`Outcome`](outcome::Outcome); the [`judge`] makes of the two a
//! [`Verdict`](verdict::Verdict); all of them are a [`Run`](run::Run), which can be held against a
//! [`baseline`] of known failures. [`detail`] tells one case in words, and [`cause`] groups the failures by what is behind
//! them. [`cause`] groups failures by what is behind them.
//!
//! Other crates build on this one: `crivet-fuzz` has the generators, the oracles and the engine of the fuzzer,
//! `crivet-report` the reports.

pub mod glob;
pub mod foreign;
pub mod threads;

pub mod feature;
pub mod profile;
pub mod argument;
pub mod outcome;
pub mod operation;
pub mod implementation;

pub mod cri;
pub mod edn;

pub mod vector;
pub mod corpus;
pub mod select;

pub mod verdict;
pub mod judge;
pub mod sequence;

pub mod protocol;
pub mod process;

pub mod baseline;
pub mod run;

pub mod citations;
pub mod describe;
pub mod detail;
pub mod cause;
#[cfg(feature = "trials")]
pub mod trials;
