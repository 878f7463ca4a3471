//! Traces: everything that is said to a testee, and by it.
//!
//! JSON Lines, an object for each event: `ms` since the start of the trace, the number of the `child`, `what` it is
//! (`start`, `kept`: who sees to it that nothing is left of it, `asked`, `answered`, `stderr`, `end`), and its `text`; `cut` tells how many bytes of a long text are left
//! out. An answer is traced as it is read. A trace is written event by event, so that it is there whatever comes.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::json;

/// The most bytes of one text that are written.
const TEXT: usize = 64 << 10;

/// Where the conversation with a testee is written.
#[derive(Clone)]
pub struct Trace(Arc<Inner>);

struct Inner {
    start: Instant,
    children: AtomicU64,
    place: Mutex<Place>,
}

struct Place {
    writer: Box<dyn Write + Send>,
    /// The first error: nothing is written behind it.
    error: Option<io::Error>,
}

/// The trace of one child.
#[derive(Clone)]
pub(super) struct ChildTrace {
    trace: Trace,
    child: u64,
}

impl Trace {
    /// A trace that starts now.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        let place = Mutex::new(Place { writer: Box::new(writer), error: None });
        Trace(Arc::new(Inner { start: Instant::now(), children: AtomicU64::new(0), place }))
    }

    /// Was everything written? To be asked when nothing is traced any more.
    pub fn finish(&self) -> io::Result<()> {
        let mut place = self.0.place.lock().unwrap_or_else(PoisonError::into_inner);
        match place.error.take() {
            Some(error) => Err(error),
            None => place.writer.flush(),
        }
    }

    pub(super) fn child(&self) -> ChildTrace {
        ChildTrace { trace: self.clone(), child: self.0.children.fetch_add(1, Ordering::Relaxed) + 1 }
    }
}

impl ChildTrace {
    pub(super) fn event(&self, what: &str, text: &[u8]) {
        let inner = &self.trace.0;
        let kept = String::from_utf8_lossy(&text[..text.len().min(TEXT)]);
        let mut event = json!({
            "ms": u64::try_from(inner.start.elapsed().as_millis()).unwrap_or(u64::MAX),
            "child": self.child,
            "what": what,
            "text": kept.trim_end_matches('\n'),
        });
        if text.len() > TEXT {
            event["cut"] = json!(text.len() - TEXT);
        }
        let mut place = inner.place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.error.is_none() {
            place.error = place.writer.write_all(format!("{event}\n").as_bytes()).err();
        }
    }
}

/// Two are the same where they are written to the same place.
impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Trace {}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trace")
    }
}
