//! Resolution in -02: the functions of section 4.1.

use super::options::CriOption;
use super::options::OptionName::{self, Fragment, HostName, Path, PathType, Port, Query};

const ABSOLUTE_PATH: u64 = 0;
const APPEND_RELATION: u64 = 1;
const APPEND_PATH: u64 = 2;
const RELATIVE_PATH: u64 = 3;

/// Resolves a reference against an absolute base; both have to be well-formed. The relation becomes a segment where
/// the reference has the path.type for it.
pub fn resolve(base: &[CriOption], reference: &[CriOption], relation: i64) -> Vec<CriOption> {
    let mut result = Vec::new();
    let mut reference = reference;
    let mut kind = ABSOLUTE_PATH;
    // The first option of the base that is not copied.
    let mut option = reference.first().map_or(Fragment, CriOption::name);
    match reference.first() {
        Some(CriOption::HostIp(_)) => option = HostName,
        Some(CriOption::PathType(value)) => {
            kind = *value;
            reference = &reference[1..];
        }
        Some(CriOption::Path(_)) => {
            kind = RELATIVE_PATH;
            option = PathType;
        }
        _ => {}
    }
    if option != PathType || kind == ABSOLUTE_PATH {
        copy_until(base, &mut result, Some(option));
    } else {
        copy_until(base, &mut result, Some(Query));
        if kind == APPEND_RELATION {
            append(&mut result, &CriOption::Path(relation.to_string()));
        }
        while kind > APPEND_PATH {
            if result.last().map(CriOption::name) != Some(Path) {
                break;
            }
            result.pop();
            kind -= 1;
        }
    }
    copy_until(reference, &mut result, None);
    normalize(&mut result);
    result
}

/// Appends the options in front of one of this name or a later one; all, where none is named.
fn copy_until(input: &[CriOption], output: &mut Vec<CriOption>, end: Option<OptionName>) {
    for option in input {
        if end.is_some_and(|end| option.name() >= end) {
            break;
        }
        append(output, option);
    }
}

fn append(output: &mut Vec<CriOption>, option: &CriOption) {
    if option.name() > Path {
        normalize(output);
    }
    output.push(option.clone());
}

/// Removes an empty segment at the end that is the only one. What stands in front of the path is a port: results have
/// no path.type, and a port behind every host.
fn normalize(output: &mut Vec<CriOption>) {
    if let [.., before, CriOption::Path(segment)] = output.as_slice()
        && segment.is_empty()
        && before.name() <= Port
    {
        output.pop();
    }
}
