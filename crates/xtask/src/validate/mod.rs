//! `cargo xtask validate`: every kernel that a person has reviewed, compiled by the vendors' own compilers for every
//! architecture of its width. A warning is a failure.

mod compiler;
mod passed;
mod summary;
mod texts;

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};

pub(crate) use self::compiler::warp_size;
use self::compiler::{Compiler, Workers};
use self::passed::Passed;
use self::texts::Text;
pub(crate) use self::texts::snapshot;
use crate::compilers::{nvrtc, rocm};
use crate::parallel;
use crate::without::{Part, Without};

#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    without: Without,
    /// Compile again what has passed before
    #[arg(long)]
    again: bool,
}

/// The vendors' compilers, ready.
pub(crate) struct Compilers {
    pub(crate) rocm: Vec<rocm::Rocm>,
    pub(crate) nvrtc: Option<nvrtc::Nvrtc>,
}

impl Compilers {
    /// Provides all that is not to be left out.
    pub(crate) fn provide(without: &Without) -> Result<Self> {
        Ok(Self {
            rocm: if without.has(Part::Rocm) { Vec::new() } else { rocm::provide(false)? },
            nvrtc: if without.has(Part::Nvrtc) { None } else { Some(nvrtc::provide()?) },
        })
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    validate(Compilers::provide(&options.without)?, options.again)?;
    options.without.report();
    Ok(())
}

/// One text for one architecture.
struct Task<'t> {
    text: &'t Text,
    compiler: usize,
    architecture: &'static str,
}

/// What became of a task; in the order of the tasks.
struct Done {
    /// `None` when it had passed before.
    took: Option<Duration>,
    /// What the compiler says, if it says anything.
    complaint: Option<String>,
}

/// Compiles everything with the compilers there are.
pub(crate) fn validate(compilers: Compilers, again: bool) -> Result<()> {
    println!("── validation");
    let start = Instant::now();
    let compilers = compiler::of(compilers);
    if compilers.is_empty() {
        println!("   nothing to compile with");
        return Ok(());
    }
    for compiler in &compilers {
        compiler.notices_a_warning()?;
    }
    let texts = texts::all()?;
    let tasks = tasks(&texts, &compilers);
    let passed = Passed::open(again)?;
    let done = work(&tasks, &compilers, &passed)?;
    summary::print(&compilers, &tasks, &done);
    let failures = summary::failures(&compilers, &tasks, &done);
    ensure!(
        failures.is_empty(),
        "{} of {} do not compile without a word:\n\n{}",
        failures.len(),
        tasks.len(),
        failures.join("\n")
    );
    println!("   validation: passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn tasks<'t>(texts: &'t [Text], compilers: &[Compiler]) -> Vec<Task<'t>> {
    let mut tasks = Vec::new();
    for (number, compiler) in compilers.iter().enumerate() {
        for &architecture in &compiler.architectures {
            let width = warp_size(architecture);
            let texts = texts.iter().filter(|text| text.warp_size == width);
            tasks.extend(texts.map(|text| Task { text, compiler: number, architecture }));
        }
    }
    tasks
}

/// Works through the tasks. hiprtc compiles one text at a time, so each thread has its own workers.
fn work(tasks: &[Task<'_>], compilers: &[Compiler], passed: &Passed) -> Result<Vec<Done>> {
    // Drawn on a terminal only.
    let bar = ProgressBar::new(tasks.len() as u64).with_style(
        ProgressStyle::with_template("   {bar:40} {pos}/{len} {msg}").unwrap_or(ProgressStyle::default_bar()),
    );
    let done = parallel::map(tasks, Workers::new, |workers, task| {
        let compiler = &compilers[task.compiler];
        let key = passed::key(&compiler.identity, &compiler.options(task.architecture), task.text);
        let done = if passed.has(&key) {
            Done { took: None, complaint: None }
        } else {
            bar.set_message(format!("{} for {}", task.text.name, task.architecture));
            let start = Instant::now();
            let complaint = compiler.compile(task.text, task.architecture, workers)?;
            if complaint.is_none() {
                passed.add(&key)?;
            }
            Done { took: Some(start.elapsed()), complaint }
        };
        bar.inc(1);
        Ok(done)
    })?;
    bar.finish_and_clear();
    Ok(done)
}
