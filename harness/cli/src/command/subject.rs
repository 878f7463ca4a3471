//! Who is tested.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use crivet::implementation::{Description, Implementation};
use crivet::process::{Limits, Testee, Trace};
use crivet::run::Subject;
use crivet_testee_reference::Reference;

use crate::args::Builtin;
use crate::{SUPERVISE, output};

/// An implementation that was chosen, and what it says of itself.
pub(super) struct Chosen {
    who: Who,
    pub(super) description: Description,
}

enum Who {
    Here(Box<dyn Implementation>),
    There(Testee),
}

impl Chosen {
    /// The command where there is one, else the built-in implementation.
    pub(super) fn new(
        name: Builtin,
        command: Option<&str>,
        limits: &Limits,
        cancel: &AtomicBool,
        trace: Option<&Trace>,
    ) -> Result<Self> {
        match command {
            Some(command) => Chosen::command(command, limits, cancel, trace).context("--impl-cmd"),
            None => Ok(Chosen::built_in(name)),
        }
    }

    /// A built-in implementation by its name, anything else as a command.
    pub(super) fn named(text: &str, limits: &Limits, cancel: &AtomicBool) -> Result<Self> {
        match text.parse::<Builtin>() {
            Ok(name) => Ok(Chosen::built_in(name)),
            Err(_) => Chosen::command(text, limits, cancel, None),
        }
    }

    fn built_in(name: Builtin) -> Self {
        let implementation = match name {
            Builtin::Reference => Reference::new(),
        };
        Chosen { description: implementation.describe(), who: Who::Here(Box::new(implementation)) }
    }

    fn command(command: &str, limits: &Limits, cancel: &AtomicBool, trace: Option<&Trace>) -> Result<Self> {
        let testee = Testee::new(command)?.with_limits(limits.clone()).supervised([SUPERVISE]);
        let testee = match trace {
            Some(trace) => testee.traced(trace.clone()),
            None => testee,
        };
        #[cfg(target_os = "linux")]
        crivet::process::adopt_orphans();
        let described = testee.describe_until(cancel).context("nothing was run")?;
        let unknown = &described.unknown;
        for (what, names) in [
            ("members", &unknown.members),
            ("profiles", &unknown.profiles),
            ("features", &unknown.features),
            ("operations", &unknown.operations),
        ] {
            if !names.is_empty() {
                let names = names.join(", ");
                output::warn(&format!("the testee's description has {what} unknown here: {names}"));
            }
        }
        Ok(Chosen { who: Who::There(testee), description: described.description })
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        match &self.who {
            Who::Here(implementation) => Subject::InProcess(&**implementation),
            Who::There(testee) => Subject::Process(testee),
        }
    }
}
