//! Reading diagnostic notation, or hex.

use cbor_edn::StandaloneItem;

use super::DEPTH_LIMIT;

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
    // The library's parser calls itself once a level. Brackets inside strings count as well: the bound is on the parser's calls, and generous.
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
}
