//! The `wavefold` command.

mod doctor;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Reductions and histograms declared in Rust, for GPUs and the CPU.
#[derive(Parser)]
#[command(name = "wavefold", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Doctor(doctor::Options),
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Doctor(options) => doctor::run(&options),
    }
}
