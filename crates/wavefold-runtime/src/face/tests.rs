//! Every trap of the arithmetic, exhaustively for 8 bits.

use std::fmt::Debug;

use wavefold_codegen::{Method, Scalar, Value};

use super::*;
use crate::Place;

/// Equal bits, except that one NaN is as good as another.
#[track_caller]
fn same<T: Float + Debug>(actual: T, expected: T)
where
    T::Bits: PartialEq,
{
    let nan = T::is_nan(actual) && T::is_nan(expected);
    assert!(nan || to_bits(actual) == to_bits(expected), "{actual:?} instead of {expected:?}");
}

const FLOATS: [f32; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    -2.5,
    2.5,
    3.0e9,
    -3.0e9,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

#[test]
fn every_method_has_its_function() {
    macro_rules! named {
        ($($name:ident)*) => {{
            #[expect(unused_imports, reason = "that they resolve is the test")]
            use super::{$($name as _),*};
            [$(stringify!($name)),*]
        }};
    }
    let named = named!(
        abs signum min max clamp rem_euclid div_euclid minimum maximum is_nan is_infinite is_finite is_sign_negative
        is_sign_positive sqrt floor ceil trunc round round_ties_even fract recip copysign mul_add powi to_f32 to_bits
        from_bits exp exp2 ln log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh cbrt hypot powf pow
        wrapping_add wrapping_sub wrapping_mul wrapping_neg saturating_add saturating_sub abs_diff unsigned_abs
        count_ones count_zeros leading_zeros trailing_zeros rotate_left rotate_right is_power_of_two
    );
    let table: Vec<_> = Method::ALL.iter().map(|method| method.name()).collect();
    assert_eq!(named.as_slice(), table);
}

/// The 8-bit operators against the same in 32 bits, narrowed: exact for everything but division by zero.
#[test]
fn bytes_wrap_like_narrowed_wide_arithmetic() {
    macro_rules! exhaustively {
        ($ty:ident) => {
            for a in $ty::MIN..=$ty::MAX {
                for b in $ty::MIN..=$ty::MAX {
                    let (x, y) = (i32::from(a), i32::from(b));
                    assert_eq!(add(a, b), (x + y) as $ty);
                    assert_eq!(sub(a, b), (x - y) as $ty);
                    assert_eq!(mul(a, b), (x * y) as $ty);
                    assert_eq!(div(a, b), x.checked_div(y).unwrap_or(0) as $ty);
                    assert_eq!(rem(a, b), x.checked_rem(y).unwrap_or(x) as $ty);
                    assert_eq!(div_euclid(a, b), x.checked_div_euclid(y).unwrap_or(0) as $ty);
                    assert_eq!(rem_euclid(a, b), x.checked_rem_euclid(y).unwrap_or(x) as $ty);
                    assert_eq!(i32::from(max(a, b)), x.max(y));
                    assert_eq!(i32::from(min(a, b)), x.min(y));
                    assert_eq!(i32::from(abs_diff(a, b)), (x - y).abs());
                    let (low, high) = (i32::from($ty::MIN), i32::from($ty::MAX));
                    assert_eq!(i32::from(saturating_add(a, b)), (x + y).clamp(low, high));
                    assert_eq!(i32::from(saturating_sub(a, b)), (x - y).clamp(low, high));
                    assert_eq!(shl(a, b), (x << (y & 7)) as $ty, "{a} << {b}");
                    assert_eq!(shr(a, b), (x >> (y & 7)) as $ty, "{a} >> {b}");
                    assert_eq!(bitand(a, not(b)), a & !b);
                    assert_eq!(bitor(a, b) ^ bitand(a, b), bitxor(a, b));
                }
            }
        };
    }
    exhaustively!(i8);
    exhaustively!(u8);
}

#[test]
fn signed_extremes() {
    macro_rules! extremes {
        ($($ty:ident $unsigned:ident),*) => {$(
            assert_eq!(add($ty::MAX, 1), $ty::MIN);
            assert_eq!(neg($ty::MIN), $ty::MIN);
            assert_eq!(wrapping_neg($ty::MIN), $ty::MIN);
            assert_eq!(abs($ty::MIN), $ty::MIN);
            assert_eq!(unsigned_abs($ty::MIN), $unsigned::MAX / 2 + 1);
            assert_eq!(signum($ty::MIN), -1);
            assert_eq!(div($ty::MIN, -1), $ty::MIN);
            assert_eq!(rem($ty::MIN, -1), 0);
            assert_eq!(div_euclid($ty::MIN, -1), $ty::MIN);
            assert_eq!(rem_euclid($ty::MIN, -1), 0);
            assert_eq!(div($ty::MIN, 0), 0);
            assert_eq!(rem($ty::MIN, 0), $ty::MIN);
            assert_eq!(pow(-2 as $ty, $ty::BITS - 1), $ty::MIN);
            assert_eq!(pow(3 as $ty, 0), 1);
            assert_eq!(shr($ty::MIN, $ty::BITS - 1), -1);
            assert_eq!(shr($ty::MIN, $ty::BITS), $ty::MIN);
            assert_eq!(rem_euclid(-7 as $ty, 3), 2);
            assert_eq!(div_euclid(-7 as $ty, 3), -3);
        )*};
    }
    extremes!(i8 u8, i16 u16, i32 u32, i64 u64);
}

#[test]
fn shift_counts_of_any_type_are_masked() {
    assert_eq!(shl(1_u32, 33_u8), 2);
    assert_eq!(shl(1_u32, -1_i8), 1 << 31);
    assert_eq!(shl(1_u64, -1_i64), 1 << 63);
    assert_eq!(shr(u64::MAX, u64::MAX), 1);
    assert_eq!(shl(1_u8, (1_u64 << 32) + 3), 8);
    assert_eq!(shl(1_i16, i64::MIN), 1);
    assert_eq!(rotate_left(0x81_u8, 9), 0x03);
}

#[test]
fn integer_clamp_takes_reversed_bounds() {
    assert_eq!(clamp(5, 0, 3), 3);
    assert_eq!(clamp(-5, 0, 3), 0);
    assert_eq!(clamp(1, 3, 0), 0);
    assert_eq!(clamp(7_u8, 9, 2), 2);
}

#[test]
fn min_and_max_ignore_nan_and_order_zeros() {
    for a in FLOATS {
        for b in FLOATS {
            // The order of the bits as sign and magnitude: -0 before +0.
            let largest = match (a.is_nan(), b.is_nan()) {
                (true, _) => b,
                (_, true) => a,
                _ if a.total_cmp(&b).is_gt() => a,
                _ => b,
            };
            let smallest = match (a.is_nan(), b.is_nan()) {
                (true, _) => b,
                (_, true) => a,
                _ if a.total_cmp(&b).is_lt() => a,
                _ => b,
            };
            let nan = a.is_nan() || b.is_nan();
            same(max(a, b), largest);
            same(min(a, b), smallest);
            same(maximum(a, b), if nan { f32::NAN } else { largest });
            same(minimum(a, b), if nan { f32::NAN } else { smallest });
            same(max(f64::from(a), f64::from(b)), f64::from(largest));
            same(min(f64::from(a), f64::from(b)), f64::from(smallest));
            same(maximum(f64::from(a), f64::from(b)), f64::from(maximum(a, b)));
            same(minimum(f64::from(a), f64::from(b)), f64::from(minimum(a, b)));
        }
    }
}

#[test]
fn float_clamp_keeps_nan_and_never_panics() {
    same(clamp(f32::NAN, 0.0, 1.0), f32::NAN);
    same(clamp(2.0_f32, f32::NAN, f32::NAN), 2.0);
    same(clamp(2.0_f32, 3.0, 1.0), 3.0);
    same(clamp(-0.0_f32, 0.0, 1.0), -0.0);
    same(clamp(7.0_f64, 0.0, 1.0), 1.0);
}

#[test]
fn float_methods_are_rusts() {
    for a in FLOATS {
        same(abs(a), a.abs());
        same(neg(a), -a);
        same(signum(a), a.signum());
        same(round(a), a.round());
        same(round_ties_even(a), a.round_ties_even());
        same(floor(a), a.floor());
        same(ceil(a), a.ceil());
        same(trunc(a), a.trunc());
        same(fract(a), a.fract());
        same(recip(a), a.recip());
        same(sqrt(a), a.sqrt());
        same(from_bits::<f32>(to_bits(a)), a);
        assert_eq!(is_nan(a), a.is_nan());
        assert_eq!(is_sign_negative(a), a.is_sign_negative());
        assert_eq!(is_sign_positive(a), a.is_sign_positive());
        assert_eq!(is_finite(a), a.is_finite());
        assert_eq!(is_infinite(a), a.is_infinite());
        for b in FLOATS {
            same(rem(a, b), a % b);
            same(rem_euclid(a, b), a.rem_euclid(b));
            same(div_euclid(a, b), a.div_euclid(b));
            same(copysign(a, b), a.copysign(b));
            same(mul_add(a, b, 1.0), a.mul_add(b, 1.0));
        }
    }
    same(round(2.5_f32), 3.0);
    same(round(-2.5_f32), -3.0);
    same(round_ties_even(2.5_f32), 2.0);
    same(signum(-0.0_f32), -1.0);
    same(rem_euclid(-7.5_f64, 2.0), 0.5);
}

#[test]
fn mul_add_rounds_once() {
    // (1 + e)^2 = 1 + 2e + e^2: rounding the product loses the last term.
    let e = f32::EPSILON;
    same(mul_add(1.0 + e, 1.0 + e, -(1.0 + 2.0 * e)), e * e);
    same(sub(mul(1.0 + e, 1.0 + e), 1.0 + 2.0 * e), 0.0);
}

#[test]
fn powi_multiplies_in_a_fixed_order() {
    let x = 1.1_f32;
    same(powi(x, 0), 1.0);
    same(powi(x, 1), x);
    // 5 = 0b101: the bits from the lowest, each with its own square.
    same(powi(x, 5), x * ((x * x) * (x * x)));
    same(powi(x, -3), 1.0 / (x * (x * x)));
    same(powi(1.0_f64, i32::MIN), 1.0);
    same(powi(2.0_f64, -1), 0.5);
    same(powi(-0.0_f32, -1), f32::NEG_INFINITY);
    same(powi(f32::NAN, 0), 1.0);
    // No square is computed that no bit needs: it would overflow here.
    same(powi(1e30_f32, 1), 1e30);
}

#[test]
fn casts_are_rusts() {
    assert_eq!(cast::<u8, _>(300.7_f32), 255);
    assert_eq!(cast::<u8, _>(-1.0_f32), 0);
    assert_eq!(cast::<i8, _>(f64::NEG_INFINITY), -128);
    assert_eq!(cast::<i32, _>(f32::NAN), 0);
    assert_eq!(cast::<u64, _>(f32::INFINITY), u64::MAX);
    assert_eq!(cast::<i64, _>(-2.9_f64), -2);
    assert_eq!(cast::<u8, _>(300), 44);
    assert_eq!(cast::<u64, _>(-1_i8), u64::MAX);
    assert_eq!(cast::<i8, _>(200_u8), -56);
    assert_eq!(cast::<u32, _>(true), 1);
    same(cast::<f32, _>(u64::MAX), 18_446_744_073_709_551_615.0);
    same(cast::<f32, _>(16_777_217_i32), 16_777_216.0);
    same(cast::<f32, _>(1e300_f64), f32::INFINITY);
}

#[test]
fn literals_find_their_type() {
    let x = 3.5_f32;
    same(mul(2.0, sub(x, 1.0)), 5.0);
    assert_eq!(bitand(cast::<u32, _>(x), 1), 1);
    assert!(not(bitor(x < 1.0, false)));
    same(max::<f32>(0.0, x), x);
}

#[test]
fn values_keep_every_bit() {
    let expect = |value: Value, scalar, bits| assert_eq!(value, Value { scalar, bits });
    expect(value(-0.0_f32), Scalar::F32, 0x8000_0000);
    expect(value(f64::NAN), Scalar::F64, f64::NAN.to_bits());
    expect(value(-1_i8), Scalar::I8, 0xFF);
    expect(value(-1_i64), Scalar::I64, u64::MAX);
    expect(value(true), Scalar::Bool, 1);
    expect(value(i32::MIN), Scalar::I32, 0x8000_0000);
}

#[test]
fn bin_numbers_of_any_type_have_a_place() {
    assert_eq!(place(-1_i64, 4), Place::Below);
    assert_eq!(place(3_u8, 4), Place::Bin(3));
    assert_eq!(place(4, 4), Place::Above);
    assert_eq!(place(1_u64 << 32, 4), Place::Above);
    assert_eq!(place(u32::MAX, u32::MAX), Place::Above);
    assert_eq!(place(0_u32, 0), Place::Above);
}
