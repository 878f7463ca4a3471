//! The oracles there are. A new one is entered here, and in nothing else.

use super::AnyOracle;
use crate::oracle::agree::Agree;
use crate::oracle::resolution::Resolution;

/// Every oracle, in the order they are put to work.
pub fn oracles() -> Vec<Box<dyn AnyOracle>> {
    let alone: Vec<Box<dyn AnyOracle>> = vec![Box::new(Resolution)];
    let against = Agree::all().map(|agree| Box::new(agree) as _);
    alone.into_iter().chain(against).collect()
}
