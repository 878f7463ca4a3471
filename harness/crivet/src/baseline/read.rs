//! Reading a baseline: every error is found, and told with its line and column.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use super::error::{BaselineError, BaselineErrors, ErrorKind};
use super::{Baseline, Date, Entry, Line, State};
use crate::glob::{Glob, NotAGlob};
use crate::outcome::FailureKind;
use crate::profile::Profile;
use crate::vector::Location;

/// The most bytes a baseline may have.
const BYTES: usize = 16 << 20;

/// The most globs a baseline may have: each costs a look at every vector.
const GLOBS: usize = 1000;

/// The most characters an id or a glob may have.
const LENGTH: usize = 200;

/// What makes an id a glob.
const SPECIAL: [char; 6] = ['*', '?', '[', ']', '{', '}'];

const BLANK: [char; 2] = [' ', '\t'];

impl Baseline {
    /// The baseline in a file of at most 16 MiB.
    pub fn read(path: &Path) -> Result<Baseline, BaselineErrors> {
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        let limit = BYTES as u64 + 1;
        if is_named_pipe(path) {
            return Err(whole(&name, ErrorKind::Unreadable("expected a file, found a pipe".to_owned())));
        }
        let read = std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
        if let Err(error) = read {
            return Err(whole(&name, ErrorKind::Unreadable(error.to_string())));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Baseline::parse(&name, &text),
            Err(error) => {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let before = String::from_utf8_lossy(before);
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                let location = Location { file: name, line, column };
                Err(BaselineErrors(vec![BaselineError { location, kind: ErrorKind::NotUtf8 }]))
            }
        }
    }

    /// The baseline that is this text; `name` is for the errors.
    pub fn parse(name: &str, text: &str) -> Result<Baseline, BaselineErrors> {
        if text.len() > BYTES {
            return Err(whole(name, ErrorKind::TooLarge(BYTES)));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader { name, errors: Vec::new(), seen: BTreeMap::new(), globs: 0 };
        let lines: Vec<Line> =
            text.lines().enumerate().filter_map(|(index, line)| reader.line(index + 1, line)).collect();
        if !reader.errors.is_empty() {
            return Err(BaselineErrors(reader.errors));
        }
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Ok(Baseline { name: name.to_owned(), lines, line_end })
    }
}

/// A pipe with a name would be waited for. One that a shell has made (`<(…)`) has none.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let place = path.canonicalize().and_then(|path| path.metadata());
    place.is_ok_and(|found| found.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

fn start(name: &str) -> Location {
    Location { file: name.to_owned(), line: 1, column: 1 }
}

fn whole(name: &str, kind: ErrorKind) -> BaselineErrors {
    BaselineErrors(vec![BaselineError { location: start(name), kind }])
}

struct Reader<'t> {
    name: &'t str,
    errors: Vec<BaselineError>,
    /// The profile and vectors of each entry, and where it is.
    seen: BTreeMap<String, Location>,
    globs: usize,
}

/// A word of a line, with the column it starts in.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    column: usize,
}

impl Reader<'_> {
    /// Reads a line; `None` where it has an error, or more than one.
    fn line(&mut self, line: usize, text: &str) -> Option<Line> {
        let text = text.trim_end_matches(BLANK);
        let location = |column| Location { file: self.name.to_owned(), line, column };
        let found = text.chars().enumerate().find(|&(_, c)| c.is_control() && c != '\t');
        if let Some((index, control)) = found {
            let kind = ErrorKind::Control(control);
            self.errors.push(BaselineError { location: location(index + 1), kind });
            return None;
        }
        let body = text.trim_start_matches(BLANK);
        if body.is_empty() || body.starts_with('#') {
            return Some(Line::Comment(text.to_owned()));
        }
        let mut errors = Vec::new();
        let entry = entry(text, location(1), &mut errors);
        let failed = !errors.is_empty();
        let errors =
            errors.into_iter().map(|(column, kind)| BaselineError { location: location(column), kind });
        self.errors.extend(errors);
        let entry = entry.filter(|_| !failed)?;
        self.check(entry).map(|entry| Line::Entry(Box::new(entry)))
    }

    /// What has to hold among the entries.
    fn check(&mut self, entry: Entry) -> Option<Entry> {
        let mut refuse = |kind| self.errors.push(BaselineError { location: entry.location.clone(), kind });
        match self.seen.entry(key(&entry)) {
            Slot::Vacant(place) => {
                place.insert(entry.location.clone());
            }
            Slot::Occupied(place) => {
                let first = place.get().clone();
                refuse(ErrorKind::Duplicate { vectors: place.key().clone(), first });
                return None;
            }
        }
        if entry.glob.is_some() {
            self.globs += 1;
            // Told once, where the first too many stands.
            if self.globs == GLOBS + 1 {
                refuse(ErrorKind::TooManyGlobs(GLOBS));
            }
            if self.globs > GLOBS {
                return None;
            }
        }
        Some(entry)
    }
}

/// The profile and vectors, as they stand in the entry.
fn key(entry: &Entry) -> String {
    match entry.profile {
        Some(profile) => format!("{profile}/{}", entry.vectors),
        None => entry.vectors.clone(),
    }
}

/// Reads an entry, and goes on behind an error as far as the next word is clear.
fn entry(text: &str, location: Location, errors: &mut Vec<(usize, ErrorKind)>) -> Option<Entry> {
    let (word, rest) = next(Word { text, column: 1 });
    let (profile, glob, vectors) = vectors(word, errors);
    let (word_state, rest) = next(rest);
    let end = |word: Word<'_>| word.column + word.text.chars().count();
    if word_state.text.is_empty() {
        errors.push((end(word), ErrorKind::Missing("a state such as `fail`, and a reason in words")));
        return None;
    }
    let state = state(word_state.text);
    if state.is_none() {
        errors.push((word_state.column, ErrorKind::State(word_state.text.to_owned())));
    }
    let (date, behind) = next(rest);
    let (until, reason) = match date.text.strip_prefix("until=") {
        Some(day) => match day.parse::<Date>() {
            Ok(day) => (Some(day), behind),
            Err(error) => {
                errors.push((date.column + "until=".len(), error.into()));
                (None, behind)
            }
        },
        None => (None, rest),
    };
    let (first, _) = next(reason);
    if first.text.is_empty() {
        let last = if date.text.starts_with("until=") { date } else { word_state };
        errors.push((end(last), ErrorKind::Missing("a reason in words")));
    } else if first.text.starts_with("until=") {
        errors.push((first.column, ErrorKind::SecondDate));
    }
    Some(Entry {
        profile,
        vectors: vectors.to_owned(),
        glob,
        state: state?,
        until,
        reason: reason.text.trim_matches(BLANK).to_owned(),
        location: Location { column: word.column, ..location },
        text: text.to_owned(),
    })
}

/// The first word, and what is behind it.
fn next(from: Word<'_>) -> (Word<'_>, Word<'_>) {
    let text = from.text.trim_start_matches(BLANK);
    // Blanks are one byte each.
    let column = from.column + (from.text.len() - text.len());
    let (word, rest) = text.split_at(text.find(BLANK).unwrap_or(text.len()));
    let behind = column + word.chars().count();
    (Word { text: word, column }, Word { text: rest, column: behind })
}

/// The first word of an entry: profile, glob, and the text of id or glob.
fn vectors<'t>(
    word: Word<'t>,
    errors: &mut Vec<(usize, ErrorKind)>,
) -> (Option<Profile>, Option<Glob>, &'t str) {
    let (profile, name, column) = match word.text.split_once('/') {
        None => (None, word.text, word.column),
        Some((profile, name)) => {
            let column = word.column + profile.chars().count() + 1;
            let profile =
                Profile::from_str(profile).map_err(|error| errors.push((word.column, error.into())));
            (profile.ok(), name, column)
        }
    };
    let mut refuse = |kind: ErrorKind| {
        errors.push((column, kind));
        None
    };
    let glob = if name.is_empty() {
        refuse(ErrorKind::Missing("the id of a vector or a glob"))
    } else if name.chars().count() > LENGTH {
        refuse(ErrorKind::TooLong(LENGTH))
    } else if name.contains(SPECIAL) {
        name.parse().map_or_else(|error: NotAGlob| refuse(error.into()), Some)
    } else {
        None
    };
    (profile, glob, name)
}

fn state(word: &str) -> Option<State> {
    Some(match word {
        "error" => State::Error(None),
        "error:crash" => State::Error(Some(FailureKind::Crash)),
        "error:panic" => State::Error(Some(FailureKind::Panic)),
        "error:protocol" => State::Error(Some(FailureKind::Protocol)),
        "error:time-out" => State::Error(Some(FailureKind::TimeOut)),
        "fail" => State::Fail,
        "flaky" => State::Flaky,
        "should" => State::Should,
        _ => return None,
    })
}
