//! Who is tested.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use crivet::implementation::{Description, Implementation};
use crivet::process::{Limits, Testee, Trace};
use crivet::protocol::Framing;
use crivet::run::Subject;
use crivet_testee_reference::Reference;

use crate::args::{Builtin, ElsewhereArguments, Protocol};
use crate::{SUPERVISE, output};

/// An implementation that was chosen, and what it says of itself.
pub(super) struct Chosen {
    who: Who,
    pub(super) description: Description,
}

enum Who {
    Here(Box<dyn Implementation>),
    There(Box<Testee>),
}

impl Chosen {
    /// What is elsewhere, if anything is, else the built-in implementation.
    pub(super) fn new(
        name: Builtin,
        elsewhere: &ElsewhereArguments,
        limits: &Limits,
        cancel: &AtomicBool,
        trace: Option<&Trace>,
    ) -> Result<Self> {
        let (option, testee) = match elsewhere {
            ElsewhereArguments { command: Some(command), .. } => {
                ("--impl-cmd", supervised(command).context("--impl-cmd")?)
            }
            ElsewhereArguments { tcp: Some(address), .. } => ("--impl-tcp", Testee::tcp(address)),
            ElsewhereArguments { serial: Some(device), .. } => ("--impl-serial", Testee::serial(device)),
            _ => return Ok(Chosen::built_in(name)),
        };
        let testee = match &elsewhere.reset {
            Some(command) => testee.reset_by(command).context("--reset-cmd")?,
            None => testee,
        };
        let testee = match trace {
            Some(trace) => testee.traced(trace.clone()),
            None => testee,
        };
        Chosen::there(testee.with_limits(limits.clone()), elsewhere.protocol(), cancel).context(option)
    }

    /// A built-in implementation by its name, anything else as a command.
    pub(super) fn named(text: &str, limits: &Limits, cancel: &AtomicBool) -> Result<Self> {
        match text.parse::<Builtin>() {
            Ok(name) => Ok(Chosen::built_in(name)),
            Err(_) => {
                let testee = supervised(text)?.with_limits(limits.clone());
                Chosen::there(testee, Protocol::Of(Framing::Json), cancel)
            }
        }
    }

    fn built_in(name: Builtin) -> Self {
        let implementation = match name {
            Builtin::Reference => Reference::new(),
        };
        Chosen { description: implementation.describe(), who: Who::Here(Box::new(implementation)) }
    }

    fn there(testee: Testee, protocol: Protocol, cancel: &AtomicBool) -> Result<Self> {
        let (testee, described) = match protocol {
            Protocol::Auto => testee.probe(cancel).context("nothing was run")?,
            Protocol::Of(framing) => {
                let testee = testee.framed(framing);
                let described = testee.describe_until(cancel).context("nothing was run")?;
                (testee, described)
            }
        };
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
        let testee = testee.bounded(described.bounds);
        Ok(Chosen { who: Who::There(Box::new(testee)), description: described.description })
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        match &self.who {
            Who::Here(implementation) => Subject::InProcess(&**implementation),
            Who::There(testee) => Subject::Process(testee),
        }
    }
}

/// A command that leaves nobody behind. What resets a device may well leave something: an emulator, say.
fn supervised(command: &str) -> Result<Testee> {
    #[cfg(target_os = "linux")]
    crivet::process::adopt_orphans();
    Ok(Testee::new(command)?.supervised([SUPERVISE]))
}
