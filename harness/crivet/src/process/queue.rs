//! The requests that no child has taken yet.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::WINDOW;

/// Indices of requests, handed out in batches of neighbours: so each child sees its share in order.
#[derive(Debug)]
pub(super) struct Queue {
    rest: Mutex<Rest>,
    batch: usize,
}

#[derive(Debug)]
struct Rest {
    /// What came back from a child that could not be replaced.
    returned: VecDeque<usize>,
    untouched: Range<usize>,
}

impl Queue {
    pub(super) fn new(count: usize, jobs: usize) -> Self {
        // Several batches a job even out the work, a window's length keeps the pipe full.
        let batch = (count / (4 * jobs)).clamp(1, WINDOW);
        Queue { rest: Mutex::new(Rest { returned: VecDeque::new(), untouched: 0..count }), batch }
    }

    /// The next index, by way of the batch that the caller keeps.
    pub(super) fn next(&self, batch: &mut VecDeque<usize>) -> Option<usize> {
        if batch.is_empty() {
            let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
            batch.append(&mut rest.returned);
            if batch.is_empty() {
                batch.extend(rest.untouched.by_ref().take(self.batch));
            }
        }
        batch.pop_front()
    }

    /// Takes back what could not be asked.
    pub(super) fn put_back(&self, indices: impl IntoIterator<Item = usize>) {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).returned.extend(indices);
    }

    /// Takes everything that is left.
    pub(super) fn drain(&self) -> Vec<usize> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        let returned = std::mem::take(&mut rest.returned);
        returned.into_iter().chain(rest.untouched.by_ref()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        let rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.returned.is_empty() && rest.untouched.is_empty()
    }
}
