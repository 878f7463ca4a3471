//! Stored cases changed by their structure, for an engine that would change their bytes: of these nearly all are no case.
//!
//! A case is a tree (in CBOR), and so is a CRI that it holds as bytes. One node after the other is changed: an element
//! goes, comes twice or changes places, a text or a number becomes another one, what stands elsewhere in the tree is put
//! there.

use arbitrary::{Result, Unstructured};
use ciborium::Value;

use super::seeds::TEXTS;

/// How often a case is changed, where what came is none.
const TRIES: usize = 16;
/// Numbers around the sizes of heads, of ports, and of what a discard can count.
const NUMBERS: [i64; 16] = [0, 1, -1, 2, 23, 24, 126, 127, 128, 255, 256, 5683, 65_535, 65_536, -24, -25];

/// The tree changed until `is_case` says it is one; none where that takes too long.
pub(super) fn changed(
    case: &Value,
    u: &mut Unstructured<'_>,
    is_case: impl Fn(&Value) -> bool,
) -> Option<Value> {
    for _ in 0..TRIES {
        let mut tree = case.clone();
        for _ in 0..1 + u.arbitrary::<u8>().ok()? % 3 {
            let donor = pick(&mut case.clone(), u).ok()?.clone();
            node(pick(&mut tree, u).ok()?, &donor, u).ok()?;
        }
        if tree != *case && is_case(&tree) {
            return Some(tree);
        }
    }
    None
}

/// How many nodes a tree has: what can be changed.
fn size(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Map(entries) => entries.iter().map(|(_, value)| size(value)).sum(),
        Value::Tag(_, inner) => size(inner),
        _ => 0,
    }
}

fn index(u: &mut Unstructured<'_>, count: usize) -> Result<usize> {
    Ok(usize::from(u.arbitrary::<u16>()?) % count.max(1))
}

/// Any node.
fn pick<'a>(tree: &'a mut Value, u: &mut Unstructured<'_>) -> Result<&'a mut Value> {
    let number = index(u, size(tree))?;
    nth(tree, number).ok_or(arbitrary::Error::IncorrectFormat)
}

/// The node of this number, the tree itself being the first.
fn nth(tree: &mut Value, number: usize) -> Option<&mut Value> {
    let Some(mut left) = number.checked_sub(1) else { return Some(tree) };
    let children: Vec<&mut Value> = match tree {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
        Value::Tag(_, inner) => vec![&mut **inner],
        _ => Vec::new(),
    };
    for child in children {
        let size = size(child);
        if left < size {
            return nth(child, left);
        }
        left -= size;
    }
    None
}

/// Changes a node.
fn node(node: &mut Value, donor: &Value, u: &mut Unstructured<'_>) -> Result<()> {
    // What has another type is no case most of the time.
    if u.ratio(1, 8)? {
        *node = donor.clone();
        return Ok(());
    }
    match node {
        Value::Integer(number) => {
            let old = i64::try_from(*number).unwrap_or_default();
            let new = match u.int_in_range(0..=4)? {
                0 => old.saturating_add(1),
                1 => old.saturating_sub(1),
                2 => old.saturating_mul(2),
                3 => !old,
                _ => NUMBERS[index(u, NUMBERS.len())?],
            };
            *number = new.into();
        }
        Value::Text(text) => *text = other_text(text, donor, u)?,
        Value::Bytes(bytes) => other_bytes(bytes, donor, u)?,
        Value::Bool(truth) => *truth = !*truth,
        Value::Null => {
            *node = match u.int_in_range(0..=3)? {
                0 => Value::Array(Vec::new()),
                1 => Value::Text(TEXTS[index(u, TEXTS.len())?].to_owned()),
                2 => Value::Bool(true),
                _ => Value::Integer(NUMBERS[index(u, NUMBERS.len())?].into()),
            };
        }
        Value::Array(items) => elements(items, donor, u)?,
        Value::Tag(_, inner) => *node = (**inner).clone(),
        _ => {}
    }
    Ok(())
}

fn elements(items: &mut Vec<Value>, donor: &Value, u: &mut Unstructured<'_>) -> Result<()> {
    let at = index(u, items.len())?;
    match u.int_in_range(0..=4)? {
        0 if !items.is_empty() => drop(items.remove(at)),
        1 if !items.is_empty() => items.insert(at, items[at].clone()),
        2 if items.len() > 1 => {
            let other = index(u, items.len())?;
            items.swap(at, other);
        }
        3 => items.insert(at, Value::Text(TEXTS[index(u, TEXTS.len())?].to_owned())),
        _ => items.insert(at, donor.clone()),
    }
    Ok(())
}

fn other_text(text: &str, donor: &Value, u: &mut Unstructured<'_>) -> Result<String> {
    let mut characters: Vec<char> = text.chars().collect();
    let at = index(u, characters.len() + 1)?;
    let end = (at + 1 + index(u, 4)?).min(characters.len());
    let token = TEXTS[index(u, TEXTS.len())?];
    match u.int_in_range(0..=5)? {
        0 => drop(characters.drain(at..end)),
        1 => drop(characters.splice(at..end, token.chars())),
        2 => {
            let again = characters[at..end].to_vec();
            drop(characters.splice(at..at, again));
        }
        3 => return Ok(token.to_owned()),
        4 if matches!(donor, Value::Text(_)) => {
            let Value::Text(other) = donor else { return Ok(text.to_owned()) };
            drop(characters.splice(at..at, other.chars()));
        }
        _ => drop(characters.splice(at..at, token.chars())),
    }
    Ok(characters.into_iter().collect())
}

/// As the tree that they are, where they are one: a CRI. Else byte by byte.
fn other_bytes(bytes: &mut Vec<u8>, donor: &Value, u: &mut Unstructured<'_>) -> Result<()> {
    if bytes.len() > 1
        && u.ratio(7, 8)?
        && let Ok(mut tree) = ciborium::from_reader::<Value, _>(bytes.as_slice())
    {
        let mut donor = match donor {
            Value::Bytes(bytes) => ciborium::from_reader(bytes.as_slice()).unwrap_or(Value::Null),
            other => other.clone(),
        };
        let donor = pick(&mut donor, u)?.clone();
        node(pick(&mut tree, u)?, &donor, u)?;
        let mut written = Vec::new();
        if ciborium::into_writer(&tree, &mut written).is_ok() {
            *bytes = written;
        }
        return Ok(());
    }
    let at = index(u, bytes.len())?;
    match u.int_in_range(0..=3)? {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << (u.arbitrary::<u8>()? % 8),
        1 if !bytes.is_empty() => drop(bytes.remove(at)),
        2 if !bytes.is_empty() => bytes.truncate(at),
        _ => bytes.insert(at, u.arbitrary()?),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seeded;

    #[test]
    fn what_is_changed_is_another_case() {
        let case = Value::Array(vec![
            Value::Bytes(vec![0x83, 0x20, 0x81, 0x61, 0x68, 0x81, 0x61, 0x61]),
            Value::Array(vec![Value::Text("a".to_owned()), Value::Integer(7.into())]),
            Value::Null,
        ]);
        let mut seen = std::collections::HashSet::new();
        for seed in 0..500 {
            let bytes = seeded(seed, 64);
            let keeps_its_shape = |value: &Value| matches!(value, Value::Array(items) if items.len() == 3);
            let Some(changed) = changed(&case, &mut Unstructured::new(&bytes), keeps_its_shape) else {
                continue;
            };
            assert_ne!(changed, case);
            seen.insert(format!("{changed:?}"));
        }
        assert!(seen.len() > 250, "{}", seen.len());
    }
}
