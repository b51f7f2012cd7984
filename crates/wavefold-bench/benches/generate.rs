//! From a declaration to kernel text.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use wavefold::prelude::*;
use wavefold_bench::{Even, Max, SquaredDeviation};

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    group.bench_function("max", |b| b.iter(|| Max::source(WarpSize::W64)));
    group.bench_function("squared deviation", |b| b.iter(|| SquaredDeviation::source(WarpSize::W64)));
    group.bench_function("even histogram", |b| b.iter(|| Even::source(WarpSize::W64)));
    group.finish();
}

criterion_group!(benches, generate);
criterion_main!(benches);
