//! Fuzz coverage over time: what a campaign of coverage-guided fuzzing reached, and when.
//!
//! It is read from lines of comma-separated values: a header, then a line a moment.
//!
//! ```text
//! target,seconds,coverage,corpus
//! decode,0,312,40
//! decode,60,1045,310
//! ```
//!
//! `target` may be left out, with the column; `coverage` are edges reached, `corpus` the inputs kept. The moments of
//! a target come in order.

use std::collections::BTreeMap;

use plotters::prelude::*;
use serde::Deserialize;

use super::{BAR, FAIL, FONT, OTHER, PASS, Picture, WIDTH, drawn, grouped, label, plain};

/// The most lines that are read.
const LIMIT: usize = 1_000_000;
/// The most points of a curve that are drawn: more than there are units of the drawing show nothing.
const POINTS: usize = 400;
/// How much space the names of targets get, in units of the drawing: sideways, and each of them down.
const NAMES: u32 = 230;
const NAME: i32 = FONT as i32;

/// A campaign: of each target the moments in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Campaign {
    /// By target.
    pub targets: BTreeMap<String, Vec<Moment>>,
}

/// What there was at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Seconds since the start.
    pub seconds: u64,
    /// Edges reached.
    pub coverage: u64,
    /// Inputs kept.
    pub corpus: u64,
}

/// Why a text is no campaign.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// It is no such table, or a member is no number.
    #[error("expected `target,seconds,coverage,corpus`: {0}")]
    Table(#[from] csv::Error),
    /// A moment comes before the one above it.
    #[error("line {line}: {seconds} seconds come behind {before} of the same target")]
    Order {
        /// Which, from one.
        line: usize,
        /// What it says.
        seconds: u64,
        /// What the one before it says.
        before: u64,
    },
    /// There is more than any campaign has.
    #[error("more than {LIMIT} lines")]
    Long,
    /// There is no moment in it.
    #[error("no moment in it")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default)]
    target: String,
    seconds: u64,
    coverage: u64,
    corpus: u64,
}

impl Campaign {
    /// Reads one.
    pub fn parse(text: &str) -> Result<Campaign, CampaignError> {
        let mut campaign = Campaign::default();
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        for (index, line) in reader.deserialize().enumerate() {
            if index >= LIMIT {
                return Err(CampaignError::Long);
            }
            let Line { target, seconds, coverage, corpus } = line?;
            let moments = campaign.targets.entry(target).or_default();
            if let Some(before) =
                moments.last().map(|moment| moment.seconds).filter(|&before| before > seconds)
            {
                return Err(CampaignError::Order { line: index + 2, seconds, before });
            }
            moments.push(Moment { seconds, coverage, corpus });
        }
        if campaign.targets.is_empty() { Err(CampaignError::Empty) } else { Ok(campaign) }
    }

    /// A picture of it.
    pub fn picture(&self, name: &str) -> Picture {
        let title = "Fuzz coverage over time: edges reached".to_owned();
        let last = |moments: &[Moment]| moments.last().copied();
        let ends = self.targets.iter().filter_map(|(target, moments)| Some((target, last(moments)?)));
        let description: Vec<String> = ends
            .map(|(target, end)| {
                let target = if target.is_empty() { "The campaign" } else { target };
                format!(
                    "{target} reached {} edges in {} seconds, with {} inputs",
                    end.coverage, end.seconds, end.corpus
                )
            })
            .collect();
        let all = || self.targets.values().flatten();
        let longest = all().map(|moment| moment.seconds).max().unwrap_or(0).max(1) as f64;
        let most = all().map(|moment| moment.coverage).max().unwrap_or(0).max(1) as f64;
        // Minutes and hours, where seconds would be long numbers.
        let (unit, length) = match longest {
            long if long >= 3.0 * 3600.0 => ("hours", 3600.0),
            long if long >= 300.0 => ("minutes", 60.0),
            _ => ("seconds", 1.0),
        };
        let named = self.targets.keys().any(|target| !target.is_empty());
        // Room for every name, and for the axis.
        let height = (self.targets.len() as u32 * FONT + 80).max(340);
        let svg = drawn(name, (&title, &(description.join("; ") + ".")), height, |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(8)
                .margin_right(if named { NAMES } else { 24 })
                .x_label_area_size(44)
                .y_label_area_size(64)
                .build_cartesian_2d(0.0..longest / length, 0.0..most * 1.06)?;
            plain(&mut chart.configure_mesh())
                .x_labels(8)
                .y_labels(6)
                .x_label_formatter(&|value| format!("{}", (value * 10.0).round() / 10.0))
                .y_label_formatter(&|value| grouped(*value))
                .x_desc(unit)
                .y_desc("edges reached")
                .draw()?;
            let colour = |index: usize| [BAR, OTHER, PASS, FAIL][index % 4];
            for (index, moments) in self.targets.values().enumerate() {
                let step = moments.len().div_ceil(POINTS).max(1);
                let kept =
                    moments.iter().enumerate().filter(|(at, _)| at % step == 0 || at + 1 == moments.len());
                let points = kept.map(|(_, moment)| (moment.seconds as f64 / length, moment.coverage as f64));
                chart.draw_series(LineSeries::new(points, colour(index).stroke_width(2)))?;
            }
            if !named {
                return Ok(());
            }
            // A name that a line leads to tells more than a colour.
            let plot = chart.plotting_area();
            let end = |moment: Moment| {
                plot.map_coordinate(&(moment.seconds as f64 / length, moment.coverage as f64))
            };
            let ends = self.targets.iter().enumerate();
            let mut ends: Vec<_> = ends
                .filter_map(|(index, (target, moments))| Some((colour(index), target, end(last(moments)?))))
                .collect();
            ends.sort_by_key(|&(.., (_, y))| y);
            let wanted: Vec<i32> = ends.iter().map(|&(.., (_, y))| y).collect();
            let lines = spread(&wanted, NAME, height as i32 - NAME);
            let left = (WIDTH - NAMES) as i32;
            for ((colour, target, (x, y)), line) in ends.into_iter().zip(lines) {
                let way = vec![(x, y), (left + 4, y), (left + 20, line), (left + 26, line)];
                area.draw(&PathElement::new(way, colour.mix(0.5)))?;
                use plotters::style::text_anchor::{HPos, Pos, VPos};
                let style = label(colour).pos(Pos::new(HPos::Left, VPos::Center));
                area.draw(&Text::new(target.clone(), (left + 30, line), style))?;
            }
            Ok(())
        });
        let rows = self.targets.iter().filter_map(|(target, moments)| {
            let end = last(moments)?;
            let numbers = [end.seconds, end.coverage, end.corpus].map(|number| number.to_string());
            Some(std::iter::once(target.clone()).chain(numbers).collect())
        });
        let header = ["target", "seconds", "edges reached", "inputs kept"].map(ToOwned::to_owned).to_vec();
        Picture { svg, title, header, rows: rows.collect() }
    }
}

/// Places near those wanted, which come in order, each so far from the next and from the ends of what there is.
fn spread(wanted: &[i32], apart: i32, end: i32) -> Vec<i32> {
    let mut places = wanted.to_vec();
    let mut free = apart;
    for place in &mut places {
        *place = (*place).max(free);
        free = *place + apart;
    }
    // Those that were pushed over the end push back.
    let mut free = end;
    for place in places.iter_mut().rev() {
        *place = (*place).min(free);
        free = *place - apart;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_campaign_is_read_and_drawn() {
        let text = "target,seconds,coverage,corpus\ndecode,0,312,40\ndecode,60,1045,310\nresolve,5,20,3\n";
        let campaign = Campaign::parse(text).unwrap();
        assert_eq!(campaign.targets["decode"][1], Moment { seconds: 60, coverage: 1045, corpus: 310 });
        let picture = campaign.picture("fuzz");
        assert!(picture.svg.contains("decode reached 1045 edges in 60 seconds, with 310 inputs"));
        assert_eq!(picture.rows[1], ["resolve", "5", "20", "3"]);
        let alone = Campaign::parse("seconds, coverage, corpus\n0,1,1\n7200,9,4\n").unwrap();
        assert!(alone.picture("fuzz").svg.contains("minutes"));
    }

    #[test]
    fn names_are_apart() {
        assert_eq!(spread(&[50, 100], 10, 200), [50, 100]);
        assert_eq!(spread(&[50, 50, 55, 100], 10, 200), [50, 60, 70, 100]);
        assert_eq!(spread(&[180, 195, 199], 10, 200), [180, 190, 200]);
        assert_eq!(spread(&[0, 0], 10, 200), [10, 20]);
    }

    #[test]
    fn what_is_no_campaign_is_told() {
        #[track_caller]
        fn check(text: &str, part: &str) {
            let error = Campaign::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "`{part}` is not in `{error}`");
        }
        check("", "no moment");
        check("seconds,coverage\n1,2\n", "corpus");
        check("seconds,coverage,corpus\n1,two,3\n", "line: 2");
        check("seconds,coverage,corpus\n5,2,3\n4,2,3\n", "line 3: 4 seconds come behind 5");
        check("when,seconds,coverage,corpus\n1,5,2,3\n", "unknown field `when`");
    }
}
