//! A bar for every row, in a panel for every number.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{FAINT, GRID, INK, Measure, anchored, heading, most, text};
use crate::program::record::Record;

const BAR: RGBColor = RGBColor(0x3b, 0x6e, 0xa8);
const ROW: i32 = 24;
const TOP: i32 = 92;
/// Where the names of rows end.
const LABELS: i32 = 300;
const PANEL: i32 = 340;
/// Of a panel, what a bar may fill; its number stands behind it.
const LONGEST: f64 = 250.0;

pub(super) fn paint(
    svg: &mut String,
    device: &str,
    rows: &[Record],
    measures: &[&Measure],
) -> Result<(), Box<dyn std::error::Error>> {
    let size = (LABELS + PANEL * measures.len() as i32, TOP + ROW * rows.len() as i32 + 20);
    let root = SVGBackend::with_string(svg, (size.0 as u32, size.1 as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    root.draw_text(&heading(device, rows), &text(24, INK), (20, 18))?;
    for (row, y) in rows.iter().zip((TOP + ROW / 2..).step_by(ROW as usize)) {
        let name = format!("{} {}", row.work, row.row);
        root.draw_text(&name, &anchored(text(16, INK), HPos::Right), (LABELS - 10, y))?;
    }
    for (measure, left) in measures.iter().zip((LABELS..).step_by(PANEL as usize)) {
        root.draw_text(measure.title, &text(16, FAINT), (left, TOP - 30))?;
        root.draw(&PathElement::new([(left, TOP), (left, TOP + ROW * rows.len() as i32)], GRID))?;
        let most = most(rows, measure);
        for (row, y) in rows.iter().zip((TOP..).step_by(ROW as usize)) {
            // A row that could not run has no bar.
            let Some(value) = (measure.of)(row) else { continue };
            let end = left + (value / most * LONGEST) as i32;
            root.draw(&Rectangle::new([(left, y + 4), (end, y + ROW - 4)], BAR.filled()))?;
            let number = anchored(text(14, FAINT), HPos::Left);
            root.draw_text(&format!("{value:.0}"), &number, (end + 6, y + ROW / 2))?;
        }
    }
    root.present()?;
    Ok(())
}
