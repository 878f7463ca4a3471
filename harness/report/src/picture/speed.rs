//! Speed against size: how long an answer takes by how long the question is, where that was measured.
//!
//! It is read from lines of comma-separated values: a header, then a line a measurement.
//!
//! ```text
//! operation,bytes,nanoseconds
//! decode,16,480
//! decode,4096,61000
//! ```
//!
//! `nanoseconds` is what one answer takes, in the middle of many.

use std::collections::BTreeMap;

use plotters::prelude::*;
use serde::Deserialize;

use super::{BAR, FAIL, FAINT, INK, OTHER, PASS, Picture, drawn, label, plain};
use crivet::operation::OperationName;

/// How high a name at the end of a line is.
const NAME: i32 = 15;
/// The most lines that are read.
const LIMIT: usize = 100_000;

/// Measurements of each operation, by size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Speed {
    /// By operation.
    pub operations: BTreeMap<OperationName, Vec<Measured>>,
}

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measured {
    /// How many bytes the question has.
    pub bytes: u64,
    /// How long the answer takes.
    pub nanoseconds: u64,
}

/// Why a text has no measurements.
#[derive(Debug, thiserror::Error)]
pub enum SpeedError {
    /// It is no such table, or a member is no number or no operation.
    #[error("expected `operation,bytes,nanoseconds`: {0}")]
    Table(#[from] csv::Error),
    /// There is more than any measurement has.
    #[error("more than {LIMIT} lines")]
    Long,
    /// There is no measurement in it.
    #[error("no measurement in it")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    operation: OperationName,
    bytes: u64,
    nanoseconds: u64,
}

impl Speed {
    /// Reads measurements.
    pub fn parse(text: &str) -> Result<Speed, SpeedError> {
        let mut speed = Speed::default();
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        for (index, line) in reader.deserialize().enumerate() {
            if index >= LIMIT {
                return Err(SpeedError::Long);
            }
            let Line { operation, bytes, nanoseconds } = line?;
            speed.operations.entry(operation).or_default().push(Measured { bytes, nanoseconds });
        }
        speed.operations.values_mut().for_each(|measured| measured.sort_unstable());
        if speed.operations.is_empty() { Err(SpeedError::Empty) } else { Ok(speed) }
    }

    /// A picture of them, both axes logarithmic: what takes twice as long for twice the size is a line at 45 degrees.
    pub fn picture(&self, name: &str) -> Picture {
        let title = "Time for one answer by the size of the question".to_owned();
        let all = || self.operations.values().flatten();
        let range = |values: Vec<u64>| {
            let least = values.iter().copied().min().unwrap_or(1).max(1) as f64;
            let most = values.iter().copied().max().unwrap_or(1).max(1) as f64;
            least * 0.8..most.max(least * 2.0) * 1.25
        };
        let (bytes, times) =
            (range(all().map(|one| one.bytes).collect()), range(all().map(|one| one.nanoseconds).collect()));
        let description: Vec<String> = self
            .operations
            .iter()
            .filter_map(|(operation, measured)| {
                let (first, last) = (measured.first()?, measured.last()?);
                let (small, large) = (duration(first.nanoseconds as f64), duration(last.nanoseconds as f64));
                Some(format!("{operation}: {small} for {} bytes, {large} for {}", first.bytes, last.bytes))
            })
            .collect();
        let svg = drawn(name, (&title, &(description.join("; ") + ".")), 380, |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(8)
                .margin_right(110)
                .x_label_area_size(44)
                .y_label_area_size(72)
                .build_cartesian_2d(bytes.log_scale(), times.log_scale())?;
            plain(&mut chart.configure_mesh())
                .y_label_formatter(&|value| duration(*value))
                .x_label_formatter(&|value| super::grouped(*value))
                .x_desc("bytes of the question")
                .y_desc("time for one answer")
                .draw()?;
            let mut ends = Vec::new();
            for (index, (operation, measured)) in self.operations.iter().enumerate() {
                let colour = [BAR, OTHER, PASS, FAIL, INK, FAINT][index % 6];
                let points: Vec<(f64, f64)> = measured
                    .iter()
                    .map(|one| (one.bytes.max(1) as f64, one.nanoseconds.max(1) as f64))
                    .collect();
                chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
                chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
                if let Some(&end) = points.last() {
                    let (x, y) = chart.backend_coord(&end);
                    ends.push((y, x, operation.to_string(), colour));
                }
            }
            // Names of lines that end close to each other are moved down, so that none stands on another.
            ends.sort_by_key(|&(y, ..)| y);
            let mut free = i32::MIN;
            for (y, x, name, colour) in ends {
                let top = free.max(y - 8);
                free = top + NAME;
                area.draw(&Text::new(name, (x + 8, top), label(colour)))?;
            }
            Ok(())
        });
        let rows = self.operations.iter().flat_map(|(operation, measured)| {
            measured.iter().map(move |one| {
                vec![operation.to_string(), one.bytes.to_string(), duration(one.nanoseconds as f64)]
            })
        });
        let header = ["operation", "bytes", "time"].map(ToOwned::to_owned).to_vec();
        Picture { svg, title, header, rows: rows.collect() }
    }
}

/// A time with the unit that makes it a short number.
fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        long if long >= 1e9 => (long / 1e9, "s"),
        long if long >= 1e6 => (long / 1e6, "ms"),
        long if long >= 1e3 => (long / 1e3, "µs"),
        short => (short, "ns"),
    };
    if value < 10.0 && unit != "ns" { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_are_read_and_drawn() {
        let text = "operation,bytes,nanoseconds\ndecode,4096,61000\ndecode,16,480\nresolve,32,1500\n";
        let speed = Speed::parse(text).unwrap();
        assert_eq!(speed.operations[&OperationName::Decode][0], Measured { bytes: 16, nanoseconds: 480 });
        let picture = speed.picture("speed");
        assert!(picture.svg.contains("decode: 480 ns for 16 bytes, 61 µs for 4096"), "{}", picture.svg);
        assert_eq!(picture.rows[2], ["resolve", "32", "1.5 µs"]);
    }

    #[test]
    fn what_is_no_measurement_is_told() {
        #[track_caller]
        fn check(text: &str, part: &str) {
            let error = Speed::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "`{part}` is not in `{error}`");
        }
        check("", "no measurement");
        check("operation,bytes,nanoseconds\nfly,1,2\n", "fly");
        check("operation,bytes\ndecode,1\n", "nanoseconds");
        check("operation,bytes,nanoseconds\ndecode,-1,2\n", "line: 2");
    }
}
