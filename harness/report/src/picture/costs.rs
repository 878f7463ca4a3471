//! What the answers of an operation cost, against the length of the request.

use crivet::run::Growth;
use plotters::prelude::*;

use super::{BAR, Picture, drawn, grouped, plain};

const HEIGHT: u32 = 300;

/// A point an answer; the table has the spans of lengths. `unit` is that of the costs.
pub(crate) fn costs(growth: &Growth<'_>, unit: &str) -> Picture {
    let title = format!("{} ({})", growth.operation, growth.profile);
    let answers = || growth.spans.iter().flat_map(|span| &span.answers);
    let points: Vec<(f64, f64)> =
        answers().map(|(length, cost, _)| ((*length).max(1) as f64, (*cost).max(1) as f64)).collect();
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (1.0_f64, 1.0_f64));
    for (x, y) in &points {
        low = (low.0.min(*x), low.1.min(*y));
        high = (high.0.max(*x), high.1.max(*y));
    }
    let description = format!("{} answers, {unit} by bytes of the request", points.len());
    let name = format!("costs-{}-{}", growth.profile, growth.operation);
    let svg = drawn(&name, (&title, &description), HEIGHT, |area| {
        let (lengths, costs) = (low.0 * 0.9..high.0 * 1.1, low.1 * 0.9..high.1 * 1.1);
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(90)
            .build_cartesian_2d(lengths.log_scale(), costs.log_scale())?;
        plain(&mut chart.configure_mesh())
            .x_label_formatter(&|value| grouped(*value))
            .y_label_formatter(&|value| grouped(*value))
            .x_desc("bytes of the request")
            .y_desc(unit)
            .draw()?;
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 2, BAR.filled())))?;
        Ok(())
    });
    let rows = growth.spans.iter().filter_map(|span| {
        let (least, most) = (span.answers.first()?.1, span.dearest()?.1);
        let lengths = format!("{} to {}", span.from, 2 * span.from - 1);
        let costs = [least, span.median(), most].map(|cost| cost.to_string());
        Some([vec![lengths, span.answers.len().to_string()], costs.to_vec()].concat())
    });
    let header = ["bytes of the request", "answers", "least", "median", "most"];
    Picture { svg, title, header: header.map(str::to_owned).to_vec(), rows: rows.collect() }
}
