//! The baselines of `crivet run`: the one expected, and the one written.

use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, Result};
use crivet::baseline::{Baseline, Date, Rewritten, Universe};
use crivet::corpus::Corpus;
use crivet::run::{Judged, Run};

use crate::args::RunArguments;
use crate::output;
use crate::pending::Pending;

/// What was asked for, read before anything is run.
pub(super) struct Baselines {
    expected: Option<Baseline>,
    written: Option<Place>,
    /// The corpus inside the program, where others are given in its place: an entry for one of its vectors
    /// is not stale.
    embedded: Option<Corpus>,
    today: Date,
}

/// Where a baseline is to be written.
struct Place {
    pending: Pending,
    /// The path, as it was given.
    name: PathBuf,
    /// The baseline that stands there, if there is one.
    older: Option<Baseline>,
}

/// A baseline on its way into its file.
pub(super) struct Writing(Option<(Place, Rewritten)>);

impl Baselines {
    pub(super) fn new(arguments: &RunArguments) -> Result<Self> {
        let context = "the baseline has errors; nothing was run";
        let expected = arguments.expect.as_deref().map(Baseline::read).transpose().context(context)?;
        let written = match &arguments.write_baseline {
            None => None,
            Some(path) => {
                let older = match path.exists() && !path.is_dir() {
                    true => Some(Baseline::read(path).context(context)?),
                    false => None,
                };
                // The file that a link leads to is written, not the link.
                let place = path.canonicalize().unwrap_or_else(|_| PathBuf::from(path));
                Some(Place { pending: Pending::new("baseline", &place)?, name: path.clone(), older })
            }
        };
        let given = !arguments.filter.vectors.is_empty() && (expected.is_some() || written.is_some());
        let embedded = if given { Some(Corpus::embedded()?) } else { None };
        Ok(Baselines { expected, written, embedded, today: Date::at(SystemTime::now()) })
    }

    /// Is this failure as the baseline says?
    pub(super) fn expects(&self, judged: &Judged<'_>) -> bool {
        let expects = |expected: &Baseline| expected.expects(&judged.case, &judged.verdict, self.today);
        self.expected.as_ref().is_some_and(expects)
    }

    /// Holds the run against the baseline expected, and makes the one to be written.
    pub(super) fn apply(self, run: &mut Run<'_>, corpus: &Corpus) -> Writing {
        let corpora: Vec<&Corpus> = std::iter::once(corpus).chain(&self.embedded).collect();
        let universe = Universe::new(&corpora);
        if let Some(expected) = &self.expected {
            run.expect(expected, &universe, self.today);
        }
        let Some(place) = self.written else {
            return Writing(None);
        };
        let empty;
        let older = match &place.older {
            Some(older) => older,
            None => {
                empty = Baseline::empty(&place.name.display().to_string(), &run.description.name);
                &empty
            }
        };
        match run.baseline(older, &universe, self.today) {
            Ok(rewritten) => Writing(Some((place, rewritten))),
            Err(error) => {
                output::warn(&format!("no baseline was written: {error}"));
                Writing(None)
            }
        }
    }
}

impl Writing {
    /// Puts the baseline in its place, whole.
    pub(super) fn write(self) -> Result<()> {
        let Some((place, rewritten)) = self.0 else {
            return Ok(());
        };
        let path = place.name.display();
        place.pending.write(&rewritten.text)?;
        let Rewritten { entries, added, removed, renewed, .. } = rewritten;
        output::warn(&format!(
            "{path}: {entries} entries written, {added} of them new or changed, {removed} gone or changed"
        ));
        for entry in renewed {
            output::warn(&format!("{}: had expired, and was taken over without its day", entry.location));
        }
        Ok(())
    }
}
