//! `as`, between all scalars that Rust casts between, and half floats.

use half::{bf16, f16};

use super::halves::HalfBits;

/// `Self as To` exists: what [`CastFrom`] says, seen from the other side.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be cast to `{To}`",
    label = "no `as {To}` for `{Self}`",
    note = "`as` casts between numbers, and from `bool` to integers; compare with 0 to get a `bool`"
)]
pub trait CastTo<To>: Copy {
    /// `self as To`
    fn cast(self) -> To;
}

/// `From as Self` exists.
///
/// Implemented for the type that a cast makes, so that [`Number`](super::Number) can promise casts in both directions.
#[diagnostic::on_unimplemented(
    message = "`{From}` cannot be cast to `{Self}`",
    label = "no `as {Self}` for `{From}`",
    note = "`as` casts between numbers, and from `bool` to integers; compare with 0 to get a `bool`"
)]
pub trait CastFrom<From>: Copy {
    /// `from as Self`
    fn cast_from(from: From) -> Self;
}

impl<From: Copy, To: CastFrom<From>> CastTo<To> for From {
    #[inline(always)]
    fn cast(self) -> To {
        To::cast_from(self)
    }
}

/// `[from, …] => [to, …] |x| value;`, where `value` may say `To` for the type that is made.
macro_rules! casts {
    ($([$($from:ident),*] => $to:tt |$x:ident| $value:expr;)*) => {
        $( casts! { @from [$($from),*] $to |$x| $value } )*
    };
    (@from [$($from:ident),*] $to:tt |$x:ident| $value:expr) => { $( casts! { @to $from $to |$x| $value } )* };
    (@to $from:ident [$($to:ident),*] |$x:ident| $value:expr) => {$(
        impl CastFrom<$from> for $to {
            #[inline(always)]
            fn cast_from($x: $from) -> Self {
                type To = $to;
                $value
            }
        }
    )*};
}

casts! {
    [i8, u8, i16, u16, i32, u32, i64, u64, f32, f64] => [i8, u8, i16, u16, i32, u32, i64, u64, f32, f64] |x| x as To;
    [bool] => [bool, i8, u8, i16, u16, i32, u32, i64, u64] |x| x as To;
    // Through f32, whatever it is: that has every half float, and only in that direction something may be rounded twice.
    [i8, u8, i16, u16, i32, u32, i64, u64, f32, f64] => [f16, bf16] |x| To::narrow(x as f32);
    [f16, bf16] => [i8, u8, i16, u16, i32, u32, i64, u64, f32, f64] |x| x.widen() as To;
    [f16, bf16] => [f16, bf16] |x| To::narrow(x.widen());
}

/// `value as To`: saturating from floats to integers, with NaN to 0; to half floats by way of `f32`.
#[inline(always)]
pub fn cast<To, From: CastTo<To>>(value: From) -> To {
    value.cast()
}
