//! From a YAML mapping to a typed vector.

use std::collections::BTreeSet;

use semver::Version;

use super::coap;
use super::expectation;
use super::fields::Fields;
use super::history;
use super::inventory::profiles;
use super::yaml::{Kind, Node};
use crate::corpus::draft::Draft;
use crate::corpus::error::{CorpusError, ErrorKind, near};
use crate::corpus::inventory::{Requirements, Rulings};
use crate::corpus::{COMMON_KEYS, Tombstone, first_version};
use crate::edn;
use crate::feature::Feature;
use crate::operation::{
    Argument, ArgumentKind, Operation, OperationName, Parameter, Signature, Spaces, Transport,
};
use crate::outcome::{Decoded, IriComponents, Item, Value, ValueKind};
use crate::profile::Profile;
use crate::vector::{Accepted, Budget, Expected, Location, Step, Strength, Vector};

/// What one entry of a vector file is.
pub(super) enum Entry {
    Draft(Box<Draft>),
    Vector(Box<Vector>),
    Tombstone(Tombstone),
}

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
    let source = fields.location().clone();
    if fields.has("steps") {
        let steps = steps(&mut fields, &profiles);
        fields.end(&SEQUENCE_KEYS);
        if errors.len() > before {
            return None;
        }
        let ((last, _), first) = steps.split_last()?;
        let vector = Vector {
            id: id?,
            title: title?,
            profiles,
            requirements: named_requirements,
            features,
            since,
            before: first.iter().map(|(step, _)| step.clone()).collect(),
            operation: last.operation.clone(),
            times: last.times,
            expect: last.expect.clone(),
            strength,
            rulings: named_rulings,
            note,
            budget,
            source,
        };
        for (step, (_, location)) in vector.steps().zip(&steps) {
            unmeetable(&step, location, errors);
        }
        return Some(Entry::Vector(Box::new(vector)));
    }
    // Without the operation nobody can say which arguments are right.
    let (operation, signature) = asked(&mut fields, &profiles)?;
    let expect = if is_draft { fields.take("expect") } else { fields.require("expect") };
    let expect =
        expect.map(|node| (expect_of(&mut fields, signature.value, &profiles, &node), node.location));
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
    let known: Vec<&'static str> =
        COMMON_KEYS.into_iter().chain(signature.parameters.iter().map(|parameter| parameter.name)).collect();
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
        before: Vec::new(),
        operation: operation?,
        times: 1,
        expect,
        strength,
        rulings: named_rulings,
        note,
        budget,
        source,
    };
    unmeetable(&vector, &location, errors);
    if is_draft {
        // A verdict that is written down and not yet stood for.
        let Vector { id, title, profiles, operation, source, .. } = vector;
        return Some(Entry::Draft(Box::new(Draft { id, title, profiles, operation, source })));
    }
    Some(Entry::Vector(Box::new(vector)))
}

/// What is wrong with what a vector, or a step of it, accepts.
fn unmeetable(vector: &Vector, location: &Location, errors: &mut Vec<CorpusError>) {
    for problem in expectation::problems(vector) {
        let kind = ErrorKind::Expectation(problem);
        errors.push(CorpusError { location: location.clone(), id: Some(vector.id.clone()), kind });
    }
}

/// Takes the operation with its arguments. None where its name is not known; no operation where an argument is wrong.
fn asked(fields: &mut Fields<'_>, profiles: &[Profile]) -> Option<(Option<Operation>, Signature)> {
    let node = fields.require("op")?;
    let name = match fields.as_text(&node)?.parse::<OperationName>() {
        Ok(name) => name,
        Err(error) => {
            fields.error(&node.location, ErrorKind::UnknownName(error.to_string()));
            return None;
        }
    };
    let signature = name.signature();
    for profile in profiles.iter().filter(|profile| !signature.profiles.contains(profile)) {
        let message = format!("`{profile}` has no operation `{name}`");
        let location = fields.location().clone();
        fields.error(&location, ErrorKind::UnknownName(message));
    }
    Some((Operation::from_arguments(name, |parameter| argument(fields, parameter)), signature))
}

/// The keys of a sequence; the others are those of its steps, or of vectors alone.
const SEQUENCE_KEYS: [&str; 8] =
    ["id", "title", "profiles", "requirements", "since", "ruling", "note", "steps"];

/// The most times in a row that a step is asked: a slow testee has to come to its end.
const TIMES: i64 = 100_000;

/// Takes the steps of a sequence; two requests at least.
fn steps(fields: &mut Fields<'_>, profiles: &[Profile]) -> Vec<(Step, Location)> {
    let Some(list) = fields.take("steps") else { return Vec::new() };
    let Kind::Sequence(nodes) = list.kind else {
        fields.unexpected(&list, "a list of steps");
        return Vec::new();
    };
    let steps: Vec<_> = nodes.into_iter().filter_map(|node| step(fields, profiles, node)).collect();
    if steps.iter().map(|(step, _)| u64::from(step.times)).sum::<u64>() < 2 {
        let expected = "several steps, or one that is asked several times".to_owned();
        let kind = ErrorKind::Expected { expected, found: "one request".to_owned() };
        fields.error(&list.location, kind);
    }
    steps
}

fn step(outside: &mut Fields<'_>, profiles: &[Profile], node: Node) -> Option<(Step, Location)> {
    let location = node.location.clone();
    let mut fields = outside.within(node, "a step")?;
    let asked = asked(&mut fields, profiles);
    let times = match fields.has("times") {
        true => fields.whole("times"),
        false => Some(1),
    };
    if let Some(times) = times
        && !(1..=TIMES).contains(&times)
    {
        let kind = ErrorKind::Expected { expected: format!("1 to {TIMES}"), found: times.to_string() };
        fields.error(&location, kind);
    }
    let expect = fields.require("expect");
    let (operation, signature) = asked?;
    let expect = expect_of(&mut fields, signature.value, profiles, &expect?);
    let parameters = signature.parameters.iter().map(|parameter| parameter.name);
    let known: Vec<&'static str> = ["op", "expect", "times"].into_iter().chain(parameters).collect();
    fields.end(&known);
    let step = Step { operation: operation?, times: u32::try_from(times?).ok()?, expect };
    Some((step, location))
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
        Some(node) => history::version(fields, &node).unwrap_or_else(first_version),
        None => first_version(),
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

/// Takes an argument; one that is wrong is an error, and absent. Numbers, spaces, transports and truths may be left out.
fn argument(fields: &mut Fields<'_>, parameter: &Parameter) -> Option<Argument> {
    let name = parameter.name;
    Some(match parameter.kind {
        ArgumentKind::Cbor => Argument::Cbor(required_bytes(fields, name)?),
        ArgumentKind::Destination => Argument::Destination(coap::destination(fields, name)?),
        ArgumentKind::Number => Argument::Number(fields.whole(name)?),
        ArgumentKind::Options => Argument::Options(coap::required_options(fields, name)?),
        ArgumentKind::Spaces => Argument::Spaces(spaces(fields, name)?),
        ArgumentKind::Text => Argument::Text(fields.required_text(name)?),
        ArgumentKind::Transport => Argument::Transport(transport(fields, name)?),
        ArgumentKind::Truth => Argument::Truth(fields.truth(name)?),
    })
}

/// Takes what becomes of spaces.
fn spaces(fields: &mut Fields<'_>, key: &str) -> Option<Spaces> {
    let node = fields.take(key)?;
    let found =
        [Spaces::Encode, Spaces::Remove].into_iter().find(|spaces| node.text() == Some(spaces.name()));
    if found.is_none() {
        fields.unexpected(&node, "encode or remove");
    }
    found
}

/// Takes what a request goes over.
fn transport(fields: &mut Fields<'_>, key: &str) -> Option<Transport> {
    let node = fields.take(key)?;
    let found = Transport::ALL.into_iter().find(|transport| node.text() == Some(transport.name()));
    if found.is_none() {
        fields.unexpected(&node, "tcp or ws");
    }
    found
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
fn expect_of(fields: &mut Fields<'_>, kind: ValueKind, profiles: &[Profile], node: &Node) -> Vec<Accepted> {
    match &node.kind {
        Kind::Sequence(items) if !is_one_value(kind, items) => {
            if items.is_empty() {
                fields.unexpected(node, "at least one accepted outcome");
            }
            items.iter().filter_map(|item| accepted(fields, kind, profiles, item)).collect()
        }
        _ => accepted(fields, kind, profiles, node).into_iter().collect(),
    }
}

/// A list that is one value, not several outcomes: items of a scan, or CoAP options.
fn is_one_value(kind: ValueKind, items: &[Node]) -> bool {
    match kind {
        ValueKind::Items => items.iter().all(is_item),
        ValueKind::Options => items.iter().all(coap::is_option),
        _ => false,
    }
}

fn is_item(node: &Node) -> bool {
    matches!(node.text(), Some("processable" | "unprocessable"))
}

fn accepted(fields: &mut Fields<'_>, kind: ValueKind, profiles: &[Profile], node: &Node) -> Option<Accepted> {
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
        let outcome = outcome(fields, kind, profiles, member("outcome")?)?;
        return Some(Accepted { outcome, reading });
    }
    Some(Accepted { outcome: outcome(fields, kind, profiles, node)?, reading: None })
}

fn outcome(fields: &mut Fields<'_>, kind: ValueKind, profiles: &[Profile], node: &Node) -> Option<Expected> {
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
    let node = match kind {
        ValueKind::Components | ValueKind::Decoded => node,
        _ => value_node(fields, kind.members()[0], node)?,
    };
    let value = match kind {
        ValueKind::Absolute => Value::Absolute { absolute: truth(fields, node)? },
        ValueKind::Components => Value::Components(components(fields, node)?),
        ValueKind::Cri => Value::Cri { cri: bytes(fields, node)? },
        ValueKind::Decoded => Value::Decoded(decoded(fields, profiles, node)?),
        ValueKind::Equivalent => Value::Equivalent { equivalent: truth(fields, node)? },
        ValueKind::Iri => Value::Iri { iri: fields.as_text(node)? },
        ValueKind::Items => match &node.kind {
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
        ValueKind::Options => Value::Options { options: coap::options(fields, node)? },
        ValueKind::Reference => Value::Reference { reference: bytes(fields, node)? },
        ValueKind::References => match &node.kind {
            Kind::Sequence(items) => {
                let references = items.iter().map(|item| fields.as_text(item)).collect::<Option<_>>()?;
                Value::References { references }
            }
            _ => {
                fields.unexpected(node, "`references: [...]` or reject");
                return None;
            }
        },
        ValueKind::Relative => Value::Relative { relative: truth(fields, node)? },
        ValueKind::Uri => Value::Uri { uri: fields.as_text(node)? },
        ValueKind::WellFormed => Value::WellFormed { well_formed: truth(fields, node)? },
    };
    Some(Expected::Value(value))
}

/// A value may be written by its member's name, as the testee protocol has it.
fn value_node<'n>(fields: &mut Fields<'_>, member: &str, node: &'n Node) -> Option<&'n Node> {
    let Kind::Mapping(members) = &node.kind else { return Some(node) };
    match members.as_slice() {
        [(key, _, value)] if key == member => Some(value),
        [(key, ..)] if key == "hex" => Some(node),
        _ => {
            let expected = format!("a value, `reject`, or a mapping with the one member `{member}`");
            fields.unexpected(node, &expected);
            None
        }
    }
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
