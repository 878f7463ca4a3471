//! Resolution that looks at the sections of the arrays, and never into one (5.3, read with 5.2.1: whoever merely resolves
//! may pass on what it does not check).

use std::ops::Range;

use ciborium::Value;
use ciborium_ll::{Decoder, Header};
use crivet::outcome::{Outcome, Value as CriValue};
use crivet::profile::Profile;

/// The sections of a CRI reference as they stand; null where one is left off.
struct Sections {
    scheme: Value,
    authority: Value,
    /// How many segments go; none for all of them.
    discard: Option<usize>,
    path: Value,
    query: Value,
    fragment: Value,
}

/// The CRI, or nothing where one of the two is no array of the right shape.
pub(super) fn resolve(profile: Profile, base: &[u8], reference: &[u8]) -> Option<Vec<u8>> {
    let (mut result, reference) = (sections(base)?, sections(reference)?);
    if !reference.scheme.is_null() {
        return written(reference, profile);
    }
    let mut path = items(result.path);
    match reference.discard {
        Some(count) => path.truncate(path.len().saturating_sub(count)),
        None => {
            path.clear();
            if result.authority == Value::Bool(true) {
                result.authority = Value::Null;
            }
        }
    }
    if reference.discard != Some(0) || !reference.path.is_null() {
        (result.query, result.fragment) = (Value::Null, Value::Null);
    }
    path.extend(items(reference.path));
    result.path = Value::Array(path);
    if !reference.authority.is_null() {
        result.authority = reference.authority;
    }
    if !reference.query.is_null() {
        (result.query, result.fragment) = (reference.query, Value::Null);
    }
    if !reference.fragment.is_null() {
        result.fragment = reference.fragment;
    }
    written(result, profile)
}

fn sections(bytes: &[u8]) -> Option<Sections> {
    let mut rest = bytes;
    let Ok(Value::Array(mut array)) = ciborium::from_reader::<Value, _>(&mut rest) else { return None };
    if !rest.is_empty() || !is_plain(bytes) {
        return None;
    }
    let discard = match array.first() {
        None => Some(0),
        Some(Value::Bool(true)) => None,
        Some(Value::Integer(number)) => usize::try_from(*number).ok(),
        Some(_) => None,
    };
    let starts_with_discard = discard.is_some() || array.first() == Some(&Value::Bool(true));
    if starts_with_discard {
        // It stands in place of two nulls.
        array = [vec![Value::Null; 2], array.get(1..).unwrap_or_default().to_vec()].concat();
    }
    let section = |index: usize| array.get(index).cloned().unwrap_or(Value::Null);
    let [scheme, authority, path, query, fragment] = [0, 1, 2, 3, 4].map(section);
    let has_shape = array.len() <= 5
        && matches!(scheme, Value::Null | Value::Text(_) | Value::Integer(_))
        && matches!(authority, Value::Null | Value::Bool(true) | Value::Array(_))
        && matches!(path, Value::Null | Value::Array(_))
        && matches!(query, Value::Null | Value::Array(_))
        && matches!(fragment, Value::Null | Value::Text(_) | Value::Array(_));
    has_shape.then_some(Sections { scheme, authority, discard, path, query, fragment })
}

/// The heads of all items, one after the other, each with the bytes of its string; until one is malformed.
fn heads(bytes: &[u8]) -> impl Iterator<Item = (Header, Range<usize>)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let mut decoder = Decoder::from(bytes.get(position..)?);
        let header = decoder.pull().ok()?;
        let start = position + decoder.offset();
        let length = match header {
            Header::Bytes(Some(length)) | Header::Text(Some(length)) => length,
            _ => 0,
        };
        let string = start..start.checked_add(length)?;
        bytes.get(string.clone())?;
        position = string.end;
        Some((header, string))
    })
}

/// Are all items of the few kinds that CRIs are made of, with lengths that are definite?
fn is_plain(bytes: &[u8]) -> bool {
    heads(bytes).all(|(header, _)| match header {
        Header::Positive(_) | Header::Negative(_) | Header::Array(Some(_)) | Header::Simple(20..=22) => true,
        Header::Bytes(length) | Header::Text(length) => length.is_some(),
        _ => false,
    })
}

/// How many arrays and tags stand directly in one another, at most.
pub(super) fn depth(bytes: &[u8]) -> usize {
    let (mut deepest, mut depth) = (0, 0);
    for (header, _) in heads(bytes) {
        depth = if matches!(header, Header::Array(_) | Header::Tag(_)) { depth + 1 } else { 0 };
        deepest = deepest.max(depth);
    }
    deepest
}

/// What is made of a base and a reference whose texts that are not UTF-8 are replaced for it, and put back into what comes;
/// nothing where all texts are UTF-8.
pub(super) fn with_any_text(
    base: &[u8],
    reference: &[u8],
    resolved: impl FnOnce(Vec<u8>, Vec<u8>) -> Outcome,
) -> Option<Outcome> {
    let (mut base, mut reference) = (base.to_vec(), reference.to_vec());
    let mut replaced: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for bytes in [&mut base, &mut reference] {
        let texts: Vec<Range<usize>> = heads(bytes)
            .filter(|(header, string)| {
                matches!(header, Header::Text(_)) && std::str::from_utf8(&bytes[string.clone()]).is_err()
            })
            .map(|(_, string)| string)
            .collect();
        for text in texts {
            // Letters that no other text is made of.
            let stand_in = vec![b'\x7f' - u8::try_from(replaced.len()).ok()?; text.len()];
            replaced.push((stand_in.clone(), bytes[text.clone()].to_vec()));
            bytes[text].copy_from_slice(&stand_in);
        }
    }
    if replaced.is_empty() {
        return None;
    }
    let outcome = resolved(base, reference);
    let Outcome::Value(CriValue::Cri { mut cri }) = outcome else { return Some(outcome) };
    let texts: Vec<Range<usize>> = heads(&cri).map(|(_, string)| string).collect();
    for text in texts {
        if let Some((_, original)) = replaced.iter().find(|(stand_in, _)| *stand_in == cri[text.clone()]) {
            cri[text].copy_from_slice(original);
        }
    }
    Some(Outcome::Value(CriValue::Cri { cri }))
}

fn items(section: Value) -> Vec<Value> {
    section.into_array().unwrap_or_default()
}

/// A full CRI, without the default values at its end; what a base without a scheme leads to is a reference.
fn written(sections: Sections, profile: Profile) -> Option<Vec<u8>> {
    let Sections { scheme, authority, path, query, fragment, .. } = sections;
    if scheme.is_null() {
        return reference([scheme, authority, Value::Array(items(path)), query, fragment]);
    }
    // An absent query with a fragment behind it is null in the grammar of 13, and an empty array in that of 27.
    let query = match items(query) {
        none if none.is_empty() && profile == Profile::Href13 => Value::Null,
        parameters => Value::Array(parameters),
    };
    let is_default = |value: &Value| value.is_null() || *value == Value::Array(Vec::new());
    let mut array = vec![scheme, authority, Value::Array(items(path)), query, fragment];
    if array[4].is_null() {
        array.pop();
    }
    // An empty fragment that is an array is none of the defaults.
    while (3..5).contains(&array.len()) && array.last().is_some_and(is_default) {
        array.pop();
    }
    if array.last().is_some_and(Value::is_null) {
        array.pop();
    }
    let mut bytes = Vec::new();
    ciborium::into_writer(&Value::Array(array), &mut bytes).ok()?;
    Some(bytes)
}

/// A CRI reference with nothing left of its base, without the nulls at its end.
fn reference([scheme, authority, path, query, fragment]: [Value; 5]) -> Option<Vec<u8>> {
    let start = if authority.is_null() { vec![Value::Bool(true)] } else { vec![scheme, authority] };
    let mut array = [start, vec![path, query, fragment]].concat();
    while array.last().is_some_and(Value::is_null) {
        array.pop();
    }
    let mut bytes = Vec::new();
    ciborium::into_writer(&Value::Array(array), &mut bytes).ok()?;
    Some(bytes)
}
