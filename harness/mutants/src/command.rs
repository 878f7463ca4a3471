//! The commands, one a file.

pub(crate) mod causes;
pub(crate) mod generated;
pub(crate) mod judge;
pub(crate) mod score;
pub(crate) mod testee;
pub(crate) mod variants;
