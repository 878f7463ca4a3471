//! CRIs in CBOR diagnostic notation, for people (RFC 8949, section 8).

use std::fmt::{self, Display, Formatter, Write};
use std::net::IpAddr;

use crate::authority::{Authority, AuthoritySection, Host};
use crate::cri::Cri;
use crate::reference::{CriReference, Discard};
use crate::scheme::Scheme;
use crate::text::{Part, Text};

impl Display for CriReference {
    /// Diagnostic notation of the transfer form in -27: `[-1, ["example", "com"], ["a"]]`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut sections = Vec::new();
        if self.starts_with_discard() {
            sections.push(self.discard.to_string());
        } else {
            sections.push(self.scheme.as_ref().map_or_else(null, Scheme::to_string));
            sections.push(self.authority.to_string());
        }
        let start = sections.len();
        let absent = || if self.is_full() { array(&[]) } else { null() };
        sections.push(self.path.as_deref().map_or_else(absent, array));
        sections.push(self.query.as_deref().map_or_else(absent, array));
        sections.push(self.fragment.as_ref().map_or_else(null, Text::to_string));
        while sections.len() > start && sections.last().is_some_and(|last| self.is_default(last)) {
            sections.pop();
        }
        if sections.len() == start && sections.last().is_some_and(|last| last == "null") {
            sections.pop();
        }
        if sections == ["0"] {
            sections.clear();
        }
        write!(f, "[{}]", sections.join(", "))
    }
}

impl CriReference {
    /// Can this path, query or fragment be left off behind all others?
    fn is_default(&self, section: &str) -> bool {
        section == "null" || (self.is_full() && section == "[]")
    }
}

impl Display for Cri {
    /// As that of [`CriReference`].
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        CriReference::from(self.clone()).fmt(f)
    }
}

impl Display for AuthoritySection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AuthoritySection::RootBased => f.write_str("null"),
            AuthoritySection::Rootless => f.write_str("true"),
            AuthoritySection::Authority(authority) => authority.fmt(f),
        }
    }
}

impl Display for Authority {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut items = Vec::new();
        if let Some(userinfo) = &self.userinfo {
            items.push("false".to_owned());
            items.push(userinfo.to_string());
        }
        match &self.host {
            Host::Labels(labels) => items.extend(labels.iter().map(Text::to_string)),
            Host::Ip { addr, zone } => {
                items.push(match addr {
                    IpAddr::V4(addr) => bytes(&addr.octets()),
                    IpAddr::V6(addr) => bytes(&addr.octets()),
                });
                items.extend(zone.as_deref().map(text));
            }
        }
        items.extend(self.port.map(|port| port.to_string()));
        write!(f, "[{}]", items.join(", "))
    }
}

impl Display for Discard {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Discard::All => f.write_str("true"),
            Discard::Segments(count) => count.fmt(f),
        }
    }
}

impl Display for Scheme {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Scheme::Name(name) => f.write_str(&text(name.as_str())),
            Scheme::Number(number) => number.fmt(f),
        }
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.as_plain() {
            Some(plain) => f.write_str(&text(plain)),
            None => {
                let parts: Vec<String> = self.parts().iter().map(Part::to_string).collect();
                write!(f, "[{}]", parts.join(", "))
            }
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Part::Text(part) => text(part),
            Part::Pet(part) => bytes(part),
        })
    }
}

fn null() -> String {
    "null".to_owned()
}

fn array(texts: &[Text]) -> String {
    let texts: Vec<String> = texts.iter().map(Text::to_string).collect();
    format!("[{}]", texts.join(", "))
}

fn bytes(bytes: &[u8]) -> String {
    let mut notation = String::from("h'");
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(notation, "{byte:02x}");
    }
    notation.push('\'');
    notation
}

/// A text in quotes, control characters escaped as in JSON.
fn text(text: &str) -> String {
    let mut notation = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => notation.extend(['\\', character]),
            _ if character.is_control() => {
                let _ = write!(notation, "\\u{:04x}", u32::from(character));
            }
            _ => notation.push(character),
        }
    }
    notation.push('"');
    notation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, expected: &str) {
        assert_eq!(CriReference::from_uri(uri).unwrap().to_string(), expected);
    }

    #[test]
    fn notation() {
        check(
            "coap://u@example.com:1/a?q#f",
            r#"[-1, [false, "u", "example", "com", 1], ["a"], ["q"], "f"]"#,
        );
        check("a:b%3Ac", r#"["a", true, [["b", h'3a', "c"]]]"#);
        check("coap://[::1]", r#"[-1, [h'00000000000000000000000000000001']]"#);
        check("a:", r#"["a"]"#);
        check("", "[]");
        check("#f", r#"[0, null, null, "f"]"#);
        check("coap://h#f", r#"[-1, ["h"], [], [], "f"]"#);
        check("../%22%00", r#"[2, ["\"\u0000"]]"#);
        check("//h", r#"[null, ["h"]]"#);
    }
}
