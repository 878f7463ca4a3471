//! Faults noticed over effort: how many vectors it takes, the most useful first, to notice so many faults.

use plotters::prelude::*;

use super::{BAR, Picture, drawn, grouped, plain};

/// The rows of the table: few enough to read.
const ROWS: usize = 12;

/// A picture of a curve: behind the first vector, the second, and so on, how many faults are noticed of so many
/// that can be. A fault counts for each profile and operation in which it shows.
pub fn effort(name: &str, noticed: &[usize], of: usize) -> Picture {
    let title = "Faults noticed over the number of vectors, the most useful first".to_owned();
    let reach = |share: usize| noticed.iter().position(|&count| count * 100 >= of * share).map(|at| at + 1);
    let mut description =
        format!("{} vectors notice {} of {of}.", noticed.len(), noticed.last().unwrap_or(&0));
    for share in [50, 90] {
        if let Some(vectors) = reach(share) {
            description.push_str(&format!(" {vectors} of them notice {share} %."));
        }
    }
    let svg = drawn(name, (&title, &description), 340, |area| {
        let most = noticed.len().max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..most, 0.0..(of.max(1) as f64 * 1.04))?;
        plain(&mut chart.configure_mesh())
            .x_labels(8)
            .y_labels(6)
            .x_label_formatter(&|value| grouped(*value))
            .y_label_formatter(&|value| grouped(*value))
            .x_desc("vectors")
            .y_desc("faults noticed")
            .draw()?;
        let points = std::iter::once((0.0, 0.0))
            .chain(noticed.iter().enumerate().map(|(index, &count)| ((index + 1) as f64, count as f64)));
        chart.draw_series(LineSeries::new(points, BAR.stroke_width(2)))?;
        Ok(())
    });
    let step = noticed.len().div_ceil(ROWS).max(1);
    let rows = noticed
        .iter()
        .enumerate()
        .filter(|(index, _)| (index + 1) % step == 0 || index + 1 == noticed.len())
        .map(|(index, count)| vec![(index + 1).to_string(), count.to_string()]);
    let header = ["vectors", "faults noticed"].map(ToOwned::to_owned).to_vec();
    Picture { svg, title, header, rows: rows.collect() }
}
