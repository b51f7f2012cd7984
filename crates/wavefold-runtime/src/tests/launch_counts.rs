//! A device that counts has a record a launch, and the bits of every other.

use wavefold_codegen::WarpSize;

use super::declarations::{Bytes, Sum};
use crate::{Device, HistogramExt, ReductionExt};

#[test]
fn two_launches_are_two_records() {
    for warp_size in WarpSize::ALL {
        let device = Device::counting(warp_size).unwrap();
        let data: Vec<f32> = (0..10_007).map(|i| (i % 7) as f32).collect();
        let input = device.upload(&data).unwrap();
        let (plan, stream) = (Sum.plan(&device, data.len()).unwrap(), device.stream().unwrap());
        assert_eq!(device.take_counts(), []);
        let sums = [0; 2].map(|_| plan.launch(&input, &stream).unwrap());
        assert_eq!(sums, [Sum.run(&Device::cpu(), &data).unwrap(); 2]);

        let counts = device.take_counts();
        assert_eq!(counts.len(), 2);
        // The second launch does what the first one did, and each reads the input once: as whole sectors, from vectors.
        assert_eq!(counts[0], counts[1]);
        let counters = counts[0].counters;
        assert_eq!(
            (counters.blocks, counters.threads),
            (u64::from(counts[0].grid), u64::from(counts[0].grid * counts[0].block))
        );
        assert!(counters.global_bytes >= 4 * 10_007, "{counters:?}");
        assert!(counters.barriers > 0 && counters.branches > counters.divergent_branches, "{counters:?}");
        assert_eq!(device.take_counts(), []);
    }
}

#[test]
fn histograms_have_the_same_bits_too() {
    let data: Vec<u8> = (0..70_001u64).map(|i| (i * i % 251) as u8).collect();
    for warp_size in WarpSize::ALL {
        let device = Device::counting(warp_size).unwrap();
        assert_eq!(Bytes.run(&device, &data).unwrap(), Bytes.run(&Device::cpu(), &data).unwrap());
        let atomics: u64 = device.take_counts().iter().map(|launch| launch.counters.shared_atomic_lanes).sum();
        assert!(atomics > 0);
    }
}

#[test]
fn every_counting_device_is_its_own() {
    let [one, other] = [0; 2].map(|_| Device::counting(WarpSize::W32).unwrap());
    assert_ne!(one, other);
    Sum.run(&one, &[1.0f32; 100]).unwrap();
    assert_eq!(other.take_counts(), []);
    assert_eq!(one.take_counts().len(), 1);
    assert_eq!(Device::cpu().take_counts(), []);
}
