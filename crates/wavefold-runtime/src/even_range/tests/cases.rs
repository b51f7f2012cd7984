//! What users of other libraries reported, with the right answer.

use super::count;
use crate::{EvenRange, Place};

#[test]
fn i8_range_wider_than_its_positive_half() {
    let range = EvenRange::<i8>::new(-60, 64, 4, false).unwrap();
    assert_eq!(count(&range, [-60, -1, 10, 63]).bins, [1, 1, 1, 1]);
}

#[test]
fn i16_full_domain() {
    let range = EvenRange::<i16>::new(-32768, 32767, 100, false).unwrap();
    let places = [-32768, -1, 0, 1, 32766, 32767].map(|x| range.place(x));
    assert_eq!(places[..5], [0, 49, 50, 50, 99].map(Place::Bin));
    assert_eq!(places[5], Place::Above);

    let every = EvenRange::<i16>::new(-32768, 32768, 65536, false).unwrap();
    assert!(count(&every, i16::MIN..=i16::MAX).bins.iter().all(|&bin| bin == 1));
}

#[test]
fn i32_bins_that_are_no_whole_number_wide() {
    let range = EvenRange::<i32>::new(0, 12, 7, false).unwrap();
    let counted = count(&range, [2, 6, 7, 2, 3, 0, 2, 2, 6, 999]);
    assert_eq!(counted.bins, [1, 5, 0, 2, 1, 0, 0]);
    assert_eq!(counted.above, 1);
}

#[test]
fn i32_as_many_bins_as_values() {
    let bins = 28_854_312;
    let range = EvenRange::<i32>::new(0, i128::from(bins), bins, false).unwrap();
    assert!((0..bins).all(|x| range.place(x as i32) == Place::Bin(x)));
}

#[test]
fn the_largest_sample_below_the_upper_end() {
    for bins in [2, 3, 5, 16, 300] {
        let range = EvenRange::<f32>::new(-1.0, 1.0, bins, false).unwrap();
        assert_eq!(range.place(0.999_999_94), Place::Bin(bins - 1));
        assert_eq!(range.place(1.0), Place::Above);
    }
}

#[test]
fn samples_around_a_closed_end() {
    let range = EvenRange::<f64>::new(0.9, 1.1, 10, true).unwrap();
    let counted = count(&range, [0.999, 1.0, 1.001, 1.099, 1.1, 1.101]);
    assert_eq!(counted.bins, [0, 0, 0, 0, 1, 2, 0, 0, 0, 2]);
    assert_eq!(counted.above, 1);
}

#[test]
fn ten_samples_on_the_closed_end() {
    let range = EvenRange::<f64>::new(0.0, 1.0, 2, true).unwrap();
    assert_eq!(count(&range, [1.0; 10]).bins, [0, 10]);
}

#[test]
fn nan_and_infinities_are_in_no_bin() {
    let range = EvenRange::<f32>::new(0.0, 1.0, 2, false).unwrap();
    let samples = [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 0.0, 0.5];
    let counted = count(&range, samples);
    assert_eq!(counted.bins, [2, 1]);
    assert_eq!((counted.below, counted.above, counted.nan), (1, 1, 2));
}

#[test]
fn samples_are_not_rounded_to_the_edges_type() {
    let range = EvenRange::<f32>::new(0.0, 4.0, 4, false).unwrap();
    assert_eq!([-0.5, 0.5, 3.9].map(|x| range.place(x)), [Place::Below, Place::Bin(0), Place::Bin(3)]);
}

#[test]
fn nearly_all_samples_in_one_bin() {
    // `linspace(0, 1, n)`: all but one in 2048 lie below the first edge, 2047/2048.
    let n = 1 << 20;
    let range = EvenRange::<f32>::new(0.0, 2047.0, 2048, true).unwrap();
    let counted = count(&range, (0..n).map(|i| (f64::from(i) / f64::from(n - 1)) as f32));
    assert!(counted.bins[0].abs_diff(n / 2048 * 2047) <= 1, "{}", counted.bins[0]);
    assert_eq!(counted.bins[0] + counted.bins[1], n);
}

#[test]
fn region_of_interest_of_floats() {
    let range = EvenRange::<f32>::new(0.0, 12.0, 6, false).unwrap();
    let rows = [2.2, 6.1, 7.1, 2.9, 3.5, 0.3, 2.9, 2.1, 6.1, 999.5];
    assert_eq!(count(&range, rows).bins, [1, 5, 0, 3, 0, 0]);
}

#[test]
fn closed_integer_range_with_halves() {
    let range = EvenRange::<u8>::new(0, 4, 2, true).unwrap();
    assert_eq!(count(&range, 0..=5).bins, [2, 3]);
    assert_eq!(range.place(4), Place::Bin(1));
    assert_eq!(range.place(5), Place::Above);
}
