//! JSON Schemas (draft 2020-12) of the vector files and of the exported corpus.
//!
//! They are made of the names this library knows, so that a new operation, feature or requirement is in them
//! without anyone thinking of it. A schema is for editors and for readers in other languages: it tells the
//! shape. What the corpus reader checks beyond it (ids used once, notation that can be read, expectations that
//! can hold) only `crivet lint` finds.

mod bundle;
mod vector_file;

use serde_json::{Value as Json, json};

pub use bundle::bundle;
pub use vector_file::vector_file;

use crivet::feature::Feature;
use crivet::operation::{ArgumentKind, OperationName, Spaces, Transport};
use crivet::outcome::{IriComponents, ValueKind};
use crivet::profile::Profile;

/// The dialect both schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
/// How ids are written.
const ID: &str = "^[a-z0-9.]+(-[a-z0-9.]+)*$";
/// How versions are written.
const VERSION: &str = r"^[0-9]+\.[0-9]+\.[0-9]+$";

/// JSON as it stands in a file: indented, its members sorted, with a line feed at the end.
pub fn text(json: &Json) -> String {
    // The documents are built of texts, numbers and lists alone, which can always be written.
    crivet::foreign::json(json)
}

/// The member by which a value can be written; that of `decode` has `full` beside it.
fn member(value: ValueKind) -> &'static str {
    match value {
        ValueKind::Components => "components",
        ValueKind::Decoded => "cri",
        _ => value.members()[0],
    }
}

/// An argument.
fn argument(kind: ArgumentKind) -> Json {
    match kind {
        ArgumentKind::Cbor => reference("cbor"),
        ArgumentKind::Destination => reference("destination"),
        ArgumentKind::Number => json!({"type": "integer"}),
        ArgumentKind::Options => reference("options"),
        ArgumentKind::Spaces => spaces(),
        ArgumentKind::Transport => json!({"enum": Transport::ALL}),
        ArgumentKind::Text => json!({"type": "string"}),
        ArgumentKind::Truth => json!({"type": "boolean"}),
    }
}

/// The member by which a value can be written.
fn value(kind: ValueKind) -> Json {
    match kind {
        ValueKind::Absolute | ValueKind::Equivalent | ValueKind::Relative | ValueKind::WellFormed => {
            argument(ArgumentKind::Truth)
        }
        ValueKind::Components => components(&[json!({"type": "null"})]),
        ValueKind::Cri | ValueKind::Decoded | ValueKind::Reference => argument(ArgumentKind::Cbor),
        ValueKind::Iri | ValueKind::Uri => argument(ArgumentKind::Text),
        ValueKind::Items => list(json!({"enum": ["processable", "unprocessable"]})),
        ValueKind::Options => argument(ArgumentKind::Options),
        ValueKind::References => list(argument(ArgumentKind::Text)),
    }
}

fn reference(definition: &str) -> Json {
    json!({"$ref": format!("#/$defs/{definition}")})
}

/// An object with these members and no others.
fn object(members: &[(&str, Json)], required: &[&str]) -> Json {
    let properties: serde_json::Map<String, Json> =
        members.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn list(items: Json) -> Json {
    json!({"type": "array", "items": items})
}

fn id() -> Json {
    json!({"type": "string", "pattern": ID})
}

fn version() -> Json {
    json!({"type": "string", "pattern": VERSION})
}

fn whole() -> Json {
    json!({"type": "integer", "minimum": 1})
}

fn profile() -> Json {
    json!({"enum": Profile::ALL})
}

fn features() -> Vec<&'static str> {
    Feature::ALL.map(Feature::name).to_vec()
}

fn destination() -> Json {
    let port = json!({"type": "integer", "minimum": 0, "maximum": 65_535});
    object(&[("address", json!({"type": "string"})), ("port", port)], &["address", "port"])
}

/// The components of an IRI; `absent` are the schemas of one that is not there.
fn components(absent: &[Json]) -> Json {
    let mut shapes = vec![json!({"type": "string"})];
    shapes.extend_from_slice(absent);
    let component = json!({"anyOf": shapes});
    object(&IriComponents::NAMES.map(|name| (name, component.clone())), &[])
}

fn spaces() -> Json {
    json!({"enum": [Spaces::Encode, Spaces::Remove]})
}

fn option_number() -> Json {
    json!({"type": "integer", "minimum": 0, "maximum": 65_535})
}

/// A rule that holds for vectors of one operation.
fn where_operation_is(key: &str, operation: OperationName, then: Json) -> Json {
    json!({"if": {"properties": {key: {"const": operation}}, "required": [key]}, "then": then})
}
