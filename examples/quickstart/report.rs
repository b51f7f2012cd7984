//! What the program says: what it works on, a kernel, and the results beside numpy's.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use wavefold::{Counted, Device, WarpSize};

use super::Levels;
use super::input::{Column, Photo};
use super::kernels::Declaration;
use super::options::shown;
use super::reference::{References, TOLERANCE};
use super::results::{Measured, Results};

/// What is about to run on what.
pub(crate) fn introduction(
    out: &mut impl Write,
    device: &Device,
    photo: &Photo,
    column: &Column,
) -> io::Result<()> {
    writeln!(out, "device  {device}")?;
    writeln!(out, "image   {}: {photo}", shown(&photo.path))?;
    writeln!(out, "table   {}: {column}", shown(&column.path))
}

/// The kernel of one declaration, and how to see the others.
pub(crate) fn kernel(out: &mut impl Write, declaration: Declaration, warp_size: WarpSize) -> Result<()> {
    writeln!(out, "\nOne of the kernels, {declaration:?} for warp size {warp_size}:\n")?;
    for line in declaration.source(warp_size)?.lines() {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    let others: Vec<_> = declaration.others().collect();
    writeln!(out, "\nThe others: --kernel {}; the other warp size: --warp-size", others.join("|"))?;
    Ok(())
}

/// A line of the results.
struct Row {
    name: &'static str,
    result: String,
    verdict: Verdict,
    elapsed: Option<Duration>,
}

/// How a result compares with numpy's.
enum Verdict {
    /// numpy's is not known.
    Unknown,
    Same,
    /// Different by this much, relative to it.
    Off(f64),
    Wrong(String),
}

/// Prints the results beside numpy's; false when one of them is wrong.
pub(crate) fn results(
    out: &mut impl Write,
    device: &Device,
    results: &Results,
    references: &References,
) -> io::Result<bool> {
    let rows = rows(results, references);
    let beside = if references.image.is_some() || references.column.is_some() { ", beside numpy's" } else { "" };
    writeln!(out, "\nThe results on {device}{beside}:\n")?;
    for Row { name, result, verdict, elapsed } in &rows {
        let elapsed = elapsed.map(time).unwrap_or_default();
        let line = format!("    {name:<16} {result:<40} {:<15} {elapsed:>8}", verdict.text());
        writeln!(out, "{}", line.trim_end())?;
    }
    if rows.iter().any(|row| matches!(row.verdict, Verdict::Off(_))) {
        writeln!(out, "\n    numpy sums in another order: {TOLERANCE:e} is allowed, relative to its result")?;
    }
    if let Some((levels, counted)) = &results.levels {
        bars(out, *levels, &counted.value)?;
    }
    Ok(rows.iter().all(Row::is_right))
}

fn rows(results: &Results, references: &References) -> Vec<Row> {
    let (image, column) = (references.image.as_ref(), references.column.as_ref());
    let Results { peak, growth, mean, deviation, levels, channel_sums, luma } = results;

    let peak_text = peak.value.map_or(absent(), |[value, index]| format!("{value:?} at index {index}"));
    let sums_text = channel_sums.value.map(|sum| sum.to_string()).join(" ");
    let mut rows = vec![
        Row::new(peak, peak_text, exact(&peak.value, column.map(|known| Some(known.peak)))),
        Row::new(growth, digits(growth.value), near(growth.value, column.map(|known| known.growth))),
    ];
    let mean_text = mean.value.map_or(absent(), digits);
    let mean_verdict = mean.value.map_or(Verdict::Unknown, |value| near(value, column.map(|known| known.mean)));
    rows.push(Row::new(mean, mean_text, mean_verdict));
    if let Some(deviation) = deviation {
        let verdict = near(deviation.value, column.map(|known| known.deviation));
        rows.push(Row::new(deviation, digits(deviation.value), verdict));
    }
    if let Some((_, counted)) = levels {
        let expected =
            column.map(|known| Counted { bins: known.levels.to_vec(), below: 0, above: 0, nan: known.empty });
        rows.push(Row::new(counted, list(&counted.value.bins), exact(&counted.value, expected)));
    }
    rows.push(Row::new(
        channel_sums,
        sums_text,
        exact(&channel_sums.value, image.map(|known| known.channel_sums)),
    ));
    let first = &luma.value[..4];
    rows.push(Row::new(luma, format!("{} …", list(first)), exact(first, image.map(|known| known.luma))));
    let sum: u64 = (0..).zip(&luma.value).map(|(level, &count): (u64, _)| level * u64::from(count)).sum();
    rows.push(Row {
        name: "  level × count",
        result: sum.to_string(),
        verdict: exact(&sum, image.map(|known| known.luma_sum)),
        elapsed: None,
    });
    rows
}

impl Row {
    fn new<T>(measured: &Measured<T>, result: String, verdict: Verdict) -> Self {
        Self { name: measured.name, result, verdict, elapsed: Some(measured.elapsed) }
    }

    fn is_right(&self) -> bool {
        match self.verdict {
            Verdict::Unknown | Verdict::Same => true,
            Verdict::Off(by) => by <= TOLERANCE,
            Verdict::Wrong(_) => false,
        }
    }
}

impl Verdict {
    fn text(&self) -> String {
        match self {
            Self::Unknown => String::new(),
            Self::Same => "same".into(),
            Self::Off(by) if *by <= TOLERANCE => format!("off by {by:.1e}"),
            Self::Off(by) => format!("WRONG by {by:.1e}"),
            Self::Wrong(expected) => format!("WRONG, it is {expected}"),
        }
    }
}

fn exact<T: PartialEq<K> + ?Sized, K: std::fmt::Debug>(ours: &T, known: Option<K>) -> Verdict {
    match known {
        None => Verdict::Unknown,
        Some(known) if *ours == known => Verdict::Same,
        Some(known) => Verdict::Wrong(format!("{known:?}")),
    }
}

fn near(ours: f64, known: Option<f64>) -> Verdict {
    match known {
        None => Verdict::Unknown,
        Some(known) if ours == known => Verdict::Same,
        Some(known) if ours.is_nan() => Verdict::Wrong(known.to_string()),
        Some(known) => Verdict::Off(((ours - known) / known).abs()),
    }
}

/// The counts of the levels, drawn with letters.
fn bars(out: &mut impl Write, levels: Levels, counted: &Counted<u32>) -> io::Result<()> {
    const WIDEST: f64 = 40.0;
    let Levels { low, high } = levels;
    let Counted { bins, below, above, nan } = counted;
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    let step = (high - low) / bins.len() as f64;
    writeln!(out, "\nLevels, from the lower end of each bin:\n")?;
    for (k, &count) in bins.iter().enumerate() {
        let edge = edge(low + k as f64 * step, step);
        let width = (f64::from(count) / f64::from(most) * WIDEST).round() as usize;
        let line = format!("    {edge:>10} {count:>8} {}", "█".repeat(width));
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "    up to {}; {below} below, {above} above, {nan} empty", edge(high, step))
}

/// An edge with the digits that tell it from its neighbours, and one more.
fn edge(value: f64, step: f64) -> String {
    let decimals = (1.0 - step.log10().floor()).max(0.0);
    if decimals <= 9.0 && value.abs() < 1e9 {
        format!("{value:.*}", decimals as usize)
    } else {
        format!("{value:e}")
    }
}

fn list(counts: &[u32]) -> String {
    counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// As many digits as tell the number from every other.
fn digits(value: f64) -> String {
    format!("{value:?}")
}

fn absent() -> String {
    "nothing: no values".into()
}

fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if seconds < 1e-3 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}
