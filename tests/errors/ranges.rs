//! Ranges known at run time that cannot be divided into bins: refused when the plan is made, and by `run`.

use wavefold::prelude::*;
use wavefold::{Error, Histogram, Inputs};

histogram! { F32 { low: f32, high: f32 }: fn(x: f32) -> u32 { range: low..high, bins: 100 } }
histogram! { F64 { low: f64, high: f64 }: fn(x: f64) -> u32 { range: low..=high, bins: 100 } }
histogram! { I32 { low: i32, high: i32 }: fn(x: i32) -> u32 { range: low..high, bins: 4 } }
histogram! { U64 { low: u64, high: u64 }: fn(x: u64) -> u32 { range: low..=high, bins: 4 } }

/// Both ways must refuse it, with one message.
fn refused<H>(device: &Device, histogram: H, parts: &[&str])
where
    for<'a> H::Inputs: Inputs<Slices<'a> = &'a [<H as Samples>::Sample]>,
    H: Histogram + Samples,
{
    let errors = [histogram.plan(device, 10).map(|_| ()), histogram.run(device, &[]).map(|_| ())];
    for error in errors.map(Result::unwrap_err) {
        assert!(matches!(error, Error::Range { .. }), "{error}");
        let message = error.to_string();
        for part in parts {
            assert!(message.contains(part), "`{part}` is not in: {message}");
        }
    }
}

/// The type of a histogram's samples.
trait Samples {
    type Sample: 'static;
}

impl Samples for F32 {
    type Sample = f32;
}
impl Samples for F64 {
    type Sample = f64;
}
impl Samples for I32 {
    type Sample = i32;
}
impl Samples for U64 {
    type Sample = u64;
}

fn floats(device: &Device) {
    refused(
        device,
        F32 { low: 1.0, high: 1.0 },
        &["`F32`: the range 1.0..1.0 is empty", "make its upper end larger"],
    );
    refused(device, F32 { low: 0.0, high: -0.0 }, &["is empty"]);
    refused(device, F32 { low: 2.0, high: -1.0 }, &["the range 2.0..-1.0 is reversed; write -1.0..2.0"]);
    for (low, high) in [(f32::NAN, 1.0), (0.0, f32::NAN), (0.0, f32::INFINITY), (f32::NEG_INFINITY, 0.0)] {
        refused(device, F32 { low, high }, &["an end that is not a finite number", "give finite ends"]);
    }
    refused(
        device,
        F32 { low: 1.0, high: 1.00001 },
        &["too narrow for 100 bins of f32", "use fewer bins, a wider range"],
    );
    refused(device, F64 { low: 1e16, high: 1e16 + 100.0 }, &["too narrow for 100 bins of f64", "edge"]);
    refused(device, F64 { low: 0.0, high: 5e-322 }, &["too narrow", "use fewer bins, or scale the samples"]);
    refused(device, F64 { low: f64::MIN, high: f64::MAX }, &["too wide", "give nearer ends"]);
}

fn integers(device: &Device) {
    refused(device, I32 { low: 5, high: 5 }, &["the range 5..5 is empty"]);
    refused(device, I32 { low: 5, high: -5 }, &["the range 5..-5 is reversed; write -5..5"]);
    refused(device, U64 { low: u64::MAX, high: 0 }, &["is reversed; write 0..18446744073709551615"]);
    refused(device, U64 { low: 3, high: 3 }, &["is empty"]);
}

on_every_backend!(floats, integers);
