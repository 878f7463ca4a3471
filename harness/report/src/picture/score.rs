//! The score by section of a specification: a bar each, of what passed and what did not.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{FAIL, FAINT, INK, LINE, PASS, Picture, WIDTH, drawn, label};

/// How high a bar is with the space around it, and alone.
const STEP: i32 = 22;
const THICK: i32 = 14;
/// Where bars start and end: before them stands the name, behind them the numbers.
const LEFT: i32 = 120;
const RIGHT: i32 = WIDTH as i32 - 110;

/// One section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it is called.
    pub name: String,
    /// Vectors that passed.
    pub passed: usize,
    /// Vectors that failed, known or not, or had no answer.
    pub failed: usize,
}

/// A picture of the scores of `what`. `name` tells it from the others of a page.
pub fn score(name: &str, what: &str, bars: &[Bar]) -> Picture {
    let title = format!("{what}: share of the vectors asked that passed, by section");
    let worst = bars.iter().filter(|bar| bar.failed > 0).max_by_key(|bar| bar.failed);
    let whole = bars.iter().filter(|bar| bar.failed == 0).count();
    let description = match worst {
        None => format!("In each of {} sections every vector passed.", bars.len()),
        Some(worst) => format!(
            "In {whole} of {} sections every vector passed; most failed in {}: {} of {}.",
            bars.len(),
            worst.name,
            worst.failed,
            worst.passed + worst.failed
        ),
    };
    let height = STEP * bars.len() as i32 + 8;
    let svg = drawn(name, (&title, &description), height as u32, |area| {
        let right = label(FAINT).pos(Pos::new(HPos::Right, VPos::Center));
        let left = label(INK).pos(Pos::new(HPos::Left, VPos::Center));
        for (index, bar) in bars.iter().enumerate() {
            let top = STEP * index as i32 + 4 + (STEP - THICK) / 2;
            let (middle, bottom) = (top + THICK / 2, top + THICK);
            let all = bar.passed + bar.failed;
            let mut end = LEFT + ((RIGHT - LEFT) as usize * bar.passed / all.max(1)) as i32;
            if bar.failed > 0 {
                // However few fail, they are to be seen.
                end = end.min(RIGHT - 3);
            }
            area.draw(&Text::new(bar.name.clone(), (LEFT - 8, middle), right.clone()))?;
            area.draw(&Rectangle::new([(LEFT, top), (RIGHT, bottom)], LINE.filled()))?;
            area.draw(&Rectangle::new([(LEFT, top), (end, bottom)], PASS.filled()))?;
            if bar.failed > 0 {
                // Thinner as well, for who cannot tell the colours apart.
                area.draw(&Rectangle::new([(end, top + 4), (RIGHT, bottom - 4)], FAIL.filled()))?;
            }
            let numbers = format!("{} of {all}", bar.passed);
            area.draw(&Text::new(numbers, (RIGHT + 8, middle), left.clone()))?;
        }
        Ok(())
    });
    let rows = bars.iter().map(|bar| vec![bar.name.clone(), bar.passed.to_string(), bar.failed.to_string()]);
    let header = ["section", "passed", "failed"].map(ToOwned::to_owned).to_vec();
    Picture { svg, title, header, rows: rows.collect() }
}
