//! The engine: what it finds, that it is the same every time, and what it makes of implementations that misbehave in
//! this process. Those that do so in another are the business of the command line's tests.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crivet::corpus::Corpus;
use crivet::implementation::{Answer, Description, Implementation};
use crivet::operation::OperationName;
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet::threads;
use crivet_fuzz::fuzz::{
    Again, AnyOracle, Budget, Campaign, Finding, Options, Replay, Setting, fuzz, oracles, seeds,
};
use crivet_fuzz::oracle::resolution::Resolution;
use crivet_fuzz::oracle::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crivet_testee_reference::Reference;

const RESOLUTION: &dyn AnyOracle = &Resolution;
const PLAN: [(&dyn AnyOracle, Profile); 1] = [(RESOLUTION, Profile::Href13)];

/// The reference, but for what it resolves to.
struct Changed<F>(F);

impl<F: Fn(&[u8], &[u8], Answer<Vec<u8>>) -> Answer<Vec<u8>> + Send + Sync> Implementation for Changed<F> {
    fn describe(&self) -> Description {
        Reference::new().describe()
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        Reference::new().cri_to_uri(profile, cri)
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        self.0(base, reference, Reference::new().resolve(profile, base, reference))
    }
}

fn options(runs: u64, jobs: usize) -> Options<'static> {
    static NEVER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    Options { seed: 1, budget: Budget::Runs(runs), jobs, tries: 1000, cancel: &NEVER }
}

fn campaign(implementation: &dyn Implementation, options: &Options<'_>) -> Campaign {
    let description = implementation.describe();
    let setting =
        Setting { subject: Subject::InProcess(implementation), description: &description, other: None };
    fuzz(&setting, &PLAN, options, &|_| {})
}

/// Drops the query of every result.
fn without_query(_: &[u8], _: &[u8], resolved: Answer<Vec<u8>>) -> Answer<Vec<u8>> {
    let resolved = resolved?;
    let mut sections = crivet_fuzz::generate::Sections::from_cbor(&resolved);
    if let Some(sections) = &mut sections {
        sections.query = None;
    }
    Ok(sections.map_or(resolved, |sections| sections.to_cbor()))
}

#[test]
fn a_thousand_failures_read_as_few_and_are_made_simple() {
    let campaign = campaign(&Changed(without_query), &options(3000, 2));
    assert!(!campaign.clean());
    assert!(campaign.findings.len() <= 2, "{:#?}", campaign.findings);
    let finding = &campaign.findings[0];
    assert!(finding.count > 100, "{finding:?}");
    assert_eq!(
        (finding.key.kind.as_str(), finding.key.cause.as_str()),
        ("the target is another one", "query")
    );
    // The simplest: an empty reference, and a base that has a query and nothing more than that takes.
    let Some((_, Input::Cri(base))) = finding.inputs.first() else { panic!("{finding:?}") };
    let Some((_, Input::Cri(reference))) = finding.inputs.get(1) else { panic!("{finding:?}") };
    assert!(base.len() <= 7, "{}", hex::encode(base));
    assert!(reference.len() <= 7, "{}", hex::encode(reference));
    assert_eq!(finding.steps.len(), 4, "every question and its answer");
    assert!(finding.expected.contains('?'), "{}", finding.expected);
}

#[track_caller]
fn summary(findings: &[Finding]) -> Vec<(String, String, u64, u64, String)> {
    let one = |finding: &Finding| {
        (
            finding.key.kind.clone(),
            finding.key.cause.clone(),
            finding.count,
            finding.first,
            finding.case.clone(),
        )
    };
    findings.iter().map(one).collect()
}

#[test]
fn jobs_make_no_difference() {
    let changed = Changed(without_query);
    let (one, many) = (campaign(&changed, &options(2000, 1)), campaign(&changed, &options(2000, 3)));
    assert_eq!(summary(&one.findings), summary(&many.findings));
    assert_eq!(one.rows[0].tally, many.rows[0].tally);
    assert_eq!(one.rows[0].tally.total(), 2000);
    let other = campaign(&changed, &Options { seed: 2, ..options(2000, 1) });
    assert_ne!(one.rows[0].tally, other.rows[0].tally, "another seed, other cases");
}

#[test]
fn a_panic_is_a_finding_that_says_where() {
    let changed = Changed(|_: &[u8], reference: &[u8], resolved| {
        assert!(reference.first() != Some(&0x83), "three items are too many");
        resolved
    });
    let campaign = campaign(&changed, &options(1000, 2));
    let [finding] = campaign.findings.as_slice() else { panic!("{:#?}", campaign.findings) };
    assert_eq!(finding.key.kind, "panic");
    assert!(finding.key.cause.starts_with("panicked at "), "{finding:?}");
    assert!(finding.failure.starts_with("panicked: three items are too many, at "), "{finding:?}");
    assert!(matches!(finding.steps.last().map(|step| &step.outcome), Some(Outcome::Error(_))));
    let Some((_, Input::Cri(reference))) = finding.inputs.get(1) else { panic!("{finding:?}") };
    assert_eq!(reference.first(), Some(&0x83), "made simpler, it is still three items");
    assert!(reference.len() <= 6, "{}", hex::encode(reference));
}

#[test]
fn what_is_found_can_be_checked_again() {
    let changed = Changed(without_query);
    let description = changed.describe();
    let setting = Setting { subject: Subject::InProcess(&changed), description: &description, other: None };
    let found = campaign(&changed, &options(500, 1)).findings.remove(0);
    let Replay::Found(again) = RESOLUTION.replay(&setting, found.profile, &[&found.case]).unwrap() else {
        panic!("it does not show again");
    };
    assert_eq!((&again.key, &again.case, &again.steps), (&found.key, &found.case, &found.steps));

    let right = Reference::new();
    let setting = Setting { subject: Subject::InProcess(&right), ..setting };
    assert!(matches!(RESOLUTION.replay(&setting, found.profile, &[&found.case]).unwrap(), Replay::Holds(_)));
    let error = RESOLUTION.replay(&setting, found.profile, &["{\"base\":\"8\"}"]).unwrap_err();
    assert!(error.to_string().contains("resolution-commutes"), "{error}");
}

/// What depends on earlier questions cannot be made simpler, and says so.
#[test]
fn what_shows_only_in_company_is_told_apart() {
    const IN_THE_MIDDLE: std::ops::Range<u64> = 700..720;
    let asked = AtomicU64::new(0);
    let changed = Changed(|base: &[u8], reference: &[u8], resolved| {
        // A few times, in the middle of the campaign.
        if IN_THE_MIDDLE.contains(&asked.fetch_add(1, Ordering::Relaxed)) {
            return without_query(base, reference, Ok(vec![0x81, 0x20]));
        }
        resolved
    });
    let campaign = campaign(&changed, &options(1000, 1));
    assert!(!campaign.findings.is_empty());
    for finding in &campaign.findings {
        assert_eq!(finding.again, Again::NotShown, "{finding:#?}");
        assert!(IN_THE_MIDDLE.contains(&finding.first), "{finding:#?}");
    }
}

/// Asks to resolve the empty reference, and finds a fault in every answer.
struct Complains(&'static str, fn(&'static str) -> Difference);

impl Oracle for Complains {
    type Case = u8;

    fn about(&self) -> About {
        About {
            name: self.0,
            equation: "it is never right",
            operations: &[OperationName::Resolve],
            profiles: &[Profile::Href13],
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<u8> {
        u.arbitrary()
    }

    fn inputs(&self, case: &u8) -> Inputs {
        vec![("number", Input::Text(case.to_string()))]
    }

    fn check(&self, _: &u8, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let _ = asker.resolve(&[0x81, 0x20], &[0x80])?;
        Ok((self.1)(self.0).into())
    }
}

fn complaints(plan: &[(&dyn AnyOracle, Profile)]) -> Campaign {
    let reference = Reference::new();
    let description = reference.describe();
    let setting = Setting { subject: Subject::InProcess(&reference), description: &description, other: None };
    fuzz(&setting, plan, &options(50, 2), &|_| {})
}

#[test]
fn a_recommendation_that_is_not_followed_is_a_note() {
    let note = Complains("note", |name| Difference::new(name, "better").recommended());
    let campaign = complaints(&[(&note, Profile::Href13)]);
    let [finding] = campaign.findings.as_slice() else { panic!("{:#?}", campaign.findings) };
    assert!(campaign.clean() && !finding.is_must());
    assert!(finding.to_string().starts_with("note: note (href-13): note\n"), "{finding}");
}

/// Two that complain of the same answers make one finding, and what is no more than a note stays apart.
#[test]
fn one_cause_is_one_finding_whoever_saw_it() {
    let wrong = |name| Difference::new(name, "otherwise");
    let (one, other) = (Complains("one", wrong), Complains("other", wrong));
    let note = Complains("note", |name| Difference::new(name, "better").recommended());
    let plan = [(&one as _, Profile::Href13), (&note as _, Profile::Href13), (&other as _, Profile::Href13)];
    let campaign = complaints(&plan);
    assert!(campaign.is_red());
    let seen: Vec<_> = campaign.findings.iter().map(|finding| finding.seen.as_slice()).collect();
    let [found, noted] = seen.as_slice() else { panic!("{:#?}", campaign.findings) };
    assert_eq!(*found, [("one", Profile::Href13, 50), ("other", Profile::Href13, 50)]);
    assert_eq!(*noted, [("note", Profile::Href13, 50)]);
    assert_eq!(campaign.findings[0].count, 100);
}

#[test]
fn oracles_have_names_of_their_own_and_say_what_they_are() {
    let all = oracles();
    let mut names: Vec<&str> = all.iter().map(|oracle| oracle.facts().name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    for oracle in &all {
        let about = oracle.facts();
        assert!(
            !about.equation.is_empty()
                && (!about.operations.is_empty() || !about.any.is_empty())
                && !about.profiles.is_empty(),
            "{about:?}"
        );
        let is_kebab = about.name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        assert!(is_kebab, "{}", about.name);
    }
}

/// Every oracle's cases can be stored and read back, whatever the bytes: as JSON, and as an input of a fuzz target.
#[test]
fn cases_can_be_stored() {
    let reference = Reference::new();
    let description = reference.describe();
    let here = Subject::InProcess(&reference);
    let setting = Setting { subject: here, description: &description, other: Some((here, &description)) };
    for oracle in oracles() {
        for profile in Profile::ALL {
            if !setting.applies(&oracle.facts(), profile) {
                continue;
            }
            let number = oracle.facts().profiles.iter().position(|known| *known == profile).unwrap();
            for seed in 0..200 {
                let drawn =
                    [vec![u8::try_from(number).unwrap()], crivet_fuzz::generate::seeded(seed, 512)].concat();
                let (_, case) = oracle.case_of_input(&drawn).unwrap();
                let stored = oracle.input_of_case(profile, &case).unwrap().unwrap();
                assert_eq!(oracle.case_of_input(&stored), Some((profile, case.clone())));
                let replayed = oracle.replay(&setting, profile, &[&case]);
                assert!(
                    matches!(replayed, Ok(Replay::Holds(_))),
                    "{} ({profile}): {case}: {replayed:?}",
                    oracle.facts().name
                );
            }
        }
    }
}

/// What fuzzing starts from: on the inputs of the vectors every oracle holds.
#[test]
fn the_reference_holds_on_every_seed() {
    let reference = Reference::new();
    let description = reference.describe();
    let here = Subject::InProcess(&reference);
    let setting = Setting { subject: here, description: &description, other: Some((here, &description)) };
    let corpus = Corpus::embedded().unwrap();
    let (oracles, findings) = (oracles(), Mutex::new(Vec::new()));
    let jobs = thread::available_parallelism().map_or(1, NonZero::get);
    threads::each(jobs, oracles.len(), &|index| {
        let oracle = &oracles[index];
        for seed in seeds(&**oracle, &corpus) {
            let Some((profile, case)) = oracle.case_of_input(&seed.bytes) else { continue };
            let replayed = oracle.replay(&setting, profile, &[&case]);
            if !matches!(replayed, Ok(Replay::Holds(_))) {
                let name = oracle.facts().name;
                findings.lock().unwrap().push(format!("{name} ({profile}): {case}: {replayed:?}"));
            }
        }
    });
    let findings = findings.into_inner().unwrap();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
