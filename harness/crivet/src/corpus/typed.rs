//! From a YAML mapping to a typed vector.

use std::collections::BTreeSet;

use semver::Version;

use super::coap;
use super::draft::Draft;
use super::error::{CorpusError, ErrorKind, near};
use super::expectation;
use super::fields::Fields;
use super::history;
use super::inventory::{Requirements, Rulings, profiles};
use super::yaml::{Kind, Node};
use crate::edn;
use crate::feature::Feature;
use crate::operation::{Operation, OperationName, Spaces};
use crate::outcome::{Decoded, IriComponents, Item, Value};
use crate::profile::Profile;
use crate::vector::{Accepted, Budget, Expected, Strength, Vector};

/// A withdrawn vector: its id stays taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The id it had.
    pub id: String,
    /// The vectors that took its place.
    pub superseded_by: Vec<String>,
    /// Why it was withdrawn.
    pub note: Option<String>,
    /// Where the tombstone stands.
    pub source: crate::vector::Location,
}

/// What one entry of a vector file is.
pub(super) enum Entry {
    Draft(Box<Draft>),
    Vector(Box<Vector>),
    Tombstone(Tombstone),
}

/// The keys that any vector can have, in the order they are written.
pub const COMMON: [&str; 13] = [
    "id",
    "title",
    "draft",
    "profiles",
    "requirements",
    "features",
    "since",
    "op",
    "expect",
    "strength",
    "ruling",
    "budget",
    "note",
];

/// Reads one entry; `None` where there were errors but in what it expects.
pub(super) fn entry(
    node: Node,
    requirements: &Requirements,
    rulings: &Rulings,
    errors: &mut Vec<CorpusError>,
) -> Option<Entry> {
    let before = errors.len();
    let mut fields = Fields::of(node, "a vector", errors)?;
    let id = fields.take_id();
    if fields.has("superseded-by") {
        let superseded_by = fields.texts("superseded-by").into_iter().map(|(id, _)| id).collect();
        fields.text("title");
        let note = fields.text("note");
        let source = fields.location().clone();
        fields.end(&["id", "title", "superseded-by", "note"]);
        return Some(Entry::Tombstone(Tombstone { id: id?, superseded_by, note, source }));
    }
    let title = fields.required_text("title");
    let is_draft = draft(&mut fields);
    let profiles = profiles(&mut fields);
    let named_requirements =
        known(&mut fields, "requirements", "requirement", |id| requirements.contains_key(id));
    let named_rulings = known(&mut fields, "ruling", "ruling", |id| rulings.contains_key(id));
    let features = features(&mut fields, &profiles);
    let since = since(&mut fields);
    let strength = strength(&mut fields);
    let note = fields.text("note");
    let budget = budget(&mut fields);
    let operation = fields.require("op").and_then(|node| {
        let name = fields.as_text(&node)?;
        match name.parse::<OperationName>() {
            Ok(name) => Some(name),
            Err(error) => {
                fields.error(&node.location, ErrorKind::UnknownName(error.to_string()));
                None
            }
        }
    });
    let Some(name) = operation else {
        // Without the operation nobody can say which arguments are right.
        return None;
    };
    let operation = arguments(&mut fields, name);
    let expect = if is_draft { fields.take("expect") } else { fields.require("expect") };
    let expect = expect.map(|node| (expect_of(&mut fields, name, &profiles, &node), node.location));
    let source = fields.location().clone();
    if let Some((expect, location)) = &expect
        && strength != Strength::Must
        && expect.len() == 1
    {
        let message = format!(
            "strength `{}` wants at least two accepted outcomes, the preferred one first",
            strength.name()
        );
        fields.error(location, ErrorKind::Strength(message));
    }
    let known: Vec<&'static str> = COMMON.iter().chain(argument_names(name)).copied().collect();
    fields.end(&known);
    if errors.len() > before {
        return None;
    }
    let Some((expect, location)) = expect else {
        // Only a draft comes here: of anything else the absence was an error.
        let draft = Draft { id: id?, title: title?, profiles, operation: operation?, source };
        return Some(Entry::Draft(Box::new(draft)));
    };
    let vector = Vector {
        id: id?,
        title: title?,
        profiles,
        requirements: named_requirements,
        features,
        since,
        operation: operation?,
        expect,
        strength,
        rulings: named_rulings,
        note,
        budget,
        source,
    };
    for problem in expectation::problems(&vector) {
        let kind = ErrorKind::Expectation(problem);
        errors.push(CorpusError { location: location.clone(), id: Some(vector.id.clone()), kind });
    }
    if is_draft {
        // A verdict that is written down and not yet stood for.
        let Vector { id, title, profiles, operation, source, .. } = vector;
        return Some(Entry::Draft(Box::new(Draft { id, title, profiles, operation, source })));
    }
    Some(Entry::Vector(Box::new(vector)))
}

/// Takes the mark of a draft: `true`, or nothing.
fn draft(fields: &mut Fields<'_>) -> bool {
    match fields.take("draft") {
        None => false,
        Some(node) => {
            if !matches!(node.kind, Kind::Scalar(serde_yaml::Value::Bool(true), _)) {
                fields.unexpected(&node, "true, or no `draft` at all");
            }
            true
        }
    }
}

/// Takes a list of ids that have to exist.
fn known(fields: &mut Fields<'_>, key: &str, what: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (id, location) in fields.texts(key) {
        if exists(&id) {
            found.push(id);
        } else {
            fields.error(&location, ErrorKind::UnknownName(format!("unknown {what} `{id}`")));
        }
    }
    found
}

fn features(fields: &mut Fields<'_>, profiles: &[Profile]) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for (name, location) in fields.texts("features") {
        match name.parse::<Feature>() {
            Ok(feature) if profiles.iter().any(|profile| profile.features().contains(&feature)) => {
                features.insert(feature);
            }
            Ok(feature) => {
                let message = format!("none of the vector's profiles has the feature `{feature}`");
                fields.error(&location, ErrorKind::UnknownName(message));
            }
            Err(error) => fields.error(&location, ErrorKind::UnknownName(error.to_string())),
        }
    }
    features
}

/// Takes the corpus version a vector came with.
fn since(fields: &mut Fields<'_>) -> Version {
    match fields.take("since") {
        Some(node) => history::version(fields, &node).unwrap_or_else(history::first_version),
        None => history::first_version(),
    }
}

fn strength(fields: &mut Fields<'_>) -> Strength {
    let Some(node) = fields.take("strength") else { return Strength::Must };
    let all = [Strength::Must, Strength::Should, Strength::Disputed];
    let found = all.into_iter().find(|strength| node.text() == Some(strength.name()));
    found.unwrap_or_else(|| {
        fields.unexpected(&node, "one of must, should, disputed");
        Strength::Must
    })
}

/// Takes `budget: {memory: 256, seconds: 5}`; at least one of the two.
fn budget(fields: &mut Fields<'_>) -> Option<Budget> {
    let node = fields.take("budget")?;
    let number = |name: &str| match &node.kind {
        Kind::Mapping(members) => members
            .iter()
            .find(|(key, ..)| key == name)
            .and_then(|(_, _, node)| node.number())
            .filter(|&n| n > 0),
        _ => None,
    };
    let budget = Budget { memory: number("memory"), seconds: number("seconds") };
    let given = usize::from(budget.memory.is_some()) + usize::from(budget.seconds.is_some());
    if given == 0 || !matches!(&node.kind, Kind::Mapping(members) if members.len() == given) {
        fields.unexpected(&node, "a budget: {memory: MiB, seconds: whole seconds}, one of them or both");
        return None;
    }
    Some(budget)
}

/// The arguments an operation has in a vector.
pub fn argument_names(operation: OperationName) -> &'static [&'static str] {
    match operation {
        OperationName::Decode
        | OperationName::CriToUri
        | OperationName::CriToIri
        | OperationName::WellFormed
        | OperationName::Absolute
        | OperationName::Relative => &["cri"],
        OperationName::UriToCri => &["uri"],
        OperationName::IriToCri | OperationName::IriParse | OperationName::IriToUri => &["iri"],
        OperationName::IriPreprocess => &["text", "multiple", "spaces"],
        OperationName::Resolve => &["base", "reference", "relation"],
        OperationName::Relativize => &["base", "target"],
        OperationName::Equivalent => &["a", "b", "ignore-fragment"],
        OperationName::Scan => &["sequence"],
        OperationName::CriToCoap => &["cri", "destination", "to-proxy"],
        OperationName::CoapToCri => &["scheme", "options", "destination"],
        OperationName::UriToCoap => &["uri", "destination"],
        OperationName::CoapToUri => &["secure", "options", "destination"],
    }
}

/// Those of an operation's arguments that a vector may leave out.
pub const OPTIONAL: [&str; 6] = ["ignore-fragment", "secure", "relation", "to-proxy", "multiple", "spaces"];

fn arguments(fields: &mut Fields<'_>, operation: OperationName) -> Option<Operation> {
    let operation = match operation {
        OperationName::Decode => Operation::Decode { cri: required_bytes(fields, "cri")? },
        OperationName::CriToUri => Operation::CriToUri { cri: required_bytes(fields, "cri")? },
        OperationName::CriToIri => Operation::CriToIri { cri: required_bytes(fields, "cri")? },
        OperationName::UriToCri => Operation::UriToCri { uri: fields.required_text("uri")? },
        OperationName::IriToCri => Operation::IriToCri { iri: fields.required_text("iri")? },
        OperationName::Scan => Operation::Scan { sequence: required_bytes(fields, "sequence")? },
        OperationName::Resolve => {
            let (base, reference) = (required_bytes(fields, "base"), required_bytes(fields, "reference"));
            let relation = fields.whole("relation");
            Operation::Resolve { base: base?, reference: reference?, relation }
        }
        OperationName::Relativize => {
            let (base, target) = (required_bytes(fields, "base"), required_bytes(fields, "target"));
            Operation::Relativize { base: base?, target: target? }
        }
        OperationName::Equivalent => {
            let (a, b) = (required_bytes(fields, "a"), required_bytes(fields, "b"));
            let ignore_fragment = fields.truth("ignore-fragment").unwrap_or(false);
            Operation::Equivalent { a: a?, b: b?, ignore_fragment }
        }
        OperationName::CriToCoap => {
            let (cri, destination) = (required_bytes(fields, "cri"), coap::destination(fields));
            let to_proxy = fields.truth("to-proxy");
            Operation::CriToCoap { cri: cri?, destination: destination?, to_proxy }
        }
        OperationName::CoapToCri => {
            let (scheme, options) = (fields.required_text("scheme"), coap::required_options(fields));
            let destination = coap::destination(fields);
            Operation::CoapToCri { scheme: scheme?, options: options?, destination: destination? }
        }
        OperationName::UriToCoap => {
            let (uri, destination) = (fields.required_text("uri"), coap::destination(fields));
            Operation::UriToCoap { uri: uri?, destination: destination? }
        }
        OperationName::CoapToUri => {
            let (secure, options) = (fields.truth("secure").unwrap_or(false), coap::required_options(fields));
            let destination = coap::destination(fields);
            Operation::CoapToUri { secure, options: options?, destination: destination? }
        }
        OperationName::WellFormed => Operation::WellFormed { cri: required_bytes(fields, "cri")? },
        OperationName::Absolute => Operation::Absolute { cri: required_bytes(fields, "cri")? },
        OperationName::Relative => Operation::Relative { cri: required_bytes(fields, "cri")? },
        OperationName::IriPreprocess => {
            let text = fields.required_text("text");
            let multiple = fields.truth("multiple").unwrap_or(false);
            Operation::IriPreprocess { text: text?, multiple, spaces: spaces(fields) }
        }
        OperationName::IriParse => Operation::IriParse { iri: fields.required_text("iri")? },
        OperationName::IriToUri => Operation::IriToUri { iri: fields.required_text("iri")? },
    };
    Some(operation)
}

/// Takes what becomes of spaces: `encode`, unless the vector says otherwise.
fn spaces(fields: &mut Fields<'_>) -> Spaces {
    let Some(node) = fields.take("spaces") else { return Spaces::Encode };
    let found =
        [Spaces::Encode, Spaces::Remove].into_iter().find(|spaces| node.text() == Some(spaces.name()));
    found.unwrap_or_else(|| {
        fields.unexpected(&node, "encode or remove");
        Spaces::Encode
    })
}

fn required_bytes(fields: &mut Fields<'_>, key: &str) -> Option<Vec<u8>> {
    let node = fields.require(key)?;
    bytes(fields, &node)
}

/// Bytes: EDN, `hex:…`, or a mapping with the one member `hex`.
fn bytes(fields: &mut Fields<'_>, node: &Node) -> Option<Vec<u8>> {
    let read = match (&node.kind, node.text()) {
        (_, Some(text)) => edn::read(text),
        (Kind::Mapping(members), _) => match members.as_slice() {
            // As written: to YAML, digits alone are a number.
            [(key, _, Node { kind: Kind::Scalar(_, digits), .. })] if key == "hex" => edn::read_hex(digits),
            _ => {
                fields.unexpected(node, "diagnostic notation, or `hex: …`");
                return None;
            }
        },
        _ => {
            fields.unexpected(node, "diagnostic notation in quotes, or `hex:` and digits");
            return None;
        }
    };
    match read {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            fields.error(&node.location, ErrorKind::Notation(error));
            None
        }
    }
}

/// The accepted outcomes: one, or a list of them.
fn expect_of(
    fields: &mut Fields<'_>,
    operation: OperationName,
    profiles: &[Profile],
    node: &Node,
) -> Vec<Accepted> {
    match &node.kind {
        Kind::Sequence(items) if !is_one_value(operation, items) => {
            if items.is_empty() {
                fields.unexpected(node, "at least one accepted outcome");
            }
            items.iter().filter_map(|item| accepted(fields, operation, profiles, item)).collect()
        }
        _ => accepted(fields, operation, profiles, node).into_iter().collect(),
    }
}

/// A list that is one value, not several outcomes: items of a scan, or CoAP options.
fn is_one_value(operation: OperationName, items: &[Node]) -> bool {
    match operation {
        OperationName::Scan => items.iter().all(is_item),
        OperationName::CriToCoap | OperationName::UriToCoap => items.iter().all(coap::is_option),
        _ => false,
    }
}

fn is_item(node: &Node) -> bool {
    matches!(node.text(), Some("processable" | "unprocessable"))
}

fn accepted(
    fields: &mut Fields<'_>,
    operation: OperationName,
    profiles: &[Profile],
    node: &Node,
) -> Option<Accepted> {
    if let Kind::Mapping(members) = &node.kind
        && members.iter().any(|(key, ..)| key == "outcome")
    {
        let member = |name: &str| members.iter().find(|(key, ..)| key == name).map(|(_, _, node)| node);
        for (key, location, _) in members {
            if key != "outcome" && key != "reading" {
                let kind = ErrorKind::UnknownKey { key: key.clone(), known: vec!["outcome", "reading"] };
                fields.error(location, kind);
            }
        }
        let reading = member("reading").and_then(|node| fields.as_text(node));
        let outcome = outcome(fields, operation, profiles, member("outcome")?)?;
        return Some(Accepted { outcome, reading });
    }
    Some(Accepted { outcome: outcome(fields, operation, profiles, node)?, reading: None })
}

fn outcome(
    fields: &mut Fields<'_>,
    operation: OperationName,
    profiles: &[Profile],
    node: &Node,
) -> Option<Expected> {
    if node.text() == Some("reject") {
        return Some(Expected::Reject);
    }
    if let Some(text) = node.text()
        && near(text, "reject")
    {
        let message = format!("unknown outcome `{text}`; did you mean `reject`?");
        fields.error(&node.location, ErrorKind::UnknownName(message));
        return None;
    }
    // A value may be written by its member's name, as the testee protocol has it.
    let member = match operation {
        OperationName::Decode => {
            return decoded(fields, profiles, node).map(|d| Expected::Value(Value::Decoded(d)));
        }
        OperationName::IriParse => {
            return components(fields, node).map(|components| Expected::Value(Value::Components(components)));
        }
        OperationName::CriToUri | OperationName::CoapToUri | OperationName::IriToUri => "uri",
        OperationName::WellFormed => "well-formed",
        OperationName::Absolute => "absolute",
        OperationName::Relative => "relative",
        OperationName::IriPreprocess => "references",
        OperationName::UriToCri
        | OperationName::IriToCri
        | OperationName::Resolve
        | OperationName::CoapToCri => "cri",
        OperationName::CriToCoap | OperationName::UriToCoap => "options",
        OperationName::Relativize => "reference",
        OperationName::Equivalent => "equivalent",
        OperationName::CriToIri => "iri",
        OperationName::Scan => "items",
    };
    let node = match &node.kind {
        Kind::Mapping(members) => match members.as_slice() {
            [(key, _, value)] if key == member => value,
            [(key, ..)] if key == "hex" => node,
            _ => {
                fields.unexpected(
                    node,
                    &format!("a value, `reject`, or a mapping with the one member `{member}`"),
                );
                return None;
            }
        },
        _ => node,
    };
    let value = match operation {
        OperationName::Decode | OperationName::IriParse => return None,
        OperationName::CriToUri | OperationName::CoapToUri | OperationName::IriToUri => {
            Value::Uri { uri: fields.as_text(node)? }
        }
        OperationName::WellFormed => Value::WellFormed { well_formed: truth(fields, node)? },
        OperationName::Absolute => Value::Absolute { absolute: truth(fields, node)? },
        OperationName::Relative => Value::Relative { relative: truth(fields, node)? },
        OperationName::IriPreprocess => match &node.kind {
            Kind::Sequence(items) => {
                let references = items.iter().map(|item| fields.as_text(item)).collect::<Option<_>>()?;
                Value::References { references }
            }
            _ => {
                fields.unexpected(node, "`references: [...]` or reject");
                return None;
            }
        },
        OperationName::CriToCoap | OperationName::UriToCoap => {
            Value::Options { options: coap::options(fields, node)? }
        }
        OperationName::CriToIri => Value::Iri { iri: fields.as_text(node)? },
        OperationName::UriToCri
        | OperationName::IriToCri
        | OperationName::Resolve
        | OperationName::CoapToCri => Value::Cri { cri: bytes(fields, node)? },
        OperationName::Relativize => Value::Reference { reference: bytes(fields, node)? },
        OperationName::Equivalent => Value::Equivalent { equivalent: truth(fields, node)? },
        OperationName::Scan => match &node.kind {
            Kind::Sequence(items) if items.iter().all(is_item) => {
                let item = |node: &Node| match node.text() {
                    Some("processable") => Item::Processable,
                    _ => Item::Unprocessable,
                };
                Value::Items { items: items.iter().map(item).collect() }
            }
            _ => {
                fields.unexpected(node, "a list of `processable` and `unprocessable`");
                return None;
            }
        },
    };
    Some(Expected::Value(value))
}

fn truth(fields: &mut Fields<'_>, node: &Node) -> Option<bool> {
    match node.kind {
        Kind::Scalar(serde_yaml::Value::Bool(truth), _) => Some(truth),
        _ => {
            fields.unexpected(node, "true, false or reject");
            None
        }
    }
}

/// What `iri-parse` gives: a mapping of the components that are there; what is null or left out is absent.
fn components(fields: &mut Fields<'_>, node: &Node) -> Option<IriComponents> {
    let Kind::Mapping(members) = &node.kind else {
        fields.unexpected(node, "a mapping of components, or reject");
        return None;
    };
    let mut components = IriComponents::default();
    for (key, location, node) in members {
        let Some(component) = components.component_mut(key) else {
            let known = IriComponents::NAMES.to_vec();
            fields.error(location, ErrorKind::UnknownKey { key: key.clone(), known });
            return None;
        };
        if !matches!(node.kind, Kind::Scalar(serde_yaml::Value::Null, _)) {
            *component = Some(fields.as_text(node)?);
        }
    }
    Some(components)
}

/// What `decode` gives: a CRI alone, full when it starts with a scheme; or `full` and `cri` spelt out.
fn decoded(fields: &mut Fields<'_>, profiles: &[Profile], node: &Node) -> Option<Decoded> {
    // Whether it is right for each of the profiles is checked with the vector.
    let full =
        |cri: &[u8]| profiles.first().is_some_and(|&profile| expectation::starts_with_scheme(cri, profile));
    let Kind::Mapping(members) = &node.kind else {
        let cri = bytes(fields, node)?;
        return Some(Decoded { full: full(&cri), cri });
    };
    let member = |name: &str| members.iter().find(|(key, ..)| key == name).map(|(_, _, node)| node);
    match (member("full").map(|node| &node.kind), member("cri"), members.len()) {
        (Some(Kind::Scalar(serde_yaml::Value::Bool(full), _)), Some(cri), 2) => {
            Some(Decoded { full: *full, cri: bytes(fields, cri)? })
        }
        (None, Some(cri), 1) => decoded(fields, profiles, cri),
        (None, None, 1) => {
            let cri = bytes(fields, node)?;
            Some(Decoded { full: full(&cri), cri })
        }
        _ => {
            fields.unexpected(node, "a CRI, `reject`, or a mapping of `full` (true or false) and `cri`");
            None
        }
    }
}
