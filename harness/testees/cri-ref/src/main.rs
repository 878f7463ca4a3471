//! The crate `cri-ref` as a testee: a real implementation of href-13 that nobody wrote for this suite.
//!
//! It is wrapped as its documentation says and left as it is: where it panics, this process does, and where
//! it aborts, this process goes with it. The harness has to come through.

use std::io;

mod encode;
mod implementation;
mod view;

fn main() -> io::Result<()> {
    crivet::protocol::serve(&implementation::CriRef, io::stdin().lock(), io::stdout().lock())
}
