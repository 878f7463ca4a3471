//! RFC 8323.

use super::{Revision, Rules};

pub(super) const REVISION: Revision = Revision {
    name: "rfc8323",
    document: "RFC 8323",
    features: &[],
    schemes: None,
    grammar: None,
    rules: Rules::NONE,
};
