//! Days, for entries that hold up to a day.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDate};

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(NaiveDate);

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a day such as 2027-01-31, found `{0}`")]
pub struct NoDate(pub String);

impl Date {
    /// The day it is at a moment, in UTC; a moment before 1970 counts as its first day.
    pub fn at(moment: SystemTime) -> Date {
        let seconds = moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        // A clock that is off the calendar makes every entry expire, and that is told.
        let moment = i64::try_from(seconds).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        Date(moment.map_or(NaiveDate::MAX, |moment| moment.date_naive()))
    }
}

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The shape is checked here, since the calendar also reads signs and fewer digits.
        let shape = text.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        let date = (text.len() == 10 && shape).then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok());
        date.flatten().map(Date).ok_or_else(|| NoDate(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_are_read_and_written() {
        for text in ["2027-01-31", "2028-02-29", "0001-01-01"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "2027-1-31",
            "2027-02-29",
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
        assert_eq!(Date::at(UNIX_EPOCH - Duration::from_secs(1)).to_string(), "1970-01-01");
    }
}
