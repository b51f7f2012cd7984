//! The kernels for parts of a longer input.

use wavefold::__private::codegen::{histogram_of_part, partial};
use wavefold::prelude::*;
use wavefold::{Histogram, HistogramSchedule, Reduction, ReductionSchedule};

reduction! {
    /// Index of the largest value, the lowest of equal ones: both in one word, the index from above.
    ArgMax: fn(x: u32) -> u64 {
        index: i,
        map: ((x as u64) << 32) | (0xFFFF_FFFF - i),
        op: |a, b| a.max(b),
        identity: none,
        finish: |t| 0xFFFF_FFFF - (t & 0xFFFF_FFFF),
    }
}

reduction! {
    /// The length of a vector, folded into what an earlier part of it had.
    Length { before: f64 }: fn(x: f32) -> f32 {
        accumulator: f64,
        map: x as f64 * x as f64,
        op: |a, b| a + b,
        identity: 0.0,
        init: before * before,
        finish: |t| t.sqrt() as f32,
    }
}

histogram! {
    /// Where large values are, by thousands of elements.
    Where { least: f32 }: fn(x: f32) -> u32 { index: i, filter: x > least, bin: i / 1000, bins: 100 }
}

fn compare(folder: &str, name: &str, source: &str) {
    crate::in_folder(folder, || insta::assert_snapshot!(name, source));
}

fn compare_partial<R: Reduction>(name: &str) {
    for warp_size in WarpSize::ALL {
        let schedule = ReductionSchedule::documented(&R::SPEC, warp_size).unwrap();
        let text = partial(&R::SPEC, &R::constants(), &schedule).unwrap();
        compare("reduction", &format!("{name}.w{warp_size}"), &text.source);
    }
}

#[test]
fn partial_with_index() {
    compare_partial::<ArgMax>("partial_with_index");
}

#[test]
fn partial_without_init_and_finish() {
    compare_partial::<Length>("partial_without_init_and_finish");
}

#[test]
fn part_with_index() {
    for warp_size in WarpSize::ALL {
        let schedule = HistogramSchedule::documented(&Where::SPEC, warp_size).unwrap();
        let text = histogram_of_part(&Where::SPEC, &Where::constants(), &schedule).unwrap();
        compare("histogram", &format!("part_with_index.w{warp_size}"), &text.source);
    }
}
