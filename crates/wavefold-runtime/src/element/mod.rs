//! Types that travel between Rust, device memory and kernel text.

mod bytes;
mod tuples;
mod written;

#[cfg(test)]
mod tests;

pub(crate) use bytes::{as_bytes, as_room, bits, bytes_of, parts, read_elements, zeroed};
pub(crate) use written::Written;

use half::{bf16, f16};
use wavefold_codegen::{Scalar, Type};

/// A value that kernel text has a type for: an accumulator, a result, a run-time parameter. Numbers, `bool`, arrays and
/// tuples of such types, and structs that derive it.
///
/// # Safety
/// - On a device a value lies in memory as [`TYPE`](Self::TYPE) says, and `read` and `write` go by it. The provided ones do
///   where Rust lays `Self` out in the same way; only then they may be left as they are.
/// - Zeros are a value: `Self` may be made of bytes that are all 0, as Rust lies it out and as a device does.
/// - `Self` has no part that `TYPE` does not name, but padding.
#[diagnostic::on_unimplemented(
    message = "kernels have no values of type `{Self}`",
    label = "needs a number, `bool`, or an array, a tuple or a `#[derive(DeviceType)]` struct of them"
)]
pub unsafe trait DeviceType: Copy + Send + Sync + 'static {
    /// The type as kernel text knows it.
    const TYPE: Type<'static>;

    /// The value that lies at `from` as devices lay it out.
    ///
    /// # Safety
    /// `from` may be read for the size of `TYPE`, at any alignment, and a value of this type lies there: one that `write`
    /// or a kernel has left, or zeros.
    #[inline]
    unsafe fn read(from: *const u8) -> Self {
        // SAFETY: the caller promises a value, and this one lies as in Rust.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    /// Writes the value as devices lay it out: as many bytes as `TYPE` has. Padding is not read, and stays as it is in `to`.
    ///
    /// # Panics
    /// When `to` has another length.
    #[inline]
    fn write(&self, to: &mut [u8]) {
        assert!(to.len() == Self::TYPE.size() as usize, "as many bytes as the type has");
        // SAFETY: `self` lies as `TYPE` says.
        unsafe { bytes::copy_leaves(Self::TYPE, std::ptr::from_ref(self).cast(), to) }
    }
}

/// A [`DeviceType`] that lies in memory on a device as it does in Rust, so that arrays of it are copied as they are: what
/// inputs consist of. All but tuples, whose layout Rust keeps to itself.
///
/// # Safety
/// `TYPE` describes the size and layout of `Self` exactly, and `read` and `write` are the provided ones.
#[diagnostic::on_unimplemented(
    message = "kernels have no elements of type `{Self}`",
    label = "needs a number, `bool`, an array of them, or a `#[derive(DeviceType)]` struct",
    note = "a tuple has no fixed layout in Rust: give its parts as several inputs, or derive a struct"
)]
pub unsafe trait Element: DeviceType {}

macro_rules! scalar_elements {
    ($($ty:ty => $scalar:ident),*) => {$(
        // SAFETY: the scalar of the same name has the same size, alignment and representation; zero is a value.
        unsafe impl DeviceType for $ty {
            const TYPE: Type<'static> = Type::Scalar(Scalar::$scalar);
        }
        // SAFETY: as above.
        unsafe impl Element for $ty {}
    )*};
}

scalar_elements!(
    bool => Bool, i8 => I8, u8 => U8, i16 => I16, u16 => U16, i32 => I32, u32 => U32, i64 => I64, u64 => U64,
    f16 => F16, bf16 => BF16, f32 => F32, f64 => F64
);

// SAFETY: arrays are packed in Rust and in kernel text, and are read and written element by element, as those lie.
unsafe impl<T: DeviceType, const N: usize> DeviceType for [T; N] {
    const TYPE: Type<'static> = {
        assert!(N > 0 && N <= u32::MAX as usize, "an array in a kernel has 1 to 2^32 - 1 elements");
        Type::Array { element: &T::TYPE, length: N as u32 }
    };

    #[inline]
    unsafe fn read(from: *const u8) -> Self {
        let size = T::TYPE.size() as usize;
        // SAFETY: the caller promises an array, whose elements are packed.
        std::array::from_fn(|i| unsafe { T::read(from.add(i * size)) })
    }

    #[inline]
    fn write(&self, to: &mut [u8]) {
        let size = T::TYPE.size() as usize;
        assert!(to.len() == N * size, "as many bytes as the type has");
        self.iter().enumerate().for_each(|(i, element)| element.write(&mut to[i * size..][..size]));
    }
}

// SAFETY: arrays are packed in Rust too, and what their elements do is what the provided functions would do.
unsafe impl<T: Element, const N: usize> Element for [T; N] {}
