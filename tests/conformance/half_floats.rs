//! Histograms over half floats: their ends and edges are `f32`, and every half float there is falls where it belongs.

use wavefold::prelude::*;
use wavefold::{bf16, f16};

use crate::inputs::noisy;
use crate::tally::{At, check_counts, edges_f32, in_floats};

/// Some are half floats, some lie between two of them, and some are larger than any `f16`.
const LEVELS: [f32; 6] = [-1e6, -2.5, 1e-30, 0.1, 1.0001, 65504.0];

/// Every bit pattern, each NaN too.
macro_rules! halves {
    ($($module:ident: $ty:ident;)*) => {$(
        mod $module {
            use super::*;

            histogram! { Open: fn(x: $ty) -> u64 { range: -0.5..0.75, bins: 37, outside: count } }
            histogram! { Closed: fn(x: $ty) -> u32 { range: 0.0..=1.0, bins: 10, outside: clamp } }
            histogram! {
                Given { low: f32, high: f32, bins: u32 }: fn(wide: $ty) -> u32 {
                    filter: wide.to_f32() != 0.25, range: low..=high, bins: bins,
                }
            }
            histogram! { Between: fn(x: $ty) -> u32 { edges: LEVELS, outside: count } }
            histogram! { Listed: fn(x: $ty) -> u32 { edges: ..=[-1.0, 0.333, 1.0], outside: clamp } }
            histogram! { GivenEdges { levels: Edges<f32> }: fn(x: $ty) -> u64 { edges: ..=levels } }

            fn every() -> Vec<$ty> {
                (0..=u16::MAX).map($ty::from_bits).collect()
            }

            pub(super) fn ranges(device: &Device) {
                let xs = every();
                let edges = edges_f32(-0.5, 0.75, 37);
                check_counts(device, Open, &xs, &[0, 1, xs.len()], |i| in_floats(xs[i].to_f32(), &edges, false));
                let edges = edges_f32(0.0, 1.0, 10);
                check_counts(device, Closed, &xs, &[xs.len()], |i| in_floats(xs[i].to_f32(), &edges, true));
                // Edges between half floats, on them, and finer than they are.
                for (low, high, bins) in [(0.1, 0.3, 7), (-2.0, 2.0, 4), (1.0, 1.0625, 200), (-7e4, 7e4, 3)] {
                    let edges = edges_f32(low, high, bins);
                    let given = Given { low, high, bins: bins as u32 };
                    check_counts(device, given, &xs, &[xs.len()], |i| match xs[i].to_f32() == 0.25 {
                        true => At::Refused,
                        false => in_floats(xs[i].to_f32(), &edges, true),
                    });
                }
            }

            pub(super) fn edges(device: &Device) {
                let xs = every();
                check_counts(device, Between, &xs, &[xs.len()], |i| in_floats(xs[i].to_f32(), &LEVELS, false));
                let list = [-1.0, 0.333, 1.0];
                check_counts(device, Listed, &xs, &[xs.len()], |i| in_floats(xs[i].to_f32(), &list, true));
                let mut levels: Vec<f32> = noisy(60, |x| $ty::from_bits(x as u16).to_f32());
                levels.retain(|level| level.is_finite());
                levels.sort_by(f32::total_cmp);
                levels.dedup();
                let given = GivenEdges { levels: Edges::new(&levels).unwrap() };
                check_counts(device, given, &xs, &[xs.len()], |i| in_floats(xs[i].to_f32(), &levels, true));
            }
        }
    )*};
}

halves! {
    halves: f16;
    brains: bf16;
}

fn ranges_of_f16(device: &Device) {
    halves::ranges(device);
}

fn edges_of_f16(device: &Device) {
    halves::edges(device);
}

fn ranges_of_bf16(device: &Device) {
    brains::ranges(device);
}

fn edges_of_bf16(device: &Device) {
    brains::edges(device);
}

on_every_backend!(ranges_of_f16, edges_of_f16, ranges_of_bf16, edges_of_bf16);
