//! The vectors alone, held against the reference: the test that `cargo xtask mutants generated` runs on each mutant.
//!
//! No unit test lends help here. What comes out is for a program to read: a line for each vector that the mutant
//! fails, or that only a strict run fails, a line where it hangs. The few vectors of `crivet run --quick` are asked
//! first, and if they notice the mutant the others are not asked. Each is asked of the reference with all features,
//! then with fewer, as an implementer without a feature has it.
//!
//! In the copy that has all mutants in it, each behind a switch, `CRIVET_MUTANTS` lists the numbers to switch on one
//! after the other.

#![expect(clippy::unwrap_used, reason = "it fails as tests do")]

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crivet::corpus::Corpus;
use crivet::implementation::Implementation;
use crivet::judge::claims;
use crivet::profile::Profile;
use crivet::select::{Case, Filter};
use crivet::sequence;
use crivet_testee_reference::{Features, Reference};
use rustix::process::{Resource, Rlimit, setrlimit};

/// What a mutant may take for one answer.
const TIME: Duration = Duration::from_secs(10);
/// What a mutant may take of the address space, in bytes: one that never stops collecting ends soon.
const MEMORY: u64 = 4 << 30;

/// What is being asked, and since when.
static ASKED: Mutex<Option<(String, Instant)>> = Mutex::new(None);

fn main() -> ExitCode {
    // A panic is an answer, and nothing to show.
    std::panic::set_hook(Box::new(|_| {}));
    setrlimit(Resource::As, Rlimit { current: Some(MEMORY), maximum: Some(MEMORY) }).unwrap();
    std::thread::spawn(watch);
    // A thread of its own has as much stack as a main thread commonly has, however this one was started.
    let asking = std::thread::Builder::new().stack_size(8 << 20).spawn(ask_all).unwrap();
    if asking.join().unwrap() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Ends the program when one answer takes too long.
fn watch() {
    loop {
        std::thread::sleep(TIME / 10);
        if let Some((id, since)) = &*ASKED.lock().unwrap()
            && since.elapsed() > TIME
        {
            println!("hangs {id}");
            std::process::exit(1);
        }
    }
}

/// Does the reference pass? Of several mutants the lines tell.
fn ask_all() -> bool {
    let corpus = Corpus::embedded().unwrap();
    match std::env::var("CRIVET_MUTANTS") {
        Err(_) => passes(&corpus),
        Ok(numbers) => {
            for number in numbers.split(',') {
                println!("mutant {number}");
                switch_on(number.parse().unwrap());
                passes(&corpus);
                println!("done");
            }
            true
        }
    }
}

/// Replaced in the copy that has mutants to switch on.
fn switch_on(_number: usize) {}

fn passes(corpus: &Corpus) -> bool {
    let profiles = Profile::ALL.to_vec();
    let quick = Filter { profiles: profiles.clone(), quick: true, ..Filter::default() };
    let all = Filter { profiles, ..Filter::default() };
    let mut noted = BTreeSet::new();
    for filter in [quick, all] {
        let cases = filter.select(corpus);
        for features in feature_sets() {
            let Failing { failed, only_strictly } = failing(features, &cases);
            if !failed.is_empty() {
                failed.iter().for_each(|id| println!("noticed by {id}"));
                return false;
            }
            noted.extend(only_strictly);
        }
    }
    noted.iter().for_each(|id| println!("noted by {id}"));
    noted.is_empty()
}

/// Every feature, each but one, none.
fn feature_sets() -> Vec<Features> {
    vec![
        Features::ALL,
        Features { no_authority: false, ..Features::ALL },
        Features { scheme_name: false, ..Features::ALL },
        Features { text_or_pet: false, ..Features::ALL },
        Features { userinfo: false, ..Features::ALL },
        Features { zone_id: false, ..Features::ALL },
        Features::NONE,
    ]
}

/// Ids of vectors.
#[derive(Default)]
struct Failing {
    /// Those that the reference fails, or says it has no answer for.
    failed: BTreeSet<String>,
    /// Those that it fails only where the run is strict: it does not do what is recommended.
    only_strictly: BTreeSet<String>,
}

/// The vectors that the reference with these features fails.
fn failing(features: Features, cases: &[Case<'_>]) -> Failing {
    let reference = Reference::with_features(features);
    let description = reference.describe();
    let mut failing = Failing::default();
    for case in cases {
        let id = &case.vector.id;
        *ASKED.lock().unwrap() = Some((id.clone(), Instant::now()));
        if claims(&description, case.vector, case.profile).is_err() {
            failing.failed.insert(id.clone());
            continue;
        }
        let asked = AssertUnwindSafe(|| {
            sequence::ask(case, &description.features, &mut |operation| {
                reference.perform(case.profile, operation)
            })
        });
        match catch_unwind(asked) {
            Ok((_, verdict)) => {
                if verdict.fails(false) {
                    failing.failed.insert(id.clone());
                } else if verdict.fails(true) {
                    failing.only_strictly.insert(id.clone());
                }
            }
            Err(_) => {
                failing.failed.insert(id.clone());
            }
        }
    }
    failing
}
