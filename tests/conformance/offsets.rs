//! Slices that begin anywhere: narrower loads of the same assignment, the same bits.

use wavefold::Element;
use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32, unit_f64};
use crate::judge::{Judged, assert_same, canonical};

const LENGTHS: [usize; 6] = [0, 1, 63, 2048, 2049, 9000];

reduction! { SumF32: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { SumF64: fn(x: f64) -> f64 { filter: x > -0.9, op: |a, b| a + b, identity: 0.0 } }
reduction! { Bytes: fn(x: u8) -> u32 { map: x as u32, op: |a, b| a * 5 + b, identity: 0 } }
reduction! { Triples: fn(x: [u8; 3]) -> u32 { map: x[0] as u32 + x[2] as u32, op: |a, b| a * 5 + b, identity: 0 } }
reduction! { Dot: fn(x: f32, y: u8) -> f32 { index: i, map: x * y as f32 + i as f32, op: |a, b| a + b, identity: 0.0 } }

fn chain(a: u32, b: u32) -> u32 {
    a.wrapping_mul(5).wrapping_add(b)
}

impl Judged for SumF32 {
    fn judge(&self, xs: &[f32]) -> f32 {
        canonical(xs.len(), |i| Some(xs[i]), |a, b| a + b).unwrap_or(0.0)
    }
}

impl Judged for SumF64 {
    fn judge(&self, xs: &[f64]) -> f64 {
        canonical(xs.len(), |i| (xs[i] > -0.9).then_some(xs[i]), |a, b| a + b).unwrap_or(0.0)
    }
}

impl Judged for Bytes {
    fn judge(&self, xs: &[u8]) -> u32 {
        canonical(xs.len(), |i| Some(u32::from(xs[i])), chain).unwrap_or(0)
    }
}

impl Judged for Triples {
    fn judge(&self, xs: &[[u8; 3]]) -> u32 {
        canonical(xs.len(), |i| Some(u32::from(xs[i][0]) + u32::from(xs[i][2])), chain).unwrap_or(0)
    }
}

impl Judged for Dot {
    fn judge(&self, (xs, ys): (&[f32], &[u8])) -> f32 {
        let element = |i: usize| Some(xs[i] * f32::from(ys[i]) + i as f32);
        canonical(xs.len(), element, |a, b| a + b).unwrap_or(0.0)
    }
}

/// Views of one buffer, and host slices, that begin at every offset.
fn check_offsets<R: Judged<Inputs = (T,)>, T: Element>(device: &Device, reduction: R, xs: &[T]) {
    let plan = reduction.plan(device, 9000).unwrap();
    let buffer = device.upload(xs).unwrap();
    let stream = device.stream().unwrap();
    for offset in 0..=16 {
        for n in LENGTHS {
            let part = &xs[offset..offset + n];
            let expected = reduction.judge(part);
            let view = buffer.slice(offset..).unwrap().slice(..n).unwrap();
            let what = || format!("`{}` of {n} elements from {offset} on {device}", R::SPEC.item.name);
            assert_same(&plan.launch(view, &stream).unwrap(), &expected, what);
            if n == 2049 {
                assert_same(&reduction.run(device, part).unwrap(), &expected, what);
            }
        }
    }
}

fn floats(device: &Device) {
    check_offsets(device, SumF32, &noisy(9016, unit_f32));
    check_offsets(device, SumF64, &noisy(9016, unit_f64));
}

fn bytes(device: &Device) {
    check_offsets(device, Bytes, &noisy(9016, |x| x as u8));
    check_offsets(device, Triples, &noisy(9016, |x| [x as u8, (x >> 8) as u8, (x >> 16) as u8]));
}

/// Either input may be misaligned, or both.
fn two_inputs(device: &Device) {
    let (xs, ys) = (noisy(5016, unit_f32), noisy(5016, |x| x as u8));
    let plan = Dot.plan(device, 5000).unwrap();
    let (first, second) = (device.upload(&xs).unwrap(), device.upload(&ys).unwrap());
    let stream = device.stream().unwrap();
    for (one, other) in [(0, 0), (0, 1), (1, 0), (4, 4), (3, 8), (8, 3), (16, 16), (2, 15)] {
        let expected = Dot.judge((&xs[one..one + 5000], &ys[other..other + 5000]));
        let views = (first.slice(one..one + 5000).unwrap(), second.slice(other..other + 5000).unwrap());
        assert_same(&plan.launch(views, &stream).unwrap(), &expected, || format!("from {one} and {other}"));
    }
}

histogram! { Nibbles: fn(x: u8) -> u32 { bin: x >> 4, bins: 16 } }
histogram! { Unit: fn(x: f32) -> u64 { range: -1.0..1.0, bins: 7, outside: count } }

fn histograms(device: &Device) {
    let (bytes, floats) = (noisy(9016, |x| x as u8), noisy(9016, unit_f32));
    let (first, second) = (device.upload(&bytes).unwrap(), device.upload(&floats).unwrap());
    let (nibbles, unit) = (Nibbles.plan(device, 9000).unwrap(), Unit.plan(device, 9000).unwrap());
    let stream = device.stream().unwrap();
    for offset in 0..=16 {
        for n in LENGTHS {
            let range = offset..offset + n;
            let mut expected = vec![0_u32; 16];
            bytes[range.clone()].iter().for_each(|x| expected[usize::from(x / 16)] += 1);
            let counts = nibbles.launch(first.slice(range.clone()).unwrap(), &stream).unwrap();
            assert_eq!(counts, expected, "{n} bytes from {offset} on {device}");
            let counted = unit.launch(second.slice(range.clone()).unwrap(), &stream).unwrap();
            let low = floats[range].iter().filter(|x| **x < -5.0 / 7.0).count();
            assert_eq!(counted.bins[0], low as u64, "{n} floats from {offset} on {device}");
            assert_eq!(counted.bins.iter().sum::<u64>(), n as u64);
        }
    }
}

on_every_backend!(floats, bytes, two_inputs, histograms);
