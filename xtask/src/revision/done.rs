//! What was carried over to a new revision, and what is left to a person: in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

use super::Names;
use super::data::{Missing, inventory_path};
use super::inventory::Inventory;

/// What one run did.
#[derive(Debug)]
pub(super) struct Done {
    from: String,
    new: String,
    /// The inventory, where this run made it.
    inventory: Option<Inventory>,
    requirements: usize,
    requirements_held: usize,
    /// The vectors that hold for the new revision now.
    pub(super) hold: usize,
    /// Those of them that this run let hold, by id.
    pub(super) widened: Vec<String>,
    /// The vectors of the old revision that do not.
    pub(super) left: Vec<Left>,
    /// Those that name the new revision although something that they rest on changed.
    pub(super) doubtful: Vec<Left>,
    /// How many this run took the new profile from.
    pub(super) taken_back: usize,
    /// The rulings that this run gave the new profile.
    pub(super) rulings: Vec<String>,
    /// The rulings that do not hold, each with the requirements it stands beside that do not.
    pub(super) rulings_left: BTreeMap<String, BTreeSet<String>>,
}

/// A vector that does not hold for the new revision.
#[derive(Debug)]
pub(super) struct Left {
    pub(super) id: String,
    pub(super) missing: Vec<Missing>,
}

impl Done {
    pub(super) fn new(
        names: &Names,
        inventory: Option<Inventory>,
        requirements: usize,
        held: &BTreeMap<String, String>,
    ) -> Done {
        Done {
            from: names.from.name().to_owned(),
            new: names.new.clone(),
            inventory,
            requirements,
            requirements_held: held.len(),
            hold: 0,
            widened: Vec::new(),
            left: Vec::new(),
            doubtful: Vec::new(),
            taken_back: 0,
            rulings: Vec::new(),
            rulings_left: BTreeMap::new(),
        }
    }

    /// What only a person can do, in this order.
    pub(super) fn still_to_do(&self) -> String {
        let Done { from, new, .. } = self;
        let module = new.replace('-', "_");
        let inventory = inventory_path(new);
        let mut tasks = vec![
            format!(
                "vectors/{inventory}: mend the requirements that are comments, and add those that are new. Where a \
                 sentence asks the same in other words, give the entry its new fingerprint and leave the entry's own \
                 words; where it asks something else, change those too. `cargo xtask requirements fingerprint` lists the \
                 sentences."
            ),
            format!(
                "vectors/schemes/{new}.csv: the table of scheme numbers, if it is not that of {from}; name it in the \
                 file of the profile."
            ),
            format!(
                "harness/crivet/src/profile/{module}.rs: the features, and the rules on which {new} parts from {from}. \
                 The reference has its own, in harness/reference/src/options.rs: write them from the draft as well."
            ),
        ];
        if !self.rulings_left.is_empty() {
            let rulings: Vec<&str> = self.rulings_left.keys().map(String::as_str).collect();
            tasks.push(format!(
                "vectors/rulings.yaml: give {new} to those of these rulings that still hold: {}. Where a ruling \
                 speaks of {from}, say what it means for {new}.",
                rulings.join(", ")
            ));
        }
        tasks.push(
            "The same command again, with `--allow-dirty --take-back`: it carries over what the above lets hold, and takes \
             back what it does not."
                .to_owned(),
        );
        if !self.left.is_empty() {
            tasks.push(format!(
                "target/revision/{new}.txt lists the {} vectors that do not hold, and why: widen or write anew.",
                self.left.len()
            ));
        }
        tasks.push(format!(
            "`cargo xtask codegen`, `crivet lint vectors`, `crivet run --profile {new}`, `cargo xtask ci`."
        ));
        let items = tasks.iter().map(|task| format!("[ ] {task}\n"));
        format!("\nLeft to do by hand:\n{}", items.collect::<String>())
    }

    /// The vectors that are left, and those in doubt, each with what it lacks: `id: reason, reason`.
    pub(super) fn list_of_left(&self) -> String {
        let line = |left: &Left, mark: &str| format!("{}{mark}: {}\n", left.id, sentence(&left.missing));
        let left = self.left.iter().map(|left| line(left, ""));
        left.chain(self.doubtful.iter().map(|left| line(left, " (named)"))).collect()
    }
}

impl Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Done { from, new, .. } = self;
        let path = inventory_path(new);
        if let Some(Inventory { same, moved, changed, .. }) = &self.inventory {
            let carried = same + moved.len();
            writeln!(
                f,
                "vectors/{path}: {carried} of {} requirements of {from} stand in the source",
                self.requirements
            )?;
            for (id, old, new) in moved {
                writeln!(f, "  {id} now under `{new}`, not `{old}`")?;
            }
            for id in changed {
                writeln!(f, "  {id} does not: it is a comment")?;
            }
        } else {
            let (held, all) = (self.requirements_held, self.requirements);
            writeln!(
                f,
                "vectors/{path} is there, and stays as it is: {held} of {all} requirements of {from} hold"
            )?;
        }
        writeln!(f, "rulings that now name {new}: {}", or_none(&self.rulings.join(", ")))?;
        writeln!(f, "vectors that hold for {new}: {}, of which {} are new", self.hold, self.widened.len())?;
        writeln!(f, "vectors of {from} that do not: {}, by what they lack:", self.left.len())?;
        let mut reasons: BTreeMap<&Missing, usize> = BTreeMap::new();
        self.left
            .iter()
            .flat_map(|left| &left.missing)
            .for_each(|missing| *reasons.entry(missing).or_default() += 1);
        for (missing, count) in reasons {
            writeln!(f, "{count:>7} {missing}")?;
        }
        if self.taken_back > 0 {
            writeln!(f, "vectors that no longer name {new}: {}", self.taken_back)?;
        }
        if !self.doubtful.is_empty() {
            let count = self.doubtful.len();
            writeln!(
                f,
                "vectors that name {new} although they lack something: {count}; `--take-back` changes that"
            )?;
        }
        for (ruling, requirements) in &self.rulings_left {
            let requirements: Vec<&str> = requirements.iter().map(String::as_str).collect();
            writeln!(f, "  {ruling} stands beside {}", requirements.join(", "))?;
        }
        Ok(())
    }
}

fn or_none(list: &str) -> &str {
    if list.is_empty() { "none" } else { list }
}

fn sentence(missing: &[Missing]) -> String {
    missing.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Requirement(id) => write!(f, "requirement {id}"),
            Missing::Ruling(id) => write!(f, "ruling {id}"),
            Missing::Cri => f.write_str("a CRI in it that the judge takes otherwise"),
            Missing::SchemeId(argument) => write!(f, "scheme-id -{}", u128::from(*argument) + 1),
        }
    }
}
