//! The developer's tools: `cargo xtask <command>`. Each checks something and says what it found.

mod amd;
mod amdemu;
mod bench;
mod bless;
mod bundle;
mod cargo;
mod compilers;
mod deny;
mod downstream;
mod fuzz;
mod numpy;
mod parallel;
mod programs;
mod registers;
mod snapshots;
mod test;
mod validate;
mod without;

use clap::{Parser, Subcommand};

use crate::compilers::{nvrtc, rocm};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The developer's tools of wavefold")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything that must hold: format, lints, documentation, tests, no stale snapshot, every kernel compiled by the
    /// vendors' compilers
    Test(test::Options),
    /// Compile every kernel snapshot with the vendors' compilers, for every architecture; no GPU is needed
    Validate(validate::Options),
    /// Provide AMD's hiprtc: this machine's, else Debian's in target/
    Rocm(rocm::Options),
    /// Provide NVIDIA's NVRTC: PyPI's in target/
    Nvrtc,
    /// Provide numpy, PyPI's in target/, and with --test compare histograms with it
    Numpy(numpy::Options),
    /// Execute AMD's code objects on the CPU and hold them to the right bits; needs a tool, which it names
    Amdemu(amdemu::Options),
    /// What registers, shared memory and scratch kernels take on AMD GPUs, by the compiled code objects; no GPU is needed
    Registers(registers::Options),
    /// Accept what the kernels and the compiler's messages are now, for review in the diff
    Bless,
    /// Test the crate in examples/downstream, as a copy outside the repository
    Downstream,
    /// Measure the CPU backend, the generator and the emulator beside their peers
    Bench(bench::Options),
    /// Pack test, example and benchmark programs for a GPU machine that has no Rust
    Bundle(bundle::Options),
    /// Compare kernel text with the Rust face on random expressions
    Fuzz(fuzz::Options),
    /// Check licences, duplicates and sources of the dependencies with cargo-deny
    Deny,
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Test(options) => test::run(&options),
        Command::Validate(options) => validate::run(&options),
        Command::Rocm(options) => rocm::run(&options),
        Command::Nvrtc => nvrtc::run(),
        Command::Numpy(options) => numpy::run(&options),
        Command::Amdemu(options) => amdemu::run(&options),
        Command::Registers(options) => registers::run(&options),
        Command::Bless => bless::run(),
        Command::Downstream => downstream::test(),
        Command::Bench(options) => bench::run(&options),
        Command::Bundle(options) => bundle::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Deny => deny::run(),
    }
}
