//! The registries of scheme numbers, as the drafts fill them (-13: appendix A; -27: anchor `sec-numbers`).
//!
//! The two revisions number the schemes differently. -27 has unsigned numbers, and writes -1 less the number
//! into a CRI (its scheme-id); -13 registers what is written. Here a number is always what is written.

use super::{SchemeNumber, table};
use crate::options::Revision;

/// The scheme name that the number stands for.
pub fn name(number: SchemeNumber, revision: Revision) -> Option<&'static str> {
    let value = i64::try_from(number.value()).ok()?;
    let rows = rows(revision);
    let row = rows.binary_search_by(|&(other, _)| value.cmp(&other)).ok()?;
    Some(rows[row].1)
}

/// The number that stands for the scheme name, in lower case.
pub fn number(name: &str, revision: Revision) -> Option<SchemeNumber> {
    let (value, _) = rows(revision).iter().find(|(_, other)| *other == name)?;
    SchemeNumber::new(i128::from(*value))
}

/// Every row: number and name, -1 first.
pub fn rows(revision: Revision) -> &'static [(i64, &'static str)] {
    match revision {
        Revision::Href13 => table::href_13::ROWS,
        Revision::Href27 => table::href_27::ROWS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions() {
        for revision in [Revision::Href13, Revision::Href27] {
            let rows = rows(revision);
            assert!(rows.is_sorted_by(|a, b| a.0 > b.0));
            for &(value, row_name) in rows {
                let found = SchemeNumber::new(i128::from(value)).unwrap();
                assert_eq!(name(found, revision), Some(row_name));
                assert_eq!(number(row_name, revision), Some(found));
                assert!(super::super::SchemeName::new(row_name).is_some(), "{row_name}");
            }
        }
    }

    #[track_caller]
    fn check(value: i128, href_13: Option<&str>, href_27: Option<&str>) {
        let number = SchemeNumber::new(value).unwrap();
        assert_eq!(name(number, Revision::Href13), href_13);
        assert_eq!(name(number, Revision::Href27), href_27);
    }

    #[test]
    fn some_rows() {
        check(-1, Some("coap"), Some("coap"));
        check(-8, Some("coaps+tcp"), Some("coaps+tcp"));
        check(-9, Some("coap+ws"), None);
        check(-25, None, Some("coap+ws"));
        check(-26, None, Some("coaps+ws"));
        check(-15838, Some("shttp"), None);
        check(-17357, Some("iris"), None);
        check(-5478, None, Some("machineprovisioningprogressreporter"));
        check(-11, None, None);
        check(-(1 << 64), None, None);
    }
}
