//! Why a file cannot be used, where in it, and what to do.

use std::error::Error;
use std::io;
use std::path::PathBuf;

/// A file that cannot be used as given.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum InputError {
    #[error("cannot read `{}`; check the path and its permissions", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("`{}` is not a regular file; save the data in one and give its path", path.display())]
    NotAFile { path: PathBuf },
    #[error("`{}` is empty; give a file with {wanted} in it", path.display())]
    Empty { path: PathBuf, wanted: &'static str },

    #[error("`{}` is neither PNG nor JPEG; convert it to one of them", path.display())]
    UnknownImageFormat { path: PathBuf },
    #[error("the image `{}` cannot be decoded; open it in another program and save it again", path.display())]
    BrokenImage { path: PathBuf, source: Box<dyn Error + Send + Sync> },
    #[error("the image `{}` is too large to decode in {limit} bytes; scale it down", path.display())]
    ImageTooLarge { path: PathBuf, limit: usize },
    #[error("the image `{}` ends before its last row; copy or download it again", path.display())]
    TruncatedImage { path: PathBuf },

    #[error("`{}`, line {line}: not UTF-8; save the table as UTF-8", path.display())]
    NotUtf8 { path: PathBuf, line: u64 },
    #[error(
        "`{}`, line {line}: {found} cells, but the first line has {expected}; \
         give every line as many, and put quotes around cells with commas in them",
        path.display()
    )]
    Ragged { path: PathBuf, line: u64, expected: u64, found: u64 },
    #[error("`{}` cannot be read as comma-separated values; save it again as CSV", path.display())]
    BrokenTable { path: PathBuf, source: csv::Error },
    #[error("`{}` has {} columns: {found}; choose one with --column NAME or --column NUMBER", path.display(), count)]
    ColumnNotChosen { path: PathBuf, count: usize, found: String },
    #[error("`{}`, line 1: no column `{wanted}` among {found}; choose one with --column, by name or by number from 1", path.display())]
    NoSuchColumn { path: PathBuf, wanted: String, found: String },
    #[error("`{}`, line 1: {count} columns are called `{wanted}`; choose one by its number, as in --column {first}", path.display())]
    AmbiguousColumn { path: PathBuf, wanted: String, count: usize, first: usize },
    #[error("`{}` has no rows below its first line; give a table with values in it", path.display())]
    NoRows { path: PathBuf },
    #[error(
        "`{}`, line {line}, column {column}: `{cell}` is not a finite number; write it like -1.5e3, \
         or leave the cell empty where the value is missing",
        path.display()
    )]
    NotANumber { path: PathBuf, line: u64, column: String, cell: String },
}
