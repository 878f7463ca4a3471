//! Across families: an IRI becomes a URI by the guidelines, the URI a CRI by a revision of href, the CRI an IRI again,
//! and that IRI, taken the same way, leads to the same CRI.
//!
//! ```text
//! c = to-cri(to-uri(iri))      to-cri(to-uri(to-iri(c))) = c
//!                              from-iri(iri) = c, where the host is in ASCII
//! ```
//!
//! What is no IRI, what the guidelines refuse, and what has no CRI allows no conclusion.

use arbitrary::Unstructured;
use fluent_uri::IriRef;

use super::IriParse;
use super::host::Host;
use crate::demand::convertible::is_excluded_or_private;
use crate::oracle::{About, Asker, Checked, Difference, Halt, Input, Inputs, KnownDifference, Oracle};
use crivet::implementation::{Answer, Refusal};
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::{Family, Profile};

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

/// The oracle.
#[derive(Clone, Copy, Debug)]
pub struct IriUriRoundTrip;

impl Oracle for IriUriRoundTrip {
    type Case = String;

    fn about(&self) -> About {
        About {
            name: "iri-uri-round-trip",
            equation: "to-cri(to-uri(to-iri(c))) = c for the CRI c of an IRI's URI, and from-iri(iri) = c",
            operations: &[OperationName::UriToCri, OperationName::CriToIri, OperationName::IriToCri],
            profiles: Family::Href.profiles(),
            beside: &[(Profile::IriGuidelines01, OperationName::IriToUri)],
            known: &KNOWN,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
        IriParse.case(Profile::IriGuidelines01, u)
    }

    fn inputs(&self, case: &String) -> Inputs {
        vec![("iri", Input::Text(case.clone()))]
    }

    fn check(&self, iri: &String, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let cri = to_cri(iri, asker)?;
        let Ok(parsed) = IriRef::parse(iri.as_str()) else {
            return Ok(Checked::not_comparable("no IRI by RFC 3987"));
        };
        let Ok(cri) = cri else { return Ok(Checked::not_comparable("no URI, or no CRI for it")) };
        if iri.contains(is_excluded_or_private) {
            return Ok(Checked::not_comparable("private use, or bidirectional formatting (R72)"));
        }
        let [idna, guarded] = const { &KNOWN };
        // An escaped dot is a dot.
        let path = parsed.path().as_str().to_ascii_lowercase().replace("%2e", ".");
        let is_guarded = parsed.authority().is_none() && path.contains("/.") && path.contains("//");
        let (back, direct) = (asker.cri_to_iri(&cri), asker.iri_to_cri(iri));
        let (back, direct) = (back?, direct?);
        let back = match back {
            Ok(back) => back,
            Err(_) if is_guarded => return Ok(Checked::agree().with_known([guarded])),
            Err(_) => return Ok(Checked::differ("the CRI made from an IRI has no IRI", iri)),
        };
        let beside = [
            ("another CRI comes back from the IRI of a CRI", to_cri(&back, asker)?),
            ("the CRI of an IRI is not that of its URI", direct),
        ];
        for (kind, other) in beside {
            match other {
                Ok(other) if other == cri => {}
                _ if Host::of(&parsed).is_some_and(Host::is_idn) => {
                    return Ok(Checked::agree().with_known([idna]));
                }
                Ok(_) => return Ok(Checked::differ(kind, hex::encode(&cri))),
                Err(_) => return Ok(Difference::new(kind, hex::encode(&cri)).because("refused").into()),
            }
        }
        Ok(Checked::agree())
    }
}

/// By the guidelines to a URI, and by href to a CRI.
fn to_cri(iri: &str, asker: &mut Asker<'_>) -> Result<Answer<Vec<u8>>, Halt> {
    let question = Operation::IriToUri { iri: iri.to_owned() };
    match asker.ask_in(Profile::IriGuidelines01, question)? {
        Ok(Value::Uri { uri }) => asker.uri_to_cri(&uri),
        Ok(_) => Ok(Err(Refusal::reject("the answer is no URI"))),
        Err(refusal) => Ok(Err(refusal)),
    }
}
