//! Each row with every number of items: how many are enough.

use std::io::{self, Write};

use super::record::{Outcome, Record};
use super::rungs::Rung;

/// Elements of a thread that are tried.
const ITEMS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Within so much of the best time more items gain nothing.
const NO_GAIN: f64 = 1.02;

/// Every rung that has items, with each number of them.
pub(crate) fn steps(rungs: &[Rung]) -> Vec<Rung> {
    let with_items = rungs.iter().filter(|rung| rung.has_items());
    with_items.flat_map(|rung| ITEMS.map(|items| rung.with_items(Some(items)))).collect()
}

/// For each row the best number of items, and from which on more gain nothing.
pub(crate) fn conclusions(out: &mut impl Write, rows: &[Record]) -> io::Result<()> {
    writeln!(out)?;
    if rows.iter().any(|row| matches!(row.outcome, Outcome::Counted(_))) {
        return writeln!(out, "  Which are enough only a clock can say: sweep on a GPU.");
    }
    for row in rows.chunk_by(|a, b| a.row == b.row) {
        let Some((best, enough, slowdown)) = crossover(row) else { continue };
        let name = row[0].row;
        write!(out, "  {name}: best with {best} items")?;
        if enough < best {
            write!(out, ", but from {enough} on more gain less than {:.0} %", (NO_GAIN - 1.0) * 100.0)?;
        }
        match slowdown {
            Some((items, times)) => writeln!(out, "; {items} take {times:.2} times as long")?,
            None => writeln!(out, "; more were not tried")?,
        }
    }
    Ok(())
}

/// The best number of items, the least that does nearly as well, and how much longer the most take if they are not the
/// best.
fn crossover(rows: &[Record]) -> Option<(u32, u32, Option<(u32, f64)>)> {
    let times: Vec<(u32, f64)> = rows
        .iter()
        .filter_map(|row| match &row.outcome {
            Outcome::Timed(timed) => Some((row.items, timed.microseconds)),
            _ => None,
        })
        .collect();
    let &(best, least) = times.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let &(enough, _) = times.iter().find(|(_, time)| *time <= least * NO_GAIN)?;
    let &(most, longest) = times.last()?;
    Some((best, enough, (most != best).then(|| (most, longest / least))))
}
