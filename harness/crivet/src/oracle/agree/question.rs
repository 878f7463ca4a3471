//! What two implementations are asked.

use arbitrary::{Result, Unstructured};
use serde::{Deserialize, Serialize};

use crate::canonical::{read, to_uri};
use crate::generate::choice::{chance, pick};
use crate::generate::simpler::{Simpler, with};
use crate::generate::{Authority, Host, Sections, cri, pair, reference};
use crate::operation::{Operation, OperationName};
use crate::profile::Profile;

/// CRIs or CRI references, as many as the operation takes, and perhaps something wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    cris: Vec<Sections>,
    /// A position and a byte: of the last CRI this byte stands there, into a text it is put there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    defect: Option<(u16, u8)>,
    /// Are fragments ignored?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ignore_fragment: bool,
}

impl Question {
    pub(super) fn draw(operation: OperationName, u: &mut Unstructured<'_>) -> Result<Self> {
        let either = |u: &mut Unstructured<'_>| if chance(u, 128)? { reference(u, 2) } else { cri(u) };
        let cris = match operation {
            OperationName::Resolve => {
                let (base, reference) = pair(u)?;
                vec![base, reference]
            }
            OperationName::Equivalent | OperationName::Relativize => {
                let one = cri(u)?;
                let near = one.simpler();
                // Alike but for one step, most often.
                let other = match near.len() {
                    0 => cri(u)?,
                    _ if chance(u, 64)? => cri(u)?,
                    count => near[usize::from(u.arbitrary::<u8>()?) % count].clone(),
                };
                if chance(u, 128)? { vec![other, one] } else { vec![one, other] }
            }
            OperationName::Scan => {
                let count = *pick(u, &[(8, 3), (2, 2), (1, 5)])?;
                (0..count).map(|_| either(u)).collect::<Result<_>>()?
            }
            _ => vec![either(u)?],
        };
        // A byte that is likely to matter in CBOR, or as a character.
        const BYTES: [(u8, Option<u8>); 8] = [
            (8, Some(b'%')),
            (8, Some(b'/')),
            (8, Some(b':')),
            (8, Some(0x80)),
            (8, Some(0xf6)),
            (8, Some(0x9f)),
            (8, Some(0xff)),
            (64, None),
        ];
        let defect = match chance(u, 64)? {
            true => {
                let position = u16::from(u.arbitrary::<u8>()?);
                let byte = match pick(u, &BYTES)? {
                    Some(byte) => *byte,
                    None => u.arbitrary()?,
                };
                Some((position, byte))
            }
            false => None,
        };
        let ignore_fragment = operation == OperationName::Equivalent && chance(u, 64)?;
        Ok(Question { cris, defect, ignore_fragment })
    }

    /// The question as it is put.
    pub(super) fn operation(&self, name: OperationName) -> Operation {
        let last = self.cris.len().saturating_sub(1);
        let cri = |index: usize| {
            let mut bytes = self.cris.get(index).map(Sections::to_cbor).unwrap_or_default();
            if let (Some((position, byte)), true) = (self.defect, index == last) {
                let at = usize::from(position) % bytes.len().max(1);
                bytes.splice(at..(at + 1).min(bytes.len()), [byte]);
            }
            bytes
        };
        match name {
            OperationName::CriToUri => Operation::CriToUri { cri: cri(0) },
            OperationName::UriToCri => Operation::UriToCri { uri: self.text() },
            OperationName::Resolve => Operation::Resolve { base: cri(0), reference: cri(1), relation: None },
            OperationName::Relativize => Operation::Relativize { base: cri(0), target: cri(1) },
            OperationName::Equivalent => {
                Operation::Equivalent { a: cri(0), b: cri(1), ignore_fragment: self.ignore_fragment }
            }
            OperationName::CriToIri => Operation::CriToIri { cri: cri(0) },
            OperationName::IriToCri => Operation::IriToCri { iri: self.text() },
            OperationName::Scan => {
                let items: Vec<Vec<u8>> = (0..self.cris.len()).map(cri).collect();
                // An array of at most 23 items has a head of one byte.
                let head = 0x80 | u8::try_from(items.len().min(23)).unwrap_or_default();
                Operation::Scan { sequence: [vec![head], items.concat()].concat() }
            }
            _ => Operation::Decode { cri: cri(0) },
        }
    }

    /// The URI of the first CRI, with the defect as a character in it.
    fn text(&self) -> String {
        let uri = self.cris.first().and_then(|cri| {
            let reading = read(&cri.to_cbor()).ok()?;
            to_uri(&reading.cri, Profile::Href13).ok()
        });
        let mut text = uri.unwrap_or_default();
        if let Some((position, byte)) = self.defect {
            // A URI is ASCII, so every position is one between characters.
            let at = usize::from(position) % (text.len() + 1);
            if text.is_char_boundary(at) {
                text.insert(at, char::from(byte));
            }
        }
        text
    }

    /// Is it a text with something put in?
    pub(super) fn is_garbled_text(&self, name: OperationName) -> bool {
        matches!(name, OperationName::UriToCri | OperationName::IriToCri) && self.defect.is_some()
    }

    /// May a conversion to a URI be turned down, or come out in more than one way?
    pub(super) fn lacks_clear_uri(&self, profile: Profile) -> bool {
        self.cris.iter().any(|cri| {
            let has_zone =
                matches!(cri.authority(), Some(Authority::Present { host: Host::Ipv6(_, Some(_)), .. }));
            let by_letter = read(&cri.to_cbor()).is_ok_and(|reading| to_uri(&reading.cri, profile).is_ok());
            has_zone || !by_letter || cri.lacks_uri_form().is_some() || cri.needs_disputed_guard()
        })
    }
}

impl Simpler for Question {
    fn simpler(&self) -> Vec<Self> {
        let mut simpler: Vec<Self> =
            with(&self.defect, |defect| Question { defect, ..self.clone() }).collect();
        simpler.extend(with(&self.ignore_fragment, |ignore_fragment| Question {
            ignore_fragment,
            ..self.clone()
        }));
        for (index, cri) in self.cris.iter().enumerate() {
            let put = |cri: Option<Sections>| {
                let mut cris = self.cris.clone();
                cris.splice(index..=index, cri);
                Question { cris, ..self.clone() }
            };
            // Two are what most operations need.
            if self.cris.len() > 2 {
                simpler.push(put(None));
            }
            simpler.extend(with(cri, |cri| put(Some(cri))));
        }
        simpler
    }
}

/// The CRIs among an operation's arguments, by name.
pub(super) fn cris(operation: &Operation) -> Vec<(&'static str, &[u8])> {
    match operation {
        Operation::Decode { cri } | Operation::CriToUri { cri } | Operation::CriToIri { cri } => {
            vec![("cri", cri)]
        }
        Operation::Resolve { base, reference, .. } => vec![("base", base), ("reference", reference)],
        Operation::Relativize { base, target } => vec![("base", base), ("target", target)],
        Operation::Equivalent { a, b, .. } => vec![("a", a), ("b", b)],
        Operation::Scan { sequence } => vec![("sequence", sequence)],
        _ => Vec::new(),
    }
}
