//! Integer ranges against fractions of 128 bits.

use std::fmt::Debug;

use wavefold_codegen::{Scalar, Value};

use super::Noise;
use crate::{Binning, EvenRange, Place, Sample};

/// `floor((x - low) * bins / (high - low))`, exactly.
fn naive(x: i128, low: i128, high: i128, bins: u32, closed: bool) -> Place {
    if x < low {
        Place::Below
    } else if x == high && closed {
        Place::Bin(bins - 1)
    } else if x >= high {
        Place::Above
    } else {
        Place::Bin(((x - low) * i128::from(bins) / (high - low)) as u32)
    }
}

fn check<T>(low: i128, high: i128, bins: u32, samples: impl IntoIterator<Item = i128>)
where
    T: Sample<End = i128> + TryFrom<i128> + Debug,
{
    for closed in [false, true] {
        let range = EvenRange::<T>::new(low, high, bins, closed).unwrap();
        for x in samples_near(&range, low, high).chain([low - 1, low, low + 1, high - 1, high, high + 1]) {
            agree(&range, x, naive(x, low, high, bins, closed));
        }
    }
    let range = EvenRange::<T>::new(low, high, bins, false).unwrap();
    for x in samples {
        agree(&range, x, naive(x, low, high, bins, false));
    }
}

#[track_caller]
fn agree<T: Sample<End = i128> + TryFrom<i128>>(range: &EvenRange<T>, x: i128, expected: Place) {
    if let Ok(sample) = T::try_from(x) {
        assert_eq!(range.place(sample), expected, "{x} in {range:?}");
    }
}

/// On, below and above up to 200 edges.
fn samples_near<T: Sample<End = i128>>(range: &EvenRange<T>, low: i128, high: i128) -> impl Iterator<Item = i128> {
    let bins = range.bins();
    assert_eq!((range.edge(0), range.edge(bins)), (low, high));
    let stride = (bins / 200).max(1) as usize;
    (0..=bins).step_by(stride).flat_map(|k| [range.edge(k) - 1, range.edge(k), range.edge(k) + 1])
}

#[test]
fn every_byte_in_many_ranges() {
    let mut noise = Noise(1);
    for _ in 0..2000 {
        let low = noise.below(600) as i128 - 300;
        let high = low + 1 + noise.below(600) as i128;
        let bins = 1 + noise.below(700) as u32;
        check::<i8>(low, high, bins, -128..128);
        check::<u8>(low, high, bins, 0..256);
    }
}

#[test]
fn random_ranges_of_wider_integers() {
    let mut noise = Noise(2);
    for _ in 0..2000 {
        let (a, b) = (i128::from(noise.bits() as i32), i128::from(noise.bits() as i32));
        let bins = 1 + (noise.bits() as u32 >> noise.below(32));
        let samples: Vec<i128> = (0..20).map(|_| i128::from(noise.bits() as i32)).collect();
        check::<i32>(a.min(b), a.max(b) + 1, bins.min(u32::MAX - 1), samples.iter().copied());
        check::<u32>(a.min(b), a.max(b) + 1, bins.min(u32::MAX - 1), samples.iter().copied());
        check::<i16>(a.min(b) >> 16, (a.max(b) >> 16) + 1, bins, samples.iter().map(|x| x >> 16));
        check::<u16>(a.min(b) >> 16, (a.max(b) >> 16) + 1, bins, samples.iter().map(|x| x >> 16));
    }
}

#[test]
fn random_ranges_of_the_widest_integers() {
    let mut noise = Noise(3);
    for _ in 0..2000 {
        let narrowing = noise.below(64);
        let (a, b) = (noise.bits() >> narrowing, noise.bits() >> narrowing);
        let bins = (1 + noise.bits() as u32 / 2) >> noise.below(31);
        let samples: Vec<u64> = (0..20).map(|_| noise.bits() >> narrowing).collect();
        let (low, high, bins) = (i128::from(a.min(b)), i128::from(a.max(b)) + 1, bins.max(1));
        check::<u64>(low, high, bins, samples.iter().map(|&x| i128::from(x)));
        let shift = 1_i128 << 63;
        check::<i64>(low - shift, high - shift, bins, samples.iter().map(|&x| i128::from(x) - shift));
    }
}

#[test]
fn every_64_bit_value() {
    let (low, high) = (i128::from(i64::MIN), i128::from(i64::MAX) + 1);
    for bins in [1, 2, 3, 7, 256, 65_537, u32::MAX] {
        check::<i64>(low, high, bins, [0, -1, 1]);
        check::<u64>(0, 1 << 64, bins, [1, 1 << 32, (1 << 63) - 1, 1 << 63]);
    }
}

#[test]
fn ends_beyond_the_samples_type() {
    check::<i8>(-1000, 1000, 7, -128..128);
    check::<u8>(-(1 << 62), 1 << 40, 3, 0..256);
    check::<i32>(i128::from(i64::MIN), i128::from(i64::MAX), 1, [0, i128::from(i32::MIN)]);
    check::<u32>(1 << 40, 1 << 41, 3, [0, i128::from(u32::MAX)]);
}

#[test]
fn more_bins_than_integers() {
    check::<u8>(3, 5, 1000, 0..256);
    check::<u64>(3, 5, 1000, 0..256);
}

#[test]
fn arguments_in_the_order_of_the_kernel() {
    let narrow = EvenRange::<i16>::new(-3, 13, 4, true).unwrap();
    let value = |scalar, bits| Value { scalar, bits };
    assert_eq!(
        narrow.fields(),
        [
            value(Scalar::I64, (-3_i64).cast_unsigned()),
            value(Scalar::U64, 16),
            value(Scalar::F64, 0.25_f64.to_bits())
        ]
    );
    let wide = EvenRange::<i64>::new(-(1 << 63), 1 << 63, 1, true).unwrap();
    assert_eq!(
        wide.fields(),
        [
            value(Scalar::I64, 1 << 63),
            value(Scalar::U64, 0),
            value(Scalar::U64, 1),
            value(Scalar::F64, 2_f64.powi(-64).to_bits())
        ]
    );
}
