//! The histograms of `wavefold::histograms`: every type of sample, ends and edges hit exactly.

use wavefold::histograms::{ByEdges, ByEdgesClosed, ByValue, Even, EvenClosed};
use wavefold::prelude::*;
use wavefold::{bf16, f16};

use crate::inputs::{noise, noisy, unit_f32, unit_f64};
use crate::tally::{At, check_counts, edges_f32, edges_f64, in_floats, in_integers, number};

/// Integers: those at the ends of the type and of the bins, and many.
macro_rules! integers {
    ($($test:ident: $ty:ident;)*) => {$(
        fn $test(device: &Device) {
            let rows = [
                ($ty::MIN, $ty::MAX, 1), ($ty::MIN, $ty::MIN + 60, 9), (0, 7, 7), (3, 100, 40), ($ty::MAX - 9, $ty::MAX, 4),
            ];
            for (low, high, bins) in rows {
                let mut xs = vec![$ty::MIN, $ty::MAX, 0, 1, low, high, low.wrapping_sub(1), high.wrapping_add(1)];
                xs.extend((0..=200).map(|k| low.wrapping_add(k as u8 as $ty)));
                xs.extend(noisy(900, |x| x as $ty));
                let (n, from, to) = (xs.len(), i128::from(low), i128::from(high));
                check_counts(device, Even { low, high, bins }, &xs, &[1, n], |i| {
                    in_integers(xs[i].into(), from, to, bins as usize, false)
                });
                check_counts(device, EvenClosed { low, high, bins }, &xs, &[1, n], |i| {
                    in_integers(xs[i].into(), from, to, bins as usize, true)
                });
                for bins in [1, 11, 256, 40_000] {
                    check_counts(device, ByValue { first: low, bins }, &xs, &[0, n], |i| {
                        number(i128::from(xs[i]) - from, bins as usize)
                    });
                }
                let mut edges: Vec<$ty> = (0..30).map(|i| noise(i) as $ty).chain([low, high]).collect();
                edges.sort_unstable();
                edges.dedup();
                let levels = Edges::new(&edges).unwrap();
                check_counts(device, ByEdges { edges: levels.clone() }, &xs, &[n], |i| in_floats(xs[i], &edges, false));
                check_counts(device, ByEdgesClosed { edges: levels }, &xs, &[n], |i| in_floats(xs[i], &edges, true));
            }
        }
    )*};
}

integers! {
    of_i8: i8;
    of_u8: u8;
    of_i16: i16;
    of_u16: u16;
    of_i32: i32;
    of_u32: u32;
    of_i64: i64;
    of_u64: u64;
}

/// Floats: `$wide` is what they are compared as.
macro_rules! floats {
    ($($test:ident: $ty:ident as $wide:ident, $edges:ident, $unit:expr, $widen:expr;)*) => {$(
        fn $test(device: &Device) {
            let (unit, widen): (fn(u64) -> $ty, fn($ty) -> $wide) = ($unit, $widen);
            let far = [$ty::NAN, -$ty::NAN, $ty::INFINITY, $ty::NEG_INFINITY, $ty::MAX, $ty::MIN];
            let mut xs: Vec<$ty> = far.into_iter().chain((0..2000).map(|i| unit(noise(i)))).collect();
            for (low, high, bins) in [(-5, 7, 10), (0, 7, 16), (1, 6, 300)] {
                // Eighths and their neighbours are numbers of every type.
                let [low, high]: [$ty; 2] = [low, high].map(|eighths| unit(((8 + eighths) as u64) << 60));
                for x in [low, high] {
                    let bits = x.to_bits();
                    xs.extend([x, $ty::from_bits(bits + 1), $ty::from_bits(bits.saturating_sub(1)), -x]);
                }
                let edges = $edges(widen(low), widen(high), bins as usize);
                let n = xs.len();
                check_counts(device, Even { low, high, bins }, &xs, &[1, n], |i| in_floats(widen(xs[i]), &edges, false));
                check_counts(device, EvenClosed { low, high, bins }, &xs, &[n], |i| in_floats(widen(xs[i]), &edges, true));
                let levels = Edges::new(&edges).unwrap();
                let (open, closed) = (ByEdges::<$ty> { edges: levels.clone() }, ByEdgesClosed::<$ty> { edges: levels });
                check_counts(device, open, &xs, &[0, n], |i| in_floats(widen(xs[i]), &edges, false));
                check_counts(device, closed, &xs, &[n], |i| in_floats(widen(xs[i]), &edges, true));
            }
        }
    )*};
}

floats! {
    of_f16: f16 as f32, edges_f32, |x| f16::from_f32(unit_f32(x)), |x| x.to_f32();
    of_bf16: bf16 as f32, edges_f32, |x| bf16::from_f32(unit_f32(x)), |x| x.to_f32();
    of_f32: f32 as f32, edges_f32, unit_f32, |x| x;
    of_f64: f64 as f64, edges_f64, unit_f64, |x| x;
}

/// Bins so far apart from the samples that their difference wraps.
fn by_value_does_not_wrap(device: &Device) {
    let signed = [i64::MIN, i64::MIN + 1, -1, 0, i64::MAX - 1, i64::MAX];
    check_counts(device, ByValue { first: i64::MAX, bins: 9 }, &signed, &[6], |i| {
        if signed[i] == i64::MAX { At::Bin(0) } else { At::Below }
    });
    let unsigned = [0, 1, 2, u64::MAX - 1, u64::MAX];
    check_counts(device, ByValue { first: u64::MAX - 1, bins: 9 }, &unsigned, &[5], |i| match unsigned[i] {
        x if x >= u64::MAX - 1 => At::Bin((x - (u64::MAX - 1)) as usize),
        _ => At::Below,
    });
}

on_every_backend!(
    of_i8,
    of_u8,
    of_i16,
    of_u16,
    of_i32,
    of_u32,
    of_i64,
    of_u64,
    of_f16,
    of_bf16,
    of_f32,
    of_f64,
    by_value_does_not_wrap,
);
