//! Samples on, beside and beyond the edges of a range.

use wavefold::prelude::*;

histogram! { FourI8: fn(x: i8) -> u32 { range: -60..64, bins: 4 } }

/// cccl#10977
fn narrow_signed_samples(device: &Device) {
    assert_eq!(FourI8.run(device, &[-60, -1, 10, 63]).unwrap(), [1, 1, 1, 1]);
}

histogram! { HundredI16: fn(x: i16) -> u32 { range: -32768..32767, bins: 100, outside: count } }

/// cccl#10975
fn the_whole_type_but_one(device: &Device) {
    let counted = HundredI16.run(device, &[-32768, -1, 0, 1, 32766, 32767]).unwrap();
    let filled: Vec<(usize, u32)> = counted.bins.into_iter().enumerate().filter(|(_, count)| *count > 0).collect();
    assert_eq!(filled, [(0, 1), (49, 1), (50, 2), (99, 1)]);
    assert_eq!((counted.below, counted.above, counted.nan), (0, 1, 0));
}

histogram! { EveryI16: fn(x: i16) -> u32 { range: -32768..32768, bins: 65_536 } }

/// cccl#10976
fn a_bin_for_every_value(device: &Device) {
    let xs: Vec<i16> = (i16::MIN..=i16::MAX).collect();
    assert_eq!(EveryI16.run(device, &xs).unwrap(), vec![1; 65_536]);
}

histogram! { SevenI32: fn(x: i32) -> u32 { range: 0..12, bins: 7 } }

/// cub#489
fn fractional_edges(device: &Device) {
    assert_eq!(SevenI32.run(device, &[2, 6, 7, 2, 3, 0, 2, 2, 6, 999]).unwrap(), [1, 5, 0, 2, 1, 0, 0]);
}

macro_rules! top_edges {
    ($($name:ident $bins:literal;)*) => {
        $(histogram! { $name: fn(x: f32) -> u32 { range: -1.0..1.0, bins: $bins } })*

        /// A guess by multiplication gives bin n, which does not exist.
        fn the_largest_sample_below_the_top(device: &Device) {
            $(
                let counts = $name.run(device, &[0.999_999_94]).unwrap();
                assert_eq!((counts[$bins - 1], counts.iter().sum::<u32>()), (1, 1), "{} bins", $bins);
            )*
        }
    };
}

top_edges! { Top2 2; Top3 3; Top5 5; Top16 16; Top300 300; }

histogram! { Tenths: fn(x: f64) -> u32 { range: 0.9..=1.1, bins: 10 } }

/// numpy#7628, fast-histogram#63
fn numpys_edges(device: &Device) {
    let counts = Tenths.run(device, &[0.999, 1.0, 1.001, 1.099, 1.1, 1.101]).unwrap();
    assert_eq!(counts, [0, 0, 0, 0, 1, 2, 0, 0, 0, 2]);
}

histogram! { Halves: fn(x: f64) -> u32 { range: 0.0..=1.0, bins: 2 } }
histogram! { HalfEdges: fn(x: f64) -> u32 { edges: ..=[0.0, 0.5, 1.0] } }

/// xhistogram#18
fn the_last_edge_is_closed(device: &Device) {
    assert_eq!(Halves.run(device, &[1.0; 10]).unwrap(), [0, 10]);
    assert_eq!(HalfEdges.run(device, &[1.0; 10]).unwrap(), [0, 10]);
}

histogram! { UnitCounted: fn(x: f32) -> u32 { range: 0.0..1.0, bins: 2, outside: count } }
histogram! { UnitDropped: fn(x: f32) -> u32 { range: 0.0..1.0, bins: 2 } }
histogram! { UnitEdges: fn(x: f32) -> u32 { edges: [0.0, 0.5, 1.0], outside: count } }
histogram! { UnitClamped: fn(x: f32) -> u32 { range: 0.0..1.0, bins: 2, outside: clamp } }

/// Also pytorch#85853: NaN is never in bin 0, whatever the policy.
fn nan_and_infinity(device: &Device) {
    let xs = [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 0.0, 0.5];
    let counted = UnitCounted.run(device, &xs).unwrap();
    assert_eq!(counted, Counted { bins: vec![2, 1], below: 1, above: 1, nan: 2 });
    assert_eq!(UnitEdges.run(device, &xs).unwrap(), counted);
    assert_eq!(UnitDropped.run(device, &xs).unwrap(), [2, 1]);
    assert_eq!(UnitClamped.run(device, &xs).unwrap(), [3, 2]);
    assert_eq!(UnitClamped.run(device, &[f32::NAN; 100]).unwrap(), [0, 0]);
}

histogram! { Whole: fn(x: f32) -> u32 { range: 0.0..4.0, bins: 4, outside: count } }
histogram! { WholeEdges: fn(x: f32) -> u32 { edges: [0.0, 1.0, 2.0, 3.0, 4.0], outside: count } }

/// A sample is not rounded to the type of the edges.
fn samples_between_whole_edges(device: &Device) {
    let counted = Whole.run(device, &[-0.5, 0.5, 3.9]).unwrap();
    assert_eq!(counted, Counted { bins: vec![1, 0, 0, 1], below: 1, above: 0, nan: 0 });
    assert_eq!(WholeEdges.run(device, &[-0.5, 0.5, 3.9]).unwrap(), counted);
}

histogram! { Small: fn(x: i32) -> u32 { range: 0..=4, bins: 2 } }

/// The range `0..=4` with 2 bins is {0,1}, {2,3,4}.
fn closed_integer_ranges(device: &Device) {
    assert_eq!(Small.run(device, &[0, 1, 2, 3, 4, 5, -1]).unwrap(), [2, 3]);
}

histogram! { Region: fn(x: f32) -> u32 { index: i, filter: i % 7 < 5, range: 0.0..12.0, bins: 6 } }

/// CUB's region of interest: rows of seven columns, of which the first five count.
fn a_region_of_interest(device: &Device) {
    let xs = [2.2, 6.1, 7.1, 2.9, 3.5, 1.0, 1.0, 0.3, 2.9, 2.1, 6.1, 999.5, 1.0, 1.0];
    assert_eq!(Region.run(device, &xs).unwrap(), [1, 5, 0, 3, 0, 0]);
}

on_every_backend!(
    narrow_signed_samples,
    the_whole_type_but_one,
    a_bin_for_every_value,
    fractional_edges,
    the_largest_sample_below_the_top,
    numpys_edges,
    the_last_edge_is_closed,
    nan_and_infinity,
    samples_between_whole_edges,
    closed_integer_ranges,
    a_region_of_interest,
);
