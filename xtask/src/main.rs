//! What keeps this repository in order.
fn main() {}
