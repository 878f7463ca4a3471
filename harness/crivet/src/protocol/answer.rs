//! Answers: a line of a testee, read by what was asked.
//!
//! Reading takes two steps, so that a breach can be charged where it belongs. [`Answer::parse`] finds the
//! id; what fails there names no request. [`Answer::outcome`] and [`Answer::description`] then read the rest
//! by the operation that has the id; what fails there is the fault of that request.

use serde_json::{Map, Value as Json};

use super::breach::{Breach, excerpt, excerpt_bytes, list};
use super::description::{self, Described, DescriptionError};
use super::json;
use crate::operation::{CoapOption, OperationName};
use crate::outcome::{Decoded, IriComponents, Item, KEPT, Outcome, Value, ValueKind, cut};

/// What an answer took, as the testee says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Cycles of its processor, or instructions.
    pub cycles: Option<u64>,
    /// Time, in nanoseconds.
    pub nanoseconds: Option<u64>,
    /// The most of the stack that was in use, in bytes.
    pub stack: Option<u64>,
}

/// The members of which an answer has exactly one.
const CHOICE: [&str; 3] = ["ok", "reject", "unsupported"];

/// An answer whose id has been read, and nothing else yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    id: u64,
    members: Map<String, Json>,
    /// What it took, where it says so.
    stats: Option<Json>,
    /// The start of the line, for messages.
    line: String,
    /// How long the line was, in bytes.
    length: usize,
}

impl Answer {
    /// Reads a line, without its end, as far as its id.
    pub fn parse(line: &[u8]) -> Result<Self, Breach> {
        let text = std::str::from_utf8(line)
            .map_err(|error| Breach::Encoding { offset: error.valid_up_to(), line: excerpt_bytes(line) })?;
        let length = text.len();
        let line = excerpt(text);
        let value = json::parse(text)
            .map_err(|error| Breach::Json { reason: excerpt(&error.to_string()), line: line.clone() })?;
        let Json::Object(mut members) = value else {
            return Err(Breach::Object { found: json::describe(&value), line });
        };
        let id = members.remove("id");
        let Some(id) = id.as_ref().and_then(Json::as_u64) else {
            let found = id.as_ref().map_or("none".to_owned(), json::describe);
            return Err(Breach::Id { found, line });
        };
        let stats = members.remove("stats");
        Ok(Answer { id, members, stats, line, length })
    }

    /// How long the line was, in bytes: about what the answer takes.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The id of the request that is answered.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What it took, where it says so.
    pub fn cost(&self) -> Result<Option<Cost>, Breach> {
        let expected = "an object of `cycles`, `nanoseconds` and `stack`, whole numbers,";
        let Some(stats) = &self.stats else { return Ok(None) };
        let mut cost = Cost::default();
        for (name, value) in stats.as_object().ok_or_else(|| wrong("stats", expected, stats))? {
            let place = match name.as_str() {
                "cycles" => &mut cost.cycles,
                "nanoseconds" => &mut cost.nanoseconds,
                "stack" => &mut cost.stack,
                _ => return Err(wrong("stats", expected, value)),
            };
            *place = Some(value.as_u64().ok_or_else(|| wrong("stats", expected, value))?);
        }
        Ok(Some(cost))
    }

    /// What the answer says, as an answer to the operation that was asked.
    pub fn outcome(self, asked: OperationName) -> Result<Outcome, Breach> {
        match self.body()? {
            Body::Ok(Json::Object(members)) => value(asked, &members).map(Outcome::Value),
            Body::Ok(other) => Err(wrong("ok", "an object", &other)),
            Body::Reject(reason) => Ok(Outcome::Reject(reason)),
            Body::Unsupported(reason) => Ok(Outcome::Unsupported(reason)),
        }
    }

    /// What the answer says, as an answer to `describe`.
    pub fn description(self) -> Result<Described, DescriptionError> {
        match self.body()? {
            Body::Ok(Json::Object(members)) => description::read(members),
            Body::Ok(other) => Err(wrong("ok", "an object", &other).into()),
            Body::Reject(reason) | Body::Unsupported(reason) => {
                Err(DescriptionError::Refused { reason: excerpt(&reason) })
            }
        }
    }

    fn body(mut self) -> Result<Body, Breach> {
        let line = self.line;
        if let Some(member) = self.members.keys().find(|name| !CHOICE.contains(&name.as_str())) {
            return Err(Breach::UnknownMember { member: excerpt(member), line });
        }
        let found: Vec<&str> = CHOICE.into_iter().filter(|name| self.members.contains_key(*name)).collect();
        let &[choice] = found.as_slice() else {
            return Err(Breach::Choice { found: list(&found), line });
        };
        match (choice, self.members.remove(choice).unwrap_or_default()) {
            ("ok", value) => Ok(Body::Ok(value)),
            ("reject", Json::String(reason)) => Ok(Body::Reject(cut::text(reason, KEPT))),
            (_, Json::String(reason)) => Ok(Body::Unsupported(cut::text(reason, KEPT))),
            (_, other) => Err(wrong(choice, "a text, the reason,", &other)),
        }
    }
}

enum Body {
    Ok(Json),
    Reject(String),
    Unsupported(String),
}

fn value(asked: OperationName, members: &Map<String, Json>) -> Result<Value, Breach> {
    let kind = asked.signature().value;
    let expected = kind.members();
    let complete = expected.iter().all(|name| members.contains_key(*name));
    if !complete || members.len() != expected.len() {
        let found: Vec<&str> = members.keys().map(String::as_str).collect();
        return Err(Breach::members(asked, expected, &found));
    }
    Ok(match kind {
        ValueKind::Absolute => Value::Absolute { absolute: boolean(members, "absolute")? },
        ValueKind::Components => Value::Components(components(members)?),
        ValueKind::Cri => Value::Cri { cri: bytes(members, "cri")? },
        ValueKind::Decoded => {
            Value::Decoded(Decoded { full: boolean(members, "full")?, cri: bytes(members, "cri")? })
        }
        ValueKind::Equivalent => Value::Equivalent { equivalent: boolean(members, "equivalent")? },
        ValueKind::Iri => Value::Iri { iri: text(members, "iri")? },
        ValueKind::Items => Value::Items { items: items(members)? },
        ValueKind::Options => Value::Options { options: options(members)? },
        ValueKind::Reference => Value::Reference { reference: bytes(members, "reference")? },
        ValueKind::References => Value::References { references: texts(members, "references")? },
        ValueKind::Relative => Value::Relative { relative: boolean(members, "relative")? },
        ValueKind::Uri => Value::Uri { uri: text(members, "uri")? },
        ValueKind::WellFormed => Value::WellFormed { well_formed: boolean(members, "well-formed")? },
    })
}

/// The components of an IRI: texts, or null where one is absent.
fn components(members: &Map<String, Json>) -> Result<IriComponents, Breach> {
    let mut components = IriComponents::default();
    for name in IriComponents::NAMES {
        if let Some(component) = components.component_mut(name)
            && !members[name].is_null()
        {
            *component = Some(text(members, name)?);
        }
    }
    Ok(components)
}

fn texts(members: &Map<String, Json>, name: &str) -> Result<Vec<String>, Breach> {
    let Json::Array(items) = &members[name] else {
        return Err(wrong(name, "a list of texts", &members[name]));
    };
    items
        .iter()
        .map(|item| item.as_str().map(str::to_owned).ok_or_else(|| wrong(name, "a list of texts", item)))
        .collect()
}

fn text(members: &Map<String, Json>, name: &str) -> Result<String, Breach> {
    match &members[name] {
        Json::String(text) => Ok(text.clone()),
        other => Err(wrong(name, "a text", other)),
    }
}

fn boolean(members: &Map<String, Json>, name: &str) -> Result<bool, Breach> {
    members[name].as_bool().ok_or_else(|| wrong(name, "true or false", &members[name]))
}

fn bytes(members: &Map<String, Json>, name: &str) -> Result<Vec<u8>, Breach> {
    let value = &members[name];
    value
        .as_str()
        // One spelling only: two testees that answer the same bytes answer the same text.
        .filter(|text| !text.contains(|c: char| c.is_ascii_uppercase()))
        .and_then(|text| hex::decode(text).ok())
        .ok_or_else(|| wrong(name, "bytes in lower-case hex", value))
}

fn items(members: &Map<String, Json>) -> Result<Vec<Item>, Breach> {
    let expected = "an array of `processable` and `unprocessable`";
    let Json::Array(items) = &members["items"] else {
        return Err(wrong("items", expected, &members["items"]));
    };
    items
        .iter()
        .map(|item| match item.as_str() {
            Some("processable") => Ok(Item::Processable),
            Some("unprocessable") => Ok(Item::Unprocessable),
            _ => Err(wrong("items", expected, item)),
        })
        .collect()
}

fn options(members: &Map<String, Json>) -> Result<Vec<CoapOption>, Breach> {
    let expected = "an array of options, each with its `number` and its `value` in lower-case hex";
    let Json::Array(options) = &members["options"] else {
        return Err(wrong("options", expected, &members["options"]));
    };
    options
        .iter()
        .map(|option| {
            let Json::Object(object) = option else { return Err(wrong("options", expected, option)) };
            let number =
                object.get("number").and_then(Json::as_u64).and_then(|number| u16::try_from(number).ok());
            match number {
                Some(number) if object.len() == 2 && object.contains_key("value") => {
                    Ok(CoapOption { number, value: bytes(object, "value")? })
                }
                _ => Err(wrong("options", expected, option)),
            }
        })
        .collect()
}

fn wrong(member: &str, expected: &'static str, found: &Json) -> Breach {
    Breach::Type { member: member.to_owned(), expected, found: json::describe(found) }
}

#[cfg(test)]
mod tests;
