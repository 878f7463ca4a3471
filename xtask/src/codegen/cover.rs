//! Rows in which every two choices that fit occur together: a covering array of strength two, made greedily.

use std::collections::BTreeSet;

/// A choice: the place of its factor, and its own.
type Choice = (usize, usize);

/// Rows with a choice for each factor, which has so many of them. Each pair of choices of two factors that fits stands in one of the rows, and no
/// row has a pair that does not fit. The same rows each time.
///
/// # Panics
///
/// Where a pair fits but no row can have it: a third factor leaves it no choice.
pub(super) fn pairs(factors: &[usize], fits: impl Fn(Choice, Choice) -> bool) -> Vec<Vec<usize>> {
    let fits = |one: Choice, other: Choice| fits(one, other) && fits(other, one);
    let mut missing: BTreeSet<(Choice, Choice)> = BTreeSet::new();
    for first in 0..factors.len() {
        for second in first + 1..factors.len() {
            for choice in 0..factors[first] {
                for with in 0..factors[second] {
                    if fits((first, choice), (second, with)) {
                        missing.insert(((first, choice), (second, with)));
                    }
                }
            }
        }
    }
    let mut rows = Vec::new();
    while let Some(&(one, other)) = missing.first() {
        let mut row: Vec<Option<usize>> = vec![None; factors.len()];
        row[one.0] = Some(one.1);
        row[other.0] = Some(other.1);
        assert!(fill(&mut row, factors, &fits, &missing), "no row has {one:?} and {other:?}");
        let row: Vec<usize> = row.into_iter().flatten().collect();
        for first in 0..row.len() {
            for second in first + 1..row.len() {
                missing.remove(&((first, row[first]), (second, row[second])));
            }
        }
        rows.push(row);
    }
    rows
}

/// Gives each factor that has none the choice that adds most pairs, and goes back where the rest has none left.
fn fill(
    row: &mut Vec<Option<usize>>,
    factors: &[usize],
    fits: &impl Fn(Choice, Choice) -> bool,
    missing: &BTreeSet<(Choice, Choice)>,
) -> bool {
    let Some(open) = row.iter().position(Option::is_none) else { return true };
    let chosen: Vec<Choice> =
        row.iter().enumerate().filter_map(|(place, choice)| Some((place, (*choice)?))).collect();
    let adds = |choice: Choice| {
        chosen.iter().filter(|&&other| missing.contains(&(choice.min(other), choice.max(other)))).count()
    };
    let mut choices: Vec<usize> = (0..factors[open])
        .filter(|&choice| chosen.iter().all(|&other| fits((open, choice), other)))
        .collect();
    choices.sort_by_key(|&choice| std::cmp::Reverse(adds((open, choice))));
    for choice in choices {
        row[open] = Some(choice);
        if fill(row, factors, fits, missing) {
            return true;
        }
    }
    row[open] = None;
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_that_fits_stands_in_a_row() {
        let factors = [3, 2, 4];
        let fits = |one: Choice, other: Choice| (one, other) != ((0, 1), (2, 3));
        let rows = pairs(&factors, fits);
        let has = |one: Choice, other: Choice| {
            rows.iter().any(|row| row[one.0] == one.1 && row[other.0] == other.1)
        };
        assert!(!has((0, 1), (2, 3)));
        for choice in 0..3 {
            for with in 0..4 {
                assert_eq!(has((0, choice), (2, with)), (choice, with) != (1, 3));
            }
        }
        assert!(rows.len() < 24, "{} rows", rows.len());
    }
}
