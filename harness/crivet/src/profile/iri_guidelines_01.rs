//! draft-weber-iri-guidelines-01.

use super::{Revision, Rules};

pub(super) const REVISION: Revision = Revision {
    name: "iri-guidelines-01",
    document: "draft-weber-iri-guidelines-01",
    features: &[],
    schemes: None,
    grammar: None,
    rules: Rules::NONE,
};
