//! Bytes in serialised data: hexadecimal digits where people read it, bytes where they do not.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    match serializer.is_human_readable() {
        true => hex::serialize(bytes, serializer),
        false => serde_bytes::Bytes::new(bytes).serialize(serializer),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    match deserializer.is_human_readable() {
        true => hex::deserialize(deserializer),
        false => serde_bytes::ByteBuf::deserialize(deserializer).map(serde_bytes::ByteBuf::into_vec),
    }
}
