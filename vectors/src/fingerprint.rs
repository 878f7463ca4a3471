//! The fingerprint of the files that a corpus is made of.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A fingerprint of the paths and the contents of all YAML files in a folder and below, whatever their order (FNV-1a,
/// 64 bits). It tells files that were changed, not files that were forged.
///
/// # Errors
///
/// The folder, or a file in it, cannot be read.
pub fn fingerprint(folder: &Path) -> io::Result<u64> {
    let mut files = Vec::new();
    yaml_files(folder, &mut files)?;
    files.sort_unstable();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for byte in bytes.iter().chain(&[0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in files {
        for part in file.strip_prefix(folder).unwrap_or(&file) {
            add(part.as_encoded_bytes());
        }
        add(&fs::read(&file)?);
    }
    Ok(hash)
}

fn yaml_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            yaml_files(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "yaml") {
            files.push(path);
        }
    }
    Ok(())
}
