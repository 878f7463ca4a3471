//! A run held against a baseline: what is expected, and what is not as it was.

use std::collections::BTreeMap;

use super::cover::{Cover, Universe};
use super::{Baseline, Date, Entry, State};
use crate::outcome::FailureKind;
use crate::profile::Profile;
use crate::select::Case;
use crate::verdict::{Cause, Difference, NoteKind, Status, Verdict};

/// The most characters of a reason that is proposed.
const LONG: usize = 100;

/// One case and its judgement.
#[derive(Clone, Copy)]
pub(crate) struct Judgement<'a> {
    pub(crate) case: Case<'a>,
    pub(crate) verdict: &'a Verdict,
}

/// What a run says of a baseline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The baseline's file, as it was named to the reader.
    pub baseline: String,
    /// What is not as the baseline says: by deviation, then in the order of the cases or the entries.
    pub findings: Vec<Finding>,
}

/// One thing that is not as the baseline says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In which way.
    pub deviation: Deviation,
    /// The vector's id and the profile, where it is about a case.
    pub case: Option<(String, Profile)>,
    /// The entry, where there is one.
    pub entry: Option<Entry>,
    /// What is the matter, in a sentence.
    pub why: String,
    /// The change to the baseline that takes account of it.
    pub remedy: Remedy,
}

/// The ways in which a run is not as its baseline says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deviation {
    /// A failure that no entry covers.
    New,
    /// A failure of another kind than its entry says, or an entry of which nothing was asked.
    Changed,
    /// A pass that an entry says is a failure.
    UnexpectedPass,
    /// An entry that covers no case.
    Stale,
    /// An entry whose last day is over; does not fail a run by itself.
    Expired,
}

/// A change to the baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Add this line.
    Add(String),
    /// Make the entry cover less: it does not hold for this case, and does for others.
    Narrow,
    /// Take the entry off.
    Remove,
    /// Take the entry off, or give it a later day.
    Renew,
    /// Put this line in the entry's place.
    Replace(String),
}

impl Deviation {
    /// Every deviation, in the order that reports have.
    pub const ALL: [Deviation; 5] =
        [Deviation::New, Deviation::Changed, Deviation::UnexpectedPass, Deviation::Stale, Deviation::Expired];

    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Deviation::New => "new",
            Deviation::Changed => "changed",
            Deviation::UnexpectedPass => "unexpected-pass",
            Deviation::Stale => "stale",
            Deviation::Expired => "expired",
        }
    }
}

impl Comparison {
    /// Is nothing to be changed? An expired entry alone is no more than told.
    pub fn clean(&self) -> bool {
        self.findings.iter().all(|finding| finding.deviation == Deviation::Expired)
    }

    /// How many findings are of this kind.
    pub fn count(&self, deviation: Deviation) -> usize {
        self.findings.iter().filter(|finding| finding.deviation == deviation).count()
    }
}

/// What a judgement says of the entry that decides about its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// It fails otherwise.
    Changed(State),
    /// It passes.
    UnexpectedPass,
    /// It passes, as the entry says that it may.
    MayPass,
    /// It fails as the entry says.
    Met,
    /// It fails, and there is no entry.
    New(State),
    /// There is no entry, and none is needed.
    Nothing,
    /// It was not asked.
    Unasked,
}

/// Settles one case.
pub(super) fn settle(entry: Option<&Entry>, verdict: &Verdict, strict: bool) -> Settled {
    if verdict.status == Status::Skip {
        return Settled::Unasked;
    }
    let came = State::of(verdict);
    let failed = came.filter(|&state| strict || state != State::Should);
    match (entry, came, failed) {
        (Some(entry), Some(came), _) if entry.state.covers(came) => Settled::Met,
        (Some(_), _, Some(failed)) => Settled::Changed(failed),
        (Some(entry), _, None) if entry.state == State::Flaky => Settled::MayPass,
        (Some(_), _, None) => Settled::UnexpectedPass,
        (None, _, Some(failed)) => Settled::New(failed),
        (None, _, None) => Settled::Nothing,
    }
}

impl Baseline {
    /// Holds a run against the baseline; beside the comparison, for each judgement the entry that it meets.
    ///
    /// `today` decides which entries are expired.
    pub(crate) fn compare(
        &self,
        judgements: &[Judgement<'_>],
        universe: &Universe<'_>,
        strict: bool,
        today: Date,
    ) -> (Comparison, Vec<Option<Entry>>) {
        let entries: Vec<&Entry> = self.entries().collect();
        let cover = Cover::new(self, universe, |_, entry| !entry.expired(today));
        let mut findings = Vec::new();
        let mut met = Vec::new();
        let mut counts = vec![Counts::default(); entries.len()];
        let mut touched = vec![false; entries.len()];
        let expired = Expired::new(&entries, &cover, today);
        for judgement in judgements {
            let key = (judgement.case.vector.id.as_str(), judgement.case.profile);
            if let Some(&index) = cover.deciding.get(&key) {
                counts[index]
                    .count(settle(Some(entries[index]), judgement.verdict, strict), judgement.verdict);
            }
            for &index in expired.about(key) {
                touched[index] = true;
            }
        }
        for judgement in judgements {
            let key = (judgement.case.vector.id.as_str(), judgement.case.profile);
            let index = cover.deciding.get(&key).copied();
            let entry = index.map(|index| entries[index]);
            let settled = settle(entry, judgement.verdict, strict);
            met.push(entry.filter(|_| settled == Settled::Met).cloned());
            let alone = index.is_some_and(|index| cover.decided[index].len() == 1);
            let spent = index.is_some_and(|index| counts[index].spent(cover.decided[index].len()));
            let over = expired.about(key).first().map(|&index| entries[index]);
            findings.extend(about_case(judgement, entry, settled, universe, (alone, spent, over)));
        }
        for (index, entry) in entries.iter().enumerate() {
            if entry.expired(today) {
                // What is not selected is silent; what covers nothing has no selection to wait for.
                if touched[index] || cover.matched[index].is_empty() {
                    let why = match entry.until {
                        Some(until) => format!("held until {until}, and counts as absent"),
                        None => String::new(),
                    };
                    findings.push(about_entry(Deviation::Expired, entry, why, Remedy::Renew));
                }
            } else if cover.matched[index].is_empty() {
                let why = universe.nothing(entry);
                findings.push(about_entry(Deviation::Stale, entry, why, Remedy::Remove));
            } else if cover.decided[index].is_empty() {
                let why = "nearer entries cover everything it covers".to_owned();
                findings.push(about_entry(Deviation::Stale, entry, why, Remedy::Remove));
            } else if let Some(why) = counts[index].unasked(cover.decided[index].len()) {
                let why = format!("nothing of it was asked: {why}");
                findings.push(about_entry(Deviation::Changed, entry, why, Remedy::Remove));
            }
        }
        findings.sort_by_key(|finding| finding.deviation);
        (Comparison { baseline: self.name.clone(), findings }, met)
    }
}

/// The expired entries that each case would be under.
struct Expired<'a>(BTreeMap<(&'a str, Profile), Vec<usize>>);

impl<'a> Expired<'a> {
    fn new(entries: &[&Entry], cover: &Cover<'a>, today: Date) -> Self {
        let mut cases: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, _) in entries.iter().enumerate().filter(|(_, entry)| entry.expired(today)) {
            for &case in &cover.matched[index] {
                cases.entry(case).or_default().push(index);
            }
        }
        Expired(cases)
    }

    fn about(&self, case: (&'a str, Profile)) -> &[usize] {
        self.0.get(&case).map_or(&[], Vec::as_slice)
    }
}

/// How the cases of one entry came out.
#[derive(Clone, Default)]
struct Counts {
    unexpected_passes: usize,
    unasked: usize,
    /// Why the first of those was not asked.
    reason: Option<String>,
}

impl Counts {
    fn count(&mut self, settled: Settled, verdict: &Verdict) {
        match settled {
            Settled::UnexpectedPass => self.unexpected_passes += 1,
            Settled::Unasked => {
                self.unasked += 1;
                self.reason = self.reason.take().or_else(|| verdict.explanation());
            }
            Settled::Changed(_) | Settled::MayPass | Settled::Met | Settled::New(_) | Settled::Nothing => {}
        }
    }

    /// Does the entry hold for no case, asked or not selected?
    fn spent(&self, all: usize) -> bool {
        self.unexpected_passes + self.unasked == all
    }

    /// Why nothing was asked, where all of the cases were selected and none was asked.
    fn unasked(&self, all: usize) -> Option<String> {
        (self.unasked == all).then(|| self.reason.clone().unwrap_or_default())
    }
}

fn about_entry(deviation: Deviation, entry: &Entry, why: String, remedy: Remedy) -> Finding {
    Finding { deviation, case: None, entry: Some(entry.clone()), why, remedy }
}

fn about_case(
    judgement: &Judgement<'_>,
    entry: Option<&Entry>,
    settled: Settled,
    universe: &Universe<'_>,
    (alone, spent, over): (bool, bool, Option<&Entry>),
) -> Option<Finding> {
    let (id, profile) = (judgement.case.vector.id.as_str(), judgement.case.profile);
    let line = |state| {
        let profile = (universe.profiles(id).len() > 1).then_some(profile);
        propose(id, profile, state, &reason(judgement.verdict)).to_string()
    };
    let (deviation, why, remedy) = match (settled, entry) {
        (Settled::New(state), _) => {
            let why = match over {
                Some(entry) => format!("{state}, and its entry at {} has expired", entry.location),
                None => state.to_string(),
            };
            (Deviation::New, why, Remedy::Add(line(state)))
        }
        (Settled::Changed(state), Some(entry)) => {
            let remedy = match state {
                // It has no place in a baseline.
                State::Error(Some(FailureKind::Unavailable)) => Remedy::Remove,
                _ if alone => Remedy::Replace(line(state)),
                _ => Remedy::Add(line(state)),
            };
            (Deviation::Changed, format!("{state}, listed as {}", entry.state), remedy)
        }
        (Settled::UnexpectedPass, Some(entry)) => {
            let remedy = if spent { Remedy::Remove } else { Remedy::Narrow };
            (Deviation::UnexpectedPass, format!("passes, listed as {}", entry.state), remedy)
        }
        _ => return None,
    };
    let case = Some((id.to_owned(), profile));
    Some(Finding { deviation, case, entry: entry.cloned(), why, remedy })
}

/// An entry that is not in a file yet.
pub(super) fn propose(id: &str, profile: Option<Profile>, state: State, reason: &str) -> Entry {
    Entry {
        profile,
        vectors: id.to_owned(),
        glob: None,
        state,
        until: None,
        reason: reason.to_owned(),
        location: crate::vector::Location { file: String::new(), line: 0, column: 0 },
        text: String::new(),
    }
}

/// A reason for a person to start from: what differs. Why there is no answer is left out, since the words
/// of a crash often name machines and moments.
pub(super) fn reason(verdict: &Verdict) -> String {
    let note = verdict.notes.iter().find(|note| note.kind == NoteKind::Should);
    let text = match (&verdict.cause, note) {
        (Some(Cause::Mismatch(mismatch)), _) => match &mismatch.difference {
            // This quotes a measurement, and these quote the implementation's own words.
            Difference::Budget(_) => "it took more than the vector allows".to_owned(),
            Difference::Reject(_) => "a rejection where a value was expected".to_owned(),
            Difference::Unsupported(_) => "unsupported, although claimed".to_owned(),
            difference => difference.to_string(),
        },
        (Some(Cause::Failure(_) | Cause::Skipped(_)), _) => String::new(),
        (None, note) => note.map_or(String::new(), |note| note.text.clone()),
    };
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = text.trim();
    if text.is_empty() {
        return "not looked into yet".to_owned();
    }
    let text = if text.starts_with("until=") { format!("`{text}") } else { text.to_owned() };
    match text.char_indices().nth(LONG) {
        Some((index, _)) => format!("{}…", text[..index].trim_end()),
        None => text,
    }
}
