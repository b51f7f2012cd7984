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
        let times = row.iter().filter_map(|row| match &row.outcome {
            Outcome::Timed(timed) => Some((row.items, timed.microseconds)),
            _ => None,
        });
        let times: Vec<(u32, f64)> = times.collect();
        if let Some(crossover) = Crossover::of(&times) {
            writeln!(out, "  {}: {}", row[0].row, crossover.words())?;
        }
    }
    Ok(())
}

/// Where more items stop to gain.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Crossover {
    /// The items with the least time.
    best: u32,
    /// The least items that take hardly longer.
    enough: u32,
    /// The most items that were tried.
    most: u32,
    /// How many times as long those take as the best.
    slowdown: f64,
}

impl Crossover {
    /// Of items and their times, in increasing order of the items.
    fn of(times: &[(u32, f64)]) -> Option<Self> {
        let &(best, least) = times.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let &(enough, _) = times.iter().find(|(_, time)| *time <= least * NO_GAIN)?;
        let &(most, longest) = times.last()?;
        Some(Self { best, enough, most, slowdown: longest / least })
    }

    fn words(self) -> String {
        let Self { best, enough, most, slowdown } = self;
        let mut words = format!("best with {best} items");
        if enough < best {
            words += &format!(", but more than {enough} gain less than {:.0} %", (NO_GAIN - 1.0) * 100.0);
        }
        if most > best {
            words += &format!("; {most} take {slowdown:.2} times as long");
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::Crossover;

    #[test]
    fn where_more_items_stop_to_gain() {
        let words = |times: &[(u32, f64)]| Crossover::of(times).map(Crossover::words);
        assert_eq!(words(&[]), None);
        assert_eq!(words(&[(4, 7.0)]).unwrap(), "best with 4 items");
        assert_eq!(words(&[(1, 9.0), (2, 5.0), (4, 4.0)]).unwrap(), "best with 4 items");
        let flat = [(1, 9.0), (2, 4.07), (4, 4.05), (8, 4.0), (16, 5.0)];
        assert_eq!(
            words(&flat).unwrap(),
            "best with 8 items, but more than 2 gain less than 2 %; 16 take 1.25 times as long"
        );
        assert_eq!(words(&[(1, 4.0), (2, 4.4)]).unwrap(), "best with 1 items; 2 take 1.10 times as long");
    }
}
