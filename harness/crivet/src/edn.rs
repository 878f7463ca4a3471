//! CBOR bytes as people write and read them: diagnostic notation (EDN, RFC 8949 section 8), or hex.

use cbor_edn::StandaloneItem;

/// How deep brackets may nest in notation that is read, and items in bytes that are shown.
///
/// The notation's parser calls itself once a level; what has to be deeper is written in hex.
const DEPTH_LIMIT: usize = 128;

/// Why a notation stands for no bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text is no EDN.
    #[error(
        "no CBOR diagnostic notation at line {line}, column {column} of the text: expected {expected}, found {found}"
    )]
    Edn {
        /// The line within the text, from one.
        line: usize,
        /// The column within the text, from one.
        column: usize,
        /// What could have stood there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The text is EDN that has no encoding.
    #[error("diagnostic notation without an encoding: {0}")]
    NoEncoding(String),
    /// The brackets nest too deep to be read.
    #[error("brackets nest deeper than {DEPTH_LIMIT} levels; write such an item in hex")]
    TooDeep,
    /// A character that is no hex digit.
    #[error("`{found}` at character {position} is no hex digit")]
    HexDigit {
        /// The character, from one, counted in the text after `hex:`.
        position: usize,
        /// What stands there.
        found: char,
    },
    /// Half a byte is left over.
    #[error("an odd number of hex digits: {0}")]
    HexOdd(usize),
}

/// Reads `hex:` followed by hex digits (white space is ignored), or else EDN of one item.
pub fn read(text: &str) -> Result<Vec<u8>, NotationError> {
    match text.trim_start().strip_prefix("hex:") {
        Some(digits) => read_hex(digits),
        None => read_edn(text),
    }
}

/// Reads hex digits, white space between them ignored.
pub fn read_hex(text: &str) -> Result<Vec<u8>, NotationError> {
    let mut digits = String::with_capacity(text.len());
    for (index, found) in text.chars().enumerate() {
        if found.is_ascii_hexdigit() {
            digits.push(found);
        } else if !found.is_whitespace() {
            return Err(NotationError::HexDigit { position: index + 1, found });
        }
    }
    hex::decode(&digits).map_err(|_| NotationError::HexOdd(digits.len()))
}

fn read_edn(text: &str) -> Result<Vec<u8>, NotationError> {
    // Brackets inside strings count as well: the bound is on the parser's calls, and generous.
    let opening = text.bytes().filter(|byte| matches!(byte, b'[' | b'{' | b'(' | b'<')).count();
    if opening > DEPTH_LIMIT && nesting(text) > DEPTH_LIMIT {
        return Err(NotationError::TooDeep);
    }
    let item = StandaloneItem::parse(text).map_err(|error| edn_error(text, &error.to_string()))?;
    item.to_cbor().map_err(|error| NotationError::NoEncoding(format!("{error:?}")))
}

fn nesting(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' | b'(' | b'<' => depth += 1,
            b']' | b'}' | b')' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The library tells the place and the alternatives only in words; they are cut down to one line.
fn edn_error(text: &str, message: &str) -> NotationError {
    let number_after = |word: &str| {
        let rest = &message[message.find(word)? + word.len()..];
        rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let (line, column) = (number_after("line").unwrap_or(1), number_after("column").unwrap_or(1));
    let found = text.lines().nth(line - 1).and_then(|line| line.chars().nth(column - 1));
    let closing: Vec<&str> = ["\",\"", "\"]\"", "\"}\"", "\")\"", "\"'\""]
        .into_iter()
        .filter(|mark| message.lines().any(|line| line.strip_prefix("* ") == Some(mark)))
        .collect();
    let expected = if closing.is_empty() || text.trim().is_empty() {
        "one CBOR item".to_owned()
    } else {
        closing.join(" or ")
    };
    let found = found.map_or("the end".to_owned(), |found| format!("{found:?}"));
    NotationError::Edn { line, column, expected, found }
}

/// Shows bytes in EDN where they are one well-formed CBOR item of bearable depth, else `None`.
pub fn show(bytes: &[u8]) -> Option<String> {
    if !shallow(bytes) {
        return None;
    }
    let text = StandaloneItem::from_cbor(bytes).ok()?.serialize();
    // A line feed can only stand inside a text; escaped there, the notation stays one line.
    Some(text.replace('\n', "\\n"))
}

/// Do the bytes hold items that nest no deeper than the limit? Walks the heads alone, without recursion.
fn shallow(bytes: &[u8]) -> bool {
    // For each open array, map or tag, how many items it still wants; none where a break ends it.
    let mut open: Vec<Option<u64>> = Vec::new();
    let mut rest = bytes;
    loop {
        let Some((&initial, tail)) = rest.split_first() else { return false };
        let (argument, tail) = match initial & 0x1f {
            small @ 0..=23 => (Some(u64::from(small)), tail),
            size @ 24..=27 => {
                let length = 1_usize << (size - 24);
                if tail.len() < length {
                    return false;
                }
                let (head, tail) = tail.split_at(length);
                (Some(head.iter().fold(0, |value, byte| value << 8 | u64::from(*byte))), tail)
            }
            31 => (None, tail),
            _ => return false,
        };
        rest = tail;
        let is_break = initial == 0xff;
        match (initial >> 5, argument) {
            (2 | 3, Some(length)) => match usize::try_from(length).ok().and_then(|n| rest.get(n..)) {
                Some(tail) => rest = tail,
                None => return false,
            },
            // The library cannot show a string of indefinite length that has no chunk: it panics.
            (2 | 3, None) if rest.first() == Some(&0xff) => return false,
            (4, Some(0)) | (5, Some(0)) => {}
            (4, Some(count)) => open.push(Some(count)),
            (5, Some(count)) => open.push(count.checked_mul(2)),
            (6, _) => open.push(Some(1)),
            // The notation's library panics on an indefinite string without a chunk.
            (2 | 3, None) if rest.first() == Some(&0xff) => return false,
            (2..=5, None) => open.push(None),
            _ => {}
        }
        if open.len() > DEPTH_LIMIT {
            return false;
        }
        let opened = matches!(initial >> 5, 4..=6) && argument != Some(0)
            || matches!(initial >> 5, 2..=5) && argument.is_none();
        if is_break {
            if open.pop() != Some(None) {
                return false;
            }
        } else if opened {
            continue;
        }
        // An item has ended; so may have those around it.
        loop {
            match open.last_mut() {
                None => return rest.is_empty(),
                Some(None) => break,
                Some(Some(wanted)) => {
                    *wanted -= 1;
                    if *wanted > 0 {
                        break;
                    }
                    open.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, bytes: &str) {
        assert_eq!(read(text).map(hex::encode), Ok(bytes.to_owned()), "{text}");
    }

    #[test]
    fn reads_notation_and_hex() {
        reads("[-1, [h'C6336401', 61616]]", "82208244c633640119f0b0");
        reads("[-6, true, [[\"a\", ':']]]", "8325f581826161413a");
        reads("hex: 82 20\n80", "822080");
        reads("[_ 1]", "9f01ff");
        reads("hex:", "");
    }

    #[test]
    fn says_where_notation_is_broken() {
        let error = read("[1, 2").unwrap_err();
        assert!(matches!(error, NotationError::Edn { line: 1, column: 6, .. }), "{error}");
        let error = read("").unwrap_err();
        assert!(error.to_string().ends_with("expected one CBOR item, found the end"), "{error}");
        assert_eq!(read("hex:8x"), Err(NotationError::HexDigit { position: 2, found: 'x' }));
        assert_eq!(read("hex:820"), Err(NotationError::HexOdd(3)));
        assert_eq!(read(&"[".repeat(5000)), Err(NotationError::TooDeep));
    }

    #[track_caller]
    fn shows(bytes: &str, text: Option<&str>) {
        assert_eq!(show(&hex::decode(bytes).unwrap()).as_deref(), text, "{bytes}");
    }

    #[test]
    fn shows_one_item_of_bearable_depth() {
        shows("82208244c633640119f0b0", Some("[-1, [h'c6336401', 61616]]"));
        shows("80", Some("[]"));
        shows("81620a61", Some(r#"["\na"]"#));
        shows("9f01ff", Some("[_ 1]"));
        shows("a10203", Some("{2: 3}"));
        shows("d86301", Some("99(1)"));
        shows("5fff", None);
        shows("817fff", None);
        shows("5f4101ff", Some("(_ h'01'_i)"));
        shows("8000", None);
        shows("82", None);
        shows("1c", None);
        shows("ff", None);
        shows("9bffffffffffffffff", None);
        shows("5bffffffffffffffff00", None);
        shows(&format!("{}00", "81".repeat(100_000)), None);
        shows("", None);
        shows("5fff", None);
        shows("817fff", None);
        shows("5f4101ff", Some("(_ h'01'_i)"));
    }

    /// Bytes come from implementations under test: whatever they are, showing them does not panic.
    #[test]
    fn shows_or_declines_whatever_comes() {
        let telling = hex::decode("0017181b1f203f40415f60617f80819fa0a1bfc0d8dfe0f4f7f8f9fbff").unwrap();
        for first in &telling {
            for second in &telling {
                for third in &telling {
                    show(&[*first, *second, *third]);
                    show(&[*first, *second, *third, 0xff]);
                    show(&[0x82, *first, *second, *third, 0x00]);
                    show(&[0x5f, *first, *second, *third, 0xff]);
                }
            }
        }
    }
}
