//! The rows as an SVG picture: bars, or lines where items were swept.

mod bars;
mod lines;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use wavefold::emulator::Counters;

use super::record::{Outcome, Record};

const FONT: &str = "Helvetica, Arial, sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
const FAINT: RGBColor = RGBColor(0x6b, 0x76, 0x86);
const GRID: RGBColor = RGBColor(0xe6, 0xe9, 0xee);

/// The picture as SVG text.
///
/// # Errors
/// When there is nothing to draw.
pub(crate) fn draw(device: &str, rows: &[Record], sweep: bool) -> Result<String> {
    let measures: Vec<&Measure> =
        MEASURES.iter().filter(|measure| rows.iter().any(|row| (measure.of)(row).is_some())).collect();
    if measures.is_empty() {
        return Err(anyhow!("--svg: no row has anything to draw"));
    }
    let mut svg = String::new();
    let painted = if sweep {
        lines::paint(&mut svg, device, rows, &measures)
    } else {
        bars::paint(&mut svg, device, rows, &measures)
    };
    painted.map_err(|error| anyhow!("{error}")).context("--svg: cannot draw the rows")?;
    Ok(svg)
}

/// A number of each row that is drawn.
struct Measure {
    title: &'static str,
    of: fn(&Record) -> Option<f64>,
}

/// On a GPU how fast a row is; on an emulated one what makes it slow.
const MEASURES: [Measure; 4] = [
    Measure {
        title: "GB/s",
        of: |row| match &row.outcome {
            Outcome::Timed(timed) => Some(timed.gbps),
            _ => None,
        },
    },
    Measure {
        title: "accesses to shared memory",
        of: |row| counted(row, |all| all.shared_loads + all.shared_stores + all.shared_atomics),
    },
    Measure {
        title: "bank conflicts and atomic collisions",
        of: |row| {
            counted(row, |all| all.bank_conflicts + all.shared_atomic_collisions + all.global_atomic_collisions)
        },
    },
    Measure { title: "sectors of global memory", of: |row| counted(row, |all| all.global_sectors) },
];

fn counted(row: &Record, number: impl Fn(Counters) -> u64) -> Option<f64> {
    match &row.outcome {
        Outcome::Counted(counted) => Some(number(counted.total.0) as f64),
        _ => None,
    }
}

/// The most that any row has, and something where that is nothing.
fn most(rows: &[Record], measure: &Measure) -> f64 {
    rows.iter().filter_map(measure.of).fold(1.0, f64::max)
}

/// What the picture shows.
fn heading(device: &str, rows: &[Record]) -> String {
    let first = rows.first().map_or(String::new(), |row| format!(", {} elements", row.n));
    format!("The ladder on {device}{first}")
}

fn text(size: i32, color: RGBColor) -> TextStyle<'static> {
    (FONT, size).into_font().color(&color)
}

fn anchored(style: TextStyle<'static>, side: HPos) -> TextStyle<'static> {
    style.pos(Pos::new(side, VPos::Center))
}
