//! The switch: which fault is on, in this thread, and what it remembers from one call to the next.

use std::any::Any;
use std::cell::{Cell, RefCell};

/// What a fault remembers.
pub(crate) type Memory = Option<Box<dyn Any + Send>>;

thread_local! {
    static ACTIVE: Cell<usize> = const { Cell::new(0) };
    static MEMORY: RefCell<Memory> = const { RefCell::new(None) };
}

/// The number of the fault that is on; 0 where none is.
pub(crate) fn active() -> usize {
    ACTIVE.get()
}

/// What the fault remembered last, where it is of this type.
pub(crate) fn recall<T: Clone + 'static>() -> Option<T> {
    MEMORY.with_borrow(|memory| memory.as_ref()?.downcast_ref().cloned())
}

/// Remembers a value for later calls.
pub(crate) fn remember<T: Send + 'static>(value: T) {
    MEMORY.set(Some(Box::new(value)));
}

/// Switches a fault on, until this is dropped.
pub(crate) struct On<'a>(&'a mut Memory);

impl<'a> On<'a> {
    /// The fault of this number, and what it remembers.
    pub(crate) fn new(number: usize, memory: &'a mut Memory) -> Self {
        ACTIVE.set(number);
        MEMORY.set(memory.take());
        On(memory)
    }
}

impl Drop for On<'_> {
    fn drop(&mut self) {
        ACTIVE.set(0);
        *self.0 = MEMORY.take();
    }
}
