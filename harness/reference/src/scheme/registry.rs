//! The CRI Scheme Numbers registry (section 10.1), as Appendix A fills it.

use super::{SchemeNumber, table};
use crate::options::Revision;

/// The scheme name that the number stands for.
pub fn name(number: SchemeNumber, revision: Revision) -> Option<&'static str> {
    let value = i64::try_from(number.value()).ok()?;
    let rows = rows(revision);
    let row = rows.binary_search_by(|&(other, _)| value.cmp(&other)).ok()?;
    Some(rows[row].1)
}

/// The number that stands for the scheme name.
pub fn number(name: &str, revision: Revision) -> Option<SchemeNumber> {
    let (value, _) = rows(revision).iter().find(|(_, other)| *other == name)?;
    SchemeNumber::new(i128::from(*value))
}

/// Every row: number and name, -1 first.
pub fn rows(revision: Revision) -> &'static [(i64, &'static str)] {
    match revision {
        Revision::Href13 => table::HREF_13,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions() {
        let rows = rows(Revision::Href13);
        assert!(rows.is_sorted_by(|a, b| a.0 > b.0));
        for &(value, row_name) in rows {
            let found = SchemeNumber::new(i128::from(value)).unwrap();
            assert_eq!(name(found, Revision::Href13), Some(row_name));
            assert_eq!(number(row_name, Revision::Href13), Some(found));
            assert!(super::super::SchemeName::new(row_name).is_some(), "{row_name}");
        }
    }

    #[test]
    fn some_rows() {
        let name = |value| name(SchemeNumber::new(value).unwrap(), Revision::Href13);
        assert_eq!(name(-9), Some("coap+ws"));
        assert_eq!(name(-15838), Some("shttp"));
        assert_eq!(name(-17357), Some("iris"));
        assert_eq!(name(-11), None);
        assert_eq!(name(-(1 << 64)), None);
    }
}
