//! The differential fuzzer of crivet: properties that hold for every input, checked on inputs made at random.
//!
//! [`generate`] makes inputs, valid and nearly valid ones; an [`oracle`] puts questions about one to an
//! implementation and compares the answers; [`fuzz`] is the engine that does so in numbers, keeps what differs, and
//! makes it simple. No stored answer is needed, so a question nobody thought of is checked too.
//!
//! ```
//! use std::time::Duration;
//! use crivet::implementation::*;
//! use crivet::profile::Profile;
//! use crivet::run::Subject;
//! use crivet_fuzz::fuzz::{Budget, Options, Setting, fuzz, oracles};
//!
//! /// Decodes whatever it is given, as what it was given.
//! struct Echo;
//! impl Implementation for Echo {
//!     fn describe(&self) -> Description {
//!         serde_json::from_str(r#"{"name":"echo","profiles":["href-13"],"operations":["decode"]}"#).unwrap()
//!     }
//!     fn decode(&self, _: Profile, cri: &[u8]) -> Answer<crivet::outcome::Decoded> {
//!         Ok(crivet::outcome::Decoded { full: true, cri: cri.to_vec() })
//!     }
//! }
//!
//! let description = Echo.describe();
//! let setting = Setting { subject: Subject::InProcess(&Echo), description: &description, other: None };
//! let oracle = oracles().into_iter().find(|oracle| oracle.facts().name == "cddl").unwrap();
//! let options = Options { seed: 1, budget: Budget::Runs(500), jobs: 1, tries: 100, cancel: &false.into() };
//! let campaign = fuzz(&setting, &[(oracle.as_ref(), Profile::Href13)], &options, &|_| {});
//! assert!(!campaign.findings.is_empty());
//! ```

mod bytes;
pub mod rfc3986;
mod normal;
pub mod generate;
pub mod demand;
pub mod oracle;
pub mod fuzz;
