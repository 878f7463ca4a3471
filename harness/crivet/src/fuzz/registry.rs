//! The oracles there are. A new one is entered here, and in nothing else.

use super::AnyOracle;
use crate::oracle::resolution::Resolution;

/// Every oracle, in the order they are put to work.
pub fn oracles() -> Vec<Box<dyn AnyOracle>> {
    vec![Box::new(Resolution)]
}
