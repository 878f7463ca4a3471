//! Shrinking: the first simpler case that shows the same takes the place of the case, until none does.

use std::sync::atomic::Ordering;

use super::key::Key;
use super::replayer::{Examined, Replayer};
use super::setting::Options;
use crate::generate::Simpler;
use crate::oracle::Oracle;
use crivet::outcome::FailureKind;

/// How many time-outs one finding may cost: each takes what the user allows an answer.
const TIME_OUTS: u32 = 5;

/// A case that cannot be made simpler, or was not for want of tries.
pub(super) struct Shrunk<C> {
    pub(super) case: C,
    pub(super) examined: Examined,
    /// How many simpler cases were tried.
    pub(super) tries: u32,
}

/// Shrinks a case that was examined and shows what the key says.
pub(super) fn shrink<O: Oracle>(
    oracle: &O,
    replayer: &mut Replayer<'_>,
    options: &Options<'_>,
    key: &Key,
    (case, examined): (O::Case, Examined),
) -> Shrunk<O::Case> {
    let mut shrunk = Shrunk { case, examined, tries: 0 };
    let mut time_outs = 0;
    'simpler: loop {
        for case in shrunk.case.simpler() {
            if shrunk.tries >= options.tries
                || time_outs >= TIME_OUTS
                || options.cancel.load(Ordering::Relaxed)
            {
                return shrunk;
            }
            shrunk.tries += 1;
            let examined = replayer.examine(oracle, &case);
            time_outs += u32::from(
                examined.result.as_ref().is_err_and(|failed| failed.failure.kind == FailureKind::TimeOut),
            );
            if examined.key().as_ref() == Some(key) {
                (shrunk.case, shrunk.examined) = (case, examined);
                continue 'simpler;
            }
        }
        return shrunk;
    }
}
