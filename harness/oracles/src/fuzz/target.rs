//! One input at a time, for an engine from elsewhere that brings the bytes: libFuzzer, say.

use super::any::of;
use super::ask::Asked;
use super::input;
use super::replay::{Replay, checked};
use super::setting::Setting;
use crate::oracle::{Asker, Comparison, Oracle, Parties};
use crivet::implementation::{Description, Implementation};
use crivet::profile::Profile;
use crivet::run::Subject;

/// A [`Target`] whatever the oracle.
pub struct AnyTarget(Box<dyn Inputs>);

/// What is done with inputs.
trait Inputs {
    fn check(&self, bytes: &[u8]) -> bool;
    fn mutated(&self, bytes: &[u8], seed: u64) -> Option<Vec<u8>>;
}

impl<O: Oracle> Inputs for Target<O> {
    fn check(&self, bytes: &[u8]) -> bool {
        Target::check(self, bytes)
    }

    fn mutated(&self, bytes: &[u8], seed: u64) -> Option<Vec<u8>> {
        input::mutated(&self.oracle, bytes, seed)
    }
}

impl AnyTarget {
    /// [`Target::check`]
    pub fn check(&self, bytes: &[u8]) -> bool {
        self.0.check(bytes)
    }

    /// Changes an input, which is the first `size` bytes of `data`, by the structure of its case; says how long it is
    /// then, or none where the engine should change the bytes instead.
    pub fn mutate(&self, data: &mut [u8], size: usize, most: usize, seed: u32) -> Option<usize> {
        let mutated = self.0.mutated(data.get(..size)?, seed.into()).filter(|bytes| bytes.len() <= most)?;
        data.get_mut(..mutated.len())?.copy_from_slice(&mutated);
        Some(mutated.len())
    }
}

impl std::fmt::Debug for AnyTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyTarget")
    }
}

/// An oracle and who it asks.
///
/// It is generic in the oracle, so that a fuzz target holds the code of one oracle and no other: libFuzzer goes over
/// the counters of all code there is, after every input.
#[derive(Debug)]
pub struct Target<O> {
    oracle: O,
    subject: Known,
    other: Option<Known>,
}

/// An implementation, and what it said of itself at the start.
struct Known {
    implementation: Box<dyn Implementation>,
    description: Description,
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.description.fmt(f)
    }
}

impl Known {
    fn new(implementation: Box<dyn Implementation>) -> Self {
        Known { description: implementation.describe(), implementation }
    }

    fn known(&self) -> (Subject<'_>, &Description) {
        (Subject::InProcess(&*self.implementation), &self.description)
    }
}

impl<O: Oracle> Target<O> {
    /// The oracle on an implementation.
    pub fn new(oracle: O, implementation: Box<dyn Implementation>) -> Self {
        Target { oracle, subject: Known::new(implementation), other: None }
    }

    /// The same, held against another implementation.
    #[must_use]
    pub fn against(mut self, other: Box<dyn Implementation>) -> Self {
        self.other = Some(Known::new(other));
        self
    }

    /// The same, whatever the oracle.
    pub fn any(self) -> AnyTarget {
        AnyTarget(Box::new(self))
    }

    /// Checks the case that an input stands for; false where there is no input, or the implementation does not offer
    /// what is asked: then it is not worth keeping.
    ///
    /// # Panics
    ///
    /// Where the property does not hold: that is how a fuzz target tells. A panic of the implementation is told the
    /// same way.
    pub fn check(&self, bytes: &[u8]) -> bool {
        let Some((profile, case)) = input::case(&self.oracle, bytes) else { return false };
        let setting = self.setting();
        if !setting.applies(&self.oracle.about(), profile) {
            return false;
        }
        let parties = Parties {
            implementation: Some(&*self.subject.implementation),
            other: self.other.as_ref().map(|other| &*other.implementation),
            description: &self.subject.description,
            other_description: self.other.as_ref().map(|other| &other.description),
        };
        let mut asker = Asker::at_once(profile, parties);
        let holds = self
            .oracle
            .check(&case, &mut asker)
            .is_ok_and(|checked| !matches!(checked.comparison, Comparison::Differ(_)));
        if !holds {
            self.tell(&setting, profile, &case);
        }
        true
    }

    fn setting(&self) -> Setting<'_> {
        let (subject, description) = self.subject.known();
        Setting { subject, description, other: self.other.as_ref().map(Known::known) }
    }

    fn tell(&self, setting: &Setting<'_>, profile: Profile, case: &O::Case) -> ! {
        let asked = Asked::new(setting);
        match checked(&self.oracle, &asked, profile, &of(&self.oracle, case.clone())) {
            Ok(Replay::Found(found)) => panic!("{found}"),
            _ => panic!(
                "{} ({profile}): does not hold on {}, and holds when asked again",
                self.oracle.about().name,
                serde_json::to_string(case).unwrap_or_default()
            ),
        }
    }
}

/// Makes a fuzz target of libFuzzer's: an oracle on an implementation, `against` another one where the oracle compares
/// two. For a program with `#![no_main]`, in a package that depends on `libfuzzer-sys`.
///
/// ```ignore
/// #![no_main]
/// crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::resolution::Resolution, Box::new(my_library::Testee::new()));
/// ```
///
/// The implementation is made once, by the expression, when the first input comes.
/// With `target` the expression is an [`AnyTarget`], as [`AnyOracle::target`](super::AnyOracle::target) makes it.
#[macro_export]
macro_rules! fuzz_target {
    (target = $target:expr) => {
        ::std::thread_local! {
            static TARGET: $crate::fuzz::AnyTarget = $target;
        }
        ::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> ::libfuzzer_sys::Corpus {
            match TARGET.with(|target| target.check(bytes)) {
                true => ::libfuzzer_sys::Corpus::Keep,
                false => ::libfuzzer_sys::Corpus::Reject,
            }
        });
        ::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
            let mutated = TARGET.with(|target| target.mutate(data, size, most, seed));
            mutated.unwrap_or_else(|| ::libfuzzer_sys::fuzzer_mutate(data, size, most))
        });
    };
    ($oracle:expr, $implementation:expr $(, against = $other:expr)? $(,)?) => {
        $crate::fuzz_target!(
            target = $crate::fuzz::Target::new($oracle, $implementation)$(.against($other))?.any()
        );
    };
}
