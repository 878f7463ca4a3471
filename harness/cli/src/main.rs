//! The command line of crivet.
fn main() {}
