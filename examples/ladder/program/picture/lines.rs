//! A line for every row, over its items.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{FAINT, GRID, INK, Measure, anchored, heading, most, text};
use crate::program::record::Record;

const WIDTH: i32 = 960;
const TOP: i32 = 60;
const PANEL: i32 = 340;
/// What the names beside the lines take.
const NAMES: i32 = 260;
const COLORS: [RGBColor; 8] = [
    RGBColor(0x3b, 0x6e, 0xa8),
    RGBColor(0xd9, 0x7b, 0x2b),
    RGBColor(0x3f, 0x8f, 0x5f),
    RGBColor(0xb0, 0x3a, 0x5b),
    RGBColor(0x7a, 0x5c, 0xa8),
    RGBColor(0x8a, 0x6d, 0x3b),
    RGBColor(0x2f, 0x96, 0xa3),
    RGBColor(0x55, 0x5f, 0x6e),
];

pub(super) fn paint(
    svg: &mut String,
    device: &str,
    rows: &[Record],
    measures: &[&Measure],
) -> Result<(), Box<dyn std::error::Error>> {
    let height = TOP + PANEL * measures.len() as i32;
    let root = SVGBackend::with_string(svg, (WIDTH as u32, height as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    root.draw_text(&heading(device, rows), &text(24, INK), (20, 18))?;
    let (_, below) = root.split_vertically(TOP);
    for (panel, measure) in below.split_evenly((measures.len(), 1)).iter().zip(measures) {
        let (plot, names) = panel.split_horizontally(WIDTH - NAMES);
        plot.draw_text(measure.title, &text(16, FAINT), (20, 0))?;
        // The axis is of powers of two: from one item to 64.
        let mut chart = ChartBuilder::on(&plot)
            .margin_top(24)
            .margin_right(12)
            .x_label_area_size(36)
            .y_label_area_size(90)
            .build_cartesian_2d(0.0..6.0, 0.0..most(rows, measure) * 1.05)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(GRID)
            .x_labels(7)
            .x_label_formatter(&|power: &f64| format!("{:.0}", power.exp2()))
            .y_label_formatter(&|value: &f64| format!("{value:.0}"))
            .x_desc("items per thread")
            .label_style(text(14, FAINT))
            .draw()?;
        let lines = rows.chunk_by(|a, b| a.row == b.row);
        for (k, (line, color)) in lines.zip(COLORS.iter().cycle()).enumerate() {
            let points = line.iter().filter_map(|row| Some((f64::from(row.items).log2(), (measure.of)(row)?)));
            let points: Vec<(f64, f64)> = points.collect();
            chart.draw_series([PathElement::new(points.clone(), color.stroke_width(2))])?;
            chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
            let y = 40 + 22 * k as i32;
            names.draw(&PathElement::new([(0, y), (24, y)], color.stroke_width(3)))?;
            names.draw_text(line[0].row, &anchored(text(16, INK), HPos::Left), (32, y))?;
        }
    }
    root.present()?;
    Ok(())
}
