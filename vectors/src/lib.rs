//! The corpus of crivet as data.
//!
//! The vectors, requirements and rulings are YAML files below `vectors/`. `cargo xtask codegen corpus` compiles them
//! into one file, `corpus.jsonl`, and that is what a program has inside, compressed. This crate knows nothing of what
//! it says; the crate `crivet` reads it. It exists so that the corpus can be published with a version of its own.
//!
//! ```
//! assert!(crivet_vectors::compiled().next().unwrap().starts_with(r#"{"corpus":"#));
//! assert!(crivet_vectors::quick().count() > 100);
//! assert!(crivet_vectors::scheme_table("href-27").is_some());
//! ```

use std::iter;

mod fingerprint;

pub use fingerprint::fingerprint;

/// Each revision of the folder `schemes`, with what stands in its file.
const SCHEMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/schemes.rs"));

/// The corpus version: vectors say in `since` which version they came with.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version the corpus started with: vectors that name none came with it.
pub const FIRST_VERSION: &str = "0.1.0";

/// What [`compiled`] reads. A static, since each crate that names a constant has a copy of it.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/corpus.lz4"));

/// The compiled corpus, `corpus.jsonl`: a JSON text a line, in pieces of whole lines.
///
/// # Panics
///
/// What the build script has packed is not what it wrote.
pub fn compiled() -> impl Iterator<Item = String> {
    let mut rest = PACKED;
    iter::from_fn(move || {
        let (length, behind) = rest.split_first_chunk()?;
        let (block, behind) = behind.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        rest = behind;
        let piece = lz4_flex::decompress_size_prepended(block).expect("a block of LZ4");
        Some(String::from_utf8(piece).expect("lines of UTF-8"))
    })
}

/// The [`fingerprint`] of the files there were when this crate was built, in hexadecimal.
pub const FINGERPRINT: &str = env!("CRIVET_VECTORS_FINGERPRINT");

/// Ids of few vectors that notice what all of them do: `quick.txt`.
pub fn quick() -> impl Iterator<Item = &'static str> {
    include_str!("../quick.txt").lines()
}

/// The mapping of scheme numbers to scheme names of a revision, as `number,name` lines (the draft's Table 1).
pub fn scheme_table(revision: &str) -> Option<&'static str> {
    SCHEMES.iter().find(|(name, _)| *name == revision).map(|(_, table)| *table)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_pieces_are_the_file() {
        let pieces: Vec<String> = super::compiled().collect();
        assert!(pieces.len() > 1 && pieces.iter().all(|piece| piece.ends_with('\n')));
        assert!(pieces.concat() == include_str!("../corpus.jsonl"), "the corpus differs");
    }
}
