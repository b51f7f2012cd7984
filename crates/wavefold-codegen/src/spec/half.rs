//! Numbers as half floats, rounded once.

use half::{bf16, f16};

use crate::Scalar;

/// The bits of `value` as an `f16` (or `bf16`, for [`Scalar::BF16`]): rounded once, to nearest, ties to even.
///
/// This is what the constants of half floats are on every face. The conversions from `f64` of the crate `half` round twice
/// where the processor converts only `f32`, and do not look at every digit where it converts nothing.
pub const fn half_bits(value: f64, half: Scalar) -> u16 {
    let single = rounded_to_odd(value);
    match half {
        Scalar::BF16 => bf16::from_f32_const(single).to_bits(),
        _ => f16::from_f32_const(single).to_bits(),
    }
}

/// What does not fit an `f32` becomes the neighbour whose last bit is set. That one is never halfway between two half
/// floats, which have far fewer bits, so that rounding again gives the nearest to `value`.
const fn rounded_to_odd(value: f64) -> f32 {
    let near = value as f32;
    if near as f64 == value || value.is_nan() {
        return near;
    }
    let beyond = (near as f64).abs() > value.abs();
    let toward_zero = if beyond { near.to_bits() - 1 } else { near.to_bits() };
    f32::from_bits(toward_zero | 1)
}

#[cfg(test)]
mod tests {
    use super::half_bits;
    use crate::Scalar::{BF16, F16};
    use half::{bf16, f16};

    #[test]
    fn halfway_is_even_and_a_little_more_is_up() {
        let (low, step) = (1.0, 2.0_f64.powi(-10));
        let halfway = low + step / 2.0;
        assert_eq!(half_bits(halfway, F16), 0x3c00);
        assert_eq!(half_bits(halfway + 2.0_f64.powi(-52), F16), 0x3c01, "not through f32, which is halfway again");
        assert_eq!(half_bits(-(halfway + 2.0_f64.powi(-40)), F16), 0xbc01);
        assert_eq!(half_bits(halfway + step, F16), 0x3c02);
        assert_eq!(half_bits(1.0 + 2.0_f64.powi(-8) + 2.0_f64.powi(-50), BF16), 0x3f81);
        assert_eq!(half_bits(1.0 + 2.0_f64.powi(-8), BF16), 0x3f80);
    }

    #[test]
    fn the_ends_of_the_range() {
        assert_eq!(half_bits(65519.999999999, F16), f16::MAX.to_bits());
        assert_eq!(half_bits(65520.0, F16), f16::INFINITY.to_bits());
        assert_eq!(half_bits(-1e300, F16), f16::NEG_INFINITY.to_bits());
        assert_eq!(half_bits(1e300, BF16), bf16::INFINITY.to_bits());
        assert_eq!(half_bits(2.0_f64.powi(-25), F16), 0);
        assert_eq!(half_bits(2.0_f64.powi(-25) * 1.0000000001, F16), 1);
        assert_eq!(half_bits(-1e-300, F16), 0x8000);
        assert!(f16::from_bits(half_bits(f64::NAN, F16)).is_nan());
    }

    #[test]
    fn what_a_half_float_is_stays() {
        for bits in 0..=u16::MAX {
            let (a, b) = (f16::from_bits(bits), bf16::from_bits(bits));
            assert!(a.is_nan() || half_bits(a.to_f64_const(), F16) == bits);
            assert!(b.is_nan() || half_bits(b.to_f64_const(), BF16) == bits);
        }
    }
}
