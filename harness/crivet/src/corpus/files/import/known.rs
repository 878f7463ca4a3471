//! What the drafts and the rulings say of a row, by the judge's own reading: why its answer is not to be asked, and what
//! is accepted beside it.

use crate::cri::{
    Cri, Grade, disputed_resolutions, first_difference, read, resolve, to_uri, violations, write,
};
use crate::judge::same_text;
use crate::operation::Operation;
use crate::outcome::Value;
use crate::profile::Profile;
use crate::vector::Expected;

/// Why the answer contradicts what is said of it; none where it does not.
pub(super) fn contradiction(operation: &Operation, expected: &Expected, profile: Profile) -> Option<String> {
    match (operation, expected) {
        (Operation::Decode { cri }, Expected::Reject) => {
            let reading = read(cri).ok()?;
            match violations(&reading.cri, reading.form, profile).first() {
                None => Some("nothing is wrong with the CRI".to_owned()),
                Some(worst) if worst.grade == Grade::Invalid => None,
                Some(worst) => Some(format!("whether to reject it is disputed: {worst}")),
            }
        }
        (Operation::Decode { cri }, Expected::Value(_)) => above(Grade::Unfit, cri, profile),
        (Operation::UriToCri { .. }, Expected::Value(Value::Cri { cri })) => {
            above(Grade::Remark, cri, profile)
        }
        (Operation::Resolve { base, reference, .. }, Expected::Value(Value::Cri { cri })) => {
            let [base, reference, came] =
                [read(base).ok()?.cri, read(reference).ok()?.cri, read(cri).ok()?.cri];
            let difference = first_difference(&resolve(&base, &reference), &came)?;
            let is_reading = |reading: &Cri| first_difference(reading, &came).is_none();
            let readings = disputed_resolutions(&base, &reference, profile);
            (!readings.iter().any(is_reading)).then(|| format!("by the steps of 5.3, {difference}"))
        }
        (Operation::CriToUri { cri }, Expected::Value(Value::Uri { uri })) => {
            match to_uri(&read(cri).ok()?.cri, profile) {
                Err(error) => Some(format!("the CRI has no URI: {}", error.0)),
                Ok(right) if same_text(&right, uri).is_ok() => None,
                Ok(right) => Some(format!("by the steps of 6.1 the URI is `{right}`")),
            }
        }
        _ => None,
    }
}

/// What is wrong with a CRI, beyond a grade.
fn above(grade: Grade, cri: &[u8], profile: Profile) -> Option<String> {
    let reading = read(cri).ok()?;
    let worst = violations(&reading.cri, reading.form, profile).into_iter().next()?;
    (worst.grade > grade).then(|| worst.to_string())
}

/// What else is accepted: the other readings, and a rejection where there is something to be said against a CRI.
pub(super) fn others(operation: &Operation, expected: &Expected, profile: Profile) -> Vec<Expected> {
    let Expected::Value(value) = expected else { return Vec::new() };
    let mut others = Vec::new();
    let mut cris: Vec<&[u8]> = Vec::new();
    match (operation, value) {
        (Operation::Decode { cri } | Operation::CriToUri { cri }, _)
        | (Operation::UriToCri { .. }, Value::Cri { cri }) => cris.push(cri),
        (Operation::Resolve { base, reference, .. }, Value::Cri { cri }) => {
            cris.extend([base.as_slice(), reference, cri]);
            if let [Ok(base), Ok(reference), Ok(came)] = [read(base), read(reference), read(cri)] {
                let mut readings = disputed_resolutions(&base.cri, &reference.cri, profile);
                readings.push(resolve(&base.cri, &reference.cri));
                readings.retain(|reading| first_difference(&came.cri, reading).is_some());
                let values = readings.iter().map(|reading| Value::Cri { cri: write(reading, profile) });
                others.extend(values.map(Expected::Value));
            }
        }
        _ => {}
    }
    let is_faulted =
        |cri: &&[u8]| read(cri).is_ok_and(|read| !violations(&read.cri, read.form, profile).is_empty());
    if cris.iter().any(is_faulted) {
        others.push(Expected::Reject);
    }
    others
}
