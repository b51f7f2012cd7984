//! What a profiler has measured of the rows' kernels, beside what is known of them here.

use std::io::{self, Write};

use super::record::{Outcome, Record};
use super::table::Table;
use crate::profile::{self, KernelProfile};

/// A line for every kernel of a row that the profile has, and one for the whole call.
pub(crate) fn table(out: &mut impl Write, rows: &[Record], profile: &[KernelProfile]) -> io::Result<()> {
    let mut table =
        Table::new(&["row", "kernel", "launches", "median µs", "least µs", "registers", "call µs", "ours µs"])
            .text_columns(2);
    let mut found = 0;
    for row in rows {
        let kernels: Vec<&KernelProfile> =
            profile.iter().filter(|kernel| row.kernels.contains(&kernel.name)).collect();
        found += kernels.len();
        for (k, kernel) in kernels.iter().enumerate() {
            let first = k == 0;
            let whole = if first { [call(row, &kernels), ours(row)] } else { Default::default() };
            let cells = [
                if first { row.row.into() } else { String::new() },
                kernel.name.clone(),
                kernel.launches.to_string(),
                microseconds(kernel.median.as_secs_f64()),
                microseconds(kernel.min.as_secs_f64()),
                kernel.registers.map_or_else(String::new, |registers| registers.to_string()),
            ];
            table.row(cells.into_iter().chain(whole));
        }
    }
    if found == 0 {
        return writeln!(
            out,
            "\n  The profile has none of these kernels; was it made with the same --op and --items? It has {}.",
            profile.iter().map(|kernel| kernel.name.as_str()).collect::<Vec<_>>().join(", ")
        );
    }
    writeln!(out, "\nAs the profiler has it:\n")?;
    table.print(out)
}

/// The time of one call: of all launches of its kernels, divided by those of the first, which every call launches once.
fn call(row: &Record, kernels: &[&KernelProfile]) -> String {
    let first = row.kernels.first().and_then(|name| kernels.iter().find(|kernel| kernel.name == *name));
    let total = profile::sum(kernels.iter().map(|kernel| kernel.total)).as_secs_f64();
    first.map_or_else(String::new, |first| microseconds(total / first.launches as f64))
}

fn ours(row: &Record) -> String {
    match &row.outcome {
        Outcome::Timed(timed) => format!("{:.2}", timed.microseconds),
        _ => String::new(),
    }
}

fn microseconds(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e6)
}
