//! The members of one YAML mapping, taken one by one; every slip is an error with its place.

use super::yaml::{Kind, Node};
use crate::corpus::error::{CorpusError, ErrorKind};
use crate::vector::Location;

/// The members of a mapping, and the errors found on the way.
pub(super) struct Fields<'a> {
    location: Location,
    members: Vec<(String, Location, Node)>,
    /// The id of what is being read, once it is known.
    pub(super) id: Option<String>,
    errors: &'a mut Vec<CorpusError>,
}

impl<'a> Fields<'a> {
    /// The members of `node`, if it is a mapping.
    pub(super) fn of(node: Node, what: &str, errors: &'a mut Vec<CorpusError>) -> Option<Self> {
        let found = node.describe();
        match node.kind {
            Kind::Mapping(members) => Some(Fields { location: node.location, members, id: None, errors }),
            _ => {
                let kind = ErrorKind::Expected { expected: what.to_owned(), found };
                errors.push(CorpusError { location: node.location, id: None, kind });
                None
            }
        }
    }

    /// The members of a mapping inside this one.
    pub(super) fn within(&mut self, node: Node, what: &str) -> Option<Fields<'_>> {
        let id = self.id.clone();
        Some(Fields { id, ..Fields::of(node, what, self.errors)? })
    }

    /// Where the mapping starts.
    pub(super) fn location(&self) -> &Location {
        &self.location
    }

    /// Adds an error.
    pub(super) fn error(&mut self, location: &Location, kind: ErrorKind) {
        self.errors.push(CorpusError { location: location.clone(), id: self.id.clone(), kind });
    }

    /// How many errors there are so far, in all.
    pub(super) fn errors(&self) -> usize {
        self.errors.len()
    }

    /// Adds an error for what is of another kind than expected.
    pub(super) fn unexpected(&mut self, node: &Node, expected: &str) {
        let kind = ErrorKind::Expected { expected: expected.to_owned(), found: node.describe() };
        self.error(&node.location, kind);
    }

    /// Is there a member of that name?
    pub(super) fn has(&self, key: &str) -> bool {
        self.members.iter().any(|(name, ..)| name == key)
    }

    /// Takes a member.
    pub(super) fn take(&mut self, key: &str) -> Option<Node> {
        let index = self.members.iter().position(|(name, ..)| name == key)?;
        Some(self.members.remove(index).2)
    }

    /// Takes a member that has to be there.
    pub(super) fn require(&mut self, key: &str) -> Option<Node> {
        let node = self.take(key);
        if node.is_none() {
            let location = self.location.clone();
            self.error(&location, ErrorKind::Missing(key.to_owned()));
        }
        node
    }

    /// Takes a text.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let node = self.take(key)?;
        self.as_text(&node)
    }

    /// Takes a text that has to be there.
    pub(super) fn required_text(&mut self, key: &str) -> Option<String> {
        let node = self.require(key)?;
        self.as_text(&node)
    }

    /// A node's text.
    pub(super) fn as_text(&mut self, node: &Node) -> Option<String> {
        match node.text() {
            Some(text) => Some(text.to_owned()),
            None => {
                self.unexpected(node, "a text");
                None
            }
        }
    }

    /// Takes a list of texts, each with its place; one text alone stands for a list of one.
    pub(super) fn texts(&mut self, key: &str) -> Vec<(String, Location)> {
        let Some(node) = self.take(key) else { return Vec::new() };
        let items = match node.kind {
            Kind::Sequence(items) => items,
            _ => vec![node],
        };
        items.into_iter().filter_map(|item| self.as_text(&item).map(|text| (text, item.location))).collect()
    }

    /// Takes a truth value.
    pub(super) fn truth(&mut self, key: &str) -> Option<bool> {
        let node = self.take(key)?;
        match node.kind {
            Kind::Scalar(serde_yaml::Value::Bool(value), _) => Some(value),
            _ => {
                self.unexpected(&node, "true or false");
                None
            }
        }
    }

    /// Takes a whole number, which may be negative.
    pub(super) fn whole(&mut self, key: &str) -> Option<i64> {
        let node = self.take(key)?;
        match &node.kind {
            Kind::Scalar(serde_yaml::Value::Number(number), _) if number.is_i64() => number.as_i64(),
            _ => {
                self.unexpected(&node, "a whole number");
                None
            }
        }
    }

    /// Takes the id, checks how it is written, and names it in every later error.
    pub(super) fn take_id(&mut self) -> Option<String> {
        let node = self.require("id")?;
        let id = self.as_text(&node)?;
        if is_kebab_case(&id) {
            self.id = Some(id.clone());
            Some(id)
        } else {
            self.error(&node.location, ErrorKind::BadId(id));
            None
        }
    }

    /// Every member that is left is unknown.
    pub(super) fn end(mut self, known: &[&'static str]) {
        for (key, location, _) in std::mem::take(&mut self.members) {
            self.error(&location, ErrorKind::UnknownKey { key, known: known.to_vec() });
        }
    }
}

/// Words of lower-case letters, digits and dots, with hyphens between them.
pub(super) fn is_kebab_case(text: &str) -> bool {
    let is_letter = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '.';
    text.split('-').all(|word| !word.is_empty() && word.chars().all(is_letter))
}
