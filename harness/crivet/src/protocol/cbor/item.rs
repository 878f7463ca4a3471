//! Where an item of a CBOR sequence (RFC 8742) ends.

use ciborium_ll::{Decoder, Error, Header};

/// An item is not well-formed, or nothing that a message holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// The most arrays, maps and tags that may be open at a time.
const DEPTH: usize = 64;

/// The length of the first item, in bytes; none where more has to come. Strings of indefinite length are refused.
pub(crate) fn length(bytes: &[u8]) -> Result<Option<usize>, Malformed> {
    let mut rest = bytes;
    // How many items each open array, map or tag still has; none where a break ends it.
    let mut open: Vec<Option<usize>> = vec![Some(1)];
    loop {
        while open.last() == Some(&Some(0)) {
            open.pop();
        }
        if open.is_empty() {
            return Ok(Some(bytes.len() - rest.len()));
        }
        let mut decoder = Decoder::from(rest);
        let header = match decoder.pull() {
            Ok(header) => header,
            Err(Error::Io(_)) => return Ok(None),
            Err(Error::Syntax(_)) => return Err(Malformed),
        };
        rest = &rest[decoder.offset()..];
        if header == Header::Break {
            if open.pop() != Some(None) {
                return Err(Malformed);
            }
            continue;
        }
        if let Some(Some(left)) = open.last_mut() {
            *left -= 1;
        }
        match header {
            Header::Array(size) => open.push(size),
            Header::Map(Some(size)) => open.push(Some(size.checked_mul(2).ok_or(Malformed)?)),
            Header::Map(None) => open.push(None),
            Header::Tag(_) => open.push(Some(1)),
            Header::Break | Header::Bytes(None) | Header::Text(None) => return Err(Malformed),
            Header::Bytes(Some(size)) | Header::Text(Some(size)) => match rest.get(size..) {
                Some(behind) => rest = behind,
                None => return Ok(None),
            },
            Header::Positive(_) | Header::Negative(_) | Header::Float(_) | Header::Simple(_) => {}
        }
        if open.len() > DEPTH {
            return Err(Malformed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Malformed, length};

    #[test]
    fn an_item_ends_where_its_last_byte_is() {
        for item in
            ["00", "43010203", "83000043aabbcc", "9f01ff", "bf0102ff", "a10180", "c101", "83008000", "f6"]
        {
            let item = hex::decode(item).unwrap();
            let mut followed = item.clone();
            followed.push(0x1b);
            assert_eq!(length(&followed), Ok(Some(item.len())), "{item:02x?}");
            for cut in 0..item.len() {
                assert_eq!(length(&item[..cut]), Ok(None), "{item:02x?}");
            }
        }
    }

    #[test]
    fn no_length_is_believed() {
        for item in ["5f", "ff", "1c", "81ff", "bbffffffffffffffff", &"81".repeat(70)] {
            assert_eq!(length(&hex::decode(item).unwrap()), Err(Malformed), "{item}");
        }
        for item in ["5bffffffffffffffff00", "9bffffffffffffffff00", "7bffffffffffffffff"] {
            assert_eq!(length(&hex::decode(item).unwrap()), Ok(None), "{item}");
        }
    }
}
