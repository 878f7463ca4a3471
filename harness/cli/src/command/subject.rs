//! Who is tested.

use anyhow::{Context, Result, bail};
use crivet::implementation::{Description, Implementation};
use crivet::process::{Limits, Testee};
use crivet::run::Subject;
use crivet_reference::testee::Reference;

use crate::args::Builtin;
use crate::output;

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
    pub(super) fn new(name: &Builtin, command: Option<&str>, limits: &Limits) -> Result<Self> {
        match command {
            Some(command) => Chosen::command(command, limits).context("--impl-cmd"),
            None => Chosen::built_in(name),
        }
    }

    /// A built-in implementation by its name, anything else as a command.
    pub(super) fn named(text: &str, limits: &Limits) -> Result<Self> {
        match text.parse::<Builtin>() {
            Ok(name) => Chosen::built_in(&name),
            Err(_) => Chosen::command(text, limits),
        }
    }

    fn built_in(name: &Builtin) -> Result<Self> {
        let implementation = built_in(name)?;
        Ok(Chosen { description: implementation.describe(), who: Who::Here(implementation) })
    }

    fn command(command: &str, limits: &Limits) -> Result<Self> {
        let testee = Testee::new(command)?.with_limits(limits.clone());
        let described = testee.describe().context("nothing was run")?;
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

/// A built-in implementation.
pub(super) fn built_in(name: &Builtin) -> Result<Box<dyn Implementation>> {
    Ok(match name {
        Builtin::Reference => Box::new(Reference::new()),
        Builtin::Fault(id) => faulty(id)?,
    })
}

/// The reference with a fault.
#[cfg(feature = "mutants")]
fn faulty(id: &str) -> Result<Box<dyn Implementation>> {
    match crivet_faults::catalogue()?.iter().find(|fault| fault.id == id) {
        Some(fault) => Ok(Box::new(crivet_faults::Faulty::new(fault))),
        None => bail!("the catalogue has no fault {id}"),
    }
}

/// Without the catalogue there are none.
#[cfg(not(feature = "mutants"))]
fn faulty(id: &str) -> Result<Box<dyn Implementation>> {
    bail!("the fault {id} is in no catalogue: crivet was built without the feature `mutants`")
}
