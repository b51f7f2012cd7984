//! The histogram of an image as an SVG picture.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (960, 420);
/// Where the text and the first bar begin.
const LEFT: i32 = 84;
/// Bars that are named when they are cut off.
const NAMED: usize = 4;
const FONT: &str = "Helvetica, Arial, sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
const FAINT: RGBColor = RGBColor(0x6b, 0x76, 0x86);
const GRID: RGBColor = RGBColor(0xe6, 0xe9, 0xee);
const BAR: RGBColor = RGBColor(0x3b, 0x6e, 0xa8);
const CUT: RGBColor = RGBColor(0xd9, 0x7b, 0x2b);

/// The plot as SVG text: a bar per count, over the grey that it counts.
pub(crate) fn draw(name: &str, counts: &[u32]) -> Result<String> {
    let mut svg = String::new();
    paint(&mut svg, name, counts)
        .map_err(|error| anyhow::anyhow!("{error}"))
        .context("cannot draw the histogram")?;
    Ok(svg)
}

fn paint(svg: &mut String, name: &str, counts: &[u32]) -> Result<(), Box<dyn std::error::Error>> {
    let bins = counts.len() as u32;
    let top = top(counts);
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let heading = (FONT, 26).into_font().style(FontStyle::Bold).color(&INK);
    root.draw_text(&format!("Luma of {name}"), &heading, (LEFT, 20))?;
    let pixels: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let subtitle = format!("{} pixels, counted by brightness from black to white", grouped(pixels));
    root.draw_text(&subtitle, &text(FAINT), (LEFT, 52))?;

    // The greys below zero show what is counted above them.
    let ramp = top * 0.05;
    let last = f64::from(bins);
    let mut chart = ChartBuilder::on(&root)
        .margin_top(92)
        .margin_right(32)
        .margin_bottom(16)
        .x_label_area_size(36)
        .y_label_area_size(LEFT as u32)
        .build_cartesian_2d(0.0..last, -ramp..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(TRANSPARENT)
        .y_labels(5)
        .x_labels(0)
        .y_label_formatter(&|&count| if count < 0.0 { String::new() } else { grouped(count as u64) })
        .label_style(text(FAINT))
        .draw()?;

    for level in [0, 64, 128, 192, 255] {
        let (x, y) = chart.backend_coord(&(f64::from(level) + 0.5, -ramp));
        let centered = text(FAINT).pos(Pos::new(HPos::Center, VPos::Top));
        root.draw_text(&level.to_string(), &centered, (x, y + 10))?;
    }

    chart.draw_series((0..bins).map(|level| {
        let grey = (level * 255 / (bins - 1).max(1)) as u8;
        bar(level, -ramp, -ramp * 0.3, RGBColor(grey, grey, grey))
    }))?;
    let cut = |count: u32| f64::from(count) > top;
    chart.draw_series(
        (0..)
            .zip(counts)
            .map(|(level, &count)| bar(level, 0.0, f64::from(count).min(top), if cut(count) { CUT } else { BAR })),
    )?;

    // A bar that is cut off says how long it is, below what the one before it says.
    let cut_off = (0..).zip(counts).filter(|&(_, &count)| cut(count)).take(NAMED);
    for (row, (level, &count)) in cut_off.enumerate() {
        let level = f64::from(level);
        let (side, x) = if level > last / 2.0 { (HPos::Right, level - 2.0) } else { (HPos::Left, level + 3.0) };
        let label = format!("{} at {level}: cut off", grouped(u64::from(count)));
        let style = text(CUT).pos(Pos::new(side, VPos::Top));
        chart.draw_series([Text::new(label, (x, top * (1.0 - 0.09 * row as f64)), style)])?;
    }
    root.present()?;
    Ok(())
}

/// A bar of one level.
fn bar(level: u32, low: f64, high: f64, color: RGBColor) -> Rectangle<(f64, f64)> {
    let x = f64::from(level);
    Rectangle::new([(x, low), (x + 1.0, high)], color.filled())
}

fn text(color: RGBColor) -> TextStyle<'static> {
    (FONT, 19).into_font().color(&color)
}

/// The upper end of the axis: above every bar, unless a few are so long that the others could not be seen.
fn top(counts: &[u32]) -> f64 {
    let mut sorted: Vec<f64> = counts.iter().copied().map(f64::from).collect();
    sorted.sort_by(f64::total_cmp);
    let longest = sorted.last().copied().unwrap_or(0.0);
    let usual = sorted.get(sorted.len() * 49 / 50).copied().unwrap_or(0.0);
    let seen = sorted.iter().rfind(|&&count| usual == 0.0 || count <= 2.5 * usual).copied().unwrap_or(longest);
    seen.max(1.0) * 1.1
}

/// `262 144`: digits in threes, with spaces that do not break.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

/// Writes the file as a whole: a reader finds the old picture or the new one, never part of one.
pub(crate) fn save(folder: &Path, name: &str, content: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    let written = write_whole(folder, &path, content);
    written.with_context(|| {
        format!("cannot write `{}`; choose a folder that can be written to with --out", path.display())
    })?;
    Ok(path)
}

fn write_whole(folder: &Path, path: &Path, content: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = path.with_extension(format!("{}.part", std::process::id()));
    let written = fs::write(&unfinished, content).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&unfinished);
    }
    written
}
