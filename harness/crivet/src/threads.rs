//! Work on several threads at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What a thread may use of the stack, in bytes: as much as a main thread commonly has.
const STACK: usize = 8_388_608;

/// Does the same work on so many threads; on this one, where none can be started.
pub fn side_by_side(jobs: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let start = |_: &usize| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok();
        if jobs > 0 && (0..jobs).filter(start).count() == 0 {
            work();
        }
    });
}

/// Does work once for each number below a count, on at most so many threads, and at least one.
pub fn each(jobs: usize, count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    side_by_side(jobs.max(1).min(count), &|| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            work(index);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_its_turn_once() {
        for (jobs, count) in [(0, 3), (1, 5), (2, 1000), (8, 3), (4, 0)] {
            let turns: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            each(jobs, count, &|index| {
                turns[index].fetch_add(1, Ordering::Relaxed);
            });
            assert!(turns.iter().all(|turn| turn.load(Ordering::Relaxed) == 1), "{jobs} {count}");
        }
    }

    #[test]
    fn the_same_work_is_done_by_each_thread() {
        for jobs in [0, 1, 3] {
            let done = AtomicUsize::new(0);
            side_by_side(jobs, &|| {
                done.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(done.into_inner(), jobs);
        }
    }
}
