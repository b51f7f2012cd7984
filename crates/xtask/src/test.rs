//! `cargo xtask test`: everything that must hold before a change lands.

use std::time::Instant;

use anyhow::Result;

use crate::cargo::{cargo, step};
use crate::validate::{Compilers, validate};
use crate::without::{Part, Without};
use crate::{amd, amdemu, downstream, numpy, registers, snapshots};

#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    without: Without,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    // First, for it is where a machine may lack something.
    let compilers = Compilers::provide(&options.without)?;
    let judge = if options.without.has(Part::Numpy) { None } else { Some(numpy::provide()?) };
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    step(
        "documentation",
        cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;

    let references = tempfile::NamedTempFile::new()?;
    let required = if options.without.has(Part::Emulator) { "cpu" } else { "cpu,emulated" };
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
    if let Some(folder) = judge {
        numpy::test(&folder, required)?;
    }
    snapshots::reject_unreferenced(references.path(), &snapshots::ours())?;
    downstream::test()?;
    amd::test(&compilers.rocm)?;
    let not_counted = registers::test(&compilers.rocm)?;
    let not_executed = amdemu::test(&compilers.rocm)?;
    validate(compilers, false)?;

    println!("── all passed in {:.0} s", start.elapsed().as_secs_f64());
    options.without.report();
    for what in [not_executed.map(str::to_owned), not_counted].into_iter().flatten() {
        println!("*** NOT CHECKED: {what}");
    }
    Ok(())
}
