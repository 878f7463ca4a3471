//! What is printed and written of the false-alarm score.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crivet::profile::Profile;
use crivet::select::Case;
use crivet_mutants::variants::Varied;
use crivet_mutants::variants::false_alarms::{Measured, Open, open, readings};
use crivet_mutants::waivers::RulingWaiver;

/// How many false alarms of a kind are shown of a variant.
const SHOWN: usize = 3;

pub(super) fn summary(alone: &[Measured<'_>], together: &[Measured<'_>], seed: u64, runs: u64) -> String {
    let asked = |all: &[Measured<'_>]| -> usize {
        all.iter().flat_map(|one| one.asked.values()).map(|(asked, _)| asked).sum()
    };
    let count = |all: &[Measured<'_>]| {
        let failed: usize = all.iter().map(|one| one.failed.len()).sum();
        let found: usize = all.iter().map(|one| one.findings.len()).sum();
        let alarming = all.iter().filter(|one| one.false_alarms() > 0).count();
        format!("{alarming} with false alarms: {failed} of {} answers fail, {found} findings", asked(all))
    };
    format!(
        "{} permitted variants, {}\n{} pairs of them, {}\nseed {seed}, {runs} cases for each oracle, profile and variant, {} of a pair\n",
        alone.len(),
        count(alone),
        together.len(),
        count(together),
        runs.div_ceil(10)
    )
}

/// What is held against variants; of a pair only what is not held against one of the two.
pub(super) fn alarms(alone: &[Measured<'_>], together: &[Measured<'_>]) -> String {
    let mut text = String::new();
    for one in alone.iter().chain(together).filter(|one| one.false_alarms() > 0) {
        let _ = writeln!(text, "\nfalse alarms for {}:", one.name());
        for (case, why) in one.failed.iter().take(SHOWN) {
            let _ = writeln!(text, "  {} {}: {why}", case.profile, case.vector.id);
        }
        if let Some(more @ 1..) = one.failed.len().checked_sub(SHOWN) {
            let _ = writeln!(text, "  and {more} more");
        }
        for finding in one.findings.iter().take(SHOWN) {
            for line in finding.to_string().lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
        if let Some(more @ 1..) = one.findings.len().checked_sub(SHOWN) {
            let _ = writeln!(text, "  and {more} more findings");
        }
    }
    text
}

/// A line for each variant and profile.
pub(super) fn variants(alone: &[Measured<'_>]) -> String {
    let mut text = "\nvariant, profile, vectors asked, answers other than the reference's:\n\n".to_owned();
    for one in alone {
        for (profile, (asked, other)) in &one.asked {
            let _ = writeln!(text, "{} {profile} {asked} {other}", one.name());
        }
    }
    text
}

/// Which readings the rulings leave open, and who takes another than the reference.
pub(super) struct Shown<'a> {
    open: Open<'a>,
    /// How many outcomes are accepted for the vectors of a ruling, and how many of them some variant gives.
    counts: BTreeMap<(&'a str, Profile), (usize, usize)>,
    /// The variants that show another reading of a ruling than the reference does.
    variants: BTreeMap<(&'a str, Profile), BTreeSet<&'a str>>,
}

impl<'a> Shown<'a> {
    pub(super) fn by(alone: &[Measured<'a>], cases: &[Case<'a>]) -> Self {
        let open = open(cases);
        let of_reference = readings(&Varied::new(&[]), cases);
        let mut given: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let all = alone.iter().map(|one| &one.readings).chain([&of_reference]);
        all.flatten().for_each(|(place, reading)| {
            given.entry(*place).or_default().insert(*reading);
        });
        let (mut counts, mut variants) = (BTreeMap::new(), BTreeMap::<_, BTreeSet<&str>>::new());
        for (&key, places) in &open {
            let accepted = places.iter().map(|place| cases[*place].vector.expect.len()).sum();
            let shown = places.iter().filter_map(|place| given.get(place)).map(BTreeSet::len).sum();
            counts.insert(key, (accepted, shown));
            let differs = |one: &&Measured<'a>| {
                places.iter().any(|place| {
                    let reading = one.readings.get(place);
                    reading.is_some() && reading != of_reference.get(place)
                })
            };
            for one in alone.iter().filter(differs) {
                variants.entry(key).or_default().extend(one.combination.iter().map(|one| one.id.as_str()));
            }
        }
        Shown { open, counts, variants }
    }

    /// A line for each ruling and profile.
    pub(super) fn table(&self, waived: &[RulingWaiver]) -> String {
        let mut text =
            "\nruling, profile, outcomes that some variant gives, of those accepted, the variants that read it otherwise than the \
             reference:\n\n"
                .to_owned();
        let mut keys: Vec<_> = self.open.keys().collect();
        keys.sort_by_key(|(ruling, profile)| (number(ruling), *profile));
        for key in keys {
            let (accepted, shown) = self.counts[key];
            let (ruling, profile) = key;
            let who = match self.variants.get(key) {
                Some(variants) => variants.iter().copied().collect::<Vec<_>>().join(" "),
                None if covers(waived, key) => "- waived".to_owned(),
                None => "-".to_owned(),
            };
            let _ = writeln!(text, "{ruling} {profile} {shown}/{accepted} {who}");
        }
        text
    }

    /// Rulings without a variant and a waiver, and waivers that none needs.
    pub(super) fn wrong(&self, waived: &[RulingWaiver]) -> Vec<String> {
        let mut wrong = Vec::new();
        for key in self.open.keys().filter(|key| !self.variants.contains_key(key) && !covers(waived, key)) {
            wrong.push(format!("no variant shows another reading of {} under {}", key.0, key.1));
        }
        for waiver in waived {
            let needs = |key: &&(&str, Profile)| {
                covers(std::slice::from_ref(waiver), key) && !self.variants.contains_key(key)
            };
            if !self.open.keys().any(|key| needs(&key)) {
                wrong.push(format!("no ruling needs the waiver of {}", waiver.ruling));
            }
        }
        wrong
    }
}

fn covers(waived: &[RulingWaiver], (ruling, profile): &(&str, Profile)) -> bool {
    waived.iter().any(|waiver| {
        waiver.ruling == *ruling && (waiver.profiles.is_empty() || waiver.profiles.contains(profile))
    })
}

fn number(ruling: &str) -> usize {
    ruling.trim_start_matches('R').parse().unwrap_or_default()
}
