//! Has Cargo embed the corpus anew whenever a file in it changes, appears or goes.

fn main() {
    println!("cargo::rerun-if-changed=.");
}
