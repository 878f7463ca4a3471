//! draft-ietf-core-href-27.

use super::{Revision, Rules};
use crate::feature::Feature;

pub(super) const REVISION: Revision = Revision {
    name: "href-27",
    document: "draft-ietf-core-href-27",
    features: &Feature::ALL,
    schemes: Some("href-27"),
    grammar: Some("href-27"),
    rules: Rules {
        empty_is_default: true,             // tbl-default, cddl
        empty_reference_has_readings: true, // prose, the bullet on `[]`
        colon_in_userinfo: true,            // cri-to-uri, sp-constraints
        zone_after_ipv4: true,              // cddl
        source_answers_for_nfc: true,       // norm-nfc
        bytes_evade_nfc: true,              // pet
        has_tag: true,                      // tags-iana
        ..Rules::NONE
    },
};
