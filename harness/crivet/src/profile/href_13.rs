//! draft-ietf-core-href-13.

use super::{Revision, Rules};
use crate::feature::Feature;

pub(super) const REVISION: Revision = Revision {
    name: "href-13",
    document: "draft-ietf-core-href-13",
    // Its CDDL calls text-or-pet `extended-cri`.
    features: &[Feature::NoAuthority, Feature::TextOrPet, Feature::Userinfo],
    schemes: Some("href-13"),
    grammar: Some("href-13"),
    rules: Rules {
        default_port_is_barred: true, // C7
        zones_in_uris: true,          // 6.1
        ..Rules::NONE
    },
};
