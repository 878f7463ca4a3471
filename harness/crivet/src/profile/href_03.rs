//! draft-ietf-core-href-03.

use super::{Revision, Rules};

pub(super) const REVISION: Revision = Revision {
    name: "href-03",
    document: "draft-ietf-core-href-03",
    features: &[],
    schemes: None,
    grammar: None,
    // C6
    rules: Rules { default_port_is_barred: true, ..Rules::NONE },
};
