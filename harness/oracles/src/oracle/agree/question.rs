//! What two implementations are asked: an operation with its arguments, as it is put.

use arbitrary::{Result, Unstructured};
use serde::{Deserialize, Serialize};

use crate::generate::Sections;
use crate::generate::choice::{Weighted, chance, pick};
use crate::generate::early::simpler_sequence;
use crate::generate::sequence::array_of;
use crate::generate::simpler::{Simpler, with};
use crate::oracle::{Encoded, Input, Inputs};
use crivet::cri::split_array;
use crivet::operation::{Argument, Operation, OperationName, Spaces, Transport};
use crivet::profile::{Family, Profile};

mod coap;
mod cri;
mod early;
mod iri;

/// An operation with its arguments, which no generator need be able to make: any vector is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AnyOperation(pub Operation);

impl AnyOperation {
    /// One about an operation that the profile has.
    ///
    /// # Errors
    ///
    /// None in practice: bytes that run out read as zero.
    pub(in crate::oracle) fn draw(
        name: OperationName,
        profile: Profile,
        u: &mut Unstructured<'_>,
    ) -> Result<Self> {
        Ok(AnyOperation(match profile.family() {
            Family::Early => early::draw(name, profile, u)?,
            Family::Coap => coap::draw_uri(name, profile, u)?,
            Family::Iri => iri::draw(name, u)?,
            Family::Href => match name {
                OperationName::CriToCoap | OperationName::CoapToCri => coap::draw_cri(name, u)?,
                _ => cri::draw(name, profile, u)?,
            },
        }))
    }

    /// Its arguments by their names, for people.
    pub(in crate::oracle) fn inputs(&self) -> Inputs {
        let mut inputs: Inputs =
            cris(&self.0).into_iter().map(|(name, cri)| (name, Input::Cri(cri.to_vec()))).collect();
        let Ok(serde_json::Value::Object(arguments)) = serde_json::to_value(&self.0) else { return inputs };
        for name in [
            "uri",
            "iri",
            "text",
            "relation",
            "ignore-fragment",
            "to-proxy",
            "scheme",
            "secure",
            "transport",
            "options",
            "destination",
            "multiple",
            "spaces",
        ] {
            if let Some(argument) = arguments.get(name) {
                inputs.push((name, Input::Text(argument.to_string())));
            }
        }
        inputs
    }
}

/// The CRIs among an operation's arguments, by name.
pub(in crate::oracle) fn cris(operation: &Operation) -> Vec<(&'static str, &[u8])> {
    match operation {
        Operation::Decode { cri }
        | Operation::CriToUri { cri }
        | Operation::CriToIri { cri }
        | Operation::CriToCoap { cri, .. }
        | Operation::WellFormed { cri }
        | Operation::Absolute { cri }
        | Operation::Relative { cri } => vec![("cri", cri)],
        Operation::Resolve { base, reference, .. } => vec![("base", base), ("reference", reference)],
        Operation::Relativize { base, target } => vec![("base", base), ("target", target)],
        Operation::Equivalent { a, b, .. } => vec![("a", a), ("b", b)],
        Operation::Scan { sequence } => vec![("sequence", sequence)],
        _ => Vec::new(),
    }
}

/// A character that is likely to matter in a URI or IRI, put in, put in the place of another, or one taken out.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
fn garbled(u: &mut Unstructured<'_>, text: String, pool: &[Weighted<char>]) -> Result<String> {
    let mut characters: Vec<char> = text.chars().collect();
    let place = usize::from(u.arbitrary::<u8>()?);
    match pick(u, &[(5, 0), (2, 1), (1, 2)])? {
        0 => characters.insert(place % (characters.len() + 1), *pick(u, pool)?),
        1 if !characters.is_empty() => {
            let place = place % characters.len();
            characters[place] = *pick(u, pool)?;
        }
        _ if !characters.is_empty() => drop(characters.remove(place % characters.len())),
        _ => {}
    }
    Ok(characters.into_iter().collect())
}

/// What ASCII has that matters: delimiters, what no URI has, digits and letters.
const ASCII: &[Weighted<char>] = &[
    (4, '%'),
    (4, '/'),
    (4, ':'),
    (3, '?'),
    (3, '#'),
    (3, '['),
    (3, ']'),
    (4, '@'),
    (2, '&'),
    (2, ';'),
    (2, '+'),
    (2, '.'),
    (2, '\''),
    (2, '"'),
    (2, '<'),
    (2, '>'),
    (2, '\\'),
    (2, '^'),
    (2, '`'),
    (2, '{'),
    (2, '|'),
    (2, '}'),
    (2, ' '),
    (2, '\t'),
    (2, '\n'),
    (2, '\0'),
    (2, '\u{7f}'),
    (2, '0'),
    (2, '9'),
    (2, 'a'),
    (2, 'A'),
    (1, '~'),
    (1, '_'),
    (1, '\u{e9}'),
];

/// One byte of an encoding another one, or one more, or one less.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
fn altered(u: &mut Unstructured<'_>, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
    const BYTES: &[Weighted<Option<u8>>] = &[
        (4, Some(0xf6)),
        (4, Some(0x80)),
        (3, Some(0xf5)),
        (3, Some(0xf4)),
        (3, Some(0x9f)),
        (3, Some(0xff)),
        (3, Some(0x60)),
        (3, Some(0x40)),
        (3, Some(0x00)),
        (3, Some(0x20)),
        (24, None),
    ];
    let at = usize::from(u.arbitrary::<u8>()?) % bytes.len().max(1);
    let byte = match pick(u, BYTES)? {
        Some(byte) => *byte,
        None => u.arbitrary()?,
    };
    match pick(u, &[(6, 0), (2, 1), (2, 2), (1, 3)])? {
        0 => drop(bytes.splice(at..(at + 1).min(bytes.len()), [byte])),
        1 => bytes.insert(at, byte),
        2 => drop(bytes.splice(at..(at + 1).min(bytes.len()), [])),
        _ => bytes.truncate(at),
    }
    Ok(bytes)
}

impl Simpler for AnyOperation {
    fn simpler(&self) -> Vec<Self> {
        arguments(&self.0).into_iter().chain(together(&self.0)).map(AnyOperation).collect()
    }
}

/// The same question with two arguments simpler that have something in common.
fn together(operation: &Operation) -> Vec<Operation> {
    let zip = |one: &Vec<u8>, other: &Vec<u8>| simpler_cri(one).into_iter().zip(simpler_cri(other));
    match operation {
        Operation::Relativize { base, target } => {
            zip(base, target).map(|(base, target)| Operation::Relativize { base, target }).collect()
        }
        Operation::Equivalent { a, b, ignore_fragment } => {
            let ignore_fragment = *ignore_fragment;
            zip(a, b).map(|(a, b)| Operation::Equivalent { a, b, ignore_fragment }).collect()
        }
        Operation::Resolve { base, reference, relation } => {
            let relation = *relation;
            let both = zip(base, reference);
            both.map(|(base, reference)| Operation::Resolve { base, reference, relation }).collect()
        }
        _ => Vec::new(),
    }
}

/// The same question with one argument simpler.
fn arguments(operation: &Operation) -> Vec<Operation> {
    macro_rules! each {
        ($variant:ident { $($field:ident: $simpler:expr),+ } $($more:ident)*) => {{
            let mut simpler = Vec::new();
            $(simpler.extend($simpler($field).into_iter().map(|changed| {
                let mut operation = operation.clone();
                if let Operation::$variant { $field, .. } = &mut operation {
                    *$field = changed;
                }
                operation
            }));)+
            simpler
        }};
    }
    match operation {
        Operation::Decode { cri } => each!(Decode { cri: simpler_cri }),
        Operation::CriToUri { cri } => each!(CriToUri { cri: simpler_cri }),
        Operation::CriToIri { cri } => each!(CriToIri { cri: simpler_cri }),
        Operation::WellFormed { cri } => each!(WellFormed { cri: simpler_cri }),
        Operation::Absolute { cri } => each!(Absolute { cri: simpler_cri }),
        Operation::Relative { cri } => each!(Relative { cri: simpler_cri }),
        Operation::Resolve { base, reference, relation } => {
            each!(Resolve { relation: simpler_relation, reference: simpler_cri, base: simpler_cri })
        }
        Operation::Relativize { base, target } => {
            each!(Relativize { target: simpler_cri, base: simpler_cri })
        }
        Operation::Equivalent { a, b, ignore_fragment } => {
            each!(Equivalent { ignore_fragment: Simpler::simpler, b: simpler_cri, a: simpler_cri })
        }
        Operation::Scan { sequence } => each!(Scan { sequence: simpler_items }),
        Operation::CriToCoap { cri, destination, to_proxy } => {
            each!(CriToCoap { to_proxy: Simpler::simpler, cri: simpler_cri, destination: Simpler::simpler })
        }
        Operation::CoapToCri { options, destination, .. } => {
            each!(CoapToCri { options: Simpler::simpler, destination: Simpler::simpler })
        }
        Operation::UriToCoap { uri, destination } => {
            each!(UriToCoap { uri: Simpler::simpler, destination: Simpler::simpler })
        }
        Operation::CoapToUri { options, destination, secure, transport } => {
            each!(CoapToUri {
                transport: simpler_transport,
                secure: Simpler::simpler,
                options: Simpler::simpler,
                destination: Simpler::simpler
            })
        }
        Operation::IriPreprocess { text, multiple, spaces } => {
            each!(IriPreprocess {
                multiple: Simpler::simpler,
                text: Simpler::simpler,
                spaces: simpler_spaces
            })
        }
        _ => texts(operation),
    }
}

/// The same question with one of its texts simpler.
fn texts(operation: &Operation) -> Vec<Operation> {
    let given = operation.arguments();
    let mut all = Vec::new();
    for (name, argument) in &given {
        let Argument::Text(text) = argument else { continue };
        for simpler in text.simpler() {
            all.extend(Operation::from_arguments(operation.name(), |parameter| {
                let (_, kept) = given.iter().find(|(name, _)| *name == parameter.name)?;
                Some(if parameter.name == *name { Argument::Text(simpler.clone()) } else { kept.clone() })
            }));
        }
    }
    all
}

/// As sections where the bytes are those of a CRI that a generator could have made; as a sequence of options, or any
/// bytes, else.
fn simpler_cri(bytes: &Vec<u8>) -> Vec<Vec<u8>> {
    if let Some(sections) = Sections::from_cbor(bytes) {
        for &profile in Family::Href.profiles() {
            if sections.to_cbor_in(profile) == *bytes {
                return with(&sections, |simpler| simpler.to_cbor_in(profile)).collect();
            }
        }
    }
    let mut simpler = simpler_sequence(bytes);
    simpler.extend(with(&Encoded(bytes.clone()), |encoded| encoded.0));
    // No chain of steps is without end: each is shorter, or as long and smaller.
    let rank = |bytes: &[u8]| (bytes.len(), bytes.to_vec());
    simpler.retain(|one| rank(one) < rank(bytes));
    simpler
}

/// Item by item, where it is an array of them.
fn simpler_items(sequence: &Vec<u8>) -> Vec<Vec<u8>> {
    match split_array(sequence) {
        Ok(items) if array_of(&items) == *sequence => {
            let items: Vec<Encoded> = items.into_iter().map(|item| Encoded(item.to_vec())).collect();
            let whole =
                |items: Vec<Encoded>| array_of(&items.into_iter().map(|item| item.0).collect::<Vec<_>>());
            items.simpler().into_iter().map(whole).filter(|one| one.len() <= sequence.len()).collect()
        }
        _ => with(&Encoded(sequence.clone()), |encoded| encoded.0).collect(),
    }
}

fn simpler_relation(relation: &Option<i64>) -> Vec<Option<i64>> {
    match relation {
        None => Vec::new(),
        Some(0) => vec![None],
        Some(number) => vec![None, Some(0), Some(number / 2)],
    }
}

/// Never another question than the profile has.
fn simpler_transport(transport: &Option<Transport>) -> Vec<Option<Transport>> {
    match transport {
        None | Some(Transport::Tcp) => Vec::new(),
        Some(Transport::Ws) => vec![Some(Transport::Tcp)],
    }
}

fn simpler_spaces(spaces: &Spaces) -> Vec<Spaces> {
    match spaces {
        Spaces::Encode => Vec::new(),
        Spaces::Remove => vec![Spaces::Encode],
    }
}

/// Most often what comes first, then with a defect.
fn seldom(u: &mut Unstructured<'_>) -> Result<bool> {
    chance(u, 48)
}
