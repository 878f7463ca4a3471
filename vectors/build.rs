//! Has Cargo look at the corpus anew whenever a file in it changes, appears or goes, says which files there are, and
//! packs what the library embeds.

#[path = "src/fingerprint.rs"]
#[expect(unreachable_pub, reason = "it is a part of the library as well")]
mod fingerprint;

use std::path::Path;
use std::{env, fs, io};

/// The least bytes of a piece: as far back as LZ4 looks.
const PIECE: usize = 1 << 16;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=.");
    println!(
        "cargo::rustc-env=CRIVET_VECTORS_FINGERPRINT={:016x}",
        fingerprint::fingerprint(Path::new("."))?
    );
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("Cargo sets OUT_DIR"))?;
    let out = Path::new(&out);
    fs::write(out.join("corpus.lz4"), packed(&fs::read_to_string("corpus.jsonl")?))?;
    fs::write(out.join("schemes.rs"), schemes()?)
}

/// Text in pieces of whole lines, each compressed by itself: its length as four bytes, then as many of LZ4.
fn packed(text: &str) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.as_bytes().iter().skip(PIECE).position(|byte| *byte == b'\n');
        let (piece, behind) = rest.split_at(end.map_or(rest.len(), |end| PIECE + end + 1));
        let block = lz4_flex::compress_prepend_size(piece.as_bytes());
        packed.extend(u32::try_from(block.len()).unwrap_or(u32::MAX).to_le_bytes());
        packed.extend(block);
        rest = behind;
    }
    packed
}

/// The files of the folder `schemes` as an expression: a list of names and contents.
fn schemes() -> io::Result<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir("schemes")? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        files.push(format!("({name:?}, {:?})", fs::read_to_string(path)?));
    }
    files.sort_unstable();
    Ok(format!("&[{}]", files.join(", ")))
}
