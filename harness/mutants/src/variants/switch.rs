//! The switch: which variants are on, in this thread.

use std::cell::RefCell;

thread_local! {
    static ON: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// That of these numbers which is on; 0 where none is.
pub(crate) fn active(numbers: &[usize]) -> usize {
    ON.with_borrow(|on| on.iter().copied().find(|number| numbers.contains(number)).unwrap_or(0))
}

/// Switches variants on, until this is dropped.
pub(crate) struct On;

impl On {
    /// Those of these numbers.
    pub(crate) fn new(numbers: &[usize]) -> Self {
        ON.set(numbers.to_vec());
        On
    }
}

impl Drop for On {
    fn drop(&mut self) {
        ON.take();
    }
}
