//! The protocol in CBOR, for testees that have no JSON: the same requests and answers, written in another way.
//!
//! A message is an array. Operations, profiles, features and members have small integers for their names, and byte strings
//! are bytes. The CDDL is `protocol/cbor/testee.cddl`. One table says how each member is written, and what is read is
//! handed on as the JSON that means the same, so that requests and answers have one meaning and one reader.

use ciborium::Value as Cbor;
use serde_json::{Map, Value as Json, json};

pub(crate) use self::item::{Malformed, length};

mod item;

/// Operations by their numbers.
const OPERATIONS: [&str; 20] = [
    "describe",
    "decode",
    "cri-to-uri",
    "uri-to-cri",
    "resolve",
    "relativize",
    "equivalent",
    "cri-to-iri",
    "iri-to-cri",
    "scan",
    "cri-to-coap",
    "coap-to-cri",
    "uri-to-coap",
    "coap-to-uri",
    "well-formed",
    "absolute",
    "relative",
    "iri-preprocess",
    "iri-parse",
    "iri-to-uri",
];

/// Profiles by their numbers.
const PROFILES: [&str; 7] =
    ["href-13", "href-27", "href-03", "href-02", "rfc7252", "rfc8323", "iri-guidelines-01"];

/// Features by their numbers.
const FEATURES: [&str; 5] = ["no-authority", "userinfo", "text-or-pet", "scheme-name", "zone-id"];

/// What an answer is, by its number.
const CHOICES: [&str; 3] = ["ok", "reject", "unsupported"];

/// What an answer may have cost, by its number.
const COSTS: [&str; 3] = ["cycles", "nanoseconds", "stack"];

/// How a member is written.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// As in JSON: a text, a number, a Boolean, null, an array of these.
    Plain,
    /// A byte string, hex in JSON.
    Bytes,
    /// Is each item processable?
    Items,
    /// An address and a port.
    Destination,
    /// Numbers and values.
    Options,
    /// Numbers of names in a table.
    Names(&'static [&'static str]),
    /// The same of operations; or such an array for each profile, by its number.
    Operations,
}

/// Members by their numbers: of requests and answers from 0, of descriptions from 40.
const MEMBERS: [(u8, &str, Kind); 43] = [
    (0, "cri", Kind::Bytes),
    (1, "uri", Kind::Plain),
    (2, "base", Kind::Bytes),
    (3, "reference", Kind::Bytes),
    (4, "target", Kind::Bytes),
    (5, "a", Kind::Bytes),
    (6, "b", Kind::Bytes),
    (7, "ignore-fragment", Kind::Plain),
    (8, "full", Kind::Plain),
    (9, "equivalent", Kind::Plain),
    (10, "iri", Kind::Plain),
    (11, "sequence", Kind::Bytes),
    (12, "items", Kind::Items),
    (13, "destination", Kind::Destination),
    (14, "options", Kind::Options),
    (15, "scheme", Kind::Plain),
    (16, "secure", Kind::Plain),
    (17, "transport", Kind::Plain),
    (18, "relation", Kind::Plain),
    (19, "to-proxy", Kind::Plain),
    (20, "text", Kind::Plain),
    (21, "multiple", Kind::Plain),
    (22, "spaces", Kind::Plain),
    (23, "references", Kind::Plain),
    (24, "well-formed", Kind::Plain),
    (25, "absolute", Kind::Plain),
    (26, "relative", Kind::Plain),
    (27, "userinfo", Kind::Plain),
    (28, "host", Kind::Plain),
    (29, "port", Kind::Plain),
    (30, "path", Kind::Plain),
    (31, "query", Kind::Plain),
    (32, "fragment", Kind::Plain),
    (40, "name", Kind::Plain),
    (41, "protocol", Kind::Plain),
    (42, "profiles", Kind::Names(&PROFILES)),
    (43, "operations", Kind::Operations),
    (44, "features", Kind::Names(&FEATURES)),
    (45, "version", Kind::Plain),
    (46, "language", Kind::Plain),
    (47, "max-request", Kind::Plain),
    (48, "window", Kind::Plain),
    (49, "stats", Kind::Plain),
];

/// A request, from a line of JSON. None where the line is no request.
pub(crate) fn request_from_json(line: &str) -> Option<Vec<u8>> {
    let Json::Object(mut members) = serde_json::from_str(line).ok()? else { return None };
    let id = plain(&members.remove("id")?)?;
    let operation = members.remove("op")?;
    let mut message = vec![id, Cbor::from(number(&OPERATIONS, operation.as_str()?)?)];
    if operation == "describe" {
        message.push(plain(members.get("protocol")?)?);
    } else {
        message.push(Cbor::from(number(&PROFILES, members.remove("profile")?.as_str()?)?));
        message.push(members_to_cbor(&members)?);
    }
    written(message)
}

/// A request, as a line of JSON without its end. Errors: what is wrong with it, in words.
pub(crate) fn request_to_json(item: &[u8]) -> Result<String, String> {
    let mut fields = array(item)?.into_iter();
    let (id, operation, third) = (fields.next(), fields.next(), fields.next());
    let id = id.and_then(|id| whole(&id)).ok_or("the first item is no whole number, the id")?;
    let operation =
        operation.and_then(|number| whole(&number)).ok_or("the second item is no number of an operation")?;
    let operation = name(&OPERATIONS, operation);
    if operation == "describe" {
        return Ok(json!({"id": id, "op": operation, "protocol": third.and_then(|n| whole(&n))}).to_string());
    }
    let profile =
        third.and_then(|number| whole(&number)).ok_or("the third item is no number of a profile")?;
    let members = fields.next().ok_or("the fourth item, the arguments, is missing")?;
    let mut object = members_to_json(members)?;
    object.insert("id".to_owned(), json!(id));
    object.insert("op".to_owned(), json!(operation));
    object.insert("profile".to_owned(), json!(name(&PROFILES, profile)));
    Ok(Json::Object(object).to_string())
}

/// An answer, from a line of JSON. None where the line is no answer.
pub(crate) fn answer_from_json(line: &str) -> Option<Vec<u8>> {
    let Json::Object(members) = serde_json::from_str(line).ok()? else { return None };
    let choice = CHOICES.into_iter().find(|choice| members.contains_key(*choice))?;
    let body = match &members[choice] {
        Json::Object(members) => members_to_cbor(members)?,
        reason => plain(reason)?,
    };
    let mut message = vec![plain(members.get("id")?)?, Cbor::from(number(&CHOICES, choice)?), body];
    if let Some(Json::Object(stats)) = members.get("stats") {
        let costs = stats
            .iter()
            .map(|(name, value)| Some((Cbor::from(number(&COSTS, name)?), plain(value)?)))
            .collect::<Option<_>>()?;
        message.push(Cbor::Map(costs));
    }
    written(message)
}

/// An answer as it was read.
pub(crate) struct ReadAnswer {
    /// None where it stands as null: a request came, and could not be read.
    pub(crate) id: Option<u64>,
    /// As a line of JSON without its end and without its costs, which differ from time to time.
    pub(crate) plain: String,
    /// The whole of it.
    pub(crate) line: String,
}

/// Reads an answer. Errors: what is wrong with it, in words.
pub(crate) fn answer_to_json(item: &[u8]) -> Result<ReadAnswer, String> {
    let fields = array(item)?;
    if !(3..=4).contains(&fields.len()) {
        return Err(format!(
            "an answer has three items, or four with what it cost, and this has {}",
            fields.len()
        ));
    }
    let mut fields = fields.into_iter();
    let mut object = Map::new();
    object.insert("id".to_owned(), fields.next().map_or(Ok(Json::Null), plain_to_json)?);
    let choice = fields.next().and_then(|choice| whole(&choice)).and_then(|n| usize::try_from(n).ok());
    let choice = choice.and_then(|choice| CHOICES.get(choice)).ok_or("the second item is not 0, 1 or 2")?;
    let body = match fields.next() {
        Some(members @ Cbor::Map(_)) => Json::Object(members_to_json(members)?),
        Some(other) => plain_to_json(other)?,
        None => Json::Null,
    };
    object.insert((*choice).to_owned(), body);
    let id = object["id"].as_u64();
    let plain = Json::Object(object.clone()).to_string();
    if let Some(stats) = fields.next() {
        let Cbor::Map(stats) = stats else {
            return Err("the fourth item, what it cost, is no map".to_owned());
        };
        let mut costs = Map::new();
        for (key, value) in stats {
            let key = whole(&key).ok_or("a key of what it cost is no number")?;
            costs.insert(name(&COSTS, key), plain_to_json(value)?);
        }
        object.insert("stats".to_owned(), Json::Object(costs));
    }
    Ok(ReadAnswer { id, plain, line: Json::Object(object).to_string() })
}

fn written(message: Vec<Cbor>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    ciborium::into_writer(&Cbor::Array(message), &mut bytes).ok()?;
    Some(bytes)
}

fn array(item: &[u8]) -> Result<Vec<Cbor>, String> {
    let value: Cbor = ciborium::from_reader(item).map_err(|_| "it is not well-formed CBOR".to_owned())?;
    match value {
        Cbor::Array(fields) => Ok(fields),
        other => Err(format!("expected an array, found {}", kind(&other))),
    }
}

fn number(names: &[&str], name: &str) -> Option<u64> {
    names.iter().position(|known| *known == name).and_then(|place| u64::try_from(place).ok())
}

/// A name by its number; of a number that means nothing here, the number itself.
fn name(names: &[&str], number: u64) -> String {
    let known = usize::try_from(number).ok().and_then(|place| names.get(place));
    known.map_or_else(|| number.to_string(), |known| (*known).to_owned())
}

fn whole(value: &Cbor) -> Option<u64> {
    value.as_integer().and_then(|number| u64::try_from(number).ok())
}

fn members_to_cbor(members: &Map<String, Json>) -> Option<Cbor> {
    let mut map = Vec::new();
    // In the order of the table, so that a reader of little means may rely on it.
    for (key, name, kind) in MEMBERS {
        if let Some(value) = members.get(name) {
            map.push((Cbor::from(key), value_to_cbor(kind, value)?));
        }
    }
    (map.len() == members.len()).then_some(Cbor::Map(map))
}

fn members_to_json(members: Cbor) -> Result<Map<String, Json>, String> {
    let Cbor::Map(members) = members else { return Err(format!("expected a map, found {}", kind(&members))) };
    let mut object = Map::new();
    for (key, value) in members {
        let key = whole(&key).ok_or("a key that is no whole number")?;
        let known = MEMBERS.iter().find(|(number, ..)| u64::from(*number) == key);
        let (name, value) = match known {
            Some((_, name, kind)) => (
                (*name).to_owned(),
                value_to_json(*kind, value).map_err(|error| format!("under key {key}, `{name}`: {error}"))?,
            ),
            None => (key.to_string(), Json::Null),
        };
        if object.insert(name, value).is_some() {
            return Err(format!("key {key} stands twice"));
        }
    }
    Ok(object)
}

fn value_to_cbor(kind: Kind, value: &Json) -> Option<Cbor> {
    let bytes = |value: &Json| hex::decode(value.as_str()?).ok().map(Cbor::Bytes);
    let each = |value: &Json, item: &dyn Fn(&Json) -> Option<Cbor>| {
        value.as_array()?.iter().map(item).collect::<Option<Vec<_>>>().map(Cbor::Array)
    };
    match kind {
        Kind::Plain => plain(value),
        Kind::Bytes => bytes(value),
        Kind::Items => each(value, &|item| Some(Cbor::Bool(item.as_str()? == "processable"))),
        Kind::Destination => {
            Some(Cbor::Array(vec![plain(value.get("address")?)?, plain(value.get("port")?)?]))
        }
        Kind::Options => each(value, &|option| {
            Some(Cbor::Array(vec![plain(option.get("number")?)?, bytes(option.get("value")?)?]))
        }),
        Kind::Names(names) => each(value, &|item| Some(Cbor::from(number(names, item.as_str()?)?))),
        Kind::Operations => match value {
            Json::Object(profiles) => profiles
                .iter()
                .map(|(profile, list)| {
                    let list = value_to_cbor(Kind::Names(&OPERATIONS), list)?;
                    Some((Cbor::from(number(&PROFILES, profile)?), list))
                })
                .collect::<Option<Vec<_>>>()
                .map(Cbor::Map),
            list => value_to_cbor(Kind::Names(&OPERATIONS), list),
        },
    }
}

fn value_to_json(kind: Kind, value: Cbor) -> Result<Json, String> {
    let expected = |what: &str, found: &Cbor| format!("expected {what}, found {}", self::kind(found));
    let bytes = |value: Cbor| match value {
        Cbor::Bytes(bytes) => Ok(Json::String(hex::encode(bytes))),
        other => Err(expected("a byte string", &other)),
    };
    let each = |value: Cbor, item: &dyn Fn(Cbor) -> Result<Json, String>| match value {
        Cbor::Array(items) => items.into_iter().map(item).collect::<Result<Vec<_>, _>>().map(Json::Array),
        other => Err(expected("an array", &other)),
    };
    let two = |value: Cbor| match value {
        Cbor::Array(items) => <[Cbor; 2]>::try_from(items).map_err(|_| "expected an array of two".to_owned()),
        other => Err(expected("an array of two", &other)),
    };
    match kind {
        Kind::Plain => plain_to_json(value),
        Kind::Bytes => bytes(value),
        Kind::Items => each(value, &|item| match item {
            Cbor::Bool(processable) => Ok(json!(if processable { "processable" } else { "unprocessable" })),
            other => Err(expected("true or false", &other)),
        }),
        Kind::Destination => {
            let [address, port] = two(value)?;
            Ok(json!({"address": plain_to_json(address)?, "port": plain_to_json(port)?}))
        }
        Kind::Options => each(value, &|option| {
            let [number, value] = two(option)?;
            Ok(json!({"number": plain_to_json(number)?, "value": bytes(value)?}))
        }),
        Kind::Names(names) => each(value, &|item| match whole(&item) {
            Some(number) => Ok(Json::String(name(names, number))),
            None => Err(expected("a whole number", &item)),
        }),
        Kind::Operations => match value {
            Cbor::Map(profiles) => {
                let mut object = Map::new();
                for (profile, list) in profiles {
                    let profile =
                        whole(&profile).ok_or_else(|| expected("the number of a profile", &profile))?;
                    object.insert(name(&PROFILES, profile), value_to_json(Kind::Names(&OPERATIONS), list)?);
                }
                Ok(Json::Object(object))
            }
            list => value_to_json(Kind::Names(&OPERATIONS), list),
        },
    }
}

/// What is written in CBOR as in JSON.
fn plain(value: &Json) -> Option<Cbor> {
    Some(match value {
        Json::Null => Cbor::Null,
        Json::Bool(bool) => Cbor::Bool(*bool),
        Json::Number(number) => {
            number.as_u64().map(Cbor::from).or_else(|| number.as_i64().map(Cbor::from))?
        }
        Json::String(text) => Cbor::Text(text.clone()),
        Json::Array(items) => Cbor::Array(items.iter().map(plain).collect::<Option<_>>()?),
        Json::Object(_) => return None,
    })
}

fn plain_to_json(value: Cbor) -> Result<Json, String> {
    Ok(match value {
        Cbor::Null => Json::Null,
        Cbor::Bool(bool) => Json::Bool(bool),
        Cbor::Integer(number) => match (u64::try_from(number), i64::try_from(number)) {
            (Ok(number), _) => json!(number),
            (_, Ok(number)) => json!(number),
            _ => return Err("an integer of more than 64 bits".to_owned()),
        },
        Cbor::Text(text) => Json::String(text),
        Cbor::Array(items) => Json::Array(items.into_iter().map(plain_to_json).collect::<Result<_, _>>()?),
        other => {
            return Err(format!("expected a text, a number, true, false or null, found {}", kind(&other)));
        }
    })
}

fn kind(value: &Cbor) -> &'static str {
    match value {
        Cbor::Integer(_) => "an integer",
        Cbor::Bytes(_) => "a byte string",
        Cbor::Float(_) => "a floating-point number",
        Cbor::Text(_) => "a text",
        Cbor::Bool(_) => "a Boolean",
        Cbor::Null => "null",
        Cbor::Tag(..) => "a tag",
        Cbor::Array(_) => "an array",
        Cbor::Map(_) => "a map",
        _ => "another item",
    }
}

#[cfg(test)]
mod tests;
