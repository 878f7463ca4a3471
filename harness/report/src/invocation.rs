//! How a run was asked for.

use std::time::Duration;

use crivet::select::Case;

/// How the run was asked for: what a report needs to name the command that repeats a vector.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The testee's command; `None` for a built-in implementation.
    pub command: Option<String>,
    /// The built-in implementation, where it is another than the reference.
    pub builtin: Option<String>,
    /// The vector files and folders given; empty for the embedded corpus.
    pub vectors: Vec<String>,
    /// The time limit per request.
    pub timeout: Duration,
    /// Do deviations from what is recommended fail?
    pub strict: bool,
    /// How many failed vectors are shown in full, beside the causes of all.
    pub details: usize,
    /// Are notes on passed vectors shown?
    pub notes: bool,
    /// The file of the user's repository that findings are shown at: mostly the wrapper's. Without one they have no place,
    /// for the vectors are in no repository but this one.
    pub annotate: Option<String>,
}

impl Invocation {
    /// The command that asks for one case alone.
    pub fn repeat(&self, case: &Case<'_>) -> String {
        let own =
            ["--profile".to_owned(), case.profile.to_string(), "--filter".to_owned(), case.vector.id.clone()];
        let (before, after) = self.words();
        joined(before.into_iter().chain(own).chain(after).collect())
    }

    /// How that command begins, up to the profile, and how it ends, behind the id.
    pub(crate) fn repeat_around(&self) -> (String, String) {
        let (before, after) = self.words();
        let end = if after.is_empty() { String::new() } else { format!(" {}", joined(after)) };
        (format!("{} --profile ", joined(before)), end)
    }

    /// The words of that command before the case, and behind it.
    fn words(&self) -> (Vec<String>, Vec<String>) {
        let mut before = vec!["crivet".to_owned(), "run".to_owned()];
        if let Some(command) = &self.command {
            before.extend(["--impl-cmd".to_owned(), command.clone()]);
        }
        if let Some(name) = &self.builtin {
            before.extend(["--impl".to_owned(), name.clone()]);
        }
        let strict = self.strict.then(|| "--strict".to_owned());
        (before, strict.into_iter().chain(self.vectors.iter().cloned()).collect())
    }
}

fn joined(words: Vec<String>) -> String {
    // A word with a NUL can be no argument of a command; show it as it is.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
