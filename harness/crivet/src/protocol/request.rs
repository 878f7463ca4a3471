//! Requests: what the harness writes, and how a testee reads it.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::VERSION;
use super::breach::{excerpt, excerpt_bytes};
use super::json;
use crate::operation::{Operation, OperationName};
use crate::profile::Profile;

/// The line, with its end, that asks a testee to describe itself.
pub fn describe_request(id: u64) -> String {
    format!("{{\"id\":{id},\"op\":\"describe\",\"protocol\":{VERSION}}}\n")
}

/// The line, with its end, that asks an operation of a profile.
pub fn request(id: u64, profile: Profile, operation: &Operation) -> String {
    // Written member by member, so that a line reads id first, then what is asked, then the arguments.
    #[derive(Serialize)]
    struct Head {
        id: u64,
        op: OperationName,
        profile: Profile,
    }
    let mut arguments = match serde_json::to_value(operation) {
        Ok(Json::Object(members)) => members,
        // An operation is texts, bytes and Booleans under fixed names: it always has this form.
        _ => Map::new(),
    };
    arguments.remove("op");
    let head = Head { id, op: operation.name(), profile };
    let mut line = serde_json::to_string(&head).unwrap_or_default();
    line.pop();
    for (name, value) in arguments {
        line.push_str(&format!(",{}:{value}", Json::String(name)));
    }
    line.push_str("}\n");
    line
}

/// A request as a testee sees it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    Describe { id: u64 },
    Perform { id: u64, profile: Profile, operation: Operation },
}

/// Why a line cannot be answered with a value; with the id, where the line has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misunderstood {
    pub(super) id: Option<u64>,
    pub(super) reason: String,
}

/// Reads a request line, without its end.
pub(super) fn read(line: &[u8]) -> Result<Request, Misunderstood> {
    let nameless = |reason| Misunderstood { id: None, reason };
    let text = std::str::from_utf8(line)
        .map_err(|_| nameless(format!("the request is not UTF-8: `{}`", excerpt_bytes(line))))?;
    let value = json::parse(text)
        .map_err(|error| nameless(format!("the request is not JSON: {}", excerpt(&error.to_string()))))?;
    let Json::Object(mut members) = value else {
        return Err(nameless(format!("the request is no object, but {}", json::describe(&value))));
    };
    let id = members.remove("id").and_then(|id| id.as_u64());
    let Some(id) = id else {
        return Err(nameless("the request has no `id` that is a whole number".to_owned()));
    };
    body(id, members).map_err(|reason| Misunderstood { id: Some(id), reason })
}

fn body(id: u64, mut members: Map<String, Json>) -> Result<Request, String> {
    let name = name(&members, "op")?;
    if name == "describe" {
        // Whatever version is asked for: the answer says which one is spoken.
        return Ok(Request::Describe { id });
    }
    let asked: OperationName = name.parse().map_err(|_| format!("unknown operation `{}`", excerpt(&name)))?;
    let profile = self::name(&members, "profile")?;
    let profile = profile.parse().map_err(|_| format!("unknown profile `{}`", excerpt(&profile)))?;
    members.remove("profile");
    let operation = serde_json::from_value(Json::Object(members))
        .map_err(|error| format!("the arguments of `{asked}` are wrong: {}", excerpt(&error.to_string())))?;
    Ok(Request::Perform { id, profile, operation })
}

fn name(members: &Map<String, Json>, member: &str) -> Result<String, String> {
    match members.get(member) {
        Some(Json::String(name)) => Ok(name.clone()),
        Some(other) => Err(format!("`{member}` is no text, but {}", json::describe(other))),
        None => Err(format!("the request has no `{member}`")),
    }
}
