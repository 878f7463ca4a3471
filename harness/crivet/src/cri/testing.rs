//! Helpers of the unit tests: CRIs written in diagnostic notation.

use super::{Cri, read};

/// The CBOR encoding of a text in diagnostic notation.
#[track_caller]
pub(crate) fn edn(text: &str) -> Vec<u8> {
    match cbor_edn::StandaloneItem::parse(text) {
        Ok(item) => item.to_cbor().unwrap(),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The CRI that a text in diagnostic notation stands for.
#[track_caller]
pub(crate) fn cri(text: &str) -> Cri {
    match read(&edn(text)) {
        Ok(reading) => reading.cri,
        Err(error) => panic!("{text}: {error}"),
    }
}
