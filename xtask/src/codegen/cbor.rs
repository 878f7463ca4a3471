//! CBOR items as the generator builds them: what they are in bytes, and in diagnostic notation.

/// A data item with the shortest head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Array(Vec<Item>),
    Bytes(Vec<u8>),
    /// A floating-point number: its bytes, two, four or eight.
    Float(Vec<u8>),
    Int(i64),
    Map(Vec<(Item, Item)>),
    Simple(u8),
    Tag(u64, Box<Item>),
    Text(String),
}

/// The most characters of diagnostic notation that someone reads.
const READABLE: usize = 2_000;

pub(super) const FALSE: Item = Item::Simple(20);
pub(super) const TRUE: Item = Item::Simple(21);
pub(super) const NULL: Item = Item::Simple(22);

pub(super) fn text(text: impl Into<String>) -> Item {
    Item::Text(text.into())
}

/// An array of texts: a path, or a query.
pub(super) fn texts<T: AsRef<str>>(texts: &[T]) -> Item {
    Item::Array(texts.iter().map(|one| text(one.as_ref())).collect())
}

pub(super) fn array<const N: usize>(items: [Item; N]) -> Item {
    Item::Array(items.into())
}

impl Item {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Item::Array(items) => {
                head(4, items.len() as u64, out);
                items.iter().for_each(|item| item.write(out));
            }
            Item::Bytes(bytes) => {
                head(2, bytes.len() as u64, out);
                out.extend(bytes);
            }
            Item::Float(bytes) => {
                out.push(match bytes.len() {
                    2 => 0xf9,
                    4 => 0xfa,
                    _ => 0xfb,
                });
                out.extend(bytes);
            }
            Item::Int(number) if *number < 0 => head(1, number.unsigned_abs() - 1, out),
            Item::Int(number) => head(0, number.unsigned_abs(), out),
            Item::Map(entries) => {
                head(5, entries.len() as u64, out);
                for (key, value) in entries {
                    key.write(out);
                    value.write(out);
                }
            }
            Item::Simple(number) => head(7, u64::from(*number), out),
            Item::Tag(number, inner) => {
                head(6, *number, out);
                inner.write(out);
            }
            Item::Text(text) => {
                head(3, text.len() as u64, out);
                out.extend(text.as_bytes());
            }
        }
    }

    /// The item in diagnostic notation; or in hex, where that notation is no other way to say these very bytes, or is
    /// too long to be read and the longer of the two.
    pub(super) fn notation(&self) -> String {
        let bytes = self.encode();
        let notation = self.edn();
        let readable = notation.len() <= READABLE || notation.len() <= 2 * bytes.len();
        match crivet::edn::read(&notation) {
            Ok(read) if readable && read == bytes => notation,
            _ => format!("hex:{}", hex(&bytes)),
        }
    }

    pub(super) fn edn(&self) -> String {
        match self {
            Item::Array(items) => format!("[{}]", items.iter().map(Item::edn).collect::<Vec<_>>().join(", ")),
            Item::Bytes(bytes) => format!("h'{}'", hex(bytes)),
            Item::Float(bytes) => format!("float'{}'", hex(bytes)),
            Item::Int(number) => number.to_string(),
            Item::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| format!("{}: {}", key.edn(), value.edn()));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            Item::Simple(20) => "false".to_owned(),
            Item::Simple(21) => "true".to_owned(),
            Item::Simple(22) => "null".to_owned(),
            Item::Simple(23) => "undefined".to_owned(),
            Item::Simple(number) => format!("simple({number})"),
            Item::Tag(number, inner) => format!("{number}({})", inner.edn()),
            Item::Text(text) => quoted(text),
        }
    }
}

/// A text as JSON, and with it diagnostic notation, has it: ASCII alone.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        match unit {
            0x22 => out.push_str("\\\""),
            0x5c => out.push_str("\\\\"),
            0x20..=0x7e => out.push(char::from(unit as u8)),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
    out
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn head(major: u8, value: u64, out: &mut Vec<u8>) {
    let major = major << 5;
    let bytes = value.to_be_bytes();
    match value {
        // A simple value from 24 to 31 has no encoding; none is built.
        0..=23 => out.push(major | bytes[7]),
        24..=0xff => out.extend([major | 24, bytes[7]]),
        0x100..=0xffff => {
            out.push(major | 25);
            out.extend(&bytes[6..]);
        }
        0x1_0000..=0xffff_ffff => {
            out.push(major | 26);
            out.extend(&bytes[4..]);
        }
        _ => {
            out.push(major | 27);
            out.extend(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_the_shortest() {
        for (item, bytes) in [
            (Item::Int(23), "17"),
            (Item::Int(24), "1818"),
            (Item::Int(-256), "38ff"),
            (Item::Int(-257), "390100"),
            (Item::Int(65536), "1a00010000"),
            (Item::Simple(255), "f8ff"),
            (Item::Tag(99, Box::new(NULL)), "d863f6"),
            (array([text("\u{20ac}"), Item::Bytes(vec![1])]), "8263e282ac4101"),
            (Item::Map(vec![(text("x"), TRUE)]), "a16178f5"),
        ] {
            assert_eq!(hex(&item.encode()), bytes);
        }
    }

    #[test]
    fn what_notation_cannot_say_is_written_in_hex() {
        assert_eq!(array([text("a\"\u{1}")]).notation(), r#"["a\"\u0001"]"#);
        assert_eq!(array([Item::Float(vec![0x3c, 0])]).notation(), "hex:81f93c00");
    }
}
