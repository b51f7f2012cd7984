//! More elements than 32 bits count.

use wavefold::prelude::*;

use crate::inputs::noise;

reduction! {
    /// Tells every element and its place.
    Mixed: fn(x: u8) -> u64 { index: i, map: (x as u64 + 1) * (i ^ 0x9E37_79B9_7F4A_7C15), op: |a, b| a + b * 3, identity: 0 }
}
histogram! { Bytes: fn(x: u8) -> u64 { bin: x, bins: 256 } }
histogram! { Counted: fn(x: u8) -> u32 { bin: x, bins: 256 } }

const N: usize = (1 << 32) + 12_345;

fn beyond_four_thousand_million(device: &Device) {
    let memory = device.properties().memory_bytes.unwrap();
    assert!(memory > 2 * N, "{device} has {memory} bytes, too few for this test");
    let mut xs = vec![0_u8; N];
    let block: Vec<u8> = (0..1 << 20).map(|i| noise(i) as u8).collect();
    for (k, chunk) in xs.chunks_mut(block.len()).enumerate() {
        chunk.copy_from_slice(&block[..chunk.len()]);
        chunk[0] = k as u8;
    }
    let cpu = Device::cpu();
    let buffer = device.upload(&xs).unwrap();
    let stream = device.stream().unwrap();
    let plan = Mixed.plan(device, N).unwrap();
    for start in [0, 1, 16] {
        let result = plan.launch(buffer.slice(start..).unwrap(), &stream).unwrap();
        assert_eq!(result, Mixed.run(&cpu, &xs[start..]).unwrap(), "from {start} on");
    }
    let counts = Bytes.plan(device, N).unwrap().launch(&buffer, &stream).unwrap();
    assert_eq!(counts, Bytes.run(&cpu, &xs).unwrap());
    assert_eq!(counts.iter().sum::<u64>(), N as u64);
    let narrow = Counted.plan(device, N).unwrap_err();
    assert!(matches!(narrow, wavefold::Error::CounterTooNarrow { n: N, .. }), "{narrow}");
}

histogram! { Linspace: fn(x: f64) -> u32 { range: 0.0..=2047.0, bins: 2048 } }
histogram! { Ids { count: u32 }: fn(x: u32) -> u32 { bin: x, bins: count } }

/// pytorch#96613: counts beyond 2^24, nearly all of them in bin 0, which ends at 2047 / 2048. In `f32` eight samples more
/// would round up to that edge.
fn a_narrow_input_in_wide_bins(device: &Device) {
    let n = 1 << 28;
    let xs: Vec<f64> = (0..n).map(|i| i as f64 / (n - 1) as f64).collect();
    let below = xs.iter().filter(|x| **x < 2047.0 / 2048.0).count();
    assert!(below.abs_diff(268_304_384) <= 1, "{below}");
    let counts = Linspace.run(device, &xs).unwrap();
    assert_eq!((counts[0] as usize, counts[1] as usize), (below, n - below));
}

/// All threads add to one counter, to two, and each to its own, wherever the counters live.
fn contention(device: &Device) {
    let n = 1 << 28;
    let stream = device.stream().unwrap();
    for count in [256, 12_000, 1 << 16, 1 << 20] {
        let plan = Ids { count }.plan(device, n).unwrap();
        let last = count - 1;
        for other in [last, 0] {
            let xs: Vec<u32> = (0..n as u32).map(|i| if i % 2 == 0 { last } else { other }).collect();
            let counts = plan.launch(&device.upload(&xs).unwrap(), &stream).unwrap();
            let (here, there) = (counts[last as usize] as usize, counts[other as usize] as usize);
            let expected = if other == last { (n, n) } else { (n / 2, n / 2) };
            assert_eq!((here, there), expected, "{count} bins");
            assert_eq!(counts.iter().map(|count| *count as usize).sum::<usize>(), n);
        }
    }
    let apart: Vec<u32> = (0..n as u32).rev().collect();
    assert!(Ids { count: n as u32 }.run(device, &apart).unwrap().iter().all(|count| *count == 1));
}

on_every_gpu!(beyond_four_thousand_million, a_narrow_input_in_wide_bins, contention);
