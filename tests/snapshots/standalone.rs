//! Kernels with a host of their own: `snapshots/standalone/`, which `cargo xtask validate` compiles for devices.

use wavefold::prelude::*;

reduction! {
    /// Mean and spread of what lies near a centre known only at run time; absent without such elements.
    Near { centre: f32, reach: f64 }: fn(x: f32, weight: i16) -> [f64; 2] {
        accumulator: [f64; 3],
        filter: (x - centre).abs() as f64 <= reach,
        map: [weight as f64, x as f64, x as f64 * x as f64],
        op: |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
        identity: none,
        finish: |t| [t[1] / t[0], t[2] / t[0]],
    }
}

histogram! {
    /// Floats in a range known only at run time.
    Spectrum { high: f32 }: fn(x: f32) -> u32 { range: 0.0..=high, bins: 8, outside: count }
}

histogram! {
    /// Half floats between edges that are known only at run time.
    Ages { levels: Edges<f32> }: fn(x: f16) -> u64 { edges: ..=levels }
}

histogram! {
    /// Any number of bins.
    Digits { base: u32 }: fn(x: u32) -> u32 { bin: x % base, bins: base, outside: count }
}

#[test]
fn reduction() {
    let near = Near { centre: 0.5, reach: f64::INFINITY };
    for warp_size in WarpSize::ALL {
        let program = near.standalone(warp_size).unwrap();
        super::in_folder("standalone", || insta::assert_snapshot!(format!("reduction.w{warp_size}"), program));
    }
}

#[test]
fn histogram() {
    let program = Spectrum { high: 6.0 }.standalone(WarpSize::W32).unwrap();
    super::in_folder("standalone", || insta::assert_snapshot!("histogram.w32", program));
}

#[test]
fn histogram_of_edges() {
    let ages = Ages { levels: Edges::new([0.0, 17.5, 1e-3 + 65.0, 120.0]).unwrap() };
    let program = ages.standalone(WarpSize::W64).unwrap();
    super::in_folder("standalone", || insta::assert_snapshot!("histogram_of_edges.w64", program));
}

#[test]
fn histogram_of_any_number_of_bins() {
    let program = Digits { base: 10 }.standalone(WarpSize::W32).unwrap();
    super::in_folder("standalone", || insta::assert_snapshot!("histogram_of_any_number_of_bins.w32", program));
}

#[test]
fn what_cannot_be_worked_out_is_an_error() {
    let error = Spectrum { high: -1.0 }.standalone(WarpSize::W32).unwrap_err();
    assert!(error.to_string().contains("Spectrum"), "{error}");
}
