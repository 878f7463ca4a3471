//! Traits of a question: what its inputs have and others do not, so that failures of different operations can be put
//! down to one of them.

use std::collections::BTreeSet;

use super::components::Components;
use super::topic::topic;
use crate::cri::{Authority, Cri, Discard, Host, Part, Scheme, Text, read};
use crate::operation::Argument;
use crate::select::Case;

/// The traits of a case: what it cites, what its file is about, and what its inputs have.
pub(super) fn traits(case: &Case<'_>) -> BTreeSet<String> {
    let vector = case.vector;
    let mut traits = Traits(BTreeSet::new());
    for requirement in &vector.requirements {
        // The same requirement has one place in each revision.
        let place =
            requirement.strip_prefix("href").and_then(|id| id.split_once('-')).map(|(_, place)| place);
        traits.add("requirement", place.unwrap_or(requirement));
    }
    vector.rulings.iter().for_each(|ruling| traits.add("ruling", ruling));
    vector.features.iter().for_each(|feature| traits.add("feature", feature.name()));
    traits.add("topic", topic(vector));
    for (name, argument) in vector.operation.arguments() {
        match argument {
            Argument::Cbor(bytes) => traits.bytes(name, &bytes),
            Argument::Text(text) => traits.uri(&text),
            Argument::Options(options) => {
                options.iter().for_each(|option| traits.add("option", &option.number.to_string()));
            }
            _ => {}
        }
    }
    traits.0
}

struct Traits(BTreeSet<String>);

impl Traits {
    fn add(&mut self, name: &str, value: &str) {
        self.0.insert(format!("{name} {value}"));
    }

    fn bytes(&mut self, argument: &str, bytes: &[u8]) {
        if let Some(head) = bytes.first() {
            self.add("head", &format!("{head:02x}"));
        }
        match read(bytes) {
            Ok(reading) => self.cri(argument, &reading.cri),
            Err(_) => self.add("bytes", "unreadable"),
        }
    }

    fn cri(&mut self, argument: &str, cri: &Cri) {
        match &cri.scheme {
            Some(Scheme::Name(name)) => {
                self.add("scheme", "name");
                self.characters("scheme", name);
            }
            Some(Scheme::Number(number)) => {
                self.add("scheme", "number");
                self.add("scheme number", &number.to_string());
            }
            None => {}
        }
        match &cri.authority {
            Authority::Null => self.add("authority", "null"),
            Authority::True => self.add("authority", "true"),
            Authority::Given(given) => {
                self.add("authority", "given");
                if let Some(userinfo) = &given.userinfo {
                    self.add("with", "userinfo");
                    self.text("userinfo", userinfo);
                }
                match &given.host {
                    Host::Address { address, zone } => {
                        self.add("address", if address.is_ipv4() { "IPv4" } else { "IPv6" });
                        if zone.is_some() {
                            self.add("with", "zone");
                        }
                    }
                    Host::Name(labels) => {
                        self.add("labels", &labels.len().to_string());
                        labels.iter().for_each(|label| self.text("label", label));
                    }
                }
                if let Some(port) = given.port {
                    self.add("with", "port");
                    self.add("port", &port.to_string());
                }
            }
        }
        if !cri.is_full() {
            let discard = match cri.discard {
                Discard::All => "all".to_owned(),
                Discard::Count(count) => count.to_string(),
            };
            self.add("discard", &discard);
            self.add(&format!("{argument} discard"), &discard);
        }
        for (section, texts) in [("path", &cri.path), ("query", &cri.query)] {
            let count = texts.as_ref().map_or("none".to_owned(), |texts| texts.len().to_string());
            self.add(section, &count);
            self.add(&format!("{argument} {section}"), &count);
            let texts = texts.as_deref().unwrap_or_default();
            texts.iter().for_each(|text| self.text(section, text));
            if texts.first().is_some_and(Text::is_empty) {
                self.add(section, "starts empty");
            }
            if texts.last().is_some_and(Text::is_empty) {
                self.add(section, "ends empty");
            }
        }
        if let Some(fragment) = &cri.fragment {
            self.add("with", "fragment");
            self.text("fragment", fragment);
        }
    }

    fn text(&mut self, place: &str, text: &Text) {
        match text {
            Text::Plain(text) => {
                if text.is_empty() || text == "." || text == ".." {
                    self.add(place, &format!("text {text:?}"));
                }
                self.characters(place, text);
            }
            Text::Sequence(parts) => {
                self.add("with", "pet");
                self.add(place, "pet");
                for part in parts {
                    match part {
                        Part::Bytes(bytes) => bytes.iter().take(2).for_each(|byte| {
                            self.add("pet byte", &format!("{byte:02x}"));
                        }),
                        Part::Text(text) => self.characters("pet", text),
                    }
                }
            }
        }
    }

    fn characters(&mut self, place: &str, text: &str) {
        for c in text.chars().filter(|c| !c.is_ascii_alphanumeric()) {
            let shown = if c.is_ascii() { format!("{c:?}") } else { "non-ASCII".to_owned() };
            self.add("character", &shown);
            self.add(&format!("{place} character"), &shown);
        }
    }

    fn uri(&mut self, text: &str) {
        let components = Components::of(text);
        for (name, component) in components.named() {
            let Some(component) = component else {
                self.add("without", name);
                continue;
            };
            if component.is_empty() {
                self.add("empty", name);
            }
            self.characters(&format!("URI {name}"), component);
            for escape in component.split('%').skip(1) {
                self.add("escape", escape.get(..2).unwrap_or(escape));
            }
        }
        let Components { scheme, host, port, path, .. } = components;
        scheme.into_iter().for_each(|scheme| self.add("URI scheme", scheme));
        port.into_iter().for_each(|port| self.add("port", port));
        if host.is_some_and(|host| host.starts_with('[')) {
            self.add("host", "IP-literal");
        }
        if host.is_some_and(|host| !host.is_empty() && host.chars().all(|c| c == '.' || c.is_ascii_digit())) {
            self.add("host", "IPv4");
        }
        if path.split('/').any(|segment| matches!(segment, "." | "..")) {
            self.add("path", "dot segment");
        }
    }
}
