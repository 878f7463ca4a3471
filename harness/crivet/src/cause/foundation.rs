//! What is to be mended first: what other things are built on.

use super::topic::{is_example, is_generated};
use crate::operation::OperationName;
use crate::run::Judged;

/// How fundamental a case is; the least comes first. Worked examples before other hand-written vectors, generated ones
/// last; those with one right answer before those with several; of these the simplest.
pub(super) fn rank(judged: &Judged<'_>) -> impl Ord + use<> {
    let vector = judged.case.vector;
    (
        is_generated(vector),
        stage(vector.operation.name()),
        vector.expect.len(),
        !is_example(vector),
        size(judged),
        judged.case.profile,
        vector.id.clone(),
    )
}

/// The operations by what they build on: reading, then conversion, then resolution, then the rest.
pub(super) fn stage(operation: OperationName) -> usize {
    use OperationName as O;
    match operation {
        O::Decode | O::WellFormed | O::Absolute | O::Relative | O::IriPreprocess | O::IriParse => 0,
        O::CriToUri | O::UriToCri => 1,
        O::Resolve | O::Relativize => 2,
        O::CriToIri | O::IriToCri | O::IriToUri | O::Equivalent | O::Scan => 3,
        O::CriToCoap | O::CoapToCri | O::UriToCoap | O::CoapToUri => 4,
    }
}

/// The size of the question.
pub(super) fn size(judged: &Judged<'_>) -> usize {
    serde_json::to_string(&judged.case.vector.operation).map_or(usize::MAX, |text| text.len())
}
