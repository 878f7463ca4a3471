//! Pictures where a person would rather look than read: inline SVG for the pages.
//!
//! Each has a title and a description for whoever cannot see it, and beside it stand the numbers as a table. Its
//! colours are those of the pages' style by daylight; by night the style turns them round.

mod campaign;
mod costs;
mod effort;
mod score;
mod speed;

use std::fmt::Write;

use plotters::chart::MeshStyle;
use plotters::prelude::*;
use plotters::style::text_anchor;

pub use self::campaign::{Campaign, CampaignError, Moment};
pub(crate) use self::costs::costs;
pub use self::effort::effort;
pub use self::score::{Bar, score};
pub use self::speed::{Measured, Speed, SpeedError};

/// How wide a picture is, in units of its drawing.
const WIDTH: u32 = 760;

/// The size of text: the drawing takes it for the height of a line, of which letters are four fifths.
const FONT: u32 = 17;

const INK: RGBColor = RGBColor(0x1c, 0x21, 0x26);
const FAINT: RGBColor = RGBColor(0x54, 0x5d, 0x68);
const LINE: RGBColor = RGBColor(0xcf, 0xd4, 0xda);
const PASS: RGBColor = RGBColor(0x14, 0x66, 0x2f);
const FAIL: RGBColor = RGBColor(0xb1, 0x20, 0x1b);
const BAR: RGBColor = RGBColor(0x2f, 0x6f, 0xb7);
const OTHER: RGBColor = RGBColor(0x8a, 0x3b, 0x00);

/// A picture, ready to stand in a page.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Picture {
    /// The SVG element, with its title and description.
    pub svg: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// The header of the table that says the same.
    pub header: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// The root area of a drawing of so many units.
type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Axes and their lines in the colours of a page.
fn plain<'m, 'a, 'b, X, Y, DB>(
    mesh: &'m mut MeshStyle<'a, 'b, X, Y, DB>,
) -> &'m mut MeshStyle<'a, 'b, X, Y, DB>
where
    X: Ranged,
    Y: Ranged,
    DB: DrawingBackend,
{
    mesh.light_line_style(TRANSPARENT)
        .bold_line_style(LINE)
        .axis_style(FAINT)
        .label_style(label(FAINT))
        .axis_desc_style(label(INK))
}

/// Draws a picture, and gives it its title and description. `name` tells it from the others of a page.
fn drawn<E>(
    name: &str,
    (title, description): (&str, &str),
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), DrawingAreaErrorKind<E>>,
) -> String
where
    E: std::error::Error + Send + Sync,
{
    let mut svg = String::new();
    let result = {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let result = draw(&area);
        // What fails on a string is told below.
        let _ = area.present();
        result
    };
    match result {
        Ok(()) => framed(&svg, name, title, description, height),
        Err(error) => unreachable!("a picture in a string: {error:?}"),
    }
}

/// The drawing in an element that says what it is.
fn framed(svg: &str, name: &str, title: &str, description: &str, height: u32) -> String {
    let inside = svg.split_once('>').map_or(svg, |(_, rest)| rest);
    let mut framed = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        framed,
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{name}-title {name}-text\">\
         <title id=\"{name}-title\">{}</title><desc id=\"{name}-text\">{}</desc>{}",
        escaped(title),
        escaped(description),
        inside.trim_start()
    );
    framed
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text of the size of axis labels.
fn label(colour: RGBColor) -> TextStyle<'static> {
    TextStyle {
        font: ("sans-serif", FONT).into_font(),
        color: colour.to_backend_color(),
        pos: text_anchor::Pos::default(),
    }
}

/// Numbers as axes show them: 1500 as 1 500.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && grouped != "-" {
            grouped.push('\u{2009}');
        }
        grouped.push(digit);
    }
    grouped
}
