//! Partial results and chunks: put together they are the whole, on every backend.

use wavefold::prelude::*;
use wavefold::{Error, Partial, Reduction};

use crate::inputs::{noisy, unit_f32};
use crate::judge::{Judged, assert_same, canonical, ordered};

reduction! {
    /// Neither commutative nor associative, with all that comes once.
    Chain { start: f32 }: fn(x: f32) -> f64 {
        accumulator: f32, op: |a, b| a * 0.75 + b, identity: 0.0, init: start, finish: |t| t as f64 * 3.0
    }
}

impl Judged for Chain {
    fn judge(&self, xs: &[f32]) -> f64 {
        let total = canonical(xs.len(), |i| Some(xs[i]), |a, b| a * 0.75 + b);
        f64::from(total.map_or(self.start, |total| self.start * 0.75 + total)) * 3.0
    }
}

reduction! {
    /// The index of the largest value, the lowest of equal ones.
    ArgMax: fn(x: u32) -> u64 {
        index: i,
        map: ((x as u64) << 32) | (0xFFFF_FFFF - i),
        op: |a, b| a.max(b),
        identity: none,
        finish: |t| 0xFFFF_FFFF - (t & 0xFFFF_FFFF),
    }
}

reduction! {
    /// Two inputs, a filter on the index and a parameter, in order.
    Picked { stride: u64 }: fn(x: f32, y: u8) -> f32 {
        index: i, filter: i % stride == 1, map: x * y as f32, op: |a, b| a * 0.5 + b, identity: none, commutative: false
    }
}

reduction! { Sum: fn(x: u64) -> u64 { filter: x > 9, op: |a, b| a + b, identity: 7, exact: true } }

/// The lengths of chunks: vectors, blocks, and none at all.
const LENGTHS: [usize; 7] = [5000, 0, 1, 4096, 33, 0, 2047];

fn cut<T: Copy>(xs: &[T]) -> Vec<Vec<T>> {
    let mut rest = xs;
    let mut chunks: Vec<Vec<T>> = Vec::new();
    for length in LENGTHS {
        let (chunk, behind) = rest.split_at(length);
        chunks.push(chunk.to_vec());
        rest = behind;
    }
    assert!(rest.is_empty());
    chunks
}

const ALL: usize = 5000 + 1 + 4096 + 33 + 2047;

/// Every chunk in the canonical order, then from left to right.
fn left_to_right(device: &Device) {
    let (chain, xs) = (Chain { start: 0.3 }, noisy(ALL, unit_f32));
    let op = |a: f32, b: f32| a * 0.75 + b;
    let totals = cut(&xs).into_iter().filter_map(|chunk| canonical(chunk.len(), |i| Some(chunk[i]), op));
    // `init` comes once, before the total of all.
    let expected = f64::from(op(0.3, totals.reduce(op).unwrap())) * 3.0;
    assert_same(&chain.run_chunks(device, cut(&xs)).unwrap(), &expected, || format!("chunks on {device}"));
    let plan = chain.plan(device, ALL).unwrap();
    let (stream, buffer) = (device.stream().unwrap(), device.upload(&xs).unwrap());
    let mut end = 0;
    let partials: Vec<Partial<Chain>> = LENGTHS
        .into_iter()
        .map(|length| {
            end += length;
            plan.partial(buffer.slice(end - length..end).unwrap(), &stream).unwrap()
        })
        .collect();
    assert_same(&chain.merge(partials.clone()), &expected, || format!("partials on {device}"));
    assert_eq!(partials[1].accumulator(), None, "no element");
    // They may be taken apart, and come from anywhere.
    let sent: Vec<Option<f32>> = partials.into_iter().map(Partial::accumulator).collect();
    assert_same(&chain.merge(sent.into_iter().map(Partial::new)), &expected, || format!("sent from {device}"));
    let short = chain.partial(device, 0, &xs[..100]).unwrap().accumulator();
    assert_same(&short, &canonical(100, |i| Some(xs[i]), op), || format!("the short way on {device}"));
}

fn one_chunk_is_the_whole(device: &Device) {
    for n in [0, 1, 33, 5000] {
        let xs = noisy(n, unit_f32);
        let chain = Chain { start: -2.0 };
        let expected = chain.judge(&xs);
        assert_same(&chain.run(device, &xs).unwrap(), &expected, || format!("{n} elements on {device}"));
        assert_same(&chain.run_chunks(device, [&xs]).unwrap(), &expected, || {
            format!("a chunk of {n} on {device}")
        });
    }
    let none: [Vec<u32>; 0] = [];
    assert_eq!(ArgMax.run_chunks(device, none).unwrap(), None);
    assert_eq!(Chain { start: 2.0 }.run_chunks(device, [[0.0; 0]; 3]).unwrap(), 6.0, "init and finish, once");
    assert_eq!(Chain { start: 2.0 }.merge([]), 6.0);
    assert_eq!(Sum.merge([]), 7);
}

fn the_index_counts_through_all_chunks(device: &Device) {
    let mut xs = noisy(ALL, |x| (x % 1000) as u32);
    (xs[5001], xs[9000], xs[9130]) = (5000, 5000, 5000);
    assert_eq!(ArgMax.run_chunks(device, cut(&xs)).unwrap(), Some(5001));
    let plan = ArgMax.plan(device, 10).unwrap();
    let buffer = device.upload(&[3, 9, 9]).unwrap();
    let stream = device.stream().unwrap();
    // An index beyond 32 bits would not fit this declaration; the offset is a u64 all the same.
    let far = plan.partial_at(1_000_000_000, &buffer, &stream).unwrap();
    assert_eq!(ArgMax.merge([far]), Some(1_000_000_001));
    assert_eq!(plan.launch(&buffer, &stream).unwrap(), Some(1), "whole inputs begin at 0");
}

fn several_inputs_filters_and_parameters(device: &Device) {
    let (xs, ys) = (noisy(ALL, unit_f32), noisy(ALL, |x| x as u8));
    for stride in [3, 4000, 1 << 40] {
        let op = |a: f32, b: f32| a * 0.5 + b;
        let mut first = 0;
        let totals: Vec<f32> = LENGTHS
            .into_iter()
            .filter_map(|length| {
                let element = |i: usize| {
                    let i = first + i;
                    (i as u64 % stride == 1).then(|| xs[i] * f32::from(ys[i]))
                };
                let total = ordered(length, element, op);
                first += length;
                total
            })
            .collect();
        let expected = totals.into_iter().reduce(op);
        let picked = Picked { stride };
        let chunks = cut(&xs).into_iter().zip(cut(&ys));
        assert_same(&picked.run_chunks(device, chunks).unwrap(), &expected, || {
            format!("every {stride} on {device}")
        });
    }
    let refused = [[1, 2, 3], [10, 11, 4], [5, 6, 7]];
    assert_eq!(Sum.run_chunks(device, refused).unwrap(), 21);
    assert_eq!(Sum.run_chunks(device, [[1, 2], [3, 4]]).unwrap(), 7);
}

/// An error of the caller's own, as of a file.
#[derive(Debug)]
enum Failure {
    File,
    Library(#[allow(dead_code, reason = "a failing test shows it")] Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

fn errors_end_it(device: &Device) {
    let chunks = [Ok(vec![10]), Ok(vec![20]), Err(Failure::File), Ok(vec![30])];
    assert!(matches!(Sum.try_run_chunks(device, chunks), Err(Failure::File)));
    let chunks = [(vec![1.0, 2.0], vec![1]), (vec![1.0], vec![1])];
    let error = Picked { stride: 2 }.run_chunks(device, chunks).unwrap_err();
    assert!(matches!(&error, Error::UnequalLengths { name: "Picked", lengths } if *lengths == [2, 1]), "{error}");
    let chunks = [Err(Failure::from(error))];
    assert!(matches!(Sum.try_run_chunks::<Vec<u64>, _>(device, chunks), Err(Failure::Library(_))));
    assert_eq!(Sum.run_chunks(device, [[10, 20]]).unwrap(), 30, "nothing is broken");
}

histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }
histogram! {
    /// Where the large values are, in pieces of the input.
    Where { least: f32 }: fn(x: f32) -> u64 {
        index: i, filter: x > least, bin: i / 1000, bins: 11, outside: count
    }
}
histogram! { Unit: fn(x: f32) -> u32 { range: -0.5..=0.5, bins: 10, outside: count } }

fn histograms(device: &Device) {
    let xs = noisy(ALL, |x| x as u8);
    let mut expected = vec![0; 256];
    xs.iter().for_each(|x| expected[usize::from(*x)] += 1);
    assert_eq!(Bytes.run_chunks(device, cut(&xs)).unwrap(), expected);
    let xs = noisy(ALL, unit_f32);
    let counted = Where { least: 0.25 }.run_chunks(device, cut(&xs)).unwrap();
    let large = |range: std::ops::Range<usize>| xs[range].iter().filter(|x| **x > 0.25).count() as u64;
    let expected: Vec<u64> = (0..11).map(|k| large(1000 * k..1000 * (k + 1))).collect();
    assert_eq!((counted.bins, counted.above), (expected, large(11_000..ALL)));
    assert_eq!(Unit.run_chunks(device, cut(&xs)).unwrap(), Unit.run(&Device::cpu(), &xs).unwrap());
    let none: [Vec<u8>; 0] = [];
    assert_eq!(Bytes.run_chunks(device, none).unwrap(), [0; 256]);
}

/// Partial results of one input from two devices are one result.
fn from_two_devices(device: &Device) {
    let xs = noisy(3000, unit_f32);
    let chain = Chain { start: 1.0 };
    let mixed = [chain.partial(device, 0, &xs[..1700]), chain.partial(&Device::cpu(), 1700, &xs[1700..])];
    let both = chain.merge(mixed.map(Result::unwrap));
    assert_same(&both, &chain.run_chunks(&Device::cpu(), [&xs[..1700], &xs[1700..]]).unwrap(), || {
        format!("{} on the CPU and {device}", Chain::SPEC.item.name)
    });
}

on_every_backend!(
    left_to_right,
    one_chunk_is_the_whole,
    the_index_counts_through_all_chunks,
    several_inputs_filters_and_parameters,
    errors_end_it,
    histograms,
    from_two_devices,
);
