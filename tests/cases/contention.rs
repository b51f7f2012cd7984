//! Many samples in one bin, many bins, and the sizes at which a histogram changes how it counts.

use wavefold::prelude::*;

use crate::inputs::noisy;

histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }
histogram! { Words: fn(x: u32) -> u32 { bin: x, bins: 12_283 } }

/// As many as an emulator can take; elsewhere enough for counts beyond 2^24.
fn elements(device: &Device) -> usize {
    if device.warp_size().is_some() { 1 << 18 } else { (1 << 24) + 12_345 }
}

/// pytorch#96613: counts kept in f32 stick at 2^24.
fn equal_samples(device: &Device) {
    let n = elements(device);
    let counts = Bytes.run(device, &vec![7; n]).unwrap();
    assert_eq!((counts[7] as usize, counts.iter().map(|count| *count as usize).sum()), (n, n));
}

histogram! { Linspace: fn(x: f32) -> u32 { range: 0.0..=2047.0, bins: 2048 } }

/// pytorch#96613: nearly all samples are in bin 0, which ends at 2047 / 2048.
fn a_narrow_input_in_wide_bins(device: &Device) {
    let n = elements(device);
    let xs: Vec<f32> = (0..n).map(|i| (i as f64 / (n - 1) as f64) as f32).collect();
    let below = xs.iter().filter(|x| **x < 2047.0 / 2048.0).count();
    let counts = Linspace.run(device, &xs).unwrap();
    assert_eq!((counts[0] as usize, counts[1] as usize), (below, n - below));
    assert!(counts[2..].iter().all(|count| *count == 0));
}

fn two_alternating_bins(device: &Device) {
    let xs: Vec<u8> = (0..elements(device)).map(|i| if i % 2 == 0 { 3 } else { 250 }).collect();
    let counts = Bytes.run(device, &xs).unwrap();
    assert_eq!((counts[3] as usize, counts[250] as usize), (xs.len().div_ceil(2), xs.len() / 2));
}

fn one_sample_per_bin(device: &Device) {
    let xs: Vec<u32> = (0..12_283).rev().collect();
    assert_eq!(Words.run(device, &xs).unwrap(), vec![1; 12_283]);
}

macro_rules! strategies {
    ($($name:ident $bins:literal;)*) => {
        $(histogram! { $name: fn(x: u32) -> u32 { bin: x % ($bins + 1), bins: $bins } })*

        /// futhark#2476: just below and above each number of copies that shared memory holds, each number of counters
        /// that a window of 48 or 64 KiB holds, and the most windows that are counted.
        fn every_change_of_strategy(device: &Device) {
            let xs = noisy(20_011, |x| x as u32);
            $({
                let mut expected = vec![0_u32; $bins + 1];
                xs.iter().for_each(|x| expected[*x as usize % ($bins + 1)] += 1);
                assert_eq!($name.run(device, &xs).unwrap(), expected[..$bins], "{} bins", $bins);
            })*
        }
    };
}

strategies! {
    Bins12283 12_283; Bins12284 12_284; Bins16384 16_384; Bins16385 16_385; Bins131072 131_072; Bins131073 131_073;
    Bins256 256; Bins257 257; Bins1024 1024; Bins1025 1025; Bins4096 4096; Bins4097 4097; Bins8192 8192; Bins8193 8193;
}

histogram! { ManyBins { count: u32 }: fn(x: i32) -> u64 { bin: x, bins: count } }

/// cccl#912: scratch is in proportion to the input or the bins, not to blocks × bins.
fn as_many_bins_as_samples(device: &Device) {
    // An emulator takes fewer, which live in its memory as the others do.
    let count = if device.name().starts_with("emulated") { 288_543 } else { 28_854_312 };
    let xs: Vec<i32> = (0..count as i32).collect();
    let plan = ManyBins { count }.plan(device, xs.len()).unwrap();
    assert!(plan.scratch_bytes() <= 8 * (xs.len() + 1000), "{} bytes", plan.scratch_bytes());
    let counts = plan.launch(&device.upload(&xs).unwrap(), &device.stream().unwrap()).unwrap();
    assert!(counts.len() == xs.len() && counts.iter().all(|count| *count == 1));
}

on_every_backend!(
    equal_samples,
    a_narrow_input_in_wide_bins,
    two_alternating_bins,
    one_sample_per_bin,
    every_change_of_strategy,
    as_many_bins_as_samples,
);
