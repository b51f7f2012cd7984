//! What kernels cost on AMD's GPUs: executed wave instructions per 64 elements, in the main loop.
//!
//! Counted where code objects are executed on the CPU (`cargo xtask amdemu`). Two sizes tell the loop from what surrounds
//! it. A count is no time, but instructions that a change of the text adds to every element show here.

#[macro_use]
#[allow(dead_code, reason = "only AMD's GPUs are tested here")]
#[path = "common/backends.rs"]
mod backends;
#[path = "common/inputs.rs"]
#[allow(dead_code, reason = "other suites use the rest")]
mod inputs;

use std::fmt::Debug;
use std::io::Write;

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32};

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
histogram! { Words: fn(x: u32) -> u32 { bin: x & 255, bins: 256 } }
histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }

/// Every block of a histogram has something to do with the smaller number, and a sum has all its slots.
const SIZES: [usize; 2] = [1 << 24, 1 << 25];

/// Holds the loop to a limit for warps of 64 lanes, and one for 32.
fn check<T, R: PartialEq + Debug>(
    device: &Device,
    what: &str,
    xs: &[T],
    [wide, narrow]: [f64; 2],
    run: impl Fn(&Device, &[T]) -> R,
) {
    let Some(counts) = std::env::var_os("WAVEFOLD_AMDEMU_COUNTS") else {
        let _ = writeln!(std::io::stderr(), "\n*** NOT RUN on {device}: nobody counts its instructions\n");
        return;
    };
    let [less, more] = SIZES.map(|n| {
        let result = run(device, &xs[..n]);
        assert!(result == run(&Device::cpu(), &xs[..n]), "{what} of {n} elements");
        let counts = std::fs::read_to_string(&counts).unwrap();
        let (_, count) = counts.lines().last().unwrap().split_once("\"instructions\": ").unwrap();
        count.split(',').next().unwrap().parse::<f64>().unwrap()
    });
    let each = (more - less) / ((SIZES[1] - SIZES[0]) as f64 / 64.0);
    let limit = if device.warp_size() == Some(WarpSize::W64) { wide } else { narrow };
    println!("{what} on {device}: {each:.2} wave instructions per 64 elements");
    assert!(each <= limit, "{what} on {device}: {each:.2} wave instructions per 64 elements, more than {limit}");
}

fn sum_of_floats(device: &Device) {
    check(device, "f32 sum", &noisy(SIZES[1], unit_f32), [2.5, 7.0], |device, xs| Sum.run(device, xs).unwrap());
}

fn histogram_of_words(device: &Device) {
    let xs = noisy(SIZES[1], |x| x as u32);
    check(device, "u32 histogram", &xs, [7.0, 14.0], |device, xs| Words.run(device, xs).unwrap());
}

fn histogram_of_bytes(device: &Device) {
    let xs = noisy(SIZES[1], |x| x as u8);
    check(device, "u8 histogram", &xs, [7.0, 14.0], |device, xs| Bytes.run(device, xs).unwrap());
}

on_every_backend!(@ hip Hip sum_of_floats histogram_of_words histogram_of_bytes);
