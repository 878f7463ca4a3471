//! Has Cargo look at the corpus anew whenever a file in it changes, appears or goes, and says which files there are.

#[path = "src/fingerprint.rs"]
#[expect(unreachable_pub, reason = "it is a part of the library as well")]
mod fingerprint;

use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=.");
    println!(
        "cargo::rustc-env=CRIVET_VECTORS_FINGERPRINT={:016x}",
        fingerprint::fingerprint(Path::new("."))?
    );
    Ok(())
}
