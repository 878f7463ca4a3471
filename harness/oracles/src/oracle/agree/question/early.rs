//! Questions about the option sequences of href-03 and href-02, and URIs for them.

use arbitrary::{Result, Unstructured};

use super::{ASCII, garbled, seldom};
use crate::generate::choice::{Weighted, chance, pick};
use crate::generate::coap::by_uri;
use crate::generate::early::{OptionSequence, absolute, any, malformed};
use crate::generate::simpler::Simpler;
use crate::generate::{self, coap};
use crivet::operation::{Operation, OperationName};
use crivet::profile::Profile;

pub(super) fn draw(name: OperationName, profile: Profile, u: &mut Unstructured<'_>) -> Result<Operation> {
    Ok(match name {
        OperationName::CriToUri => Operation::CriToUri { cri: one(u, profile, 64)? },
        OperationName::CriToIri => Operation::CriToIri { cri: one(u, profile, 64)? },
        OperationName::UriToCri => Operation::UriToCri { uri: uri(u)? },
        OperationName::IriToCri => Operation::IriToCri { iri: iri(u)? },
        OperationName::Resolve => {
            let base = absolute(u, profile)?;
            let reference = any(u, profile)?;
            let (mut base, mut reference) = (base, reference.to_cbor(profile));
            let relation = relation(u, profile)?;
            if let Some(_) = relation.filter(|_| profile == Profile::Href02)
                && chance(u, 128)?
            {
                reference = appending(u)?;
            }
            let mut encoded = base.to_cbor(profile);
            if seldom(u)? {
                match pick(u, &[(4, 0), (3, 1), (1, 2)])? {
                    0 => {
                        let other = any(u, profile)?;
                        reference = malformed(u, &other, profile)?;
                    }
                    1 => encoded = malformed(u, &base, profile)?,
                    _ => {
                        base = any(u, profile)?;
                        encoded = base.to_cbor(profile);
                    }
                }
            }
            Operation::Resolve { base: encoded, reference, relation }
        }
        OperationName::Relativize => {
            let (base, target) = two(u, profile)?;
            Operation::Relativize { base, target }
        }
        OperationName::Equivalent => {
            let (a, b) = two(u, profile)?;
            Operation::Equivalent { a, b, ignore_fragment: chance(u, 64)? }
        }
        OperationName::CriToCoap => {
            let mut options = absolute(u, profile)?;
            if !chance(u, 32)? {
                options.fragment = None;
                options.scheme = Some(pick(u, &[(3, "coap"), (1, "coaps")])?.to_string());
            }
            let cri = match pick(u, &[(10, 0), (4, 1), (1, 2)])? {
                0 => options.to_cbor(profile),
                1 => malformed(u, &options, profile)?,
                _ => any(u, profile)?.to_cbor(profile),
            };
            let to_proxy = *pick(u, &[(4, None), (2, Some(true)), (2, Some(false))])?;
            Operation::CriToCoap { cri, destination: coap::destination(u)?, to_proxy }
        }
        OperationName::WellFormed => Operation::WellFormed { cri: one(u, profile, 128)? },
        OperationName::Absolute => Operation::Absolute { cri: one(u, profile, 96)? },
        OperationName::Relative => Operation::Relative { cri: one(u, profile, 96)? },
        _ => Operation::Decode { cri: one(u, profile, 112)? },
    })
}

/// A sequence, so many times in 256 with a defect.
fn one(u: &mut Unstructured<'_>, profile: Profile, defects: u8) -> Result<Vec<u8>> {
    let options = if chance(u, 112)? { any(u, profile)? } else { absolute(u, profile)? };
    if chance(u, defects)? { malformed(u, &options, profile) } else { Ok(options.to_cbor(profile)) }
}

/// Two absolute sequences that are the same, or have much in common; seldom one that is none.
fn two(u: &mut Unstructured<'_>, profile: Profile) -> Result<(Vec<u8>, Vec<u8>)> {
    let one = absolute(u, profile)?;
    let mut other = one.clone();
    match pick(u, &[(8, 0), (2, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6)])? {
        0 => {
            let near = one.simpler();
            if !near.is_empty() {
                other = near[usize::from(u.arbitrary::<u8>()?) % near.len()].clone();
            }
        }
        1 => other = absolute(u, profile)?,
        2 => other.path = absolute(u, profile)?.path,
        3 => other.query = absolute(u, profile)?.query,
        4 => other.fragment = absolute(u, profile)?.fragment,
        5 => reshaped(&mut other),
        _ => {}
    }
    let (mut one_encoded, mut other_encoded) = (one.to_cbor(profile), other.to_cbor(profile));
    if seldom(u)? {
        match pick(u, &[(3, 0), (3, 1), (2, 2), (2, 3)])? {
            0 => one_encoded = malformed(u, &one, profile)?,
            1 => other_encoded = malformed(u, &other, profile)?,
            2 => one_encoded = any(u, profile)?.to_cbor(profile),
            _ => other_encoded = any(u, profile)?.to_cbor(profile),
        }
    }
    Ok(if chance(u, 96)? { (other_encoded, one_encoded) } else { (one_encoded, other_encoded) })
}

/// The same texts in other places: two segments in one, or in another order, or with other cases.
fn reshaped(options: &mut OptionSequence) {
    match options.path.as_slice() {
        [first, second, rest @ ..] if options.query.is_empty() => {
            options.path = [&[format!("{first}/{second}")], rest].concat();
        }
        [_, _, ..] => options.path.reverse(),
        [only] => options.path = vec![only.to_uppercase()],
        [] => options.query.reverse(),
    }
}

/// -02: a reference that has a relation appended.
fn appending(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    Ok(pick(
        u,
        &[
            (6, b"\x82\x05\x01".as_slice()),
            (3, b"\x84\x05\x01\x07\x61q"),
            (2, b"\x84\x05\x01\x08\x61f"),
            (2, b"\x84\x05\x01\x06\x61p"),
        ],
    )?
    .to_vec())
}

fn relation(u: &mut Unstructured<'_>, profile: Profile) -> Result<Option<i64>> {
    const RELATIONS: &[Weighted<i64>] = &[
        (4, 0),
        (4, 1),
        (3, 9),
        (4, 10),
        (4, 16),
        (3, 255),
        (3, 65_536),
        (3, 1 << 32),
        (2, (1 << 32) + 7),
        (2, i64::MAX),
        (1, -1),
    ];
    if profile != Profile::Href02 || !chance(u, 128)? {
        return Ok(None);
    }
    Ok(Some(*pick(u, RELATIONS)?))
}

/// A URI, less often a reference; now and then with a character too many or too few.
fn uri(u: &mut Unstructured<'_>) -> Result<String> {
    let uri = match pick(u, &[(6, 0), (2, 1), (5, 2)])? {
        0 => generate::uri(u)?,
        1 => generate::uri_reference(u)?,
        _ => by_uri::uri(u, Profile::Rfc7252)?,
    };
    if seldom(u)? { garbled(u, uri, ASCII) } else { Ok(uri) }
}

/// An IRI, less often a reference or a URI.
fn iri(u: &mut Unstructured<'_>) -> Result<String> {
    let iri = match pick(u, &[(6, 0), (2, 1), (3, 2)])? {
        0 => generate::iri(u)?,
        1 => generate::iri_reference(u)?,
        _ => by_uri::uri(u, Profile::Rfc7252)?,
    };
    if seldom(u)? { garbled(u, iri, ASCII) } else { Ok(iri) }
}
