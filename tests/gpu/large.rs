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

histogram! { Spread: fn(x: f32) -> u32 { range: 0.0..=2047.0, bins: 2048 } }

const MANY: usize = 1 << 28;

/// pytorch#96613: counts that were kept in `f32` stuck at 2^24.
fn most_samples_in_one_bin(device: &Device) {
    let xs: Vec<f32> = (0..MANY).map(|i| (i as f64 / (MANY - 1) as f64) as f32).collect();
    let counts = Spread.run(device, &xs).unwrap();
    assert!(counts[0].abs_diff(268_304_384) <= 1, "{}", counts[0]);
    assert_eq!(counts[0] as usize + counts[1] as usize, MANY);
}

/// Contention at its worst: one bin, two alternating ones.
fn equal_samples(device: &Device) {
    let (stream, plan) = (device.stream().unwrap(), Counted.plan(device, MANY).unwrap());
    let one = plan.launch(&device.upload(&vec![7; MANY]).unwrap(), &stream).unwrap();
    assert_eq!((one[7] as usize, one.iter().map(|count| *count as usize).sum()), (MANY, MANY));
    let alternating: Vec<u8> = (0..MANY).map(|i| if i % 2 == 0 { 3 } else { 250 }).collect();
    let two = plan.launch(&device.upload(&alternating).unwrap(), &stream).unwrap();
    assert_eq!((two[3] as usize, two[250] as usize), (MANY / 2, MANY / 2));
}

on_every_gpu!(beyond_four_thousand_million, most_samples_in_one_bin, equal_samples);
