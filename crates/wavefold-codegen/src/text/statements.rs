//! A function body under construction.

use super::template::indented;

/// Lines of a function body; indentation is an argument, never a state to restore.
#[derive(Default, Debug)]
pub(crate) struct Statements {
    text: String,
}

impl Statements {
    /// Adds a statement, `level` steps in; it may have several lines.
    pub(crate) fn line(&mut self, level: usize, text: &str) {
        self.text.push_str(&indented(text, &"    ".repeat(level)));
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}
