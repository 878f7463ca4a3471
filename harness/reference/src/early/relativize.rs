//! The reverse of resolving (-02, section 2.2; -03, section 5). The method is free, as long as the sequence resolves to
//! the target again.
//!
//! Every start that a sequence can have is tried, and the shortest that leads to the target is taken.

use super::error::SequenceError;
use super::options::{CriOption, Draft, OptionName, encode};
use super::{resolve02, resolve03};

/// The shortest sequence that resolves to the target against the base; both have to be absolute. Of several, the first
/// in the order of their bytes.
///
/// # Errors
///
/// There is none: not even the target resolves to itself, because its path is a single empty segment.
pub fn relativize(
    base: &[CriOption],
    target: &[CriOption],
    draft: Draft,
) -> Result<Vec<CriOption>, SequenceError> {
    candidates(base, target, draft)
        .into_iter()
        .filter(|candidate| resolve(base, candidate, draft) == target)
        .min_by_key(|candidate| {
            let bytes = encode(candidate, draft);
            (bytes.len(), bytes)
        })
        .ok_or(SequenceError::None("no sequence that resolves to the target"))
}

fn resolve(base: &[CriOption], reference: &[CriOption], draft: Draft) -> Vec<CriOption> {
    match draft {
        Draft::Href02 => resolve02::resolve(base, reference, 0),
        Draft::Href03 => resolve03::resolve(base, reference),
    }
}

fn candidates(base: &[CriOption], target: &[CriOption], draft: Draft) -> Vec<Vec<CriOption>> {
    let behind = |name: OptionName| target.iter().filter(move |option| option.name() >= name).cloned();
    let mut candidates = vec![
        target.to_vec(),
        behind(OptionName::HostName).collect(),
        behind(OptionName::Path).collect(),
        behind(OptionName::Query).collect(),
        behind(OptionName::Fragment).collect(),
    ];
    if draft == Draft::Href02 {
        candidates.push(behind(OptionName::Port).collect());
    }
    let (old, new) = (segments(base), segments(target));
    let common = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    // How many segments of the base are kept: all that the target has as well, or all but the last.
    for kept in [common, old.len().saturating_sub(1).min(common), 0] {
        let removed = u64::try_from(old.len() - kept).unwrap_or(u64::MAX);
        let rest: Vec<CriOption> =
            new[kept..].iter().map(|option| (*option).clone()).chain(behind(OptionName::Query)).collect();
        let kind = removed.saturating_add(draft.relative_path() - 1);
        for kind in [0, kind] {
            if kind <= 127 {
                candidates
                    .push([CriOption::PathType(kind)].into_iter().chain(rest.iter().cloned()).collect());
            }
        }
        candidates.push(rest);
    }
    candidates
}

fn segments(sequence: &[CriOption]) -> Vec<&CriOption> {
    sequence.iter().filter(|option| option.name() == OptionName::Path).collect()
}
