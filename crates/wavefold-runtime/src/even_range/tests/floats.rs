//! Float ranges against a search over numpy's edges.

use wavefold_codegen::{Scalar, Value};

use super::Noise;
use crate::{Binning, Ends, EvenRange, Place, RangeError};

macro_rules! float_tests {
    ($module:ident, $ty:ident, $scalar:ident, $bits:ident, $exponents:literal) => {
        mod $module {
            use super::*;

            /// numpy's `linspace(low, high, bins + 1)`, worked out in f64 and rounded to the samples' type.
            fn edges(low: $ty, high: $ty, bins: u32) -> Vec<$ty> {
                let (start, stop) = (low as f64, high as f64);
                let step = (stop - start) / bins as f64;
                let mut edges: Vec<$ty> = (0..bins).map(|k| (k as f64 * step + start) as $ty).collect();
                edges.push(high);
                edges
            }

            fn naive(x: $ty, edges: &[$ty], closed: bool) -> Place {
                let (last, high) = (edges.len() as u32 - 2, edges[edges.len() - 1]);
                match edges.partition_point(|&edge| edge <= x) as u32 {
                    _ if x.is_nan() => Place::Nan,
                    0 => Place::Below,
                    _ if x == high && closed => Place::Bin(last),
                    _ if x >= high => Place::Above,
                    above => Place::Bin(above - 1),
                }
            }

            /// Whether the range could be divided.
            fn check(low: $ty, high: $ty, bins: u32) -> bool {
                let edges = edges(low, high, bins);
                let stuck = edges.windows(2).position(|pair| pair[0] >= pair[1]);
                for closed in [false, true] {
                    let range = match EvenRange::<$ty>::new(low, high, bins, closed) {
                        Ok(range) => range,
                        Err(RangeError::EdgesNotIncreasing { index, edges: said, .. }) => {
                            assert_eq!(Some(index as usize), stuck, "{low:e}..{high:e} {bins}");
                            let k = index as usize;
                            assert_eq!(said, Ends::$scalar(edges[k], edges[k + 1]));
                            return false;
                        }
                        Err(RangeError::TooNarrow { .. }) => {
                            assert!((high as f64 - low as f64) / (bins as f64) < f64::MIN_POSITIVE);
                            return false;
                        }
                        Err(error) => panic!("{low:e}..{high:e} {bins}: {error}"),
                    };
                    assert_eq!(stuck, None, "{low:e}..{high:e} {bins}");
                    for (k, &edge) in edges.iter().enumerate() {
                        assert_eq!(range.edge(k as u32).to_bits(), edge.to_bits());
                        for x in [edge, edge.next_down(), edge.next_up(), edge / 2.0 + high / 2.0] {
                            let expected = naive(x, &edges, closed);
                            assert_eq!(range.place(x), expected, "{x:e} in {range:?}");
                        }
                    }
                    let infinity = $ty::INFINITY;
                    for x in [$ty::NAN, infinity, -infinity, 0.0, -0.0, $ty::MIN_POSITIVE, $ty::MAX, $ty::MIN] {
                        assert_eq!(range.place(x), naive(x, &edges, closed), "{x:e} in {range:?}");
                    }
                }
                true
            }

            /// A finite number of any size and sign.
            fn any(noise: &mut Noise) -> $ty {
                loop {
                    let x = $ty::from_bits(noise.bits() as $bits);
                    // Half of the largest, so that no width overflows.
                    if x.is_finite() && x.abs() <= $ty::MAX / 2.0 {
                        return x;
                    }
                }
            }

            /// A number between 0 and 2^exponent in size.
            fn sized(noise: &mut Noise, exponent: i32) -> $ty {
                let x = (noise.bits() >> 11) as f64 / 2_f64.powi(52) - 1.0;
                (x * 2_f64.powi(exponent)) as $ty
            }

            #[test]
            fn ordinary_ranges() {
                let mut noise = Noise(4);
                for _ in 0..3000 {
                    let exponent = noise.below(2 * $exponents) as i32 - $exponents;
                    let (a, b) = (sized(&mut noise, exponent), sized(&mut noise, exponent));
                    if a != b {
                        check(a.min(b), a.max(b), 1 + noise.below(300) as u32);
                    }
                }
            }

            #[test]
            fn ends_of_different_size() {
                let mut noise = Noise(5);
                let mut divided = 0;
                for _ in 0..3000 {
                    let (a, b) = (any(&mut noise), any(&mut noise));
                    divided += u32::from(check(a.min(b), a.max(b), 1 + noise.below(100) as u32));
                }
                assert!(divided > 2000, "{divided}");
            }

            #[test]
            fn ranges_a_few_numbers_wide() {
                let mut noise = Noise(6);
                let (mut divided, mut refused) = (0, 0);
                for round in 0..6000 {
                    // Starts on powers of two and just below them, where the distance of numbers changes.
                    let low = match round % 3 {
                        0 => any(&mut noise),
                        1 => (2.0 as $ty).powi(noise.below(40) as i32 - 20),
                        _ => -(2.0 as $ty).powi(noise.below(40) as i32 - 20),
                    };
                    let low = (0..noise.below(20)).fold(low, |x, _| x.next_down());
                    let width = 1 + noise.below(50) as u32;
                    let high = (0..width).fold(low, |x, _| x.next_up());
                    let bins = 1 + noise.below(u64::from(width) + 2) as u32;
                    *if check(low, high, bins) { &mut divided } else { &mut refused } += 1;
                }
                assert!(divided > 500 && refused > 500, "{divided} {refused}");
            }

            #[test]
            fn subnormal_ranges() {
                let mut noise = Noise(7);
                for _ in 0..2000 {
                    let mut tiny = || {
                        let x = $ty::from_bits(noise.below(1 << 20) as $bits);
                        if noise.below(2) == 0 { x } else { -x }
                    };
                    let (a, b) = (tiny(), tiny());
                    if a != b {
                        check(a.min(b), a.max(b), 1 + noise.below(100) as u32);
                    }
                }
            }

            #[test]
            fn many_bins_near_the_limit_of_the_type() {
                let mut noise = Noise(8);
                for _ in 0..40 {
                    let low = 1.0 + noise.below(1000) as $ty;
                    let ulp = low.next_up() - low;
                    // From two bins per number to twenty numbers per bin.
                    for factor in [0.5, 0.9, 1.0, 1.1, 1.5, 2.0, 3.3, 7.9, 20.0] {
                        let bins = 1 + noise.below(3000) as u32;
                        let high = low + (bins as $ty * ulp * factor);
                        if low < high {
                            check(low, high, bins);
                        }
                    }
                }
            }

            #[test]
            fn arguments_in_the_order_of_the_kernel() {
                let range = EvenRange::<$ty>::new(-1.0, 3.0, 8, true).unwrap();
                let end = |x: $ty| Value { scalar: Scalar::$scalar, bits: u64::from(x.to_bits()) };
                let double = |x: f64| Value { scalar: Scalar::F64, bits: x.to_bits() };
                assert_eq!(range.fields(), [end(-1.0), end(3.0), double(0.5), double(2.0)]);
            }
        }
    };
}

float_tests!(single, f32, F32, u32, 100);
float_tests!(double, f64, F64, u64, 900);
