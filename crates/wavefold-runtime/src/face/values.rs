//! From numbers to what a kernel is given, and to bins.

use half::{bf16, f16};
use wavefold_codegen::{Scalar, Value};

use crate::element::Written;
use crate::{BinNumber, DeviceType, Parameter, Place};

/// What a constant of a declaration may be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a constant of a declaration",
    label = "needs a number or `bool`, but this is `{Self}`"
)]
pub trait ToValue: Copy {
    /// Its type and bits.
    fn to_value(self) -> Value;
}

macro_rules! values {
    ($($ty:ident $scalar:ident |$x:ident| $bits:expr;)*) => {$(
        impl ToValue for $ty {
            #[inline(always)]
            fn to_value(self) -> Value {
                let $x = self;
                Value { scalar: Scalar::$scalar, bits: $bits }
            }
        }
    )*};
}

values! {
    bool Bool |x| u64::from(x);
    i8 I8 |x| u64::from(x.cast_unsigned());
    u8 U8 |x| u64::from(x);
    i16 I16 |x| u64::from(x.cast_unsigned());
    u16 U16 |x| u64::from(x);
    i32 I32 |x| u64::from(x.cast_unsigned());
    u32 U32 |x| u64::from(x);
    i64 I64 |x| x.cast_unsigned();
    u64 U64 |x| x;
    f16 F16 |x| u64::from(x.to_bits());
    bf16 BF16 |x| u64::from(x.to_bits());
    f32 F32 |x| u64::from(x.to_bits());
    f64 F64 |x| x.to_bits();
}

/// The value with its type, bit by bit.
#[inline(always)]
pub fn value<T: ToValue>(value: T) -> Value {
    value.to_value()
}

/// The run-time parameter with its type, byte by byte.
#[inline]
pub fn parameter<T: DeviceType>(value: T) -> Parameter {
    Parameter::of(&value)
}

/// A run-time parameter as the item's `Debug` shows it.
pub fn written<T: DeviceType>(value: T) -> Written {
    Written::of(&value)
}

/// Where the result of `bin:` lies among `bins` bins.
#[inline(always)]
pub fn place<T: BinNumber>(number: T, bins: u32) -> Place {
    number.place(bins)
}
