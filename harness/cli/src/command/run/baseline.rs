//! The baselines of `crivet run`: the one expected, and the one written.

use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, Result};
use crivet::baseline::{Baseline, Date, Rewritten, Universe};
use crivet::corpus::Corpus;
use crivet::run::{Judged, Run};
use crivet_report::file::Output;

use crate::args::RunArguments;
use crate::output;

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
    /// `None` where the path leads to standard output.
    output: Option<Output>,
    /// The path, as it was given.
    name: PathBuf,
    /// The baseline that stands there, if there is one.
    older: Option<Baseline>,
}

/// A baseline on its way into its file.
pub(super) struct Writing(Option<(Place, Rewritten)>);

impl Baselines {
    pub(super) fn new(arguments: &RunArguments, output: Option<Output>) -> Result<Self> {
        let context = "the baseline has errors; nothing was run";
        let expected = arguments.expect.as_deref().map(Baseline::read).transpose().context(context)?;
        let written = match &arguments.write_baseline {
            None => None,
            Some(path) => {
                // There is nothing to take over from what is no file.
                let older = path.is_file().then(|| Baseline::read(path)).transpose().context(context)?;
                Some(Place { output, name: path.clone(), older })
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
        match place.output {
            Some(output) => output.write(&rewritten.text)?,
            None => output::plain(rewritten.text.as_bytes())?,
        }
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
