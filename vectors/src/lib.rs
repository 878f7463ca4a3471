//! The corpus of crivet as data.
//!
//! The vectors, requirements and rulings are YAML files below `vectors/`. `cargo xtask codegen corpus` compiles them
//! into one file, `corpus.jsonl`, and that is what a program has inside. This crate knows nothing of what it says; the
//! crate `crivet` reads it. It exists so that the corpus can be published with a version of its own.
//!
//! ```
//! assert!(crivet_vectors::COMPILED.starts_with(r#"{"corpus":"#));
//! assert!(crivet_vectors::quick().count() > 100);
//! assert!(crivet_vectors::scheme_table("href-27").is_some());
//! ```

use include_dir::{Dir, include_dir};

mod fingerprint;

pub use fingerprint::fingerprint;

static SCHEMES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/schemes");

/// The corpus version: vectors say in `since` which version they came with.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version the corpus started with: vectors that name none came with it.
pub const FIRST_VERSION: &str = "0.1.0";

/// The compiled corpus, `corpus.jsonl`: a JSON text a line.
pub const COMPILED: &str = include_str!("../corpus.jsonl");

/// The [`fingerprint`] of the files there were when this crate was built, in hexadecimal.
pub const FINGERPRINT: &str = env!("CRIVET_VECTORS_FINGERPRINT");

/// Ids of few vectors that notice what all of them do: `quick.txt`.
pub fn quick() -> impl Iterator<Item = &'static str> {
    include_str!("../quick.txt").lines()
}

/// The mapping of scheme numbers to scheme names of a revision, as `number,name` lines (the draft's Table 1).
pub fn scheme_table(revision: &str) -> Option<&'static str> {
    SCHEMES.get_file(format!("{revision}.csv"))?.contents_utf8()
}
