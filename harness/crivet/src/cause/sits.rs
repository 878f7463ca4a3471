//! Where in a library a fault mostly sits, by the pattern of what it shows.

use super::signature::{Manner, Signature};
use super::topic::topic;
use crate::operation::OperationName;
use crate::vector::Vector;

/// In words, for a person who has the library before them; none where the pattern is not known.
pub(super) fn sits(signature: &Signature, vector: &Vector) -> Option<&'static str> {
    let Signature { manner, place, .. } = signature;
    let reads_cbor = ["CBOR item", "more bytes", "definite length", "the end", "UTF-8", "nested"];
    if *manner == Manner::Made {
        return Some("writing CRIs: what it makes, `decode` of the drafts rejects");
    }
    if *manner == Manner::Failed {
        return None;
    }
    if *manner == Manner::Accepted && reads_cbor.iter().any(|words| place.contains(words)) {
        return Some("the CBOR reader, or the options it is called with");
    }
    if *manner == Manner::Accepted && place.starts_with("expected") {
        return Some("the check of the type of each item");
    }
    Some(match (topic(vector), vector.operation.name()) {
        ("scheme-numbers", _) => "the table of scheme numbers",
        ("cbor" | "heads" | "positions" | "truncation" | "outer-array", _) => "the CBOR reader",
        ("lengths", _) => "the lengths of CBOR items, or a buffer of fixed size",
        ("pet" | "pet-minimal", _) => "text-or-pet: texts with percent-encoded parts",
        ("ipv4" | "ipv6" | "addresses", _) => "reading or writing IP addresses",
        ("port" | "ports", _) => "ports, and the default ports of schemes",
        ("dot-segments" | "rfc3986-examples", _) => "the removal of dot segments",
        ("characters" | "percent-encoding", _) => {
            "percent-encoding: which characters are encoded, and decoded"
        }
        ("nulls-and-defaults", _) => "what is left off at the end: nulls and default values",
        ("userinfo", _) => "user information",
        ("discard-all" | "discard-number" | "discard-zero", OperationName::Resolve) => {
            "resolution: how many segments are discarded, and what follows"
        }
        ("repeated", _) => "state that one call leaves to the next",
        ("exhaustion", _) => "bounds on depth, length and memory",
        _ => match (vector.operation.name(), place.as_str()) {
            (OperationName::Resolve, "path" | "discard") => "resolution: the path that is made of both",
            (OperationName::Resolve, "query" | "fragment") => {
                "resolution: which sections are taken from the base, and which are unset"
            }
            (OperationName::Resolve, "authority" | "host") => "resolution: which authority is taken",
            (OperationName::Equivalent, _) => "the form that CRIs are compared in",
            (OperationName::Scan, _) => "skipping an item that cannot be processed",
            _ => return None,
        },
    })
}
