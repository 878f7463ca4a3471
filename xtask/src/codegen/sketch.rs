//! A vector on its way into a file, and its YAML.

use crivet::profile::Profile;
use crivet::vector::Strength;

use super::cbor::Item;

/// Both profiles: most of what is generated holds for both.
pub(super) const BOTH: [Profile; 2] = [Profile::Href13, Profile::Href27];

/// A vector before it is written. Requirements and features of a profile that is left out are not written.
#[derive(Clone, Debug, Default)]
pub(super) struct Sketch {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) profiles: Vec<Profile>,
    pub(super) requirements: Vec<&'static str>,
    pub(super) features: Vec<&'static str>,
    pub(super) op: &'static str,
    pub(super) arguments: Vec<(&'static str, Argument)>,
    pub(super) expect: Vec<Accepted>,
    pub(super) strength: Strength,
    pub(super) rulings: Vec<&'static str>,
    pub(super) note: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// Bytes that are no item, or whose form is the point.
    Bytes(Vec<u8>),
    Cri(Item),
    /// The address and port of a destination.
    Destination(String, u16),
    /// CoAP options by number and value.
    Options(Vec<(u16, Vec<u8>)>),
    Text(String),
    /// A word that YAML needs no quotes for.
    Word(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Accepted {
    pub(super) outcome: Outcome,
    pub(super) reading: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Cri(Item),
    /// What `decode` finds, full or not.
    Decoded {
        full: bool,
        cri: Item,
    },
    /// What `equivalent` says.
    Equivalent(bool),
    /// CoAP options by number and value.
    Options(Vec<(u16, Vec<u8>)>),
    /// What `scan` says of a single item.
    Processable,
    Reject,
    Text(String),
}

/// A single outcome, without a reading.
pub(super) fn only(outcome: Outcome) -> Vec<Accepted> {
    vec![Accepted { outcome, reading: "" }]
}

impl Sketch {
    pub(super) fn yaml(&self) -> String {
        let profiles: Vec<_> = self.profiles.iter().map(|profile| profile.name()).collect();
        let mut yaml = format!(
            "- id: {}\n  title: {}\n  profiles: [{}]\n",
            self.id,
            scalar(&self.title),
            profiles.join(", ")
        );
        yaml += &format!(
            "  requirements: [{}]\n",
            self.written(&self.requirements, "href13-", "href27-").join(", ")
        );
        let features = self.features_written();
        if !features.is_empty() {
            yaml += &format!("  features: [{}]\n", features.join(", "));
        }
        yaml += &format!("  op: {}\n", self.op);
        for (name, argument) in &self.arguments {
            let argument = match argument {
                Argument::Bytes(bytes) => scalar(&format!("hex:{}", super::cbor::hex(bytes))),
                Argument::Cri(item) => scalar(&item.notation()),
                Argument::Destination(address, port) => {
                    format!("{{address: {}, port: {port}}}", scalar(address))
                }
                Argument::Options(options) => self::options(options),
                Argument::Text(text) => scalar(text),
                Argument::Word(word) => word.clone(),
            };
            yaml += &format!("  {name}: {argument}\n");
        }
        match self.expect.as_slice() {
            [only] if only.reading.is_empty() => yaml += &format!("  expect: {}\n", only.outcome.yaml()),
            several => {
                yaml += "  expect:\n";
                for Accepted { outcome, reading } in several {
                    let outcome = outcome.yaml();
                    yaml += &match *reading {
                        "" => format!("    - {outcome}\n"),
                        reading => format!("    - {{outcome: {outcome}, reading: {}}}\n", scalar(reading)),
                    };
                }
            }
        }
        if self.strength != Strength::Must {
            yaml += &format!("  strength: {}\n", self.strength.name());
        }
        match self.rulings.as_slice() {
            [] => {}
            [one] => yaml += &format!("  ruling: {one}\n"),
            several => yaml += &format!("  ruling: [{}]\n", several.join(", ")),
        }
        if !self.note.is_empty() {
            yaml += &format!("  note: {}\n", scalar(&self.note));
        }
        yaml
    }

    fn written(&self, ids: &[&'static str], of_13: &str, of_27: &str) -> Vec<&'static str> {
        let holds = |profile| self.profiles.contains(&profile);
        let mut written: Vec<&str> = Vec::new();
        for &id in ids {
            let left_out = (id.starts_with(of_13) && !holds(Profile::Href13))
                || (id.starts_with(of_27) && !holds(Profile::Href27));
            if !left_out && !written.contains(&id) {
                written.push(id);
            }
        }
        written
    }

    fn features_written(&self) -> Vec<&'static str> {
        let of_27 = |feature: &str| matches!(feature, "scheme-name" | "zone-id");
        let mut features = self.features.clone();
        features.retain(|feature| self.profiles.contains(&Profile::Href27) || !of_27(feature));
        features.sort_unstable();
        features.dedup();
        features
    }
}

impl Outcome {
    fn yaml(&self) -> String {
        match self {
            Outcome::Cri(item) => scalar(&item.notation()),
            Outcome::Decoded { full, cri } => format!("{{full: {full}, cri: {}}}", scalar(&cri.notation())),
            Outcome::Equivalent(equivalent) => equivalent.to_string(),
            Outcome::Options(options) => self::options(options),
            Outcome::Processable => "[processable]".to_owned(),
            Outcome::Reject => "reject".to_owned(),
            Outcome::Text(text) => scalar(text),
        }
    }
}

/// CoAP options on a line: Uri-Port in hex, texts as they are.
fn options(options: &[(u16, Vec<u8>)]) -> String {
    let one = |(number, value): &(u16, Vec<u8>)| match std::str::from_utf8(value) {
        Ok(text) if *number != 7 => format!("{{number: {number}, text: {}}}", scalar(text)),
        _ => format!("{{number: {number}, value: '{}'}}", super::cbor::hex(value)),
    };
    format!("[{}]", options.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A YAML scalar: in single quotes, or in double quotes where it holds something else than printable ASCII.
pub(crate) fn scalar(text: &str) -> String {
    if text.chars().all(|character| matches!(character, ' '..='~')) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            ' '..='~' => out.push(character),
            other => out.push_str(&format!("\\U{:08x}", u32::from(other))),
        }
    }
    out.push('"');
    out
}
