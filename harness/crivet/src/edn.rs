//! CBOR bytes as people write and read them: diagnostic notation (EDN, RFC 8949 section 8), or hex.

use std::fmt::Write;

use crate::cri::head::{self, Head, Written};

#[cfg(feature = "files")]
mod read;
#[cfg(feature = "files")]
pub use read::{NotationError, read, read_hex};

/// How deep brackets may nest in notation that is read, and items in bytes that are shown.
///
/// Reading and showing call themselves once a level; what has to be deeper is written in hex.
const DEPTH_LIMIT: usize = 128;

/// Shows bytes in EDN where they are one well-formed CBOR item of bearable depth, else `None`.
///
/// Heads longer than needed have their encoding indicator (`1_0`), so that other bytes are another text. The
/// notation is one line.
pub fn show(bytes: &[u8]) -> Option<String> {
    let mut notation = Notation { rest: bytes, text: String::new() };
    notation.item(0)?;
    notation.rest.is_empty().then_some(notation.text)
}

/// Notation in the making: none wherever the bytes are not well-formed, or nest too deep.
struct Notation<'a> {
    rest: &'a [u8],
    text: String,
}

impl<'a> Notation<'a> {
    fn item(&mut self, depth: usize) -> Option<()> {
        if depth > DEPTH_LIMIT {
            return None;
        }
        let start = self.rest;
        let Written { head, length, long } = head::read(start).ok()?;
        self.rest = &start[length..];
        // RFC 8949, section 8.1: `_0` to `_3` stand for an argument of 1, 2, 4 and 8 bytes.
        let indicator = match long {
            true => ["_0", "_1", "_2", "_3"][(length - 1).ilog2() as usize],
            false => "",
        };
        match head {
            Head::Unsigned(value) => self.push(&format!("{value}{indicator}")),
            Head::Negative(value) => self.push(&format!("{}{indicator}", -1 - i128::from(value))),
            Head::Bytes(Some(length)) => {
                let bytes = hex::encode(self.body(length)?);
                self.push(&format!("h'{bytes}'{indicator}"));
            }
            Head::Text(Some(length)) => {
                let text = str::from_utf8(self.body(length)?).ok()?;
                self.quoted(text);
                self.push(indicator);
            }
            Head::Bytes(None) => return self.chunks(|head| matches!(head, Head::Bytes(Some(_)))),
            Head::Text(None) => return self.chunks(|head| matches!(head, Head::Text(Some(_)))),
            Head::Array(count) => return self.items(['[', ']'], count, indicator, false, depth),
            Head::Map(count) => return self.items(['{', '}'], count, indicator, true, depth),
            Head::Tag => {
                let number = argument(start);
                self.push(&format!("{number}{indicator}("));
                self.item(depth + 1)?;
                self.push(")");
            }
            Head::False => self.push("false"),
            Head::True => self.push("true"),
            Head::Null => self.push("null"),
            Head::Undefined => self.push("undefined"),
            Head::Simple => self.push(&format!("simple({})", argument(start))),
            Head::Float => return self.float(argument(start), length - 1),
            Head::Break => return None,
        }
        Some(())
    }

    /// The items of an array, or the keys and values of a map.
    fn items(
        &mut self,
        brackets: [char; 2],
        count: Option<usize>,
        indicator: &str,
        pairs: bool,
        depth: usize,
    ) -> Option<()> {
        self.text.push(brackets[0]);
        self.push(if count.is_none() { "_ " } else { indicator });
        if count.is_some() && !indicator.is_empty() {
            self.push(" ");
        }
        let mut index = 0;
        while count.map_or_else(|| !self.at_break(), |count| index < count) {
            self.push(if index == 0 { "" } else { ", " });
            self.item(depth + 1)?;
            if pairs {
                self.push(": ");
                self.item(depth + 1)?;
            }
            index += 1;
        }
        self.text.push(brackets[1]);
        Some(())
    }

    /// The chunks of a string of indefinite length.
    fn chunks(&mut self, fits: fn(Head) -> bool) -> Option<()> {
        self.push("(_ ");
        let mut first = true;
        while !self.at_break() {
            if !head::read(self.rest).is_ok_and(|written| fits(written.head)) {
                return None;
            }
            self.push(if first { "" } else { ", " });
            self.item(0)?;
            first = false;
        }
        // There is no notation for such a string without a chunk.
        self.push(")");
        (!first).then_some(())
    }

    /// A float, with its indicator where a shorter one has the same value.
    fn float(&mut self, bits: u64, size: usize) -> Option<()> {
        #[expect(clippy::cast_possible_truncation, reason = "the argument of such a head has 2 or 4 bytes")]
        let value = match size {
            2 => from_half(bits as u16),
            4 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        };
        if value.is_nan() && bits != 0x7e00 {
            // Its payload has no notation.
            return None;
        }
        let indicator = match size {
            2 => "",
            4 if is_half(value) => "_2",
            8 if is_half(value) || is_single(value) => "_3",
            _ => "",
        };
        let text = match value {
            _ if value.is_nan() => "NaN".to_owned(),
            _ if value.is_infinite() => if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned(),
            _ => format!("{value:?}"),
        };
        self.push(&format!("{text}{indicator}"));
        Some(())
    }

    fn body(&mut self, length: usize) -> Option<&'a [u8]> {
        let (body, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(body)
    }

    fn at_break(&mut self) -> bool {
        match self.rest.split_first() {
            Some((0xff, rest)) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        for character in text.chars() {
            match character {
                '"' | '\\' => self.text.extend(['\\', character]),
                '\n' => self.push("\\n"),
                '\r' => self.push("\\r"),
                '\t' => self.push("\\t"),
                '\0'..='\x1f' | '\x7f' => {
                    // Writing to a text cannot fail.
                    let _ = write!(self.text, "\\u{:04x}", u32::from(character));
                }
                _ => self.text.push(character),
            }
        }
        self.text.push('"');
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

/// The argument of the head that the bytes start with, which is known to be whole.
fn argument(head: &[u8]) -> u64 {
    let size = match head[0] & 0x1f {
        small @ 0..=23 => return u64::from(small),
        information => 1 << (information - 24),
    };
    head[1..=size].iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// The value of a half-precision float (RFC 8949, appendix D).
fn from_half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let value = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (fraction + 1024.0) * 2_f64.powi(exponent - 25),
    };
    if bits >> 15 == 0 { value } else { -value }
}

/// Is the value one of single precision?
fn is_single(value: f64) -> bool {
    #[expect(clippy::cast_possible_truncation, reason = "the question is whether something is lost")]
    let single = f64::from(value as f32);
    single.to_bits() == value.to_bits() || value.is_nan()
}

/// Is the value one of half precision: eleven significant bits, or a multiple of the least such float?
fn is_half(value: f64) -> bool {
    let size = value.abs();
    let is_normal = (2_f64.powi(-14)..=65504.0).contains(&size) && value.to_bits().trailing_zeros() >= 42;
    let is_subnormal = size < 2_f64.powi(-14) && (size * 2_f64.powi(24)).fract() == 0.0;
    is_normal || is_subnormal || !value.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        shows("5f4101ff", Some("(_ h'01')"));
        shows("8000", None);
        shows("82", None);
        shows("1c", None);
        shows("ff", None);
        shows("9bffffffffffffffff", None);
        shows("5bffffffffffffffff00", None);
        shows(&format!("{}00", "81".repeat(100_000)), None);
        shows("", None);
    }

    #[test]
    fn shows_how_a_head_is_written() {
        shows("1817", Some("23_0"));
        shows("3900ff", Some("-256_1"));
        shows("9a0000000101", Some("[_2 1]"));
        shows("bb000000000000000100f6", Some("{_3 0: null}"));
        shows("780161", Some("\"a\"_0"));
        shows("d90063f6", Some("99_1(null)"));
        shows("9fff", Some("[_ ]"));
        shows("7f61616162ff", Some("(_ \"a\", \"b\")"));
        shows("7f4161ff", None);
        shows("63220a5c", Some(r#""\"\n\\""#));
        shows("62017f", Some(r#""\u0001\u007f""#));
        shows("84f0f7f820f5", Some("[simple(16), undefined, simple(32), true]"));
    }

    #[test]
    fn shows_floats_of_each_size() {
        shows("f93c00", Some("1.0"));
        shows("f90001", Some("5.960464477539063e-8"));
        shows("f9fc00", Some("-Infinity"));
        shows("f97e00", Some("NaN"));
        shows("f97e01", None);
        shows("fa3fc00000", Some("1.5_2"));
        shows("fa3dcccccd", Some("0.10000000149011612"));
        shows("fb3ff8000000000000", Some("1.5_3"));
        shows("fb3fb999999999999a", Some("0.1"));
        shows("f98000", Some("-0.0"));
        shows("fa80000000", Some("-0.0_2"));
    }

    /// Another reading of the notation gives the bytes back, where the two agree on its grammar.
    #[cfg(feature = "files")]
    #[test]
    fn what_is_shown_reads_back() {
        for hex in [
            "1817",
            "3900ff",
            "9a0000000101",
            "780161",
            "d90063f6",
            "9fff",
            "7f61616162ff",
            "63220a5c",
            "62017f",
            "84f0f7f820f5",
            "f93c00",
            "f90001",
            "f97e00",
            "fa3fc00000",
            "fb3fb999999999999a",
            "f98000",
            "bf6161f5ff",
            "5f4101ff",
            "3bffffffffffffffff",
            "1bffffffffffffffff",
        ] {
            let bytes = hex::decode(hex).unwrap();
            let text = show(&bytes).unwrap();
            assert_eq!(read(&text).map(hex::encode), Ok(hex.to_owned()), "{text}");
        }
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
