//! How a run was asked for.

use std::collections::BTreeSet;
use std::time::Duration;

use crivet::profile::Profile;
use crivet::run::Judged;

/// How the run was asked for: what a report needs to name the command that repeats a vector.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The testee's command; `None` for a built-in implementation.
    pub command: Option<String>,
    /// The arguments that choose a device in place of a command, or how a testee is spoken to.
    pub elsewhere: Vec<String>,
    /// The built-in implementation, where it is another than the reference.
    pub builtin: Option<String>,
    /// The vector files and folders given; empty for the embedded corpus.
    pub vectors: Vec<String>,
    /// The time limit per request.
    pub timeout: Duration,
    /// Do deviations from what is recommended fail?
    pub strict: bool,
    /// How many failed vectors are shown in full.
    pub details: usize,
    /// Are notes on passed vectors shown?
    pub notes: bool,
}

impl Invocation {
    /// The command that asks for one case alone, or behind what has to come before it.
    pub fn repeat(&self, judged: &Judged<'_>) -> String {
        let case = &judged.case;
        let mut words = vec!["crivet".to_owned(), "run".to_owned()];
        if let Some(command) = &self.command {
            words.extend(["--impl-cmd".to_owned(), command.clone()]);
        }
        words.extend(self.elsewhere.iter().cloned());
        if let Some(name) = &self.builtin {
            words.extend(["--impl".to_owned(), name.clone()]);
        }
        if !judged.before.is_empty() {
            words.push("--in-order".to_owned());
        }
        let cases = judged.before.iter().chain([case]);
        let profiles: BTreeSet<Profile> = cases.clone().map(|case| case.profile).collect();
        for profile in profiles {
            words.extend(["--profile".to_owned(), profile.to_string()]);
        }
        for case in cases {
            words.extend(["--filter".to_owned(), case.vector.id.clone()]);
        }
        if self.strict {
            words.push("--strict".to_owned());
        }
        words.extend(self.vectors.iter().cloned());
        // A word with a NUL can be no argument of a command; show it as it is.
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }
}
