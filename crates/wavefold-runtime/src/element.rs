//! Types that travel between Rust, device memory and kernel text.

use std::fmt::Debug;

use bytemuck::Pod;
use wavefold_codegen::{Scalar, Type};

/// A value of an input array, an accumulator or a result.
///
/// # Safety
/// `TYPE` must describe the size and layout of `Self` exactly: kernels read and write it by that description.
#[diagnostic::on_unimplemented(
    message = "kernels have no elements of type `{Self}`",
    label = "needs a number from 8 to 64 bits, or an array of them"
)]
pub unsafe trait Element: Pod + Send + Sync + Debug {
    /// The type as kernel text knows it.
    const TYPE: Type<'static>;
}

macro_rules! scalar_elements {
    ($($ty:ty => $scalar:ident),*) => {$(
        // SAFETY: the scalar of the same name has the same size, alignment and representation.
        unsafe impl Element for $ty {
            const TYPE: Type<'static> = Type::Scalar(Scalar::$scalar);
        }
    )*};
}

scalar_elements!(
    i8 => I8, u8 => U8, i16 => I16, u16 => U16, i32 => I32, u32 => U32, i64 => I64, u64 => U64,
    f32 => F32, f64 => F64
);

// SAFETY: arrays are packed in Rust and in kernel text.
unsafe impl<T: Element, const N: usize> Element for [T; N]
where
    [T; N]: Pod,
{
    const TYPE: Type<'static> = Type::Array { element: &T::TYPE, length: N as u32 };
}
