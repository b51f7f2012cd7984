//! Arg-min and arg-max: value and index in one 64-bit word, ordered like the value, then by the lowest index.

use wavefold::prelude::*;

reduction! {
    ArgMax: fn(x: u32) -> u64 {
        index: i,
        map: ((x as u64) << 32) | (0xFFFF_FFFF - i),
        op: |a, b| a.max(b),
        identity: none,
        finish: |t| 0xFFFF_FFFF - (t & 0xFFFF_FFFF),
    }
}

reduction! {
    /// Bits ordered like the floats they stand for; -0 equals +0, and NaN lies below all: it wins.
    ArgMin: fn(x: f32) -> u64 {
        index: i,
        map: {
            let bits = (x + 0.0).to_bits();
            let ordered = if bits >> 31 == 1 { !bits } else { bits | 0x8000_0000 };
            ((if x.is_nan() { 0 } else { ordered }) as u64) << 32 | i
        },
        op: |a, b| a.min(b),
        identity: none,
        finish: |t| t & 0xFFFF_FFFF,
    }
}

reduction! {
    /// The same without NaN.
    ArgMinOfNumbers: fn(x: f32) -> u64 {
        index: i,
        filter: !x.is_nan(),
        map: {
            let bits = (x + 0.0).to_bits();
            ((if bits >> 31 == 1 { !bits } else { bits | 0x8000_0000 }) as u64) << 32 | i
        },
        op: |a, b| a.min(b),
        identity: none,
        finish: |t| t & 0xFFFF_FFFF,
    }
}

/// kokkos#6144
fn zeros_have_an_index(device: &Device) {
    assert_eq!(ArgMax.run(device, &[0, 0, 0]).unwrap(), Some(0));
    assert_eq!(ArgMax.run(device, &[]).unwrap(), None);
}

/// Equal values: the lowest index, also across warps and blocks.
fn ties(device: &Device) {
    for n in [20, 33, 65, 257, 2049, 5000] {
        assert_eq!(ArgMax.run(device, &vec![9; n]).unwrap(), Some(0), "{n} elements");
    }
    let mut xs = vec![1; 9000];
    for (first, second) in [(31, 32), (63, 64), (255, 256), (2047, 2048), (17, 8999), (4095, 4097)] {
        (xs[first], xs[second]) = (5, 5);
        assert_eq!(ArgMax.run(device, &xs).unwrap(), Some(first as u64));
        (xs[first], xs[second]) = (1, 1);
    }
}

/// cccl#1388, cub#642: the identity of min is +inf, not the largest finite number.
fn infinities(device: &Device) {
    assert_eq!(ArgMin.run(device, &[f32::INFINITY; 10]).unwrap(), Some(0));
    assert_eq!(ArgMin.run(device, &[f32::MAX, f32::INFINITY, -0.0, 0.0]).unwrap(), Some(2));
    assert_eq!(ArgMin.run(device, &[1.0, f32::NEG_INFINITY, -1e30]).unwrap(), Some(1));
}

/// {2, NaN, 1} at every border of lanes, warps and blocks.
fn nan(device: &Device) {
    let mut xs = vec![5.0; 10_000];
    for at in [0, 1, 29, 30, 31, 32, 62, 63, 64, 126, 127, 254, 255, 1022, 1023, 2046, 2047, 4095, 8190, 9997] {
        xs[at..at + 3].copy_from_slice(&[2.0, f32::NAN, 1.0]);
        for n in [at + 3, xs.len()] {
            assert_eq!(ArgMin.run(device, &xs[..n]).unwrap(), Some(at as u64 + 1), "NaN at {at} + 1 of {n}");
            assert_eq!(
                ArgMinOfNumbers.run(device, &xs[..n]).unwrap(),
                Some(at as u64 + 2),
                "NaN at {at} + 1 of {n}"
            );
        }
        xs[at..at + 3].fill(5.0);
    }
    assert_eq!(ArgMin.run(device, &[f32::NAN; 5]).unwrap(), Some(0));
    assert_eq!(ArgMinOfNumbers.run(device, &[f32::NAN; 5]).unwrap(), None);
}

fn nan_in_a_million(device: &Device) {
    let mut xs = vec![5.0; 1_000_000];
    for at in [3, 524_287, 999_997] {
        xs[at..at + 3].copy_from_slice(&[2.0, f32::NAN, 1.0]);
    }
    assert_eq!(ArgMin.run(device, &xs).unwrap(), Some(4));
    assert_eq!(ArgMinOfNumbers.run(device, &xs).unwrap(), Some(5));
}

on_every_backend!(zeros_have_an_index, ties, infinities, nan, nan_in_a_million);
