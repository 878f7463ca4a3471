//! The mutants that cargo-mutants makes of the reference, as far as it is known what notices them
//! (`reports/mutants/generated.txt`, which `cargo xtask mutants` writes).

/// For each mutant that vectors noticed, some of these: their ids.
pub fn noticed() -> Vec<Vec<&'static str>> {
    include_str!(concat!(env!("KNOWN"), "/generated.txt"))
        .lines()
        .filter_map(|line| line.split_once(" <- "))
        .map(|(_, ids)| ids.split(' ').collect())
        .collect()
}
