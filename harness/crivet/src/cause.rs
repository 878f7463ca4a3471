//! Causes: the failures of a run, grouped by what is behind them, so that twenty bugs read as twenty things to mend and
//! not as a thousand failures.
//!
//! A case alone has a [`Signature`]: how it went wrong, and where. Signatures that belong together are joined to a
//! [`Group`]. A group has a key, which stays the same from run to run, and an exemplar, the failure to look at first.
//! Nothing that a testee says in words is in a key; the frame of an exception, or the place of a panic, is.

mod place;
mod failure;
mod topic;
mod components;
mod signature;
mod traits;
mod foundation;
mod join;
mod covers;
mod sits;
mod group;

pub use self::failure::failure;
pub use self::group::{Group, groups};
pub use self::join::{Asked, Failing};
pub use self::signature::{Manner, Signature};

#[cfg(test)]
mod tests;
