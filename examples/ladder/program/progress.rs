//! How far a long run has come, on the terminal; nothing where there is none.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, gone when it is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub(crate) fn new(rows: usize) -> Self {
        let bar = ProgressBar::new(rows as u64);
        // Without a style that is understood, the default one.
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} rows, {elapsed}: {msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// What comes next.
    pub(crate) fn begin(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }

    /// Does what prints, without the bar between its lines.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Another row is done.
    pub(crate) fn done(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
