//! What an implementation answered, as far as the view needs it: a verdict for each case.
//!
//! Read from either of two files: a JSON report, or plain lines. A line is `profile id status`, behind it any
//! number of words that say more; of these the notes `should` and `disputed` count.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use crate::compare::{Results, ResultsError};
use crivet::profile::Profile;
use crivet::run::Run;
use crivet::verdict::{NoteKind, Status};

/// The verdicts on one implementation's answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// What it is called.
    pub name: String,
    given: BTreeMap<(Profile, String), Given>,
}

/// The verdict on one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The verdict in a word.
    pub status: Status,
    /// The note that matters most, if there is one.
    pub note: Option<NoteKind>,
}

/// A file of results as a person names it, `FILE` or `NAME=FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultFile {
    /// What the implementation is to be called.
    pub name: Option<String>,
    /// Where the results are.
    pub path: PathBuf,
}

impl FromStr for ResultFile {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A folder's name may hold a `=`; a name has no slash.
        Ok(match text.split_once('=') {
            Some((name, path)) if !name.is_empty() && !path.is_empty() && !name.contains(['/', '\\']) => {
                ResultFile { name: Some(name.to_owned()), path: path.into() }
            }
            _ => ResultFile { name: None, path: text.into() },
        })
    }
}

impl ResultFile {
    /// The results, which are this text, under the name given, or the one that the report has, or the file's.
    ///
    /// # Errors
    ///
    /// As of [`Answers::parse`].
    pub fn answers(&self, text: &str) -> Result<Answers, AnswersError> {
        let mut answers = Answers::parse(self.name.as_deref(), text)?;
        if answers.name.is_empty() {
            answers.name = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        Ok(answers)
    }
}

/// Why a text holds no results.
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// It is JSON, and no report.
    #[error(transparent)]
    Json(#[from] ResultsError),
    /// A line is not as `--report lines` writes it.
    #[error("line {line}: expected `profile id status`, as `crivet run --report lines=FILE` writes: {what}")]
    Line {
        /// Which, from one.
        line: usize,
        /// What it says instead.
        what: String,
    },
    /// There is nothing in it.
    #[error("no result in it")]
    Empty,
}

impl Answers {
    /// Reads a report of `crivet run`, as `json` or `lines`. The name is the one given, or what the report has.
    pub fn parse(name: Option<&str>, text: &str) -> Result<Answers, AnswersError> {
        let (own, given) = if text.trim_start().starts_with('{') {
            let results = Results::parse(text)?;
            let name = results.implementation.name.clone();
            let given = results.results.into_iter().map(|entry| {
                let kinds = entry.notes.iter().map(|note| note.kind);
                ((entry.profile, entry.id), Given { status: entry.status, note: weightiest(kinds) })
            });
            (name, given.collect())
        } else {
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            let given = lines.map(|(index, text)| line(text, index + 1)).collect::<Result<_, _>>()?;
            (String::new(), given)
        };
        let answers = Answers { name: name.map_or(own, ToOwned::to_owned), given };
        if answers.given.is_empty() { Err(AnswersError::Empty) } else { Ok(answers) }
    }

    /// Those of a run.
    pub fn of(name: &str, run: &Run<'_>) -> Answers {
        let given = run.results.iter().map(|judged| {
            let note = weightiest(judged.verdict.notes.iter().map(|note| note.kind));
            let key = (judged.case.profile, judged.case.vector.id.clone());
            (key, Given { status: judged.status(run.strict), note })
        });
        Answers { name: name.to_owned(), given: given.collect() }
    }

    /// The verdict on the answer to a vector; none where it was never asked.
    pub fn given(&self, profile: Profile, id: &str) -> Option<Given> {
        // A map with a key of two parts cannot be asked by a borrowed one.
        self.given.get(&(profile, id.to_owned())).copied()
    }
}

/// Of an answer's notes the one to show: another reading comes before a recommendation not followed.
fn weightiest(kinds: impl Iterator<Item = NoteKind>) -> Option<NoteKind> {
    kinds.min_by_key(|kind| match kind {
        NoteKind::Disputed => 0,
        NoteKind::Should => 1,
        NoteKind::Remark => 2,
    })
}

fn line(text: &str, line: usize) -> Result<((Profile, String), Given), AnswersError> {
    let error = |what: String| AnswersError::Line { line, what };
    let mut words = text.split_whitespace();
    let (Some(profile), Some(id), Some(status)) = (words.next(), words.next(), words.next()) else {
        return Err(error(format!("`{}`", text.chars().take(80).collect::<String>())));
    };
    let profile = profile.parse::<Profile>().map_err(|unknown| error(unknown.to_string()))?;
    let all = [Status::Pass, Status::Fail, Status::Skip, Status::Error, Status::Expected];
    let status = all
        .into_iter()
        .find(|one| one.name() == status)
        .ok_or_else(|| error(format!("`{status}` is no status")))?;
    let kinds = [NoteKind::Disputed, NoteKind::Should, NoteKind::Remark];
    let note = weightiest(words.filter_map(|word| kinds.into_iter().find(|kind| kind.name() == word)));
    Ok(((profile, id.to_owned()), Given { status, note }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = "href-13 a pass\nhref-13 b pass remark should\n\nhref-27 a error time-out\n";
        let answers = Answers::parse(Some("mine"), text).unwrap();
        assert_eq!(answers.name, "mine");
        let given = |profile, id| answers.given(profile, id).map(|one| (one.status, one.note));
        assert_eq!(given(Profile::Href13, "a"), Some((Status::Pass, None)));
        assert_eq!(given(Profile::Href13, "b"), Some((Status::Pass, Some(NoteKind::Should))));
        assert_eq!(given(Profile::Href27, "a"), Some((Status::Error, None)));
        assert_eq!(given(Profile::Href27, "b"), None);
    }

    #[test]
    fn what_is_no_result_is_told_by_its_line() {
        #[track_caller]
        fn check(text: &str, part: &str) {
            let error = Answers::parse(None, text).unwrap_err().to_string();
            assert!(error.contains(part), "`{part}` is not in `{error}`");
        }
        check("", "no result");
        check("href-13 a pass\nhref-99 a pass", "line 2");
        check("href-13 a pass\nhref-13 a passed", "`passed` is no status");
        check("href-13 a", "line 1");
        check("{}", "crivet run --report json");
    }

    #[test]
    fn a_file_of_results_may_be_named() {
        let named = |text: &str| {
            let file: ResultFile = text.parse().unwrap();
            (file.name.clone(), file.answers("href-13 one pass\n").unwrap().name)
        };
        assert_eq!(named("mine=out/x.txt"), (Some("mine".to_owned()), "mine".to_owned()));
        for text in ["out/x.txt", "a/b=c/x.txt", "=x.txt", r"a\b=c\x.txt"] {
            assert_eq!(named(text).0, None, "{text}");
        }
        assert_eq!(named("out/x.txt").1, "x");
    }
}
