//! The switch: which faults are on, in this thread, and what they remember from one call to the next.

use std::any::Any;
use std::cell::RefCell;

/// What a fault remembers.
pub(crate) type Memory = Option<Box<dyn Any + Send>>;

thread_local! {
    static ACTIVE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    static MEMORY: RefCell<Memory> = const { RefCell::new(None) };
}

/// That of these numbers which is on; 0 where none is.
pub(crate) fn active(numbers: &[usize]) -> usize {
    ACTIVE.with_borrow(|on| on.iter().copied().find(|number| numbers.contains(number)).unwrap_or(0))
}

/// What the fault remembered last, where it is of this type.
pub(crate) fn recall<T: Clone + 'static>() -> Option<T> {
    MEMORY.with_borrow(|memory| memory.as_ref()?.downcast_ref().cloned())
}

/// Remembers a value for later calls.
pub(crate) fn remember<T: Send + 'static>(value: T) {
    MEMORY.set(Some(Box::new(value)));
}

/// Switches faults on, until this is dropped.
pub(crate) struct On<'a>(&'a mut Memory);

impl<'a> On<'a> {
    /// The faults of these numbers, and what they remember.
    pub(crate) fn new(numbers: &[usize], memory: &'a mut Memory) -> Self {
        ACTIVE.set(numbers.to_vec());
        MEMORY.set(memory.take());
        On(memory)
    }
}

impl Drop for On<'_> {
    fn drop(&mut self) {
        ACTIVE.take();
        *self.0 = MEMORY.take();
    }
}
