//! The whole way, from declarations to results on real data, on a machine that needs nothing but Rust.
//!
//! `cargo run --release --example quickstart` prints a kernel, runs everything declared here on a photograph
//! and on a table, compares the results with numpy's, and draws a histogram. With `-- --help` it says what
//! else it can do.

use wavefold::prelude::*;

reduction! {
    /// The largest value and its index; of equal values the first.
    Peak: fn(x: f64) -> [f64; 2] {
        index: i,
        filter: !x.is_nan(),
        map: [x, i as f64],
        op: |a, b| if b[0] > a[0] || (b[0] == a[0] && b[1] < a[1]) { b } else { a },
        identity: none,
    }
}

reduction! {
    /// The product of all growth factors: how many times the first value the last one is.
    Growth: fn(now: f64, before: f64) -> f64 {
        map: now / before,
        op: |a, b| a * b,
        identity: 1.0,
    }
}

reduction! {
    /// The mean of the values that are there: their sum and their number travel together.
    Mean: fn(x: f64) -> f64 {
        accumulator: [f64; 2],
        filter: !x.is_nan(),
        map: [x, 1.0],
        op: |a, b| [a[0] + b[0], a[1] + b[1]],
        identity: none,
        finish: |total| total[0] / total[1],
    }
}

reduction! {
    /// The mean squared deviation from a mean known only at run time.
    SquaredDeviation { mean: f64, count: f64 }: fn(x: f64) -> f64 {
        filter: !x.is_nan(),
        map: (x - mean) * (x - mean),
        op: |a, b| a + b,
        identity: 0.0,
        finish: |sum| sum / count,
    }
}

histogram! {
    /// How many values fall into each tenth of a range known only at run time.
    Levels { low: f64, high: f64 }: fn(x: f64) -> u32 {
        range: low..=high,
        bins: 10,
        outside: count,
    }
}

reduction! {
    /// The sums of red, green and blue.
    ChannelSums: fn(px: [u8; 3]) -> [u64; 3] {
        map: [px[0] as u64, px[1] as u64, px[2] as u64],
        op: |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
        identity: [0, 0, 0],
        exact: true,
    }
}

histogram! {
    /// How many pixels have each brightness, from 0 (black) to 255 (white).
    Luma: fn(px: [u8; 3]) -> u32 {
        bin: (px[0] as u32 * 77 + px[1] as u32 * 150 + px[2] as u32 * 29) >> 8,
        bins: 256,
    }
}

mod agreement;
mod input;
mod kernels;
mod options;
mod picture;
mod reference;
mod report;
mod results;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use input::{Column, Photo};
use options::Options;
use results::{Data, Results};

fn main() -> ExitCode {
    match run(&Options::parse(), &mut io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // As far as there is anyone to tell.
            let _ = writeln!(io::stderr(), "error: {error}");
            for cause in error.chain().skip(1) {
                let _ = writeln!(io::stderr(), "  because: {cause}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Does what the options ask for; false when a result is not what it must be.
fn run(options: &Options, out: &mut impl Write) -> Result<bool> {
    if let Some(kernel) = options.kernel {
        write!(out, "{}", kernel.source(options.warp_size.into())?)?;
        return Ok(true);
    }

    // Everything that can be wrong with the input is found before anything is printed or written.
    let photo = Photo::read(&options.image_path())?;
    let column = Column::read(&options.csv_path(), options.column_name())?;
    let data = Data { pixels: photo.pixels(), values: &column.values, known: &column.known };
    let device = options.device.open()?;
    let references = reference::of(options);
    let levels = results::levels(data, &references)?;

    report::introduction(out, &device, &photo, &column)?;
    report::kernel(out, kernels::Declaration::default(), options.warp_size.into())?;
    let results = Results::compute(&device, data, levels)?;
    let right = report::results(out, &device, &results, &references)?;

    let drawing = picture::draw(&photo.title(), &results.luma.value)?;
    let path = picture::save(&options.out_dir(), "luma.svg", &drawing)?;
    writeln!(out, "\nThe histogram of `{}` as a picture: {}", photo.title(), options::shown(&path))?;
    out.flush().context("cannot print")?;

    let agree = agreement::show(out, &device, data, levels)?;
    Ok(right && agree)
}

/// Whether the reader of our output has gone, as `head` does when it has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
