//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result};

use crate::INTERRUPTED;

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program on the spot.
pub(super) fn interrupt() -> Result<&'static AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(Arc::default);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(flag)
}
