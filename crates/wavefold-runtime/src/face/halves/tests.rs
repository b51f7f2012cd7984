//! Conversions against those of the crate `half`, arithmetic against that of `f64`, rounded by a definition of rounding.

use std::fmt::Debug;

use half::{bf16, f16};

use super::HalfBits;
use crate::face;
use crate::face::{CastTo, Float, Half, Number};

/// Random bits; the generator is SplitMix64.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }
}

/// The same bits, where one NaN is as good as another.
#[track_caller]
fn same<H: Half<Bits = u16> + Debug>(actual: H, expected: H, of: impl Debug) {
    let nan = face::is_nan(actual) && face::is_nan(expected);
    assert!(nan || face::to_bits(actual) == face::to_bits(expected), "{of:?}: {actual:?} instead of {expected:?}");
}

/// The nearest half float, by the definition: a multiple of the last place that numbers of this size have, and infinity from
/// half a place beyond the largest on. All in powers of two, where `f64` is exact.
fn nearest<H: Format>(x: f64) -> H {
    if x == 0.0 || !x.is_finite() {
        return H::narrow(x as f32);
    }
    let exponent = ((x.to_bits() >> 52 & 0x7FF) as i32 - 1023).max(H::LEAST_EXPONENT);
    let place = 2_f64.powi(exponent - H::FRACTION_BITS);
    let rounded = (x / place).round_ties_even() * place;
    let largest = (2.0 - 2_f64.powi(-H::FRACTION_BITS)) * 2_f64.powi(1 - H::LEAST_EXPONENT);
    H::narrow(if rounded.abs() > largest { f32::INFINITY.copysign(rounded as f32) } else { rounded as f32 })
}

/// What IEEE 754 says of a format.
trait Format: HalfBits {
    const FRACTION_BITS: i32;
    /// Of normal numbers.
    const LEAST_EXPONENT: i32;
}

impl Format for f16 {
    const FRACTION_BITS: i32 = 10;
    const LEAST_EXPONENT: i32 = -14;
}

impl Format for bf16 {
    const FRACTION_BITS: i32 = 7;
    const LEAST_EXPONENT: i32 = -126;
}

macro_rules! both {
    ($($name:ident $half:ident $fraction_bits:literal;)*) => {$(
        mod $name {
            use super::*;

            fn all() -> impl Iterator<Item = $half> {
                (0..=u16::MAX).map($half::from_bits)
            }

            /// Zeros, ones, the extremes of normal and subnormal numbers, infinities, NaN, and neighbours of them.
            fn special() -> Vec<$half> {
                let infinity = $half::INFINITY.to_bits();
                let least_normal = 1 << $fraction_bits;
                let one = $half::ONE.to_bits();
                let edges = [0, 1, 2, least_normal, one, one + least_normal, infinity - least_normal, infinity];
                let near = edges.iter().flat_map(|edge| [edge.saturating_sub(1), *edge, edge + 1]);
                near.flat_map(|bits| [bits, bits | 0x8000]).map($half::from_bits).collect()
            }

            /// Pairs of special values, of random ones, and of random ones near each other.
            fn pairs() -> Vec<($half, $half)> {
                let special = special();
                let mut pairs: Vec<_> =
                    special.iter().flat_map(|a| special.iter().map(move |b| (*a, *b))).collect();
                let mut random = Random(5);
                for _ in 0..100_000 {
                    let bits = random.bits();
                    let (a, near) = (bits as u16, (bits >> 32) as u16 & 0x87FF);
                    pairs.push(($half::from_bits(a), $half::from_bits((bits >> 16) as u16)));
                    pairs.push(($half::from_bits(a), $half::from_bits(a ^ near)));
                }
                pairs
            }

            #[test]
            fn widening_is_exact() {
                for x in all() {
                    let (wide, expected) = (x.widen(), x.to_f32());
                    assert!(wide.to_bits() == expected.to_bits() || wide.is_nan() && expected.is_nan(), "{x:?}");
                    same($half::narrow(wide), x, x);
                    assert_eq!(face::to_f32(x).is_nan(), x.is_nan());
                }
            }

            /// Around every number and every point half way between two, and at random.
            #[test]
            fn rounding_is_to_the_nearest_and_even() {
                let check = |bits: u32| {
                    let x = f32::from_bits(bits);
                    same($half::narrow(x), $half::from_f32(x), x);
                };
                for x in all() {
                    let bits = x.to_f32().to_bits();
                    for half_way in [0, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 22] {
                        for beside in [0, 1, u32::MAX] {
                            check(bits.wrapping_add(half_way).wrapping_add(beside));
                        }
                    }
                }
                let mut random = Random(3);
                (0..3_000_000).for_each(|_| check(random.bits() as u32));
            }

            /// Sums and products of two half floats are exact in `f64`, or so near that rounding them is not affected; a
            /// quotient or a root is never so near to a point half way that `f64` misses its side.
            #[test]
            fn arithmetic_is_rounded_once() {
                for (a, b) in pairs() {
                    let (x, y) = (a.to_f64(), b.to_f64());
                    same(face::add(a, b), nearest::<$half>(x + y), (a, b, "+"));
                    same(face::sub(a, b), nearest::<$half>(x - y), (a, b, "-"));
                    same(face::mul(a, b), nearest::<$half>(x * y), (a, b, "*"));
                    same(face::div(a, b), nearest::<$half>(x / y), (a, b, "/"));
                    // Remainders are exact in every format.
                    same(face::rem(a, b), nearest::<$half>(x % y), (a, b, "%"));
                    assert_eq!(face::lt(a, b), x < y, "{a} < {b}");
                    assert_eq!(face::ge(a, b), x >= y, "{a} >= {b}");
                    assert_eq!(face::eq(a, b), x == y, "{a} == {b}");
                    assert_eq!(face::ne(a, b), x != y, "{a} != {b}");
                    same(face::min(a, b), nearest::<$half>(face::min(x, y)), (a, b, "min"));
                    same(face::max(a, b), nearest::<$half>(face::max(x, y)), (a, b, "max"));
                    same(face::minimum(a, b), nearest::<$half>(face::minimum(x, y)), (a, b, "minimum"));
                    same(face::maximum(a, b), nearest::<$half>(face::maximum(x, y)), (a, b, "maximum"));
                    same(face::copysign(a, b), nearest::<$half>(x.copysign(y)), (a, b, "copysign"));
                }
            }

            #[test]
            fn functions_of_every_number() {
                for a in all() {
                    let x = a.to_f64();
                    same(face::neg(a), nearest::<$half>(-x), a);
                    same(face::abs(a), nearest::<$half>(x.abs()), a);
                    same(face::signum(a), nearest::<$half>(x.signum()), a);
                    same(face::sqrt(a), nearest::<$half>(x.sqrt()), a);
                    same(face::recip(a), nearest::<$half>(1.0 / x), a);
                    same(face::floor(a), nearest::<$half>(x.floor()), a);
                    same(face::ceil(a), nearest::<$half>(x.ceil()), a);
                    same(face::trunc(a), nearest::<$half>(x.trunc()), a);
                    same(face::round(a), nearest::<$half>(x.round()), a);
                    same(face::round_ties_even(a), nearest::<$half>(x.round_ties_even()), a);
                    same(face::fract(a), nearest::<$half>(x.fract()), a);
                    same(face::from_bits::<$half>(face::to_bits(a)), a, a);
                    assert_eq!(face::to_bits(a), a.to_bits());
                    assert_eq!(face::is_nan(a), x.is_nan());
                    assert_eq!(face::is_finite(a), x.is_finite());
                    assert_eq!(face::is_infinite(a), x.is_infinite());
                    assert_eq!(face::is_sign_negative(a), x.is_sign_negative());
                    assert_eq!(face::is_sign_positive(a), x.is_sign_positive());
                    assert_eq!(face::cast::<i8, _>(a), x as i8);
                    assert_eq!(face::cast::<u16, _>(a), x as u16);
                    assert_eq!(face::cast::<i64, _>(a), x as i64);
                    assert_eq!(face::cast::<u64, _>(a), x as u64);
                    assert!(face::cast::<f64, _>(a) == x || x.is_nan());
                    same(face::cast::<$half, _>(a), a, a);
                }
            }

            /// Every number of 16 bits: `f32` has them all, so they are rounded once.
            #[test]
            fn casts_of_integers() {
                for x in i16::MIN..=i16::MAX {
                    same(face::cast::<$half, _>(x), nearest::<$half>(f64::from(x)), x);
                    same(face::cast::<$half, _>(x as u16), nearest::<$half>(f64::from(x as u16)), x as u16);
                }
                same(face::cast::<$half, _>(u64::MAX), nearest::<$half>(u64::MAX as f64), u64::MAX);
                same(face::cast::<$half, _>(i64::MIN), nearest::<$half>(i64::MIN as f64), i64::MIN);
            }
        }
    )*};
}

both! {
    sixteen f16 10;
    brain bf16 7;
}

/// A number just above the middle of two half floats: on the way through `f32` it becomes the middle, and that goes to
/// the even side.
#[test]
fn casts_from_f64_go_through_f32() {
    let above = 1.0 + 2_f64.powi(-11) + 2_f64.powi(-40);
    assert_eq!(nearest::<f16>(above).to_bits(), 0x3C01);
    assert_eq!(face::cast::<f16, _>(above).to_bits(), 0x3C00);
    assert_eq!(face::cast::<bf16, _>(1.0 + 2_f64.powi(-8) + 2_f64.powi(-40)).to_bits(), 0x3F80);
}

/// Functions of several steps are those of `f32`, rounded at the end only.
#[test]
fn powers_and_fused_products_are_rounded_at_the_end() {
    let x = f16::from_f32(1.1);
    same(face::powi(x, 9), f16::from_f32(face::powi(x.to_f32(), 9)), x);
    same(face::powi(f16::from_f32(300.0), -2), f16::from_f32(1.0 / 90_000.0), "300^-2");
    same(face::powi(face::powi(f16::from_f32(300.0), 2), -1), f16::ZERO, "1 / inf");
    let mut random = Random(9);
    for _ in 0..100_000 {
        let bits = random.bits();
        let [a, b, c] = [0, 16, 32].map(|shift| f16::from_bits((bits >> shift) as u16));
        let fused = f16::from_f32(a.to_f32().mul_add(b.to_f32(), c.to_f32()));
        same(face::mul_add(a, b, c), fused, (a, b, c));
        let exp = f16::from_f32(a.to_f32().exp());
        same(face::exp(a), exp, a);
    }
}

/// What declarations that are generic over numbers rely on, with nothing known but the bounds.
#[test]
fn generic_arithmetic() {
    trait Summable: Number {
        type Total: Number + face::CastFrom<Self>;
    }
    impl Summable for f16 {
        type Total = f32;
    }
    impl Summable for i8 {
        type Total = i64;
    }
    impl Summable for f64 {
        type Total = f64;
    }

    fn mean<T: Summable>(values: &[T]) -> f64 {
        let total = values.iter().fold(T::Total::ZERO, |sum, &x| face::add(sum, face::cast::<T::Total, _>(x)));
        let _ = (face::value(T::LOWEST), face::parameter(T::HIGHEST), face::value(T::Total::ONE));
        face::cast::<f64, _>(total) / values.len() as f64
    }

    fn largest<T: Number>(values: &[T]) -> T {
        let largest =
            |best: T, &x: &T| if face::is_nan(x) || face::lt(x, best) { best } else { face::maximum(best, x) };
        values.iter().fold(T::LOWEST, largest)
    }

    fn norm<T: Float>(values: &[T]) -> T {
        face::sqrt(values.iter().fold(T::ZERO, |sum, &x| face::mul_add(x, x, sum)))
    }

    fn scaled<T: Number + CastTo<U>, U: Number>(x: T) -> U {
        face::cast::<U, _>(face::mul(x, face::cast::<T, _>(2.5_f64)))
    }

    fn parity<T: face::Integer>(values: &[T]) -> u32 {
        values.iter().map(|&x| face::count_ones(face::bitxor(x, face::not(T::ZERO)))).sum()
    }

    assert_eq!(mean(&[i8::MAX; 4]), 127.0);
    assert_eq!(mean(&[f16::MAX; 2]), 65504.0);
    assert_eq!(mean(&[0.5_f64, 1.0]), 0.75);
    assert_eq!(largest(&[f16::ONE, f16::NAN, f16::ZERO]), f16::ONE);
    assert_eq!(largest::<u8>(&[]), 0);
    assert_eq!(norm(&[bf16::from_f32(3.0), bf16::from_f32(4.0)]), bf16::from_f32(5.0));
    assert_eq!((scaled::<_, f16>(2.0_f32), scaled::<u8, i64>(3)), (f16::from_f32(5.0), 6));
    assert_eq!(parity(&[0_u8, 255]), 8);
}

#[test]
fn the_neutral_extremes() {
    fn check<T: Number + Debug>(values: &[T]) {
        for &x in values {
            assert!(face::eq(face::max(T::LOWEST, x), x) && face::eq(face::min(T::HIGHEST, x), x));
            assert!(face::eq(face::mul(T::ONE, x), x) && face::eq(face::add(T::ZERO, x), x));
        }
    }
    check(&[f16::NEG_INFINITY, f16::MIN, f16::ZERO, f16::INFINITY]);
    check(&[f64::NEG_INFINITY, f64::MIN, 0.0, f64::INFINITY]);
    check(&[i8::MIN, 0, i8::MAX]);
    check(&[0, u64::MAX]);
}

/// What no integer is.
#[test]
fn integers_answer_the_questions_of_floats() {
    assert!(!face::is_nan(5_u8) && !face::is_infinite(5_i64) && face::is_finite(5_i16));
    assert!(face::is_sign_negative(-1_i8) && !face::is_sign_negative(0_i32) && face::is_sign_positive(0_u64));
    assert_eq!((face::minimum(-1, 2), face::maximum(-1, 2)), (-1, 2));
}
