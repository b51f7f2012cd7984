//! Tables for people.

use std::io::{self, Write};

use super::device::Place;
use super::record::{Outcome, Record, Timed};
use super::timing::Bandwidth;
use super::work::Work;

/// Cells in columns that are as wide as they need to be.
pub(crate) struct Table {
    /// Columns from the left that hold words; the others hold numbers.
    words: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Of the column names; the first column holds words.
    pub(crate) fn new(names: &[&str]) -> Self {
        Self { words: 1, rows: vec![names.iter().copied().map(String::from).collect()] }
    }

    /// With words in so many columns.
    pub(crate) fn text_columns(self, words: usize) -> Self {
        Self { words, ..self }
    }

    /// A row may be shorter than the others; its last cell is then as long as it likes.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let columns = self.rows[0].len();
        // The last cell of a short row is as long as it likes.
        let is_free = |row: &[String], column| column + 1 == row.len() && row.len() < columns;
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let bound = self.rows.iter().filter(|row| column < row.len() && !is_free(row, column));
                bound.map(|row| row[column].chars().count()).max().unwrap_or(0)
            })
            .collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let words = column < self.words || is_free(row, column);
                line += &if words { format!("  {cell:<width$}") } else { format!("  {cell:>width$}") };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// The device, and how fast it reads.
pub(crate) fn introduction(out: &mut impl Write, place: &Place, bandwidth: Option<Bandwidth>) -> io::Result<()> {
    match bandwidth {
        None => writeln!(
            out,
            "{}: no clock that says anything of a GPU; counted is what the kernels of one call do",
            place.device
        ),
        Some(Bandwidth { gbps, bytes }) => writeln!(
            out,
            "{} ({}): reads {gbps:.0} GB/s, measured as the exclusive or of {} MiB of u32 in the canonical order",
            place.device,
            place.device.properties().name,
            bytes >> 20
        ),
    }
}

/// The rows of one work.
pub(crate) fn rows(out: &mut impl Write, work: &dyn Work, rows: &[Record]) -> io::Result<()> {
    let elements = format!("{} elements of {} bytes", work.n(), work.element_bytes());
    writeln!(out, "\n{} of {}, {elements}:\n", rows.first().map_or("", |row| row.ladder), work.name())?;
    let counted = rows.iter().any(|row| matches!(row.outcome, Outcome::Counted(_)));
    let mut table = if counted { Table::new(COUNTED) } else { Table::new(TIMED) };
    for record in rows {
        let head = [record.row.to_owned(), record.block.to_string(), record.items.to_string()];
        match &record.outcome {
            Outcome::Timed(timed) => table.row(head.into_iter().chain(timed_cells(record, timed))),
            Outcome::Counted(_) => table.row(head.into_iter().chain(counted_cells(record))),
            Outcome::Refused(reason) => table.row([record.row.into(), format!("not possible: {reason}")]),
            Outcome::Wrong(what) => table.row([record.row.into(), format!("WRONG: {what}")]),
        }
    }
    table.print(out)?;
    let checked: usize = rows.iter().map(|row| row.blocks_checked).sum();
    if checked > 0 {
        writeln!(out, "\n  The totals of {checked} blocks are those of the CPU.")?;
    }
    Ok(())
}

const TIMED: &[&str] =
    &["row", "block", "items", "launches", "scratch B", "µs", "GB/s", "of bandwidth", "relative"];

fn timed_cells(record: &Record, timed: &Timed) -> [String; 6] {
    [
        record.launches.to_string(),
        record.scratch_bytes.to_string(),
        format!("{:.2}", timed.microseconds),
        format!("{:.0}", timed.gbps),
        format!("{:.1} %", timed.share_of_bandwidth * 100.0),
        format!("{:.2}", timed.relative),
    ]
}

const COUNTED: &[&str] = &[
    "row",
    "block",
    "items",
    "launches",
    "blocks",
    "barriers",
    "diverging/warp",
    "LDS loads",
    "LDS stores",
    "conflicts",
    "loads",
    "stores",
    "bytes",
    "sectors",
    "atomics",
    "LDS atomics",
    "collisions",
    "LDS B/block",
    "scratch B",
];

fn counted_cells(record: &Record) -> Vec<String> {
    let Outcome::Counted(counted) = &record.outcome else { return Vec::new() };
    let all = counted.total.0;
    let numbers = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>();
    let mut cells = numbers(&[record.launches as u64, all.blocks, all.barriers]);
    cells.push(format!("{:.2}", all.divergent_branches as f64 / all.warps.max(1) as f64));
    cells.extend(numbers(&[
        all.shared_loads,
        all.shared_stores,
        all.bank_conflicts,
        all.global_loads,
        all.global_stores,
        all.global_bytes,
        all.global_sectors,
        all.global_atomics,
        all.shared_atomics,
        all.global_atomic_collisions + all.shared_atomic_collisions,
        counted.shared_bytes,
        record.scratch_bytes as u64,
    ]));
    cells
}
