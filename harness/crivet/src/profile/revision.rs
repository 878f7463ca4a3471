//! What the suite knows of one revision of one document, as data: a file beside this one for each. All that depends on a
//! revision asks here; no other code asks which revision it is.

use crate::feature::Feature;

/// One revision.
#[derive(Clone, Copy, Debug)]
pub struct Revision {
    /// The name that vectors, testees and the command line use.
    pub name: &'static str,
    /// The document.
    pub document: &'static str,
    /// The optional features it names, by `.feature` in its CDDL or in its prose.
    pub features: &'static [Feature],
    /// Its table of scheme numbers: the name of a file in `vectors/schemes/`.
    pub schemes: Option<&'static str>,
    /// Its grammar in CDDL: the name of a file of the oracle `cddl`.
    pub grammar: Option<&'static str>,
    /// Where it parts from other revisions of its family.
    pub rules: Rules,
}

/// The questions on which revisions of draft-ietf-core-href part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// An empty array is the default of a path and a query: left off at the end of a full CRI, written instead of null
    /// within it, and `[]` is how `[0]` is written. Otherwise null is the default.
    pub empty_is_default: bool,
    /// The text on the empty reference says otherwise than the steps of resolution (R7).
    pub empty_reference_has_readings: bool,
    /// A full CRI with its scheme's default port is not valid.
    pub default_port_is_barred: bool,
    /// A colon in user information is not percent-encoded.
    pub colon_in_userinfo: bool,
    /// A zone may follow four bytes.
    pub zone_after_ipv4: bool,
    /// A conversion of zones to URIs is defined.
    pub zones_in_uris: bool,
    /// Whoever creates a CRI may rely on its sources to be in Normalization Form C.
    pub source_answers_for_nfc: bool,
    /// Byte strings are a way round Normalization Form C.
    pub bytes_evade_nfc: bool,
    /// The tag 99 marks a CRI.
    pub has_tag: bool,
}

impl Rules {
    /// No rule: of what has no CRIs as arrays of sections.
    pub const NONE: Rules = Rules {
        empty_is_default: false,
        empty_reference_has_readings: false,
        default_port_is_barred: false,
        colon_in_userinfo: false,
        zone_after_ipv4: false,
        zones_in_uris: false,
        source_answers_for_nfc: false,
        bytes_evade_nfc: false,
        has_tag: false,
    };
}
