//! Whose turn it is: the oracle and profile that cost least so far, twice as often where it has found something.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// How many cases a turn has; the first turns are shorter, so that everyone has one soon.
const TURN: u64 = 16;
/// How many questions a case takes, until one is known.
const QUESTIONS: u64 = 3;
/// What a failure costs, in questions: a child is started anew, and others are asked once more.
const FAILURE: u64 = 2_000;
/// What a time-out costs: the rest waits.
const TIME_OUT: u64 = 20_000;
/// After so many time-outs an oracle goes no further.
const TIME_OUTS: u64 = 10;

/// The oracles and profiles by number, with what they had.
pub(super) struct Schedule {
    turns: Mutex<Vec<Turn>>,
    /// How many cases each gets.
    runs: u64,
}

#[derive(Clone, Default)]
struct Turn {
    /// The number of the next case.
    next: u64,
    /// What all cases cost that were given out, in questions; by an estimate until it is known.
    cost: u64,
    /// Those that are done, and how many questions they took.
    done: (u64, u64),
    found: bool,
    time_outs: u64,
}

/// How a case ended, as far as that costs something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Answered,
    Failure,
    TimeOut,
}

impl Schedule {
    pub(super) fn new(count: usize, runs: u64) -> Self {
        Schedule { turns: Mutex::new(vec![Turn::default(); count]), runs }
    }

    /// Which one is next, and its cases; none where everyone had all.
    pub(super) fn next(&self) -> Option<(usize, Range<u64>)> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting =
            turns.iter_mut().enumerate().filter(|(_, turn)| turn.next < self.runs && !turn.gave_up());
        let (index, turn) =
            waiting.min_by_key(|(_, turn)| if turn.found { turn.cost / 2 } else { turn.cost })?;
        let first = turn.next;
        turn.next = self.runs.min(first.saturating_add(first.clamp(1, TURN)));
        turn.cost += (turn.next - first) * turn.questions();
        Some((index, first..turn.next))
    }

    /// A case is done: so many questions it took.
    pub(super) fn done(&self, index: usize, questions: usize, end: End) {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = &mut turns[index];
        turn.done = (turn.done.0 + 1, turn.done.1 + questions as u64);
        match end {
            End::Answered => {}
            End::Failure => turn.cost += FAILURE,
            End::TimeOut => {
                turn.cost += TIME_OUT;
                turn.time_outs += 1;
            }
        }
    }

    /// Something was found.
    pub(super) fn found(&self, index: usize) {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)[index].found = true;
    }

    /// Did it go no further because of time-outs?
    pub(super) fn gave_up(&self, index: usize) -> bool {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)[index].gave_up()
    }
}

impl Turn {
    fn questions(&self) -> u64 {
        self.done.1.checked_div(self.done.0).unwrap_or(QUESTIONS).max(1)
    }

    fn gave_up(&self) -> bool {
        self.time_outs >= TIME_OUTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_one_soon_and_all_in_the_end() {
        let schedule = Schedule::new(5, 100);
        let mut had = [0; 5];
        for turn in 0.. {
            let Some((index, numbers)) = schedule.next() else { break };
            assert_eq!(numbers.start, had[index]);
            had[index] = numbers.end;
            numbers.for_each(|_| schedule.done(index, index + 1, End::Answered));
            assert!(turn != 4 || had.iter().all(|had| *had > 0), "{had:?}");
        }
        assert_eq!(had, [100; 5]);
    }

    #[test]
    fn what_costs_more_has_fewer_and_what_finds_more() {
        let schedule = Schedule::new(4, u64::MAX);
        let mut had = [0; 4];
        schedule.found(3);
        for _ in 0..1000 {
            let Some((index, numbers)) = schedule.next() else { return };
            had[index] = numbers.end;
            let end = if index == 2 && numbers.contains(&50) { End::TimeOut } else { End::Answered };
            numbers.for_each(|_| schedule.done(index, if index == 1 { 9 } else { 3 }, End::Answered));
            schedule.done(index, 3, end);
        }
        let [plain, dear, slow, found] = had;
        assert!(dear * 2 < plain && slow < plain && found > plain * 3 / 2, "{had:?}");
        for _ in 0..TIME_OUTS {
            schedule.done(0, 1, End::TimeOut);
        }
        assert!(schedule.gave_up(0) && !schedule.gave_up(1));
    }
}
