//! Writes programs that need no Rust: for each declaration a `.hip` file, elements for it, and what it has to print.
//!
//! ```sh
//! cargo run --example standalone -- programs
//! cd programs && nvcc -O3 -std=c++17 --fmad=false -x cu -o max_abs w32/max_abs.hip
//! ./max_abs max_abs.x.bin   # prints what max_abs.expected says
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use wavefold::prelude::*;

reduction! {
    /// Largest absolute value; 0 for empty input.
    MaxAbs: fn(x: f32) -> f32 { map: x.abs(), op: |a, b| a.max(b), identity: 0.0 }
}

reduction! {
    /// The inner product of two arrays.
    Dot: fn(x: f32, y: i16) -> f64 { map: x as f64 * y as f64, op: |a, b| a + b, identity: 0.0 }
}

reduction! {
    /// Smallest and largest number within a limit known only at run time; absent if there are none.
    Within { limit: f32 }: fn(x: f32) -> [f32; 2] {
        filter: x.abs() < limit,
        map: [x, x],
        op: |a, b| [a[0].min(b[0]), a[1].max(b[1])],
        identity: none,
    }
}

histogram! {
    /// Numbers by size, in a range known only at run time.
    Sizes { high: f32 }: fn(x: f32) -> u32 { range: 0.0..=high, bins: 10, outside: count }
}

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("usage: standalone FOLDER")?;
    let folder = Path::new(&folder);
    let cpu = Device::cpu();
    // Small numbers of both signs, scattered, with all kinds of last digits.
    let scattered = (0..300_007_u32).map(|i| i.wrapping_mul(2_654_435_769).cast_signed());
    let x: Vec<f32> = scattered.clone().map(|number| number as f32 / 3e8).collect();
    let y: Vec<i16> = scattered.map(|number| (number >> 20) as i16).collect();
    let files = [("x", bytes(&x, |number| number.to_le_bytes())), ("y", bytes(&y, |number| number.to_le_bytes()))];
    let [only_x, both] = [&files[..1], &files[..]];

    let largest = MaxAbs.run(&cpu, &x)?;
    write(folder, "max_abs", |warp_size| MaxAbs.standalone(warp_size), only_x, &[single("result", largest)])?;

    let dot = Dot.run(&cpu, (&x, &y))?;
    write(folder, "dot", |warp_size| Dot.standalone(warp_size), both, &[double("result", dot)])?;

    for (name, limit) in [("within", 5.0), ("within_nothing", 0.0)] {
        let within = Within { limit };
        let expected = match within.run(&cpu, &x)? {
            Some([low, high]) => vec![single("result[0]", low), single("result[1]", high)],
            None => vec!["result = none".to_owned()],
        };
        write(folder, name, |warp_size| within.standalone(warp_size), only_x, &expected)?;
    }

    let sizes = Sizes { high: 7.0 };
    let Counted { bins, below, above, nan } = sizes.run(&cpu, &x)?;
    let mut expected: Vec<String> = (0..bins.len()).map(|k| format!("bin {k} = {}", bins[k])).collect();
    expected.extend([format!("below = {below}"), format!("above = {above}"), format!("nan = {nan}")]);
    write(folder, "sizes", |warp_size| sizes.standalone(warp_size), only_x, &expected)
}

/// Writes a program for each warp size, the elements of its inputs, and the lines it has to print, floats by their bits.
fn write(
    folder: &Path,
    name: &str,
    program: impl Fn(WarpSize) -> Result<String, wavefold::Error>,
    inputs: &[(&str, Vec<u8>)],
    expected: &[String],
) -> Result<()> {
    for warp_size in WarpSize::ALL {
        let folder = folder.join(format!("w{warp_size}"));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{name}.hip")), program(warp_size)?)?;
    }
    for (input, bytes) in inputs {
        fs::write(folder.join(format!("{name}.{input}.bin")), bytes)?;
    }
    fs::write(folder.join(format!("{name}.expected")), expected.join("\n") + "\n")?;
    println!("{}: {name}", folder.display());
    Ok(())
}

/// Elements as they lie in memory.
fn bytes<T: Copy, const N: usize>(elements: &[T], of: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    elements.iter().flat_map(|&element| of(element)).collect()
}

fn single(path: &str, value: f32) -> String {
    format!("{path} = (0x{:08x})", value.to_bits())
}

fn double(path: &str, value: f64) -> String {
    format!("{path} = (0x{:016x})", value.to_bits())
}
