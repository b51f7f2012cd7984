//! `cargo xtask fuzz`: random expressions, computed by the Rust face and by the kernel text, compared bit by
//! bit.
//!
//! A batch is one Rust program of a few declarations, each with the values of many expressions as its result.
//! rustc must accept every expression, the host's C++ compiler every kernel, and the bits must be the same;
//! what fails is cut down to the smallest expression that still fails.

mod control;
mod generate;
mod literals;
mod methods;
mod print;
mod program;
mod random;
mod run;
mod shrink;
mod tree;

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::cargo::root;
use program::Declaration;
use random::Random;
use run::{Finding, What};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where to begin; the same seed gives the same expressions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Expressions per batch
    #[arg(long, default_value_t = 1024)]
    expressions: usize,
    /// How many batches; each has a seed of its own, counted up from the first
    #[arg(long, default_value_t = 1)]
    batches: u64,
    /// Expressions per kernel
    #[arg(long, default_value_t = 64)]
    per_kernel: usize,
    /// Inputs that every expression is computed for
    #[arg(long, default_value_t = 24)]
    samples: usize,
    /// Also call functions whose last bits are the mathematical library's (`sin`, `exp`, …); then different
    /// bits are no failure
    #[arg(long)]
    transcendental: bool,
    /// Report failures as they are, without looking for smaller ones
    #[arg(long)]
    no_shrink: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    let folder = root().join("target/fuzz");
    for seed in options.seed..options.seed + options.batches {
        let declarations = declarations(options, seed);
        let mut findings = run::run(&folder, &declarations, options.samples, seed)?;
        if options.transcendental {
            let before = findings.len();
            findings.retain(|finding| finding.what != What::Differs);
            println!("seed {seed}: {} differ, as the libraries do", before - findings.len());
        }
        if !findings.is_empty() {
            report(options, &folder, seed, &declarations, &findings)?;
        }
        let done = (seed + 1 - options.seed) as usize * options.expressions;
        let minutes = start.elapsed().as_secs_f64() / 60.0;
        println!("seed {seed}: all agree; {done} expressions so far, {:.0} per minute", done as f64 / minutes);
    }
    Ok(())
}

fn declarations(options: &Options, seed: u64) -> Vec<Declaration> {
    let mut random = Random::new(seed);
    let per_kernel = options.per_kernel.max(1);
    let whole = options.expressions / per_kernel;
    let counts = std::iter::repeat_n(per_kernel, whole).chain([options.expressions % per_kernel]);
    counts
        .filter(|&count| count > 0)
        .map(|count| Declaration::random(&mut random, count, options.transcendental))
        .collect()
}

/// How many failures of a batch are looked at.
const REPORTED: usize = 6;

fn report(
    options: &Options,
    folder: &Path,
    seed: u64,
    declarations: &[Declaration],
    findings: &[Finding],
) -> Result<()> {
    println!("seed {seed}: {} failures", findings.len());
    let mut kinds: Vec<&Finding> = Vec::new();
    for what in [What::Rejected, What::Refused, What::Differs] {
        kinds.extend(findings.iter().filter(|finding| finding.what == what).take(REPORTED));
    }
    for finding in kinds {
        let declaration = &declarations[finding.declaration];
        let alone = match finding.element {
            Some(element) => declaration.alone(&declaration.exprs[element]).map(|alone| (alone, finding.clone())),
            None => shrink::isolate(folder, declaration, options.samples, seed)?,
        };
        let Some((alone, finding)) = alone else {
            println!("\nonly together: {}\n{}", finding.message, finding.kernel);
            continue;
        };
        // One sample of few may have shown it: the seed of the samples depends on the declaration's number.
        let samples = options.samples * 8;
        let (alone, finding) = if options.no_shrink {
            (alone, finding)
        } else {
            shrink::shrink(folder, alone, finding, samples, seed)?
        };
        println!("\n{:?}: {}", finding.what, print::rust(&alone.exprs[0]));
        println!("  x: {}, y: {} -> {}", alone.inputs[0].rust(), alone.inputs[1].rust(), alone.result);
        println!("  {}", finding.message);
        if !finding.input.is_empty() {
            println!("  for {}", finding.input);
        }
        if !finding.kernel.is_empty() {
            println!("{}", finding.kernel);
        }
    }
    bail!("{} failures; repeat with: cargo xtask fuzz --seed {seed}", findings.len())
}
