//! Histograms on the CPU against counting one by one.

use std::sync::mpsc;
use std::time::Duration;

use super::declarations::{Bytes, Clamped, Some10, Unit, Wide};
use crate::{Counted, Device, HistogramExt};

fn bytes(n: usize) -> Vec<u8> {
    (0..n as u64).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as u8).collect()
}

#[test]
fn bins_of_bytes() {
    let input = bytes(1_000_003);
    for n in [0, 1, 2, 3, 4, 5, 1000, 65_535, 65_536, 200_001, 1_000_003] {
        let mut expected = vec![0_u32; 256];
        input[..n].iter().for_each(|x| expected[usize::from(*x)] += 1);
        assert_eq!(Bytes.run(&Device::cpu(), &input[..n]).unwrap(), expected, "{n} elements");
    }
}

#[test]
fn one_hot_bin() {
    let counts = Bytes.run(&Device::cpu(), &vec![7; 1_000_001]).unwrap();
    assert_eq!((counts[7], counts.iter().sum::<u32>()), (1_000_001, 1_000_001));
}

#[test]
fn filter_and_outside() {
    let counts = Some10.run(&Device::cpu(), &bytes(300_000)).unwrap();
    let expected: Vec<u64> =
        (0..10).map(|bin| bytes(300_000).iter().filter(|x| **x == bin && bin % 2 == 0).count() as u64).collect();
    assert_eq!(counts, expected);
    assert_eq!(Clamped.run(&Device::cpu(), &[-5, -1, 0, 3, 4, 5, i32::MAX]).unwrap(), [3, 0, 0, 1, 3]);
}

#[test]
fn everything_is_somewhere() {
    let mut input: Vec<f32> = (0..100_001).map(|i| i as f32 / 50_000.0 - 0.5).collect();
    input.extend([f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0, 0.0, -0.0]);
    let Counted { bins, below, above, nan } = Unit.run(&Device::cpu(), &input).unwrap();
    assert_eq!((below, nan), (25_001, 1));
    assert_eq!(bins.iter().sum::<u64>() + below + above + nan, input.len() as u64);
}

/// As many bins as elements: scratch stays proportional to the input.
#[test]
fn many_bins() {
    let input: Vec<u32> = (0..3_000_000).chain([3_000_000, u32::MAX]).collect();
    let plan = Wide.plan(&Device::cpu(), input.len()).unwrap();
    assert!(plan.scratch_bytes() <= 4 * (input.len() + 10), "{} bytes", plan.scratch_bytes());
    let buffer = Device::cpu().upload(&input).unwrap();
    let stream = Device::cpu().stream().unwrap();
    for _ in 0..2 {
        let counted = plan.launch(&buffer, &stream).unwrap();
        assert!(counted.bins.iter().all(|count| *count == 1));
        assert_eq!((counted.below, counted.above, counted.nan), (0, 2, 0));
    }
}

/// Several tasks with counts that are added up by several threads.
#[test]
fn many_bins_in_several_tasks() {
    let input: Vec<u32> = (0..12_000_000).map(|i| i % 4_000_000).collect();
    let counted = Wide.run(&Device::cpu(), &input).unwrap();
    assert!(counted.bins.iter().all(|count| *count == 3));
    assert_eq!(counted.above, 3_000_000);
}

/// A launch waits for its tasks; what the thread runs meanwhile may be another launch of the same plan.
#[test]
fn launches_within_a_thread_pool() {
    let (done, waiting) = mpsc::channel();
    std::thread::spawn(move || {
        let device = Device::cpu();
        let input = bytes(1_000_000);
        let buffer = device.upload(&input).unwrap();
        let (plan, stream) = (Bytes.plan(&device, input.len()).unwrap(), device.stream().unwrap());
        let (expected, output) = (plan.launch(&buffer, &stream).unwrap(), plan.output().unwrap());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        pool.in_place_scope(|scope| {
            for _ in 0..300 {
                scope.spawn(|_| {
                    plan.enqueue(&buffer, &output, &stream).unwrap();
                    assert_eq!(plan.launch(&buffer, &stream).unwrap(), expected);
                });
                std::thread::sleep(Duration::from_micros(500));
            }
        });
        assert_eq!(output.read(&stream).unwrap(), expected);
        done.send(()).unwrap();
    });
    waiting.recv_timeout(Duration::from_secs(120)).expect("no launch waits for itself");
}
