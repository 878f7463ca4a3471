//! draft-ietf-core-href-02.

use super::{Revision, Rules};

pub(super) const REVISION: Revision = Revision {
    name: "href-02",
    document: "draft-ietf-core-href-02",
    features: &[],
    schemes: None,
    grammar: None,
    rules: Rules::NONE,
};
