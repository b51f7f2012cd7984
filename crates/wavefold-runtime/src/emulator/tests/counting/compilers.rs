//! Counts do not depend on the compiler, and not on the run.

use std::sync::Arc;

use super::shared::{CONTIGUOUS, DOWN, INTERLEAVED, SEQUENTIAL, UP, tree};
use super::{Aligned, launch_counted};
use crate::emulator::compiler::{Compiler, Mode};
use crate::emulator::runtime::Runtime;
use crate::emulator::tests::kernels;
use crate::emulator::{Argument, Counters, Emulator};
use wavefold_codegen::WarpSize::{self, W32, W64};

/// What some kernels count, compiled by the first of these commands.
fn counts(commands: &[&str], warp: WarpSize) -> Option<Vec<Counters>> {
    let compiler = Compiler::first_of(commands.iter().copied()).ok()?;
    let runtime = Arc::new(Runtime::new(compiler).unwrap());
    let emulator = Emulator::with(runtime, warp, Mode::Counting).unwrap();
    let data = Aligned::new(&(0..4096).map(|i| (i % 7) as f32).collect::<Vec<_>>());
    let mut counts = Vec::new();
    for source in [tree(UP, INTERLEAVED), tree(UP, CONTIGUOUS), tree(DOWN, SEQUENTIAL)] {
        let kernel = emulator.compile(&source, "k").unwrap();
        let mut out = Aligned::new(&[0.0f32; 16]);
        counts.push(launch_counted(&kernel, 16, 256, &[data.input(), out.output()]));
    }
    let kernel = emulator.compile(&kernels::sum(warp), "sum").unwrap();
    let (mut partials, mut out) = (Aligned::new(&[0.0f32; 8]), Aligned::new(&[0.0f32]));
    let mut counter = Aligned::new(&[0u32]);
    let n = 3000u32.to_ne_bytes();
    let arguments = [data.input(), partials.output(), counter.output(), out.output(), Argument::Value(&n)];
    counts.push(launch_counted(&kernel, 4, 128, &arguments));
    let kernel = emulator.compile(kernels::COPY, "copy").unwrap();
    let mut target = Aligned::new(&[0.0f32; 4096]);
    counts.push(launch_counted(
        &kernel,
        9,
        128,
        &[data.input(), target.output(), Argument::Value(&1000u32.to_ne_bytes())],
    ));
    Some(counts)
}

#[test]
fn both_compilers_count_the_same() {
    for warp in [W32, W64] {
        let gnu = counts(&["g++"], warp);
        let clang = counts(
            &["clang++", "clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++-15", "clang++-14"],
            warp,
        );
        match (gnu, clang) {
            (Some(gnu), Some(clang)) => assert_eq!(gnu, clang, "{warp:?}"),
            _ => println!("left out: needs both g++ and clang++"),
        }
    }
}

#[test]
fn counting_is_deterministic() {
    let first = counts(&["c++", "g++", "clang++"], W32);
    assert_eq!(first, counts(&["c++", "g++", "clang++"], W32));
}
