//! Histograms with `range:`: every type of sample, open and closed, ends known and given, edges hit exactly.

use wavefold::prelude::*;

use crate::inputs::{noise, noisy, unit_f32, unit_f64};
use crate::sizes::{most, sizes_for};
use crate::tally::{check_counts, edges_f32, edges_f64, in_floats, in_integers};

histogram! { OpenF32: fn(x: f32) -> u64 { range: -0.5..0.75, bins: 37, outside: count } }
histogram! { ClosedF32: fn(x: f32) -> u32 { range: 0.0..=1.0, bins: 10, outside: count } }
histogram! { ClampedF64: fn(x: f64) -> u32 { range: 0.9..=1.1, bins: 10, outside: clamp } }
histogram! {
    /// Ends that are known only at run time.
    Between { low: f64, high: f64 }: fn(x: f64) -> u64 { filter: x != 0.5, range: low..high, bins: 100, outside: count }
}

/// Samples on every edge, right beside it, and far away.
fn around_f64(edges: &[f64]) -> Vec<f64> {
    let far = [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0, f64::MAX, f64::MIN, 5e-324, 0.5];
    edges.iter().flat_map(|&edge| [edge.next_down(), edge, edge.next_up()]).chain(far).collect()
}

fn around_f32(edges: &[f32]) -> Vec<f32> {
    let far = [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 0.0, f32::MAX, f32::MIN, 1e-45, 0.5];
    edges.iter().flat_map(|&edge| [edge.next_down(), edge, edge.next_up()]).chain(far).collect()
}

fn floats_f32(device: &Device) {
    let sizes = sizes_for(device);
    let edges = edges_f32(-0.5, 0.75, 37);
    let mut xs = around_f32(&edges);
    xs.extend(noisy(most(&sizes), unit_f32));
    check_counts(device, OpenF32, &xs, &sizes, |i| in_floats(xs[i], &edges, false));
    let edges = edges_f32(0.0, 1.0, 10);
    let xs = around_f32(&edges);
    check_counts(device, ClosedF32, &xs, &[xs.len()], |i| in_floats(xs[i], &edges, true));
}

fn floats_f64(device: &Device) {
    let edges = edges_f64(0.9, 1.1, 10);
    let mut xs = around_f64(&edges);
    xs.extend(noisy(5000, |x| 1.0 + unit_f64(x) / 9.0));
    check_counts(device, ClampedF64, &xs, &[0, 1, 50, xs.len()], |i| in_floats(xs[i], &edges, true));
}

fn ends_at_run_time(device: &Device) {
    for (low, high) in [(0.0, 1.0), (-1.0, 1.0), (-0.3, 0.1), (1e-300, 1e-290), (-1e300, 1e300), (1e16, 1e17)] {
        let edges = edges_f64(low, high, 100);
        let mut xs = around_f64(&edges);
        xs.extend(noisy(3000, |x| low + (high - low) * unit_f64(x)));
        check_counts(device, Between { low, high }, &xs, &[xs.len()], |i| match xs[i] == 0.5 {
            true => crate::tally::At::Refused,
            false => in_floats(xs[i], &edges, false),
        });
    }
}

/// Ranges over integers, given at run time: some with fractional edges, some over the whole type.
macro_rules! integers {
    ($($test:ident: $ty:ident, $open:ident, $closed:ident;)*) => {$(
        histogram! {
            $open { low: $ty, high: $ty }: fn(x: $ty) -> u32 { range: low..high, bins: 7, outside: count }
        }
        histogram! {
            $closed { low: $ty, high: $ty }: fn(x: $ty) -> u64 { range: low..=high, bins: 5, outside: clamp }
        }

        fn $test(device: &Device) {
            let ranges = [
                ($ty::MIN, $ty::MAX), (0, 7), (1, 2), (3, 100), ($ty::MIN, $ty::MIN + 50), ($ty::MAX - 9, $ty::MAX),
            ];
            for (low, high) in ranges {
                let mut xs: Vec<$ty> = vec![$ty::MIN, $ty::MAX, 0, 1, low, high, low.wrapping_sub(1), high.wrapping_add(1)];
                let span = (i128::from(high) - i128::from(low)) as u128;
                xs.extend((0..=70).map(|k| (i128::from(low) + (span * k / 70) as i128) as $ty));
                xs.extend((0..=70).map(|k| ((i128::from(low) + (span * k / 70) as i128) as $ty).wrapping_sub(1)));
                xs.extend(noisy(900, |x| x as $ty));
                xs.extend((0..900).map(|i| (i128::from(low) + (u128::from(noise(i)) % (span + 1)) as i128) as $ty));
                let ends = (i128::from(low), i128::from(high));
                check_counts(device, $open { low, high }, &xs, &[1, xs.len()], |i| {
                    in_integers(xs[i].into(), ends.0, ends.1, 7, false)
                });
                check_counts(device, $closed { low, high }, &xs, &[1, xs.len()], |i| {
                    in_integers(xs[i].into(), ends.0, ends.1, 5, true)
                });
            }
        }
    )*};
}

integers! {
    integers_i8: i8, OpenI8, ClosedI8;
    integers_u8: u8, OpenU8, ClosedU8;
    integers_i16: i16, OpenI16, ClosedI16;
    integers_u16: u16, OpenU16, ClosedU16;
    integers_i32: i32, OpenI32, ClosedI32;
    integers_u32: u32, OpenU32, ClosedU32;
    integers_i64: i64, OpenI64, ClosedI64;
    integers_u64: u64, OpenU64, ClosedU64;
}

on_every_backend!(
    floats_f32,
    floats_f64,
    ends_at_run_time,
    integers_i8,
    integers_u8,
    integers_i16,
    integers_u16,
    integers_i32,
    integers_u32,
    integers_i64,
    integers_u64,
);
