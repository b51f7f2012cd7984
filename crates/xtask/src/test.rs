//! `cargo xtask test`: everything that must hold before a change lands.

use std::time::Instant;

use anyhow::Result;

use crate::cargo::{cargo, step};
use crate::snapshots;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Leave out what needs a C++ compiler: the emulator and its share of the conformance suite
    #[arg(long)]
    without_emulator: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    step(
        "documentation",
        cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;

    let references = tempfile::NamedTempFile::new()?;
    let required = if options.without_emulator { "cpu" } else { "cpu,emulated" };
    let mut tests = cargo(&["test", "--workspace", "--tests", "--examples", "--quiet"]);
    tests
        .env("WAVEFOLD_REQUIRE", required)
        .env("INSTA_UPDATE", "no")
        .env("INSTA_SNAPSHOT_REFERENCES_FILE", references.path());
    step("tests", &mut tests)?;
    step(
        "documentation tests",
        cargo(&["test", "--workspace", "--doc", "--quiet"]).env("WAVEFOLD_REQUIRE", required),
    )?;
    snapshots::reject_unreferenced(references.path())?;

    println!("── all passed in {:.0} s", start.elapsed().as_secs_f64());
    if options.without_emulator {
        println!("   NOT CHECKED: kernel text was not executed (--without-emulator)");
    }
    Ok(())
}
