//! Resolution in -03 (section 5.2).

use super::constraints::lone_empty_segment;
use super::options::CriOption;
use super::options::OptionName::{self, Fragment, HostName, Path, PathType, Query, Scheme};

/// Resolves a reference against an absolute base; both have to be well-formed.
pub fn resolve(base: &[CriOption], reference: &[CriOption]) -> Vec<CriOption> {
    // Step 1: the base is an absolute sequence.
    // Step 2.
    let (t, e) = table_1(reference.first());
    // Step 3.
    let mut buffer: Vec<CriOption> =
        base.iter().filter(|option| e.is_some_and(|e| option.name() < e)).cloned().collect();
    // Step 4.
    for _ in 0..t {
        match buffer.iter().rposition(|option| option.name() == Path) {
            Some(last) => buffer.remove(last),
            None => break,
        };
    }
    // Step 5.
    buffer.extend(reference.iter().filter(|option| option.name() != PathType).cloned());
    // Step 6.
    if let Some(only) = lone_empty_segment(&buffer) {
        buffer.remove(only);
    }
    // Step 7.
    buffer
}

/// Table 1: how many segments go, and the first option that is not kept; none where none is.
fn table_1(first: Option<&CriOption>) -> (u64, Option<OptionName>) {
    match first {
        // E is 0.
        Some(CriOption::Scheme(_)) => (0, None),
        // E is 1.
        Some(CriOption::HostName(_)) => (0, Some(HostName)),
        Some(CriOption::HostIp(_)) => (0, Some(HostName)),
        // No well-formed sequence starts with a port.
        Some(CriOption::Port(_)) => (0, Some(Scheme)),
        // T is -1, E is 5.
        Some(CriOption::PathType(0)) => (0, Some(Path)),
        // E is 6.
        Some(CriOption::PathType(value)) => (value - 1, Some(Query)),
        Some(CriOption::Path(_)) => (1, Some(Query)),
        Some(CriOption::Query(_)) => (0, Some(Query)),
        // E is 7.
        Some(CriOption::Fragment(_)) => (0, Some(Fragment)),
        None => (0, Some(Fragment)),
    }
}
