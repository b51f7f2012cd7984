//! The ladder: every kernel that five tutorials build up, for operations of your choice, side by side.
//!
//! `cargo run --release --example ladder` runs every row of both ladders, reductions and histograms: on a GPU it measures
//! them, without one it counts what they do. Every result is checked. With `-- --help` it says what else it can do.

mod profile;
mod program;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match program::run(&program::Options::parse(), &mut io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // As far as there is anyone to tell.
            let _ = writeln!(io::stderr(), "error: {error}");
            let mut said = error.to_string();
            for cause in error.chain().skip(1).map(ToString::to_string) {
                // Some errors say what their cause says.
                if !said.contains(&cause) {
                    let _ = writeln!(io::stderr(), "  because: {cause}");
                }
                said = cause;
            }
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of our output has gone, as `head` does when it has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
