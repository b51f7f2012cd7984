//! Schedules that stand in the declaration; and what padding with the identity shows.

use wavefold::prelude::*;
use wavefold::tutorial;

use crate::inputs::noisy;

reduction! {
    ByAxes: fn(x: i32) -> i64 {
        accumulator: i64,
        map: x as i64,
        op: |a, b| a + b,
        identity: 0,
        block_size: 128,
        schedule: { load: first_add(3), block: warps, warp: shuffle, grid: last_block },
    }
}

histogram! {
    ByPreset: fn(x: u32) -> u32 { bin: x % 16, bins: 16, items_per_thread: 2, schedule: tutorial::partial_histograms }
}

reduction! { Greatest: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: f32::NEG_INFINITY } }
reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }

/// `run` and `plan` use it; chunks and partial results are in the canonical order, which whole numbers do not show.
fn declared(device: &Device) {
    let xs = noisy(5000, |x| x as i16 as i32);
    let ys = noisy(5000, |x| x as u32);
    for n in [0, 1, 257, 5000] {
        let total: i64 = xs[..n].iter().map(|&x| i64::from(x)).sum();
        assert_eq!(ByAxes.run(device, &xs[..n]).unwrap(), total, "{n} elements on {device}");
        assert_eq!(ByAxes.run_chunks(device, xs[..n].chunks(1000).map(<[i32]>::to_vec)).unwrap(), total);
        let mut counts = vec![0; 16];
        ys[..n].iter().for_each(|y| counts[*y as usize % 16] += 1);
        assert_eq!(ByPreset.run(device, &ys[..n]).unwrap(), counts, "{n} elements on {device}");
    }
    if device.warp_size().is_some() {
        assert_eq!(ByAxes.plan(device, 5000).unwrap().kernels(), ["by_axes_add3_warps_shuffle_last_block"]);
        let kernels = ["by_preset_slices_items2", "by_preset_slices_items2_sums"];
        assert_eq!(ByPreset.plan(device, 5000).unwrap().kernels(), kernels);
    }
}

/// A maximum without NaN has nothing that is neutral for NaN, and 0 is not neutral for -0: one more of it is what these come to.
fn padding(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let stream = device.stream().unwrap();
    for schedule in [tutorial::sequential(), tutorial::two_loads_warp_shuffle(), tutorial::vector_loads()] {
        let greatest = Greatest.plan_with(device, 1, schedule).unwrap();
        let of_nan = greatest.launch(&device.upload(&[f32::NAN]).unwrap(), &stream).unwrap();
        assert_eq!(of_nan, f32::NEG_INFINITY, "{schedule:?} on {device}");
        let sum = Sum.plan_with(device, 1, schedule).unwrap();
        let of_zero = sum.launch(&device.upload(&[-0.0]).unwrap(), &stream).unwrap();
        assert_eq!(of_zero.to_bits(), 0, "{schedule:?} on {device}");
    }
    assert!(Greatest.run(device, &[f32::NAN]).unwrap().is_nan(), "the canonical order pads with nothing");
    assert_eq!(Sum.run(device, &[-0.0]).unwrap().to_bits(), (-0.0_f32).to_bits());
}

/// Sums keep what is subnormal, but for NVIDIA's addition in memory.
fn subnormal(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let (stream, xs) = (device.stream().unwrap(), [f32::from_bits(1000); 10]);
    let sum = |schedule| {
        let plan = Sum.plan_with(device, xs.len(), schedule).unwrap();
        plan.launch(&device.upload(&xs).unwrap(), &stream).unwrap().to_bits()
    };
    assert_eq!(sum(tutorial::warp_shuffle()), 10_000, "{device}");
    let added = sum(tutorial::block_atomics());
    assert!(added == 10_000 || (device.name().starts_with("cuda") && added == 0), "{added} on {device}");
}

on_every_backend!(declared, padding, subnormal);
