//! The mapping of scheme numbers to scheme names, as each revision begins it.

pub(super) mod href_13;
pub(super) mod href_27;
