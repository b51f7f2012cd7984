//! A function body under construction.

/// Lines of a function body; indentation is an argument, never a state to restore.
#[derive(Default, Debug)]
pub(crate) struct Statements {
    text: String,
}

impl Statements {
    /// Adds one line, `level` steps in.
    pub(crate) fn line(&mut self, level: usize, text: &str) {
        for _ in 0..level {
            self.text.push_str("    ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}
