//! The topic of a vector: what its file is about.

use crate::vector::Vector;

/// The stem of the vector's file, without the word that says that it is generated: `pet` of
/// `vectors/href/decode/pet.yaml`.
pub(super) fn topic(vector: &Vector) -> &str {
    let stem = stem(vector);
    stem.strip_prefix(GENERATED).unwrap_or(stem)
}

/// Was the vector made by a program?
pub(super) fn is_generated(vector: &Vector) -> bool {
    stem(vector).starts_with(GENERATED)
}

/// Is it a worked example of a specification?
pub(super) fn is_example(vector: &Vector) -> bool {
    stem(vector).ends_with("examples")
}

const GENERATED: &str = "generated-";

fn stem(vector: &Vector) -> &str {
    let file = vector.source.file.rsplit(['/', '\\']).next().unwrap_or_default();
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
