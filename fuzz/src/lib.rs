//! Who the fuzz targets ask: the reference, or what the environment names.
//!
//! | variable | names | without it |
//! |----------|-------|------------|
//! | `CRIVET_TESTEE` | the implementation under test: `reference`, or with the feature `mutants` `fault:ID` | `reference` |
//! | `CRIVET_AGAINST` | the implementation that `agree-*` compare it with, named likewise | `reference` |
//! | `CRIVET_ORACLE` | the oracle that `any` checks, by its name | it ends |

#![forbid(unsafe_code)]

use std::env::VarError;
use std::process::exit;

use crivet::implementation::Implementation;
use crivet_fuzz::fuzz::{AnyOracle, oracles};
use crivet_testee_reference::Reference;

/// Faster than the one of the system; `.cargo/config.toml` sets it where there is no sanitizer.
#[cfg(fast_allocator)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The implementation under test.
pub fn testee() -> Box<dyn Implementation> {
    named("CRIVET_TESTEE")
}

/// The one it is held against.
pub fn other() -> Box<dyn Implementation> {
    named("CRIVET_AGAINST")
}

/// The oracle of the target `any`.
pub fn oracle() -> Box<dyn AnyOracle> {
    const VARIABLE: &str = "CRIVET_ORACLE";
    let name = std::env::var(VARIABLE).unwrap_or_else(|error| refuse(VARIABLE, &error.to_string()));
    let oracle = oracles().into_iter().find(|oracle| oracle.facts().name == name);
    oracle.unwrap_or_else(|| refuse(VARIABLE, &format!("there is no oracle {name:?}")))
}

fn named(variable: &str) -> Box<dyn Implementation> {
    let name = match std::env::var(variable) {
        Ok(name) => name,
        Err(VarError::NotPresent) => return Box::new(Reference::new()),
        Err(error) => refuse(variable, &error.to_string()),
    };
    match name.split_once(':') {
        None if name == "reference" => Box::new(Reference::new()),
        #[cfg(feature = "mutants")]
        Some(("fault", id)) => match crivet_mutants::catalogue::find(id) {
            Ok(fault) => Box::new(crivet_mutants::Faulty::new(fault)),
            Err(error) => refuse(variable, &error.to_string()),
        },
        #[cfg(not(feature = "mutants"))]
        Some(("fault", _)) => refuse(variable, "faults are there with the feature `mutants` of this package"),
        _ => refuse(variable, &format!("expected `reference` or `fault:ID`, found {name:?}")),
    }
}

/// Ends the process the way a wrong command line would: to libFuzzer a panic is a finding.
fn refuse(variable: &str, reason: &str) -> ! {
    eprintln!("{variable}: {reason}");
    exit(2)
}
