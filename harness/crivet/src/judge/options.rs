//! Judging CoAP options: what a request carries (RFC 7252, section 5.4 and 3.1).
//!
//! Options of one number keep their order, which means something; those of different numbers have none that
//! does, since a message carries them sorted by number.

use crate::canonical::ComponentDifference;
use crate::operation::CoapOption;
use crate::verdict::{Difference, Note};

/// Are they the same options?
pub(super) fn compare(expected: &[CoapOption], came: &[CoapOption]) -> Result<Vec<Note>, Difference> {
    let (wanted, found) = (sorted(expected), sorted(came));
    let pairs = (0..wanted.len().max(found.len())).map(|index| (wanted.get(index), found.get(index)));
    for (index, (wanted, found)) in pairs.enumerate() {
        if wanted != found {
            return Err(Difference::Component(ComponentDifference {
                place: format!("option {} in the order of numbers", index + 1),
                expected: shown(wanted.copied()),
                came: shown(found.copied()),
            }));
        }
    }
    if came.is_sorted_by_key(|option| option.number) {
        return Ok(Vec::new());
    }
    Ok(vec![Note::remark("the options are not in the order of their numbers")])
}

fn sorted(options: &[CoapOption]) -> Vec<&CoapOption> {
    let mut sorted: Vec<_> = options.iter().collect();
    sorted.sort_by_key(|option| option.number);
    sorted
}

fn shown(option: Option<&CoapOption>) -> String {
    option.map_or("none".to_owned(), |option| format!("{} h'{}'", option.number, hex::encode(&option.value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &[(u16, &str)]) -> Vec<CoapOption> {
        text.iter().map(|&(number, value)| CoapOption { number, value: value.as_bytes().to_vec() }).collect()
    }

    #[track_caller]
    fn differ(expected: &[(u16, &str)], came: &[(u16, &str)], place: &str) {
        let Err(Difference::Component(found)) = compare(&options(expected), &options(came)) else {
            panic!("{expected:?} and {came:?} pass as the same")
        };
        assert_eq!(format!("{}: {} / {}", found.place, found.expected, found.came), place);
    }

    #[test]
    fn the_order_of_numbers_is_free_and_the_order_within_one_is_not() {
        let sorted = options(&[(3, "h"), (11, "a"), (11, "b")]);
        assert_eq!(compare(&sorted, &sorted), Ok(vec![]));
        let mixed = options(&[(11, "a"), (3, "h"), (11, "b")]);
        assert_eq!(compare(&sorted, &mixed).map(|notes| notes.len()), Ok(1));
        differ(
            &[(11, "a"), (11, "b")],
            &[(11, "b"), (11, "a")],
            "option 1 in the order of numbers: 11 h'61' / 11 h'62'",
        );
        differ(&[(3, "h")], &[], "option 1 in the order of numbers: 3 h'68' / none");
        differ(&[], &[(11, "")], "option 1 in the order of numbers: none / 11 h''");
        differ(&[(11, "a")], &[(11, "a"), (15, "")], "option 2 in the order of numbers: none / 15 h''");
        differ(&[(7, "a")], &[(11, "a")], "option 1 in the order of numbers: 7 h'61' / 11 h'61'");
    }
}
