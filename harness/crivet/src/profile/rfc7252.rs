//! RFC 7252.

use super::{Revision, Rules};

pub(super) const REVISION: Revision = Revision {
    name: "rfc7252",
    document: "RFC 7252",
    features: &[],
    schemes: None,
    grammar: None,
    rules: Rules::NONE,
};
