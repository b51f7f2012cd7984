//! Histograms with `edges:`: every type of sample, open and closed, edges known and given, all of them hit exactly.

use wavefold::prelude::*;

use crate::inputs::{noise, noisy, unit_f32, unit_f64, wild_f32};
use crate::sizes::{most, sizes_for, small};
use crate::tally::{At, check_counts, in_floats};

const LIFE: [f32; 4] = [0.0, 18.0, 65.0, 120.0];
/// So many that they do not fit into shared memory beside the counters.
#[expect(clippy::large_const_arrays, reason = "edges in a declaration are a constant")]
const SQUARES: [f64; 5001] = squares();

const fn squares() -> [f64; 5001] {
    let (mut edges, mut k) = ([0.0; 5001], 0);
    while k < edges.len() {
        edges[k] = (k * k) as f64 / 4.0;
        k += 1;
    }
    edges
}

histogram! { Ages: fn(x: f32) -> u32 { edges: [0.0, 18.0, 65.0, 120.0], outside: count } }
histogram! { Closed: fn(x: f32) -> u64 { edges: ..=LIFE, outside: count } }
histogram! { Clamped: fn(x: f32) -> u32 { filter: x != 1.0, edges: LIFE, outside: clamp } }
histogram! { OneBin: fn(x: f64) -> u32 { edges: ..=[-0.25, 0.5] } }
histogram! { ManyEdges: fn(x: f64) -> u32 { edges: SQUARES, outside: count } }
histogram! {
    /// An edge that is known only at run time, among others.
    Split { at: i16 }: fn(x: i16) -> u32 { edges: ..=[i16::MIN, at, 100, i16::MAX], outside: count }
}

/// Samples on every edge, right beside it, and far away.
fn around(edges: &[f32]) -> Vec<f32> {
    let far = [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 0.0, f32::MAX, f32::MIN, 1e-45];
    edges.iter().flat_map(|&edge| [edge.next_down(), edge, edge.next_up()]).chain(far).collect()
}

fn listed(device: &Device) {
    let sizes = sizes_for(device);
    let mut xs = around(&LIFE);
    xs.extend(noisy(most(&sizes), |x| 70.0 + 80.0 * unit_f32(x)));
    check_counts(device, Ages, &xs, &sizes, |i| in_floats(xs[i], &LIFE, false));
    check_counts(device, Closed, &xs, &[xs.len()], |i| in_floats(xs[i], &LIFE, true));
    check_counts(device, Clamped, &xs, &small(), |i| match xs[i] == 1.0 {
        true => At::Refused,
        false => in_floats(xs[i], &LIFE, false),
    });
    let wild = noisy(20_011, wild_f32);
    check_counts(device, Ages, &wild, &[wild.len()], |i| in_floats(wild[i], &LIFE, false));
}

fn one_bin_and_many(device: &Device) {
    let xs = noisy(5003, unit_f64);
    check_counts(device, OneBin, &xs, &[0, 1, 5003], |i| in_floats(xs[i], &[-0.25, 0.5], true));
    let mut xs: Vec<f64> = SQUARES.iter().flat_map(|&edge| [edge.next_down(), edge]).collect();
    xs.push(f64::NAN);
    // The judge looks at all edges; the samples lie in pairs around them.
    check_counts(device, ManyEdges, &xs, &[xs.len()], |i| match i {
        0 => At::Below,
        i if i == xs.len() - 1 => At::Nan,
        i if i == xs.len() - 2 => At::Above,
        i => At::Bin((i - 1) / 2),
    });
}

fn given_one_by_one(device: &Device) {
    let mut xs = noisy(3001, |x| x as i16);
    for at in [i16::MIN + 1, -7, 0, 99] {
        xs.extend([at - 1, at, at + 1, i16::MIN, i16::MAX]);
        let edges = [i16::MIN, at, 100, i16::MAX];
        check_counts(device, Split { at }, &xs, &[1, xs.len()], |i| in_floats(xs[i], &edges, true));
    }
}

/// Edges of any number, given at run time: one text serves them all.
macro_rules! given {
    ($($test:ident: $ty:ident, $open:ident, $closed:ident, $sample:expr;)*) => {$(
        histogram! { $open { levels: Edges<$ty> }: fn(x: $ty) -> u32 { edges: levels, outside: count } }
        histogram! { $closed { levels: Edges<$ty> }: fn(x: $ty) -> u64 { edges: ..=levels } }

        fn $test(device: &Device) {
            let sample: fn(u64) -> $ty = $sample;
            let mut texts = Vec::new();
            for count in [2, 3, 4, 9, 100, 127] {
                let mut edges: Vec<$ty> = (0..count).map(|i| sample(noise(7 * i))).collect();
                edges.sort_by(|a, b| a.partial_cmp(b).unwrap());
                edges.dedup();
                let mut xs = edges.clone();
                xs.extend(noisy(1500, sample));
                let levels = Edges::new(&edges).unwrap();
                let (open, closed) = ($open { levels: levels.clone() }, $closed { levels });
                texts.push(open.plan(device, 10).unwrap().source().map(str::to_owned));
                check_counts(device, open, &xs, &[1, xs.len()], |i| in_floats(xs[i], &edges, false));
                check_counts(device, closed, &xs, &[0, xs.len()], |i| in_floats(xs[i], &edges, true));
            }
            assert!(texts.iter().all(|text| *text == texts[0]), "every number of edges has one text");
        }
    )*};
}

given! {
    given_f32: f32, OpenF32, ClosedF32, unit_f32;
    given_f64: f64, OpenF64, ClosedF64, unit_f64;
    given_i8: i8, OpenI8, ClosedI8, |x| x as i8;
    given_u16: u16, OpenU16, ClosedU16, |x| x as u16;
    given_i32: i32, OpenI32, ClosedI32, |x| x as i32;
    given_i64: i64, OpenI64, ClosedI64, |x| x as i64;
    given_u64: u64, OpenU64, ClosedU64, |x| x;
}

histogram! {
    /// Parameters that are called almost as the edges are, which lie in shared memory.
    AlmostNamed { edges_min: f32, levels_min: f32 }: fn(x: f32) -> u32 {
        filter: x >= edges_min && x <= levels_min, edges: [0.0, 1.0, 2.0, 3.0]
    }
}

fn names_of_parameters(device: &Device) {
    let counted = AlmostNamed { edges_min: 0.5, levels_min: 2.5 }.run(device, &[0.0, 0.5, 1.5, 1.6, 2.5, 2.75]);
    assert_eq!(counted.unwrap(), [1, 2, 1]);
}

on_every_backend!(
    listed,
    names_of_parameters,
    one_bin_and_many,
    given_one_by_one,
    given_f32,
    given_f64,
    given_i8,
    given_u16,
    given_i32,
    given_i64,
    given_u64,
);
