//! What is wrong with a question that has no answer, for whoever answered it: the first CRI in it that is invalid, and
//! where.

use crate::cri::{Grade, read, violations};
use crate::operation::Operation;
use crate::profile::{Family, Profile};

/// In words; none where the CRIs are fine, or are none of the form that is read here.
pub(super) fn of(operation: &Operation, profile: Profile) -> Option<String> {
    if profile.family() != Family::Href {
        return None;
    }
    let cris: Vec<(&str, &[u8])> = match operation {
        Operation::Decode { cri }
        | Operation::CriToUri { cri }
        | Operation::CriToIri { cri }
        | Operation::CriToCoap { cri, .. } => vec![("", cri)],
        Operation::Resolve { base, reference, .. } => vec![("base, ", base), ("reference, ", reference)],
        Operation::Relativize { base, target } => vec![("base, ", base), ("target, ", target)],
        Operation::Equivalent { a, b, .. } => vec![("a, ", a), ("b, ", b)],
        _ => Vec::new(),
    };
    cris.into_iter().find_map(|(name, cri)| Some(format!("{name}{}", defect(cri, profile)?)))
}

fn defect(cri: &[u8], profile: Profile) -> Option<String> {
    match read(cri) {
        Ok(reading) => {
            // The worst come first.
            let worst = violations(&reading.cri, reading.form, profile).into_iter().next();
            worst.filter(|violation| violation.grade == Grade::Invalid).map(|violation| violation.to_string())
        }
        Err(error) => Some(error.to_string()),
    }
}
