//! Days, for entries that hold up to a day.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the calendar: year, month and day of the month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(u64, u8, u8);

/// The last day that can be written.
const LAST: Date = Date(9999, 12, 31);

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a day such as 2027-01-31, found `{0}`")]
pub struct NoDate(pub String);

impl Date {
    /// The day it is at a moment, in UTC; a moment before 1970 counts as its first day.
    pub fn at(moment: SystemTime) -> Date {
        let mut days = moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 86_400;
        for year in 1970..=LAST.0 {
            for month in 1..=12 {
                let length = days_of(year, month);
                match u8::try_from(days) {
                    Ok(before) if before < length => return Date(year, month, before + 1),
                    _ => days -= u64::from(length),
                }
            }
        }
        // A clock that is off the calendar makes every entry expire, and that is told.
        LAST
    }
}

/// The days of a month.
fn days_of(year: u64, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A number alone could also have a sign, or fewer digits.
        let shape = text.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        let date = || {
            let (year, month, day) =
                (text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?);
            let there = (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
            there.then_some(Date(year, month, day))
        };
        (text.len() == 10 && shape).then(date).flatten().ok_or_else(|| NoDate(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_are_read_and_written() {
        for text in ["2027-01-31", "2028-02-29", "2000-02-29", "9999-12-31", "0001-01-01"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "2027-1-31",
            "2027-02-29",
            "2100-02-29",
            "2027-04-31",
            "2027-13-01",
            "2027-01-00",
            "+027-01-01",
            "20270131",
            "2027-01-31 ",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NoDate(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_moment_is_on_a_day() {
        let day = |seconds| Date::at(UNIX_EPOCH + Duration::from_secs(seconds)).to_string();
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(1_801_439_999), "2027-01-31");
        assert_eq!(day(1_801_440_000), "2027-02-01");
        assert_eq!(day(951_782_400), "2000-02-29");
        assert_eq!(day(4_107_542_400), "2100-03-01");
        assert_eq!(day(253_402_300_799), "9999-12-31");
        assert_eq!(day(u64::MAX >> 1), "9999-12-31");
        assert_eq!(Date::at(UNIX_EPOCH - Duration::from_secs(1)).to_string(), "1970-01-01");
    }
}
