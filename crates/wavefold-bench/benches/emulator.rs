//! The emulator: a million elements, with every access checked.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use wavefold::prelude::*;
use wavefold_bench::{Bytes, Sum, bytes, floats};

const N: usize = 1_000_000;

fn emulator(criterion: &mut Criterion) {
    let (x, y) = (floats(N), bytes(N));
    let mut group = criterion.benchmark_group("emulator, 10^6 elements");
    group.sample_size(10);
    for warp_size in WarpSize::ALL {
        let device = match Device::emulated(warp_size) {
            Ok(device) => device,
            Err(error) => return eprintln!("NOT MEASURED: {error}"),
        };
        group.bench_function(format!("f32 sum/W{warp_size}"), |b| b.iter(|| Sum.run(&device, &x)));
        group.bench_function(format!("byte histogram/W{warp_size}"), |b| b.iter(|| Bytes.run(&device, &y)));
    }
    group.finish();
}

criterion_group!(benches, emulator);
criterion_main!(benches);
