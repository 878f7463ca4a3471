//! Panics of an implementation in this process, caught with what they said and where.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

use crate::outcome::{Failure, FailureKind};

thread_local! {
    /// Is this thread asking an implementation right now?
    static ASKING: Cell<bool> = const { Cell::new(false) };
    /// What the panic said, and where it was.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Asks; a panic becomes a failure. It is not printed: the report tells it with its vector.
pub fn caught<T>(ask: impl FnOnce() -> T) -> Result<T, Failure> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if ASKING.get() {
                SAID.set(Some(words(info)));
            } else {
                others(info);
            }
        }));
    });
    ASKING.set(true);
    let result = catch_unwind(AssertUnwindSafe(ask));
    ASKING.set(false);
    result.map_err(|payload| {
        let message = SAID.take().unwrap_or_else(|| said(&*payload).to_owned());
        // A payload can panic as it is dropped; then it is leaked rather than ours to suffer.
        if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(second);
        }
        Failure { kind: FailureKind::Panic, message }
    })
}

fn words(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map(|place| {
        // The path up to the crate differs from machine to machine.
        let file = place.file().rsplit_once("/src/").map_or(place.file(), |(_, file)| file);
        format!(", at {file}:{}:{}", place.line(), place.column())
    });
    format!("panicked: {}{}", said(info.payload()), place.unwrap_or_default())
}

fn said(payload: &dyn Any) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn panics_with(ask: impl FnOnce(), start: &str) {
        let Err(Failure { kind: FailureKind::Panic, message }) = caught(ask) else { panic!() };
        assert!(message.starts_with(start), "{message}");
    }

    #[test]
    fn a_panic_is_an_outcome() {
        panics_with(
            || panic!("index {} out of bounds", 3),
            "panicked: index 3 out of bounds, at run/panic.rs:",
        );
        panics_with(|| panic!("plain"), "panicked: plain, at");
        panics_with(|| std::panic::panic_any(7), "panicked: without a message, at");
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("again");
            }
        }
        panics_with(|| std::panic::panic_any(Bomb), "panicked");
        assert_eq!(caught(|| 7), Ok(7));
    }
}
