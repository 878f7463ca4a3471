//! Baselines: the failures of an implementation that are known, so that a gate tells only what is new.
//!
//! A run against a baseline is green while the implementation fails where the baseline says so, as it says
//! so, and nowhere else. Four things make it red:
//!
//! - **new**: a case fails that no entry covers;
//! - **unexpected-pass**: a case passes that an entry covers;
//! - **changed**: a case fails otherwise than its entry says, or an entry was selected with all that it covers
//!   and none of it was asked, because the operation or the profile is no longer claimed;
//! - **stale**: an entry covers no case of the whole corpus.
//!
//! All but the last are judged within the selection of the run: an entry of which nothing was selected is
//! silent.
//!
//! # The format
//!
//! Text in UTF-8, an entry a line. Empty lines, and lines that start with `#`, are comments; a `#` further
//! on is part of the reason.
//!
//! ```text
//! line    = [entry] / comment
//! entry   = [profile "/"] vectors blank state [blank "until=" date] blank reason
//! vectors = the id of a vector, or a glob: * ? [a-z] {this,that}
//! state   = "fail" / "should" / "flaky" / "error" [":" kind]
//! kind    = "crash" / "panic" / "protocol" / "time-out"
//! date    = year "-" month "-" day
//! blank   = one space or tab, or more
//! reason  = the rest of the line, never empty
//! ```
//!
//! ```
//! # use crivet::baseline::Baseline;
//! # let text = "\
//! ## Known failures of mycri.
//!
//! decode-nested-arrays error:crash until=2027-01-31 the decoder recurses, see our issue 12
//! href-13/resolve-*-fragment fail takes over the fragment of the base
//! uri-to-cri-default-port should keeps :5683
//! # ";
//! # assert_eq!(Baseline::parse("front page", text).unwrap().entries().count(), 3);
//! ```
//!
//! The states: `fail` is an answer outside what is accepted; `error` is none at all, of any kind or of the
//! one named; `should` is a pass that leaves something recommended undone, which counts in a strict run as
//! a failure and in any other as the pass it is, so that one file serves both. `flaky` is now one, now another, a pass
//! among them: such an entry holds however a case comes out, and is the last resort. That a testee cannot be
//! started again (`unavailable`) is never a known failure.
//!
//! An entry without a profile covers a vector in all its profiles. Where several entries cover a case, the
//! nearest decides: an id before a glob, then one with a profile before one without, then the longer glob,
//! then the first. A case that is skipped neither meets an entry nor breaks it. An entry holds up to and
//! including the day of its date (UTC); from then on it counts as absent, and the report says so.
//!
//! A run that is incomplete, or has failures that no vector is charged with, is red whatever the
//! baseline says. A baseline is written of complete runs alone, and of none in which the testee could not be
//! asked everything.

mod compare;
mod cover;
mod date;
mod error;
mod read;
mod rewrite;

use std::fmt;

pub(crate) use compare::Judgement;
pub use compare::{Comparison, Deviation, Finding, Remedy};
pub use cover::Universe;
pub use date::{Date, NoDate};
pub use error::{BaselineError, BaselineErrors, ErrorKind};
pub use rewrite::Rewritten;

use crate::glob::Glob;
use crate::outcome::FailureKind;
use crate::profile::Profile;
use crate::vector::Location;
use crate::verdict::{Cause, NoteKind, Status, Verdict};

/// A baseline without errors, with everything that is needed to write it again.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The file, as it was named to the reader.
    pub name: String,
    lines: Vec<Line>,
    line_end: &'static str,
}

#[derive(Clone, Debug)]
enum Line {
    Comment(String),
    Entry(Box<Entry>),
}

/// A known failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The profile it is for; `None` for all.
    pub profile: Option<Profile>,
    /// The id of a vector, or a glob.
    pub vectors: String,
    /// The glob, where it is one.
    pub glob: Option<Glob>,
    /// How the vectors fail.
    pub state: State,
    /// The last day it holds.
    pub until: Option<Date>,
    /// Why, in words.
    pub reason: String,
    /// Where it stands.
    pub location: Location,
    /// The line as it stands in the file.
    pub text: String,
}

/// How a case fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// There is no answer, for this reason or for any.
    Error(Option<FailureKind>),
    /// The answer is outside what is accepted.
    Fail,
    /// It comes out now so, now so, and may pass. Never how a case came out.
    Flaky,
    /// Something recommended is not done.
    Should,
}

impl Baseline {
    /// The entries, in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| match line {
            Line::Comment(_) => None,
            Line::Entry(entry) => Some(entry.as_ref()),
        })
    }
}

impl Entry {
    /// Is it about the vector with this id?
    pub fn is_about(&self, id: &str) -> bool {
        self.glob.as_ref().map_or(self.vectors == id, |glob| glob.matches(id))
    }

    /// Is its last day over?
    pub fn expired(&self, today: Date) -> bool {
        self.until.is_some_and(|until| until < today)
    }
}

/// The entry as a line of the file, one space between its parts.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(profile) = self.profile {
            write!(f, "{profile}/")?;
        }
        write!(f, "{} {}", self.vectors, self.state)?;
        if let Some(until) = self.until {
            write!(f, " until={until}")?;
        }
        write!(f, " {}", self.reason)
    }
}

impl State {
    /// How a case came out; `None` for a pass with nothing left to be desired, and for what was not asked.
    pub fn of(verdict: &Verdict) -> Option<State> {
        match verdict.status {
            Status::Pass => {
                verdict.notes.iter().any(|note| note.kind == NoteKind::Should).then_some(State::Should)
            }
            Status::Skip => None,
            Status::Error => Some(State::Error(match &verdict.cause {
                Some(Cause::Failure(failure)) => Some(failure.kind),
                _ => None,
            })),
            Status::Fail | Status::Expected => Some(State::Fail),
        }
    }

    /// Is what came what an entry with this state says?
    pub fn covers(self, came: State) -> bool {
        match (self, came) {
            (_, State::Error(Some(FailureKind::Unavailable))) => false,
            (State::Flaky, _) | (State::Error(None), State::Error(_)) => true,
            _ => self == came,
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::Error(None) => f.write_str("error"),
            State::Error(Some(kind)) => write!(f, "error:{}", kind.name()),
            State::Fail => f.write_str("fail"),
            State::Flaky => f.write_str("flaky"),
            State::Should => f.write_str("should"),
        }
    }
}
