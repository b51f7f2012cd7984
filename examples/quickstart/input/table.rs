//! Tables: one column of a CSV file as numbers, NaN where a cell is empty.

use std::fmt;
use std::path::{Path, PathBuf};

use csv::{ErrorKind, Reader, ReaderBuilder, StringRecord, Trim};

use super::{InputError, excerpt, read};

/// A column of numbers.
pub(crate) struct Column {
    pub(crate) path: PathBuf,
    /// Its name in the header, or `number 2` where there is none.
    name: String,
    /// One per row; NaN where the cell is empty.
    pub(crate) values: Vec<f64>,
    /// The values that are not NaN.
    pub(crate) known: Vec<f64>,
}

impl Column {
    /// Reads the column called `wanted`, or the one of that number, counted from 1; without `wanted` the only
    /// one. A first line of nothing but numbers is a row, unless a column is called as one of them is.
    /// Empty cells and `NaN` are NaN; lines with nothing in them are skipped.
    pub(crate) fn read(path: &Path, wanted: Option<&str>) -> Result<Self, InputError> {
        let text = utf8(path, read(path, "comma-separated values")?)?;
        let mut rows = ReaderBuilder::new().has_headers(false).trim(Trim::All).from_reader(text.as_bytes());

        let mut row = StringRecord::new();
        if text.trim().is_empty() || !next(path, &mut rows, &mut row)? {
            return Err(InputError::Empty { path: path.into(), wanted: "comma-separated values" });
        }
        let choice = Choice::new(path, &row, wanted)?;
        let is_header = choice.by_name || !is_row(&row);
        let name = if is_header { format!("`{}`", excerpt(&row[choice.index])) } else { choice.number() };
        let mut values = Vec::new();
        if is_header && !next(path, &mut rows, &mut row)? {
            return Err(InputError::NoRows { path: path.into() });
        }
        loop {
            let cell = &row[choice.index];
            let value = number(cell).ok_or_else(|| InputError::NotANumber {
                path: path.into(),
                line: row.position().map_or(0, csv::Position::line),
                column: name.clone(),
                cell: excerpt(cell),
            })?;
            values.push(value);
            if !next(path, &mut rows, &mut row)? {
                break;
            }
        }
        let known = values.iter().copied().filter(|value| !value.is_nan()).collect();
        Ok(Self { path: path.into(), name, values, known })
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let empty = self.values.len() - self.known.len();
        write!(f, "column {}, {} rows, {empty} of them empty", self.name, self.values.len())
    }
}

/// Which column to read.
struct Choice {
    index: usize,
    by_name: bool,
}

impl Choice {
    fn new(path: &Path, first: &StringRecord, wanted: Option<&str>) -> Result<Self, InputError> {
        let path = || path.to_path_buf();
        let Some(wanted) = wanted else {
            return match first.len() {
                1 => Ok(Self { index: 0, by_name: false }),
                count => Err(InputError::ColumnNotChosen { path: path(), count, found: names(first) }),
            };
        };
        let number = wanted.trim().parse().ok().filter(|number| (1..=first.len()).contains(number));
        let mut called = (0..first.len()).filter(|&index| &first[index] == wanted.trim());
        match (number, called.next()) {
            // In a row of numbers, `2` is rather a column's number than its name.
            (Some(number), None) => Ok(Self { index: number - 1, by_name: false }),
            (Some(number), Some(_)) if is_row(first) => Ok(Self { index: number - 1, by_name: false }),
            (_, Some(index)) => match called.count() {
                0 => Ok(Self { index, by_name: true }),
                others => Err(InputError::AmbiguousColumn {
                    path: path(),
                    wanted: excerpt(wanted),
                    count: others + 1,
                    first: index + 1,
                }),
            },
            (None, None) => {
                Err(InputError::NoSuchColumn { path: path(), wanted: excerpt(wanted), found: names(first) })
            }
        }
    }

    fn number(&self) -> String {
        format!("number {}", self.index + 1)
    }
}

/// Whether a first line looks like a row and not like a header.
fn is_row(first: &StringRecord) -> bool {
    first.iter().all(|cell| number(cell).is_some())
}

/// A cell as a number. Infinity is refused: nothing that is measured is infinite, but `1e999` reads as if.
fn number(cell: &str) -> Option<f64> {
    if cell.is_empty() {
        return Some(f64::NAN);
    }
    cell.parse().ok().filter(|value: &f64| !value.is_infinite())
}

/// Reads the next row; false at the end.
fn next(path: &Path, rows: &mut Reader<&[u8]>, row: &mut StringRecord) -> Result<bool, InputError> {
    rows.read_record(row).map_err(|source| match source.kind() {
        ErrorKind::UnequalLengths { pos, expected_len, len } => InputError::Ragged {
            path: path.into(),
            line: pos.as_ref().map_or(0, csv::Position::line),
            expected: *expected_len,
            found: *len,
        },
        _ => InputError::BrokenTable { path: path.into(), source },
    })
}

fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String, InputError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count() as u64;
        InputError::NotUtf8 { path: path.into(), line }
    })
}

/// The cells of the first line, as far as a message has room for them.
fn names(first: &StringRecord) -> String {
    const SHOWN: usize = 8;
    let mut names: Vec<_> = first.iter().take(SHOWN).map(|name| format!("`{}`", excerpt(name))).collect();
    if first.len() > SHOWN {
        names.push(format!("{} more", first.len() - SHOWN));
    }
    names.join(", ")
}
