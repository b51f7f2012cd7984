//! The example `ladder`: what it reads, runs, writes and says.

#[path = "../common/backends.rs"]
#[macro_use]
#[allow(dead_code, unused_macros, reason = "only some backends are asked for")]
mod backends;
mod options;
mod page;
#[path = "../../examples/ladder/profile/mod.rs"]
mod profile;
mod profiles;
#[path = "../../examples/ladder/program/mod.rs"]
mod program;
mod rows;
mod timed;

use clap::Parser;
use program::Options;

/// Runs the example with these arguments; gives what it prints, and whether every result was right.
fn ladder(arguments: &[&str]) -> anyhow::Result<(bool, String)> {
    let options = Options::try_parse_from(["ladder"].iter().chain(arguments))?;
    let mut out = Vec::new();
    let right = program::run(&options, &mut out)?;
    Ok((right, String::from_utf8(out)?))
}

/// What it prints on an emulated GPU, where all is right.
fn emulated(arguments: &[&str]) -> String {
    let (right, out) = ladder(&[&["--device", "emulated"], arguments].concat()).unwrap();
    assert!(right, "{out}");
    out
}

/// Runs a test where GPUs can be emulated.
fn where_emulated(test: impl FnOnce()) {
    backends::Backend::EmulatedW32.run(|_| test());
}

/// The cells of a row of the printed table.
fn cells<'a>(out: &'a str, row: &str) -> Vec<&'a str> {
    let mut lines = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.find(|cells| cells.first() == Some(&row)).unwrap_or_else(|| panic!("no row {row} in\n{out}"))
}
