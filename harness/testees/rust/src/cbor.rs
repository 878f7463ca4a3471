//! The part of CBOR (RFC 8949) that a CRI is made of, read strictly: no tags, floats or indefinite lengths.

use minicbor::data::{Int, Type};
use minicbor::{Decoder, Encoder};

use crate::{Error, refuse};

/// The outer array, a section in it, a percent-encoded text in that: nothing in a CRI is nested more deeply.
const MAX_DEPTH: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Int(Int),
    Bytes(Vec<u8>),
    Text(String),
    Array(Vec<Item>),
    Bool(bool),
    Null,
}

/// Reads exactly one item.
pub(crate) fn decode(data: &[u8]) -> Result<Item, Error> {
    let mut decoder = Decoder::new(data);
    let item = item(&mut decoder, 0)?;
    if decoder.position() != data.len() {
        return refuse("bytes behind the item");
    }
    Ok(item)
}

fn item(decoder: &mut Decoder<'_>, depth: usize) -> Result<Item, Error> {
    if depth > MAX_DEPTH {
        return refuse("nested too deeply for a CRI");
    }
    let broken = |_| Error("no well-formed CBOR");
    Ok(match decoder.datatype().map_err(broken)? {
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::I8
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::Int => Item::Int(decoder.int().map_err(broken)?),
        Type::Bytes => Item::Bytes(decoder.bytes().map_err(broken)?.to_vec()),
        Type::String => Item::Text(decoder.str().map_err(broken)?.to_owned()),
        Type::Bool => Item::Bool(decoder.bool().map_err(broken)?),
        Type::Null => {
            decoder.null().map_err(broken)?;
            Item::Null
        }
        Type::Array => {
            let count = decoder.array().map_err(broken)?.ok_or(Error("an array of indefinite length"))?;
            // Nothing is set aside for the count: it is what the input claims, up to 2^64 - 1.
            let mut items = Vec::new();
            for _ in 0..count {
                items.push(item(decoder, depth + 1)?);
            }
            Item::Array(items)
        }
        _ => return refuse("an item that has no place in a CRI"),
    })
}

/// Writes an item with the shortest heads.
pub(crate) fn encode(item: &Item) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new());
    match write(item, &mut encoder) {
        Ok(()) => encoder.into_writer(),
        Err(_) => unreachable!("memory can be written to"),
    }
}

fn write(
    item: &Item,
    encoder: &mut Encoder<Vec<u8>>,
) -> Result<(), minicbor::encode::Error<std::convert::Infallible>> {
    match item {
        Item::Int(int) => encoder.int(*int)?,
        Item::Bytes(bytes) => encoder.bytes(bytes)?,
        Item::Text(text) => encoder.str(text)?,
        Item::Bool(bool) => encoder.bool(*bool)?,
        Item::Null => encoder.null()?,
        Item::Array(items) => {
            encoder.array(items.len() as u64)?;
            for item in items {
                write(item, encoder)?;
            }
            encoder
        }
    };
    Ok(())
}
