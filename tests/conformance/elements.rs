//! Every type of element: narrow ones wrap after each operation, floats keep their signs of zero and NaN.

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32, unit_f64, wild_f32};
use crate::judge::{Judged, canonical, check, max_f32, max_f64};
use crate::sizes::{most, sizes_for};

/// An op that is neither associative nor commutative: its result tells the order, and whether a narrow type was
/// narrowed before the shift.
macro_rules! integers {
    ($($name:ident: $ty:ident in $test:ident;)*) => {$(
        reduction! { $name: fn(x: $ty) -> $ty { op: |a, b| ((a * 31) >> 1) + (b ^ 5), identity: 1 } }

        impl Judged for $name {
            fn judge(&self, xs: &[$ty]) -> $ty {
                let op = |a: $ty, b: $ty| (a.wrapping_mul(31) >> 1).wrapping_add(b ^ 5);
                canonical(xs.len(), |i| Some(xs[i]), op).unwrap_or(1)
            }
        }

        fn $test(device: &Device) {
            let sizes = sizes_for(device);
            check(device, $name, &noisy(most(&sizes), |noise| (noise >> 7) as $ty), &sizes);
        }
    )*};
}

integers! {
    MixI8: i8 in mix_i8;
    MixU8: u8 in mix_u8;
    MixI16: i16 in mix_i16;
    MixU16: u16 in mix_u16;
    MixI32: i32 in mix_i32;
    MixU32: u32 in mix_u32;
    MixI64: i64 in mix_i64;
    MixU64: u64 in mix_u64;
}

reduction! { SumF32: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { SumF64: fn(x: f64) -> f64 { op: |a, b| a + b, identity: 0.0 } }
reduction! { MaxF32: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: f32::NEG_INFINITY } }
reduction! { MaxF64: fn(x: f64) -> f64 { op: |a, b| a.max(b), identity: f64::NEG_INFINITY } }
reduction! { MinimumF32: fn(x: f32) -> f32 { op: |a, b| a.minimum(b), identity: f32::INFINITY } }

impl Judged for SumF32 {
    fn judge(&self, xs: &[f32]) -> f32 {
        canonical(xs.len(), |i| Some(xs[i]), |a, b| a + b).unwrap_or(0.0)
    }
}

impl Judged for SumF64 {
    fn judge(&self, xs: &[f64]) -> f64 {
        canonical(xs.len(), |i| Some(xs[i]), |a, b| a + b).unwrap_or(0.0)
    }
}

impl Judged for MaxF32 {
    fn judge(&self, xs: &[f32]) -> f32 {
        canonical(xs.len(), |i| Some(xs[i]), max_f32).unwrap_or(f32::NEG_INFINITY)
    }
}

impl Judged for MaxF64 {
    fn judge(&self, xs: &[f64]) -> f64 {
        canonical(xs.len(), |i| Some(xs[i]), max_f64).unwrap_or(f64::NEG_INFINITY)
    }
}

impl Judged for MinimumF32 {
    fn judge(&self, xs: &[f32]) -> f32 {
        let minimum = |a: f32, b: f32| match () {
            () if a.is_nan() || b.is_nan() => f32::NAN,
            () => -max_f32(-a, -b),
        };
        canonical(xs.len(), |i| Some(xs[i]), minimum).unwrap_or(f32::INFINITY)
    }
}

fn sum_f32(device: &Device) {
    let sizes = sizes_for(device);
    check(device, SumF32, &noisy(most(&sizes), unit_f32), &sizes);
}

fn sum_f64(device: &Device) {
    let sizes = sizes_for(device);
    check(device, SumF64, &noisy(most(&sizes), unit_f64), &sizes);
}

fn extremes_f32(device: &Device) {
    let sizes = sizes_for(device);
    let wild = noisy(most(&sizes), wild_f32);
    check(device, MaxF32, &wild, &sizes);
    check(device, MinimumF32, &wild, &sizes);
    let zeros = noisy(1000, |noise| if noise % 97 == 0 { 0.0 } else { -0.0 });
    check(device, MaxF32, &zeros, &[1, 2, 3, 50, 1000]);
    check(device, MinimumF32, &zeros, &[1, 2, 3, 50, 1000]);
}

fn extremes_f64(device: &Device) {
    let sizes = sizes_for(device);
    check(device, MaxF64, &noisy(most(&sizes), |noise| f64::from(wild_f32(noise)) * 1e300), &sizes);
}

on_every_backend!(
    mix_i8,
    mix_u8,
    mix_i16,
    mix_u16,
    mix_i32,
    mix_u32,
    mix_i64,
    mix_u64,
    sum_f32,
    sum_f64,
    extremes_f32,
    extremes_f64,
);
