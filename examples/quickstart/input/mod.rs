//! Reading images and tables that a user brings along: whatever is in them, a value or an error.

mod decode;
mod error;
mod jpeg;
mod photo;
mod table;

pub(crate) use error::InputError;
pub(crate) use photo::Photo;
pub(crate) use table::Column;

use std::fs;
use std::path::Path;

/// The whole file. Devices and pipes are refused, because they need not end.
fn read(path: &Path, wanted: &'static str) -> Result<Vec<u8>, InputError> {
    let unreadable = |source| InputError::Unreadable { path: path.into(), source };
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(InputError::NotAFile { path: path.into() });
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    if bytes.is_empty() {
        return Err(InputError::Empty { path: path.into(), wanted });
    }
    Ok(bytes)
}

/// Foreign text in a message: short, and without characters that would confuse a terminal.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 48;
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut shown: String = text.chars().take(LONGEST).map(printable).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
