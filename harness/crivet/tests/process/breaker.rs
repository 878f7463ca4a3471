//! A testee that fails on everything is not asked everything; one that fails on some requests alone is.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crivet::operation::Operation;
use crivet::outcome::{FailureKind, Outcome, Value};
use crivet::process::{Limits, Performance};
use crivet::profile::Profile;
use libtest_mimic::Trial;

use crate::trials::{Marks, perform};

/// How many requests of each of the three operations there are.
const EACH: usize = 100;

/// The time limit of an answer.
const LIMIT: Duration = Duration::from_millis(500);

pub(crate) fn trials() -> Vec<Trial> {
    use FailureKind::{Crash, Protocol, TimeOut};
    let mut trials = Vec::new();
    for jobs in [1, 3] {
        for (fault, kind, words) in [
            ("deaf", TimeOut, "no answer within 0.5 s"),
            ("restless", TimeOut, "no answer within 0.5 s"),
            ("exit-on-all", Crash, "exited with status 9"),
            ("breach-on-all", Protocol, "expected an object"),
            ("shape-on-all", Protocol, "answered `uri`"),
        ] {
            trials.push(Trial::test(format!("systematic-{fault}-{jobs}"), move || {
                systematic(fault, jobs, kind, words);
                Ok(())
            }));
        }
        for (name, run) in [
            ("systematic-in-one-operation", one_operation as fn(usize)),
            ("systematic-after-answers", break_down),
            ("failures-in-a-row-alone", in_a_row),
            ("runs-alone", runs_alone),
            ("hangs-at-every-second", out_of_patience),
        ] {
            trials.push(Trial::test(format!("{name}-{jobs}"), move || {
                run(jobs);
                Ok(())
            }));
        }
    }
    trials
}

fn requests() -> Vec<(Profile, Operation)> {
    (0..3 * EACH)
        .map(|index| {
            let text = format!("uri:{index}");
            let operation = match index / EACH {
                0 => Operation::UriToCri { uri: text },
                1 => Operation::IriToCri { iri: text },
                _ => Operation::Resolve { base: vec![], reference: text.into_bytes(), relation: None },
            };
            (Profile::Href13, operation)
        })
        .collect()
}

fn is_right(index: usize, outcome: &Outcome) -> bool {
    let text = format!("uri:{index}");
    let cri = if index < 2 * EACH { text.into_bytes() } else { hex::encode(text).into_bytes() };
    *outcome == Outcome::Value(Value::Cri { cri })
}

/// Asks everything; each request has its outcome.
#[track_caller]
fn asked(fault: &str, jobs: usize) -> (Vec<Outcome>, Performance, Duration) {
    let marks = Marks::new();
    let testee = marks.testee(fault);
    let limits = Limits { request: LIMIT, ..testee.limits.clone() };
    let start = Instant::now();
    let (outcomes, performance) =
        perform(&testee.with_limits(limits), &requests(), jobs, &AtomicBool::new(false));
    let took = start.elapsed();
    marks.assert_quiet();
    (outcomes.into_iter().map(Option::unwrap).collect(), performance, took)
}

/// The failures of a kind that were charged without being asked.
fn not_asked(outcomes: &[Outcome], kind: FailureKind) -> usize {
    let systematic = |outcome: &&Outcome| matches!(outcome, Outcome::Error(failure) if failure.kind == kind && failure.message.starts_with("systematic failure"));
    outcomes.iter().filter(systematic).count()
}

/// The rest is charged at once, and says how.
fn systematic(fault: &str, jobs: usize, kind: FailureKind, words: &str) {
    let (outcomes, performance, took) = asked(fault, jobs);
    for outcome in &outcomes {
        let Outcome::Error(failure) = outcome else { panic!("{outcome:?}") };
        assert_eq!(failure.kind, kind, "{}", failure.message);
        assert!(failure.message.contains(words), "{}", failure.message);
    }
    let charged = not_asked(&outcomes, kind);
    // What goes wrong fast goes on during the hearing.
    assert!(charged > if fault == "shape-on-all" { 0 } else { 150 }, "{charged}");
    assert_eq!(performance.not_asked, charged);
    assert_eq!(performance.systematic.len(), 1, "{:?}", performance.systematic);
    // On a machine that does other things what fails fast may take long, and one weighs as much as four.
    assert!(performance.systematic[0].message.contains(" had failed in the same way"));
    // One window, one alone, all in the hearing at once: each takes its limit, and the machine is shared.
    assert!(took < Duration::from_secs(15), "{took:?}");
}

/// An operation that never answers is given up, and no other is.
fn one_operation(jobs: usize) {
    let (outcomes, performance, took) = asked("hang-on-one-operation", jobs);
    for (index, outcome) in outcomes.iter().enumerate() {
        if (EACH..2 * EACH).contains(&index) {
            assert!(matches!(outcome, Outcome::Error(f) if f.kind == FailureKind::TimeOut), "{outcome:?}");
        } else {
            assert!(is_right(index, outcome), "{index}: {outcome:?}");
        }
    }
    let charged = not_asked(&outcomes, FailureKind::TimeOut);
    assert!((30..EACH - 8).contains(&charged), "{charged}");
    assert_eq!(performance.not_asked, charged);
    assert!(performance.systematic[0].message.contains("of `iri-to-cri`"), "{:?}", performance.systematic);
    assert!(took < Duration::from_secs(45), "{took:?}");
}

/// What breaks down in the middle is given up, and what was answered before counts.
fn break_down(jobs: usize) {
    let (outcomes, performance, _) = asked("break-down", jobs);
    let right = outcomes.iter().enumerate().filter(|(index, outcome)| is_right(*index, outcome)).count();
    assert!((30..=101).contains(&right), "{right}");
    let charged = not_asked(&outcomes, FailureKind::Crash);
    assert!(charged > 100, "{charged}");
    assert_eq!(performance.not_asked, charged);
}

/// Twenty failures in a row are no reason to ask nothing else, of the same operation or another.
fn in_a_row(jobs: usize) {
    let (outcomes, performance, _) = asked("exit-on-first-twenty", jobs);
    for (index, outcome) in outcomes.iter().enumerate() {
        assert_eq!(is_right(index, outcome), index >= 20, "{index}: {outcome:?}");
    }
    assert_eq!((performance.not_asked, performance.systematic.len()), (0, 0));
}

/// Of a program that runs only once at a time, one request that hangs is no reason to give up the others.
fn runs_alone(_: usize) {
    let (outcomes, performance, _) = asked("runs-alone-and-hangs-once", 1);
    for (index, outcome) in outcomes.iter().enumerate() {
        assert_eq!(is_right(index, outcome), index != 0, "{index}: {outcome:?}");
    }
    assert_eq!((performance.not_asked, performance.systematic.len()), (0, 0), "{:?}", performance.systematic);
}

/// The time that failures take is bounded, even where there are answers in between.
fn out_of_patience(jobs: usize) {
    let marks = Marks::new();
    let limit = Duration::from_millis(60);
    let testee = marks.testee("hangs-at-every-second");
    let testee = testee.clone().with_limits(Limits { request: limit, ..testee.limits });
    let start = Instant::now();
    let (outcomes, performance) = perform(&testee, &requests(), jobs, &AtomicBool::new(false));
    // A hundred limits, the waiting in company counted in, and as many starts, on a machine that does other things.
    assert!(start.elapsed() < 600 * limit, "{:?}", start.elapsed());
    let outcomes: Vec<Outcome> = outcomes.into_iter().map(Option::unwrap).collect();
    let charged = not_asked(&outcomes, FailureKind::Unavailable);
    assert!(charged > 50, "{charged}");
    assert_eq!(performance.not_asked, charged);
    assert!(
        performance.systematic[0].message.contains("100 times the time limit"),
        "{:?}",
        performance.systematic
    );
    assert!(outcomes.iter().enumerate().filter(|(index, outcome)| is_right(*index, outcome)).count() > 10);
}
