//! A CRI for people: diagnostic notation of its transfer form.

use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;

use super::{Authority, Cri, Discard, Given, Host, Part, Scheme, Text};

impl Display for Cri {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut sections = Vec::new();
        match (&self.scheme, &self.authority, self.discard) {
            (None, Authority::Null, discard) => sections.push(discard.to_string()),
            (scheme, authority, _) => {
                sections.push(scheme.as_ref().map_or_else(|| "null".to_owned(), Scheme::to_string));
                sections.push(authority.to_string());
            }
        }
        sections.push(list_or_null(self.path.as_deref()));
        sections.push(list_or_null(self.query.as_deref()));
        sections.push(self.fragment.as_ref().map_or_else(|| "null".to_owned(), Text::to_string));
        // The first is never null alone: then it would be a discard.
        while sections.last().is_some_and(|last| last == "null") {
            sections.pop();
        }
        write!(f, "[{}]", sections.join(", "))
    }
}

impl Display for Scheme {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Scheme::Name(name) => f.write_str(&quoted(name)),
            Scheme::Number(number) => write!(f, "{}", -1 - i128::from(*number)),
        }
    }
}

impl Display for Authority {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Authority::Null => f.write_str("null"),
            Authority::True => f.write_str("true"),
            Authority::Given(given) => given.fmt(f),
        }
    }
}

impl Display for Given {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut elements = Vec::new();
        if let Some(userinfo) = &self.userinfo {
            elements.push(format!("false, {userinfo}"));
        }
        match &self.host {
            Host::Address { address, zone } => {
                elements.push(match address {
                    IpAddr::V4(address) => bytes(&address.octets()),
                    IpAddr::V6(address) => bytes(&address.octets()),
                });
                elements.extend(zone.iter().map(|zone| quoted(zone)));
            }
            Host::Name(labels) => elements.extend(labels.iter().map(Text::to_string)),
        }
        elements.extend(self.port.map(|port| port.to_string()));
        write!(f, "[{}]", elements.join(", "))
    }
}

impl Display for Discard {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Discard::All => f.write_str("true"),
            Discard::Count(count) => count.fmt(f),
        }
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Text::Plain(text) => f.write_str(&quoted(text)),
            Text::Sequence(parts) => {
                let parts = parts.iter().map(|part| match part {
                    Part::Bytes(part) => bytes(part),
                    Part::Text(text) => quoted(text),
                });
                write!(f, "[{}]", parts.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The list in diagnostic notation, or `null`.
pub(super) fn list_or_null(texts: Option<&[Text]>) -> String {
    texts.map_or_else(
        || "null".to_owned(),
        |texts| format!("[{}]", texts.iter().map(Text::to_string).collect::<Vec<_>>().join(", ")),
    )
}

/// A text in quotes; what could not be told from something else on a screen is escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            _ if c.is_alphanumeric() => quoted.push(c),
            _ => quoted.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        }
    }
    quoted.push('"');
    quoted
}

/// The longest text that messages show, in characters.
const LONGEST: usize = 160;

/// The text, cut where it would flood a message.
pub(crate) fn clipped(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{} …", &text[..end]),
    }
}

fn bytes(bytes: &[u8]) -> String {
    format!("h'{}'", hex::encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::super::testing::cri;
    use super::{LONGEST, clipped};

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(clipped("ä".repeat(LONGEST)), "ä".repeat(LONGEST));
        assert_eq!(clipped("ä".repeat(LONGEST + 1)), format!("{} …", "ä".repeat(LONGEST)));
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(cri(text).to_string(), expected);
    }

    #[test]
    fn cris_are_shown_in_diagnostic_notation() {
        for text in [
            r#"[-1, [h'c6336401', 61616], [".well-known", "core"]]"#,
            r#"[-6, true, [["web:alice:7", h'3a', "1-balun"]]]"#,
            r#"[-4, [false, "", "example", "com"]]"#,
            r#"["a", [h'00000000000000000000000000000001', "eth0"], null, ["q", ""], "f"]"#,
            r#"["a"]"#,
            "[0]",
            "[true]",
            "[null, true]",
            "[1, [], [], \"f\"]",
            "[-18446744073709551616, null, [\"ä\\\\\\\"\"]]",
        ] {
            check(text, text);
        }
        check("[]", "[0]");
        check("[0, null, null]", "[0]");
        check("[0, [\"e\u{301}\"]]", r#"[0, ["e\u{301}"]]"#);
    }
}
