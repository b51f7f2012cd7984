//! Single numbers: infinities, NaN, wrapping, wide sums, what empty input gives.

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f64};

reduction! { Min: fn(x: f32) -> f32 { op: |a, b| a.min(b), identity: f32::INFINITY } }
reduction! { Maximum: fn(x: f32) -> f32 { op: |a, b| a.maximum(b), identity: f32::NEG_INFINITY } }
reduction! { Max: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: f32::NEG_INFINITY } }
reduction! { SumF64: fn(x: f64) -> f64 { op: |a, b| a + b, identity: 0.0 } }
reduction! { WideSum: fn(x: i32) -> i64 { map: x as i64, op: |a, b| a + b, identity: 0 } }
reduction! { Product: fn(x: u32) -> u32 { op: |a, b| a * b, identity: 1 } }
reduction! { FromZero: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, init: 0.0 } }
reduction! { FromOne: fn(x: i32) -> i32 { op: |a, b| a + b, identity: 0, init: 1 } }
reduction! { MaxI8: fn(x: i8) -> i8 { op: |a, b| a.max(b), identity: i8::MIN } }
reduction! { MinU32: fn(x: u32) -> u32 { op: |a, b| a.min(b), identity: u32::MAX } }
reduction! { First: fn(x: u32) -> u32 { op: |a, _b| a, identity: none } }

/// cccl#5505: an aligned address, and a copy one element later.
fn alignment_changes_no_bit(device: &Device) {
    let xs = noisy(764_294, unit_f64);
    let moved = noisy(764_295, |x| x as f64);
    let mut moved = device.upload(&moved).unwrap();
    let stream = device.stream().unwrap();
    let plan = SumF64.plan(device, xs.len()).unwrap();
    let expected = plan.launch(&device.upload(&xs).unwrap(), &stream).unwrap();
    moved.write(&[&[0.5][..], &xs].concat(), &stream).unwrap();
    let result = plan.launch(moved.slice(1..).unwrap(), &stream).unwrap();
    assert_eq!(result.to_bits(), expected.to_bits());
    assert_eq!(SumF64.run(&Device::cpu(), &xs).unwrap().to_bits(), expected.to_bits());
}

/// cccl#1388
fn infinity_is_no_missing_value(device: &Device) {
    assert_eq!(Min.run(device, &[f32::INFINITY; 10]).unwrap(), f32::INFINITY);
}

fn nan(device: &Device) {
    assert!(Maximum.run(device, &[f32::NAN; 5]).unwrap().is_nan());
    assert!(Maximum.run(device, &[1.0, f32::NAN, 2.0]).unwrap().is_nan());
    assert_eq!(Max.run(device, &[1.0, f32::NAN, 2.0]).unwrap(), 2.0);
    assert_eq!(Max.run(device, &[-0.0, 0.0, -0.0]).unwrap().to_bits(), 0);
    assert_eq!(Min.run(device, &[0.0, -0.0, 0.0]).unwrap().to_bits(), 1 << 31);
}

/// cumo#224: partials are accumulators, never elements again.
fn sums_wider_than_elements(device: &Device) {
    assert_eq!(WideSum.run(device, &[1 << 30; 4]).unwrap(), 4_294_967_296);
    assert_eq!(WideSum.run(device, &[i32::MAX; 5000]).unwrap(), 5000 * i64::from(i32::MAX));
}

/// The product of 2 to 13, modulo 2^32.
fn products_wrap(device: &Device) {
    let xs: Vec<u32> = (2..=13).collect();
    assert_eq!(Product.run(device, &xs).unwrap(), 1_932_053_504);
}

/// thrust#496 (an integer `init` of a float reduction does not compile), cupy#1106.
fn initial_values(device: &Device) {
    assert_eq!(FromZero.run(device, &[0.5; 10_112]).unwrap(), 5056.0);
    assert_eq!(FromOne.run(device, &[1; 1024]).unwrap(), 1025);
    assert_eq!(FromOne.run(device, &[]).unwrap(), 1);
}

/// The right identities of what others got wrong.
fn identities(device: &Device) {
    assert_eq!(Max.run(device, &[-2.0, -1.0]).unwrap(), -1.0);
    assert_eq!(MaxI8.run(device, &[-128]).unwrap(), -128);
    assert_eq!(MinU32.run(device, &[4_294_967_295]).unwrap(), 4_294_967_295);
}

/// pyopencl#330
fn empty_input(device: &Device) {
    assert_eq!(Min.run(device, &[]).unwrap(), f32::INFINITY);
    assert_eq!(Product.run(device, &[]).unwrap(), 1);
    assert_eq!(First.run(device, &[]).unwrap(), None);
    assert_eq!(First.run(device, &[7, 8]).unwrap(), Some(7));
}

reduction! {
    /// How often op runs: every time it adds one.
    Runs: fn(x: u8) -> u32 { map: x as u32 * 0, op: |a, b| a + b + 1, identity: none }
}
reduction! { Quotient: fn(x: u32) -> u32 { op: |a, b| a / b + 1, identity: none } }

/// cub#74: op runs n - 1 times, and no padding reaches it.
fn nothing_is_padded(device: &Device) {
    for n in [1, 2, 31, 32, 33, 63, 64, 65, 1000, 2049, 10_000] {
        assert_eq!(Runs.run(device, &vec![1; n]).unwrap(), Some(n as u32 - 1), "{n} elements");
        // Every division is by 3 or by what a division gave; padding with 0 or 1 would show.
        let result = Quotient.run(device, &vec![3; n]).unwrap();
        assert_eq!(result, Quotient.run(&Device::cpu(), &vec![3; n]).unwrap(), "{n} elements");
    }
}

reduction! { Lanes: fn(x: u64) -> u64 { op: |a, b| a + b, identity: 0 } }

/// HeCBench#167, gsplat#17: lanes 32 to 63 of a wide warp take part.
fn upper_lanes(device: &Device) {
    let xs: Vec<u64> = (0..10_000).map(|i| if i / 2 % 64 >= 32 { i } else { 0 }).collect();
    assert_eq!(Lanes.run(device, &xs).unwrap(), xs.iter().sum::<u64>());
    let single: Vec<u64> = (0..64).map(|i| u64::from(i >= 32)).collect();
    assert_eq!(Lanes.run(device, &single).unwrap(), 32);
}

on_every_backend!(
    alignment_changes_no_bit,
    infinity_is_no_missing_value,
    nan,
    sums_wider_than_elements,
    products_wrap,
    initial_values,
    identities,
    empty_input,
    nothing_is_padded,
    upper_lanes,
);
