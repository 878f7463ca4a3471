//! Sequences: vectors of several requests, asked in order of one testee with nothing in between.
//!
//! An operation is a function of its arguments (R184): what was asked before changes no answer. A library that changes a
//! base it keeps, does not clear a buffer, or finds a cached answer by a part of its key alone shows that in a sequence.
//! Each step is judged like a vector of its own, and the first that is no pass is the verdict.

use std::collections::BTreeSet;

use crate::feature::Feature;
use crate::judge::judge;
use crate::operation::Operation;
use crate::outcome::Outcome;
use crate::select::Case;
use crate::verdict::{Note, Status, StepNumber, Verdict};

/// Is told each answer; says whether to go on.
pub type Each<'a> = &'a mut dyn FnMut(Outcome) -> bool;

/// Asks and judges a case, be it a sequence or not: what came of the step that decides, and the verdict.
pub fn ask(
    case: &Case<'_>,
    features: &BTreeSet<Feature>,
    perform: &mut dyn FnMut(&Operation) -> Outcome,
) -> (Outcome, Verdict) {
    let judged = ask_each(case, features, &mut |operation, times, each| {
        (0..times).all(|_| each(perform(operation)));
    });
    // Every step is asked once at least.
    judged.unwrap_or_else(|| (Outcome::Unsupported(String::new()), Verdict::pass(Vec::new())))
}

/// As [`ask`], by whoever can ask the same several times at once: `put` tells each answer. None where a step has no
/// answer at all, since the run was cancelled.
pub fn ask_each(
    case: &Case<'_>,
    features: &BTreeSet<Feature>,
    put: &mut dyn FnMut(&Operation, u32, Each<'_>),
) -> Option<(Outcome, Verdict)> {
    let mut notes = Vec::new();
    let mut last = None;
    let of = case.vector.before.len() + 1;
    for (step, number) in case.vector.steps().zip(1..) {
        let mut time = 0;
        let mut judged: Option<(Outcome, Verdict)> = None;
        put(&step.operation, step.times, &mut |outcome| {
            time += 1;
            // What has been judged once is so every time.
            if judged.as_ref().is_none_or(|(before, _)| *before != outcome) {
                let verdict = judge(&step, case.profile, features, &outcome);
                judged = Some((outcome, verdict));
            }
            judged.as_ref().is_some_and(|(_, verdict)| verdict.status == Status::Pass)
        });
        let (outcome, mut verdict) = judged?;
        if verdict.status != Status::Pass {
            verdict.step = case.vector.is_sequence().then_some(StepNumber { step: number, of, time });
            return Some((outcome, verdict));
        }
        if time < step.times {
            let text = format!("asked {time} of {} times, as long as there was time for it", step.times);
            verdict.notes.push(Note::remark(text));
        }
        for note in verdict.notes {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        last = Some(outcome);
    }
    Some((last?, Verdict::pass(notes)))
}

/// Of an order in which something shows, as little as it takes. `shows` says where in an order it shows for the first
/// time, with what came, and nothing once it has tried enough. The last place of the order is where it shows.
pub fn fewest<T>(
    (mut order, mut shown): (Vec<usize>, T),
    mut shows: impl FnMut(&[usize]) -> Option<(usize, T)>,
) -> (Vec<usize>, T) {
    let mut size = order.len().saturating_sub(1).div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start + 1 < order.len() {
            let end = (start + size).min(order.len() - 1);
            let shorter = [&order[..start], &order[end..]].concat();
            match shows(&shorter) {
                Some((at, came)) => {
                    (order, shown) = (shorter, came);
                    order.truncate(at + 1);
                }
                None => start = end,
            }
        }
        size /= 2;
    }
    (order, shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;
    use crate::outcome::Value;
    use crate::profile::Profile;

    fn corpus() -> Corpus {
        let found = Corpus::embedded_where(|id, _| {
            matches!(id, "resolve-sequence-base-twice" | "resolve-sequence-repeated")
        });
        found.unwrap()
    }

    /// The step that is no pass where the testee answers what `wrong` gives in place of the right answer.
    fn decides(id: &str, mut wrong: impl FnMut(usize) -> bool) -> Option<StepNumber> {
        let corpus = corpus();
        let vector = corpus.vectors.iter().find(|vector| vector.id == id).unwrap();
        let case = Case { vector, profile: Profile::Href13 };
        let right: Vec<_> =
            vector.steps().map(|step| (step.operation, step.expect[0].outcome.clone())).collect();
        let mut asked = 0;
        let (_, verdict) = ask(&case, &BTreeSet::new(), &mut |operation| {
            asked += 1;
            let found = right.iter().find(|(one, _)| one == operation).unwrap();
            match &found.1 {
                crate::vector::Expected::Value(value) if !wrong(asked) => Outcome::Value(value.clone()),
                _ => Outcome::Value(Value::Cri { cri: vec![0x81, 0x20] }),
            }
        });
        assert_eq!(verdict.status == Status::Pass, verdict.step.is_none());
        verdict.step
    }

    #[test]
    fn the_first_step_that_is_no_pass_is_named() {
        assert_eq!(decides("resolve-sequence-base-twice", |_| false), None);
        let step = decides("resolve-sequence-base-twice", |asked| asked >= 2);
        assert_eq!(step, Some(StepNumber { step: 2, of: 3, time: 1 }));
        assert_eq!(step.unwrap().to_string(), "step 2 of 3");
        let step = decides("resolve-sequence-repeated", |asked| asked == 256);
        assert_eq!(step, Some(StepNumber { step: 1, of: 1, time: 256 }));
        assert_eq!(step.unwrap().to_string(), "asked for the 256th time");
    }

    #[test]
    fn as_few_as_it_takes() {
        // It shows at 9 where 3 and 5 came before.
        let shows = |order: &[usize]| {
            let at = order.iter().position(|one| *one == 9)?;
            (order[..at].contains(&3) && order[..at].contains(&5)).then_some((at, ()))
        };
        assert_eq!(fewest(((0..10).collect(), ()), shows).0, [3, 5, 9]);
    }
}
