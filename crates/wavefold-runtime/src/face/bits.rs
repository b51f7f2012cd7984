//! Where one type's result has another type: the unsigned integer of the same size.

use half::{bf16, f16};

use super::{Bitwise, Float, Integer, Negatable, Number};

/// What only the face itself needs of floats.
pub trait FloatBits: Negatable + Number {
    /// The unsigned integer of the same size.
    type Bits: Integer;

    /// The bits of `self`.
    fn into_bits(self) -> Self::Bits;

    /// The float with those bits.
    fn out_of_bits(bits: Self::Bits) -> Self;
}

macro_rules! float_bits {
    ($($float:ident $bits:ident),*) => {$(
        impl FloatBits for $float {
            type Bits = $bits;

            #[inline(always)]
            fn into_bits(self) -> $bits {
                self.to_bits()
            }

            #[inline(always)]
            fn out_of_bits(bits: $bits) -> Self {
                $float::from_bits(bits)
            }
        }
    )*};
}

float_bits!(f16 u16, bf16 u16, f32 u32, f64 u64);

/// What only the face itself needs of integers.
pub trait IntegerBits: Number + Bitwise {
    /// The unsigned integer of the same size.
    type Unsigned: Integer;

    /// The distance between two integers.
    fn distance(self, other: Self) -> Self::Unsigned;

    /// Its lowest 32 bits, extended by the sign if there are fewer.
    fn low_bits(self) -> u32;

    /// `self << count`, the count modulo the width.
    #[must_use]
    fn shifted_left(self, count: u32) -> Self;

    /// `self >> count`, the count modulo the width.
    #[must_use]
    fn shifted_right(self, count: u32) -> Self;
}

macro_rules! integer_bits {
    ($($integer:ident $unsigned:ident),*) => {$(
        impl IntegerBits for $integer {
            type Unsigned = $unsigned;

            #[inline(always)]
            fn distance(self, other: Self) -> $unsigned {
                self.abs_diff(other)
            }

            #[inline(always)]
            fn low_bits(self) -> u32 {
                self as u32
            }

            #[inline(always)]
            fn shifted_left(self, count: u32) -> Self {
                self.wrapping_shl(count)
            }

            #[inline(always)]
            fn shifted_right(self, count: u32) -> Self {
                self.wrapping_shr(count)
            }
        }
    )*};
}

integer_bits!(i8 u8, u8 u8, i16 u16, u16 u16, i32 u32, u32 u32, i64 u64, u64 u64);

/// The signed integers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a signed integer",
    label = "needs `i8`, `i16`, `i32` or `i64`, but this is `{Self}`"
)]
pub trait Signed: Integer {
    /// The distance from zero.
    fn magnitude(self) -> Self::Unsigned;
}

macro_rules! signed {
    ($($integer:ident),*) => {$(
        impl Signed for $integer {
            #[inline(always)]
            fn magnitude(self) -> Self::Unsigned {
                self.unsigned_abs()
            }
        }
    )*};
}

signed!(i8, i16, i32, i64);

/// `x.to_bits()`
#[inline(always)]
pub fn to_bits<T: Float>(x: T) -> T::Bits {
    x.into_bits()
}

/// `T::from_bits(bits)`
#[inline(always)]
pub fn from_bits<T: Float>(bits: T::Bits) -> T {
    T::out_of_bits(bits)
}

/// `a.abs_diff(b)`
#[inline(always)]
pub fn abs_diff<T: Integer>(a: T, b: T) -> T::Unsigned {
    a.distance(b)
}

/// `x.unsigned_abs()`
#[inline(always)]
pub fn unsigned_abs<T: Signed>(x: T) -> T::Unsigned {
    x.magnitude()
}
