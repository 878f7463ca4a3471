//! CoAP options and destinations in a vector.
//!
//! A destination is `{address: 192.0.2.1, port: 5683}`. Options are a list, each `{number: 11, value: 74656d70}`
//! with the value in hex, or `{number: 11, text: temp}` where it is text that is better read.

use super::fields::Fields;
use super::yaml::{Kind, Node};
use crate::edn;
use crate::operation::{CoapOption, Destination};

/// The options a request can carry by these operations fit many times over.
const MOST: usize = 10_000;

/// Takes a destination.
pub(super) fn destination(fields: &mut Fields<'_>, key: &str) -> Option<Destination> {
    let node = fields.require(key)?;
    let found = match &node.kind {
        Kind::Mapping(members) if members.len() == 2 => {
            let address = member(members, "address").and_then(Node::text);
            let port =
                member(members, "port").and_then(Node::number).and_then(|port| u16::try_from(port).ok());
            address.zip(port).map(|(address, port)| Destination { address: address.to_owned(), port })
        }
        _ => None,
    };
    if found.is_none() {
        fields.unexpected(&node, "a destination: {address: …, port: …}");
    }
    found
}

/// Takes options.
pub(super) fn required_options(fields: &mut Fields<'_>, key: &str) -> Option<Vec<CoapOption>> {
    let node = fields.require(key)?;
    options(fields, &node)
}

/// Is it written as an option is?
pub(super) fn is_option(node: &Node) -> bool {
    matches!(&node.kind, Kind::Mapping(members) if member(members, "number").is_some())
}

/// A list of options.
pub(super) fn options(fields: &mut Fields<'_>, node: &Node) -> Option<Vec<CoapOption>> {
    match &node.kind {
        Kind::Sequence(items) if items.len() <= MOST => {
            items.iter().map(|item| option(fields, item)).collect()
        }
        _ => {
            fields.unexpected(node, "a list of CoAP options");
            None
        }
    }
}

fn option(fields: &mut Fields<'_>, node: &Node) -> Option<CoapOption> {
    let found = match &node.kind {
        Kind::Mapping(members) if members.len() == 2 => {
            let number = member(members, "number")
                .and_then(Node::number)
                .and_then(|number| u16::try_from(number).ok());
            let text = member(members, "text").and_then(Node::text).map(|text| text.as_bytes().to_vec());
            let bytes = match member(members, "value").map(|node| &node.kind) {
                // As written: to YAML, digits alone are a number.
                Some(Kind::Scalar(_, digits)) => edn::read_hex(digits).ok(),
                _ => None,
            };
            number.zip(text.or(bytes)).map(|(number, value)| CoapOption { number, value })
        }
        _ => None,
    };
    if found.is_none() {
        fields.unexpected(node, "a CoAP option: {number: …, value: hex digits} or {number: …, text: …}");
    }
    found
}

fn member<'a>(members: &'a [(String, crate::vector::Location, Node)], name: &str) -> Option<&'a Node> {
    members.iter().find(|(key, ..)| key == name).map(|(_, _, node)| node)
}
