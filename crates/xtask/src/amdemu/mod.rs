//! `cargo xtask amdemu`: AMD's code objects executed on the CPU, instruction by instruction, and held to the right bits.
//!
//! The suites for GPUs run as they are: over the HIP backend, AMD's compiler in a worker, and the stand-in for the HIP
//! runtime, which has every launch executed by a tool that is no part of this repository (`setup`).

mod setup;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use self::setup::Tool;
use crate::compilers::output_of;
use crate::compilers::rocm::{self, Rocm};
use crate::parallel;
use crate::programs::{Program, build};

/// Programs with tests for GPUs, and the tests that are left to real ones: for the memory or the index they take, or for
/// their hundreds of rounds.
const SUITES: [(&str, &[&str]); 6] = [
    ("conformance", &[]),
    ("tutorial", &[]),
    ("cases", &[]),
    ("gpu", &["large::", "leaks::", "properties::hip::one_device_an_index", "concurrency::hip::two_gpus"]),
    ("gpu_fault", &[]),
    ("instructions", &[]),
];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// What to compile and execute for, comma separated
    #[arg(long, value_delimiter = ',', default_value = "gfx942,gfx1100")]
    architecture: Vec<String>,
    /// Only tests whose names contain this
    #[arg(long, default_value = "")]
    filter: String,
    /// All sizes of input, instead of a few awkward ones
    #[arg(long)]
    all_sizes: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    execute(&Tool::find()?, &rocm::provide(false)?, options)
}

/// As a part of all tests: where the tool is set up. Else what was not done is said by the value.
pub(crate) fn test(rocms: &[Rocm]) -> Result<Option<&'static str>> {
    if rocms.is_empty() {
        return Ok(Some("no code object was executed, for there is none without a compiler"));
    }
    if !Tool::is_wanted() {
        return Ok(Some("no code object was executed: WAVEFOLD_AMDEMU names no tool for it (tests/README.md)"));
    }
    let architecture = vec!["gfx942".into(), "gfx1100".into()];
    let options = Options { architecture, filter: String::new(), all_sizes: false };
    execute(&Tool::find()?, rocms, &options).map(|()| None)
}

/// Some tests of a program, for an architecture.
struct Task<'a> {
    architecture: &'a str,
    rocm: &'a Rocm,
    program: &'a Program,
    tests: Vec<&'a str>,
}

/// What came of it.
struct Done {
    launches: usize,
    instructions: u64,
    /// What the tests said, if any failed.
    complaint: Option<String>,
}

fn execute(tool: &Tool, rocms: &[Rocm], options: &Options) -> Result<()> {
    let (start, worker) = (Instant::now(), rocm::worker()?);
    let mut arguments = vec!["test", "--no-run"];
    SUITES.iter().for_each(|(suite, _)| arguments.extend(["--test", suite]));
    let programs = build(&arguments, &SUITES.map(|(suite, _)| suite))?;
    let threads = parallel::threads();
    let lists = programs.iter().map(|program| list(program, &options.filter)).collect::<Result<Vec<_>>>()?;

    let mut tasks = Vec::new();
    for architecture in &options.architecture {
        let knows = |rocm: &&Rocm| rocm.info.architectures.iter().any(|known| known == architecture);
        let rocm = rocms.iter().find(knows).with_context(|| format!("no hiprtc here knows {architecture}"))?;
        for (program, tests) in programs.iter().zip(&lists) {
            // A share for every processor: every so-manieth test, because neighbours take about as long.
            let share = |first| tests.iter().skip(first).step_by(threads).map(String::as_str).collect();
            let shares = (0..threads).map(|first| Task { architecture, rocm, program, tests: share(first) });
            tasks.extend(shares.filter(|task: &Task<'_>| !task.tests.is_empty()));
        }
    }
    ensure!(!tasks.is_empty(), "no test's name contains `{}`", options.filter);
    let done = parallel::map(&tasks, || (), |(), task| run_one(task, tool, &worker, options.all_sizes))?;
    let (launches, instructions) =
        done.iter().fold((0, 0), |sum, done| (sum.0 + done.launches, sum.1 + done.instructions));
    let complaints: Vec<_> = done.into_iter().filter_map(|done| done.complaint).collect();
    ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
    // Kernels that nobody executed would be right too.
    ensure!(launches > 0 || !options.filter.is_empty(), "nothing was executed");
    println!(
        "   {} executed: {launches} launches, {:.1} million wave instructions, in {:.0} s",
        options.architecture.join(" and "),
        instructions as f64 / 1e6,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// The program's tests for AMD GPUs.
fn list(program: &Program, filter: &str) -> Result<Vec<String>> {
    let said = output_of(Command::new(&program.path).args(["hip::", "--list"]))?;
    let without = SUITES.iter().find(|(suite, _)| *suite == program.name).map_or(&[][..], |(_, without)| without);
    let names = said.lines().filter_map(|line| line.strip_suffix(": test"));
    let wanted = |name: &&str| {
        format!("::{name}").contains("::hip::")
            && name.contains(filter)
            && !without.iter().any(|part| name.starts_with(part))
    };
    Ok(names.filter(wanted).map(str::to_owned).collect())
}

fn run_one(task: &Task<'_>, tool: &Tool, worker: &Path, all_sizes: bool) -> Result<Done> {
    let (start, counts) = (Instant::now(), tempfile::NamedTempFile::new()?);
    let mut command = Command::new(&task.program.path);
    if let Some(suite) = &task.rocm.suite {
        command.env("WAVEFOLD_HIP_LIBRARIES", &suite.libraries);
    }
    command
        .args(["--exact", "--test-threads", "1"])
        .args(&task.tests)
        .env("WAVEFOLD_WORKER", worker)
        .env("WAVEFOLD_AMDEMU", &tool.folder)
        .env("WAVEFOLD_AMDEMU_ARCHITECTURE", task.architecture)
        .env("WAVEFOLD_AMDEMU_COUNTS", counts.path())
        .env("WAVEFOLD_REQUIRE", "hip")
        .env("WAVEFOLD_SIZES", if all_sizes { "all" } else { "reduced" });
    let output = command.output().with_context(|| format!("cannot start {}", task.program.path.display()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let counts = std::fs::read_to_string(counts.path())?;
    let (launches, instructions) = (counts.lines().count(), counts.lines().filter_map(instructions).sum());
    let passed = output.status.success() && said.contains(&format!("{} passed", task.tests.len()));
    println!(
        "   {} {}, {} tests: {} in {:.0} s",
        task.architecture,
        task.program.name,
        task.tests.len(),
        if passed { "passed" } else { "FAILED" },
        start.elapsed().as_secs_f64()
    );
    let complaint = (!passed).then(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("{} for {}:\n{said}\n{errors}", task.program.name, task.architecture)
    });
    Ok(Done { launches, instructions, complaint })
}

/// How many wave instructions a line of the executor's counts tells of.
fn instructions(line: &str) -> Option<u64> {
    let (_, rest) = line.split_once("\"instructions\": ")?;
    rest.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::instructions;

    #[test]
    fn counts_are_read_from_the_executors_lines() {
        assert_eq!(instructions(r#"{"kernel": "sum", "instructions": 1234, "seconds": 0.5}"#), Some(1234));
        assert_eq!(instructions("{}"), None);
    }
}
