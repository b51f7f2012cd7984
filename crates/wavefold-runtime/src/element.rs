//! Types that travel between Rust, device memory and kernel text.

use std::fmt::Debug;

use bytemuck::Pod;
use wavefold_codegen::{Scalar, Type};

/// A value that kernel text has a type for: an accumulator, a result, a run-time parameter. Numbers, `bool`, arrays and
/// tuples of such types, and structs that derive it.
///
/// # Safety
/// On a device a value lies in memory as `TYPE` says, and `read` makes it of that. Zeros are a value.
pub unsafe trait DeviceType: Copy + Send + Sync + Debug + 'static {
    /// The type as kernel text knows it.
    const TYPE: Type<'static>;
}

/// A [`DeviceType`] that lies in memory on a device as it does in Rust, so that arrays of it are copied as they are: what
/// inputs consist of. All but tuples, whose layout Rust keeps to itself.
///
/// # Safety
/// `TYPE` describes the size and layout of `Self` exactly.
#[diagnostic::on_unimplemented(
    message = "kernels have no elements of type `{Self}`",
    label = "needs a number from 8 to 64 bits, or an array of them"
)]
pub unsafe trait Element: DeviceType + Pod {}

macro_rules! scalar_elements {
    ($($ty:ty => $scalar:ident),*) => {$(
        // SAFETY: the scalar of the same name has the same size, alignment and representation.
        unsafe impl DeviceType for $ty {
            const TYPE: Type<'static> = Type::Scalar(Scalar::$scalar);
        }
        // SAFETY: as above.
        unsafe impl Element for $ty {}
    )*};
}

scalar_elements!(
    i8 => I8, u8 => U8, i16 => I16, u16 => U16, i32 => I32, u32 => U32, i64 => I64, u64 => U64,
    f32 => F32, f64 => F64
);

// SAFETY: arrays are packed in Rust and in kernel text.
unsafe impl<T: DeviceType, const N: usize> DeviceType for [T; N] {
    const TYPE: Type<'static> = Type::Array { element: &T::TYPE, length: N as u32 };
}

// SAFETY: as above.
unsafe impl<T: Element, const N: usize> Element for [T; N] where [T; N]: Pod {}
