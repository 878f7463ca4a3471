//! Across families: an IRI becomes a URI by the guidelines, the URI a CRI by a revision of href, the CRI an IRI again,
//! and that IRI, taken the same way, leads to the same CRI.
//!
//! ```text
//! c = to-cri(to-uri(iri))      to-cri(to-uri(to-iri(c))) = c
//!                              from-iri(iri) = c, where the host is in ASCII
//! ```
//!
//! An oracle asks under one profile. This asks under two, so it takes an implementation in this process.

use fluent_uri::IriRef;

use super::host::Host;
use crate::implementation::{Answer, Implementation};
use crate::oracle::{Checked, Difference, KnownDifference};
use crate::profile::Profile;

/// What is known to come out otherwise. The witnesses are an IRI, and its URI.
pub const KNOWN: [KnownDifference; 2] = [
    KnownDifference {
        name: "IDNA in one family",
        ruling: "R133",
        what: "the guidelines put names into Punycode, and href percent-encodes them: the CRIs have other hosts",
        witness: ("a://\u{e9}.example/", "a://xn--9ca.example/"),
    },
    KnownDifference {
        name: "dot-segment before an empty segment",
        ruling: "R51",
        what: "without the dot-segment, which no CRI has, the path of the reference reads as an authority",
        witness: ("/.//a", "/.//a"),
    },
];

/// IRI → URI → CRI → IRI → URI → CRI, and IRI → CRI beside it.
///
/// What is no IRI, what the guidelines refuse, and what has no CRI allows no conclusion.
pub fn around(implementation: &dyn Implementation, href: Profile, iri: &str) -> Checked {
    let Ok(parsed) = IriRef::parse(iri) else { return Checked::not_comparable("no IRI by RFC 3987") };
    let to_cri = |iri: &str| -> Answer<Vec<u8>> {
        let uri = implementation.iri_to_uri(Profile::IriGuidelines01, iri)?;
        implementation.uri_to_cri(href, &uri)
    };
    let Ok(cri) = to_cri(iri) else { return Checked::not_comparable("no URI, or no CRI for it") };
    let [idna, guarded] = &KNOWN;
    let path = parsed.path().as_str();
    let is_guarded = parsed.authority().is_none() && path.contains("/.") && path.contains("//");
    let back = match implementation.cri_to_iri(href, &cri) {
        Ok(back) => back,
        Err(_) if is_guarded => return Checked::agree().with_known([guarded]),
        Err(_) => return Checked::differ("the CRI made from an IRI has no IRI", iri),
    };
    let beside = [
        ("another CRI comes back from the IRI of a CRI", to_cri(&back)),
        ("the CRI of an IRI is not that of its URI", implementation.iri_to_cri(href, iri)),
    ];
    for (kind, other) in beside {
        match other {
            Ok(other) if other == cri => {}
            _ if Host::of(&parsed).is_some_and(Host::is_idn) => {
                return Checked::agree().with_known([idna]);
            }
            Ok(other) => return Difference::new(kind, hex::encode(&cri)).because(hex::encode(other)).into(),
            Err(_) => return Difference::new(kind, hex::encode(&cri)).because("refused").into(),
        }
    }
    Checked::agree()
}
