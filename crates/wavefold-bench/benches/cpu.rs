//! The CPU backend beside rayon's fold over the same slice. numpy's figures: `cargo xtask bench`.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use wavefold::prelude::*;
use wavefold_bench::{ByteSum, Bytes, Even, Max, SquaredDeviation, Sum, bytes, floats};

const N: usize = 1 << 26;

fn reductions(criterion: &mut Criterion) {
    let device = Device::cpu();
    let x = floats(N);
    let mut group = criterion.benchmark_group("f32, 2^26 elements");
    group.throughput(Throughput::Bytes((N * size_of::<f32>()) as u64)).sample_size(10);
    group.bench_function("sum/wavefold", |b| b.iter(|| Sum.run(&device, &x)));
    group.bench_function("sum/rayon fold", |b| {
        b.iter(|| x.par_iter().fold(|| 0.0, |a, &b| a + b).reduce(|| 0.0, |a, b| a + b));
    });
    group.bench_function("max/wavefold", |b| b.iter(|| Max.run(&device, &x)));
    group.bench_function("max/rayon fold", |b| {
        b.iter(|| {
            x.par_iter().fold(|| f32::NEG_INFINITY, |a, &b| a.max(b)).reduce(|| f32::NEG_INFINITY, f32::max)
        });
    });
    let deviation = SquaredDeviation { mean: 0.5 };
    group.bench_function("squared deviation, NaN filtered/wavefold", |b| b.iter(|| deviation.run(&device, &x)));
    group.bench_function("squared deviation, NaN filtered/rayon fold", |b| {
        b.iter(|| {
            let squares = x.par_iter().filter(|x| !x.is_nan()).map(|x| (x - 0.5) * (x - 0.5));
            squares.fold(|| 0.0, |a, b| a + b).reduce(|| 0.0, |a, b| a + b)
        });
    });
    group.finish();
}

fn of_bytes(criterion: &mut Criterion) {
    let device = Device::cpu();
    let x = bytes(N);
    let mut group = criterion.benchmark_group("u8, 2^26 elements");
    group.throughput(Throughput::Bytes(N as u64)).sample_size(10);
    group.bench_function("sum into u32/wavefold", |b| b.iter(|| ByteSum.run(&device, &x)));
    group.bench_function("sum into u32/rayon fold", |b| {
        b.iter(|| x.par_iter().fold(|| 0_u32, |a, &b| a + u32::from(b)).reduce(|| 0, |a, b| a + b));
    });
    group.bench_function("histogram of 256/wavefold", |b| b.iter(|| Bytes.run(&device, &x)));
    group.finish();
    let x = floats(N / 4);
    let mut group = criterion.benchmark_group("f32, 2^24 elements");
    group.throughput(Throughput::Elements(N as u64 / 4)).sample_size(10);
    group.bench_function("256 even bins/wavefold", |b| b.iter(|| Even.run(&device, &x)));
    group.finish();
}

fn small(criterion: &mut Criterion) {
    let device = Device::cpu();
    let mut group = criterion.benchmark_group("f32 sum, small");
    for n in [0_usize, 10, 1000, 100_000] {
        let x = floats(n);
        group.bench_with_input(BenchmarkId::new("wavefold", n), &x, |b, x| b.iter(|| Sum.run(&device, x)));
    }
    group.finish();
}

criterion_group!(benches, reductions, of_bytes, small);
criterion_main!(benches);
