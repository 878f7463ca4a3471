//! YAML with places: what `serde_yaml` read, and beside it where each node stands.
//!
//! `serde_yaml` tells the place of what is no YAML, but its values carry none. So a second, bounded pass
//! over the parser's events notes the place of each node, and rejects what no vector file needs and an
//! attacker does: anchors and aliases, deep nesting, nodes without end.

use std::collections::HashSet;

use saphyr_parser::{Event, Parser, Span};
use serde_yaml::Value;

use super::source::Source;
use crate::corpus::error::{CorpusError, ErrorKind};
use crate::vector::Location;

/// How many levels YAML may have: a vector needs five.
const DEPTH_LIMIT: usize = 24;
/// The most nodes in a file.
const NODE_LIMIT: usize = 500_000;

/// A YAML value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) location: Location,
    pub(super) kind: Kind,
}

/// What a node is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A scalar, as `serde_yaml` resolves it, and as it is written.
    Scalar(Value, String),
    /// A sequence.
    Sequence(Vec<Node>),
    /// A mapping from texts; each key with its place.
    Mapping(Vec<(String, Location, Node)>),
}

impl Node {
    /// What kind of thing it is, in words for an error.
    pub(super) fn describe(&self) -> String {
        match &self.kind {
            Kind::Scalar(Value::Null, _) => "nothing".to_owned(),
            Kind::Scalar(Value::Bool(value), _) => format!("`{value}`"),
            Kind::Scalar(Value::Number(value), _) => {
                format!("the number {value} (quote it if a text is meant)")
            }
            Kind::Scalar(Value::String(value), _) => format!("the text {value:?}"),
            Kind::Scalar(..) => "a tagged value".to_owned(),
            Kind::Sequence(_) => "a list (quote it if diagnostic notation is meant)".to_owned(),
            Kind::Mapping(_) => "a mapping".to_owned(),
        }
    }

    /// The number, if it is a whole one from zero.
    pub(super) fn number(&self) -> Option<u64> {
        match &self.kind {
            Kind::Scalar(Value::Number(number), _) => number.as_u64(),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar(Value::String(text), _) => Some(text),
            _ => None,
        }
    }
}

/// Reads a file as one YAML document. `None` where it could not be; why is among the errors.
pub(super) fn read(source: &Source, errors: &mut Vec<CorpusError>) -> Option<Node> {
    let before = errors.len();
    let places = Places { source, left: NODE_LIMIT, errors }.document();
    if errors.len() > before {
        return None;
    }
    let place = places?;
    match serde_yaml::from_str::<Value>(&source.text) {
        Ok(value) => join(value, place, source, errors),
        Err(error) => {
            let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
            errors.push(at(source, line, column, ErrorKind::Yaml(error.to_string())));
            None
        }
    }
}

fn at(source: &Source, line: usize, column: usize, kind: ErrorKind) -> CorpusError {
    let location = Location { file: source.name.clone(), line, column };
    CorpusError { location, id: None, kind }
}

/// Where a node stands, and those in it.
struct Place {
    line: usize,
    column: usize,
    inner: Inner,
}

enum Inner {
    Scalar(String),
    Sequence(Vec<Place>),
    Mapping(Vec<(Place, Place)>),
}

/// The pass over the parser's events.
struct Places<'a> {
    source: &'a Source,
    /// How many nodes more there may be.
    left: usize,
    errors: &'a mut Vec<CorpusError>,
}

impl<'a> Places<'a> {
    fn document(mut self) -> Option<Place> {
        let source = self.source;
        let mut parser = Parser::new_from_str(&source.text);
        let mut root = None;
        loop {
            let (event, span) = self.next(&mut parser)?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => {}
                Event::StreamEnd => break,
                event if root.is_none() => root = Some(self.node(&mut parser, event, span, DEPTH_LIMIT)?),
                _ => {
                    return self.stop(span, ErrorKind::Yaml("a second document in the file".to_owned()));
                }
            }
        }
        match root {
            Some(root) => Some(root),
            None => {
                let expected = "a list".to_owned();
                self.errors.push(at(
                    source,
                    1,
                    1,
                    ErrorKind::Expected { expected, found: "nothing".to_owned() },
                ));
                None
            }
        }
    }

    fn next(&mut self, parser: &mut Parser<'a, saphyr_parser::StrInput<'a>>) -> Option<(Event<'a>, Span)> {
        match parser.next_event()? {
            Ok(found) => Some(found),
            Err(error) => {
                let (line, column) = (error.marker().line(), error.marker().col() + 1);
                self.errors.push(at(self.source, line, column, ErrorKind::Yaml(error.info().to_owned())));
                None
            }
        }
    }

    fn stop<T>(&mut self, span: Span, kind: ErrorKind) -> Option<T> {
        self.errors.push(at(self.source, span.start.line(), span.start.col() + 1, kind));
        None
    }

    fn node(
        &mut self,
        parser: &mut Parser<'a, saphyr_parser::StrInput<'a>>,
        event: Event<'a>,
        span: Span,
        levels: usize,
    ) -> Option<Place> {
        let Some(left) = self.left.checked_sub(1) else {
            return self.stop(span, ErrorKind::TooManyNodes(NODE_LIMIT));
        };
        self.left = left;
        let Some(levels) = levels.checked_sub(1) else {
            return self.stop(span, ErrorKind::TooDeep(DEPTH_LIMIT));
        };
        let inner = match event {
            Event::Scalar(text, _, 0, _) => Inner::Scalar(text.into_owned()),
            Event::SequenceStart(0, _) => {
                let mut items = Vec::new();
                loop {
                    match self.next(parser)? {
                        (Event::SequenceEnd, _) => break Inner::Sequence(items),
                        (event, span) => items.push(self.node(parser, event, span, levels)?),
                    }
                }
            }
            Event::MappingStart(0, _) => {
                let mut members = Vec::new();
                let mut seen = HashSet::new();
                loop {
                    match self.next(parser)? {
                        (Event::MappingEnd, _) => break Inner::Mapping(members),
                        (event, span) => {
                            let key = self.node(parser, event, span, levels)?;
                            if let Inner::Scalar(name) = &key.inner
                                && !seen.insert(name.clone())
                            {
                                let kind = ErrorKind::DuplicateKey(name.clone());
                                self.errors.push(at(self.source, key.line, key.column, kind));
                            }
                            let (event, span) = self.next(parser)?;
                            members.push((key, self.node(parser, event, span, levels)?));
                        }
                    }
                }
            }
            Event::Alias(_) | Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..) => {
                return self.stop(span, ErrorKind::Alias);
            }
            _ => return self.stop(span, ErrorKind::Yaml("expected a value".to_owned())),
        };
        Some(Place { line: span.start.line(), column: span.start.col() + 1, inner })
    }
}

/// Puts values and places together; the two parsers saw the same document, or the file is rejected.
fn join(value: Value, place: Place, source: &Source, errors: &mut Vec<CorpusError>) -> Option<Node> {
    let location = Location { file: source.name.clone(), line: place.line, column: place.column };
    let kind = match (value, place.inner) {
        (Value::Sequence(values), Inner::Sequence(places)) if values.len() == places.len() => {
            let items =
                values.into_iter().zip(places).map(|(value, place)| join(value, place, source, errors));
            Kind::Sequence(items.collect::<Option<_>>()?)
        }
        (Value::Mapping(values), Inner::Mapping(places)) if values.len() == places.len() => {
            let mut members: Vec<(String, Location, Node)> = Vec::new();
            for ((key, value), (key_place, place)) in values.into_iter().zip(places) {
                let location =
                    Location { file: source.name.clone(), line: key_place.line, column: key_place.column };
                match key {
                    Value::String(key) if matches!(&key_place.inner, Inner::Scalar(text) if *text == key) => {
                        members.push((key, location, join(value, place, source, errors)?));
                    }
                    _ => {
                        let expected = "a text as key".to_owned();
                        let found = "another kind of key".to_owned();
                        errors.push(CorpusError {
                            location,
                            id: None,
                            kind: ErrorKind::Expected { expected, found },
                        });
                        return None;
                    }
                }
            }
            Kind::Mapping(members)
        }
        (Value::Tagged(_), _) => {
            let found = "a YAML tag".to_owned();
            let kind = ErrorKind::Expected { expected: "a plain value".to_owned(), found };
            errors.push(CorpusError { location, id: None, kind });
            return None;
        }
        (scalar, Inner::Scalar(written)) => Kind::Scalar(scalar, written),
        _ => {
            let kind = ErrorKind::Yaml("a construct that YAML readers take differently".to_owned());
            errors.push(CorpusError { location, id: None, kind });
            return None;
        }
    };
    Some(Node { location, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::files::source::Role;

    fn place(inner: Inner) -> Place {
        Place { line: 1, column: 1, inner }
    }

    fn scalar(text: &str) -> Place {
        place(Inner::Scalar(text.to_owned()))
    }

    /// Does the value have its place? If not, there is an error.
    fn joins(value: &str, inner: Inner) -> bool {
        let source = Source { name: "a.yaml".to_owned(), role: Role::Vectors, text: value.to_owned() };
        let mut errors = Vec::new();
        let node = join(serde_yaml::from_str(value).unwrap(), place(inner), &source, &mut errors);
        assert_eq!(node.is_some(), errors.is_empty(), "{value}");
        node.is_some()
    }

    #[test]
    fn two_parsers_that_saw_different_documents() {
        let members =
            |keys: &[&str]| Inner::Mapping(keys.iter().map(|key| (scalar(key), scalar("1"))).collect());
        let items = |items: &[&str]| Inner::Sequence(items.iter().map(|item| scalar(item)).collect());
        assert!(joins("[a, b]", items(&["a", "b"])));
        assert!(!joins("[a, b]", items(&["a"])));
        assert!(!joins("[a]", items(&["a", "b"])));
        assert!(joins("{a: 1, b: 1}", members(&["a", "b"])));
        assert!(!joins("{a: 1, b: 1}", members(&["a"])));
        assert!(!joins("{a: 1}", members(&["a", "b"])));
        assert!(!joins("{a: 1}", members(&["b"])));
        assert!(!joins("{a: 1}", items(&["a"])));
        assert!(!joins("[a]", members(&["a"])));
        assert!(!joins("a", items(&["a"])));
    }
}
