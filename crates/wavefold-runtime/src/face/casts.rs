//! `as`, between all scalars that Rust casts between.

/// `Self as To` exists.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be cast to `{To}`",
    label = "no `as {To}` for `{Self}`",
    note = "`as` casts between numbers, and from `bool` to integers; compare with 0 to get a `bool`"
)]
pub trait CastTo<To>: Copy {
    /// `self as To`
    fn cast(self) -> To;
}

macro_rules! casts {
    ($([$($from:ident),*] => $to:tt;)*) => { $( casts! { @from [$($from),*] $to } )* };
    (@from [$($from:ident),*] $to:tt) => { $( casts! { @to $from $to } )* };
    (@to $from:ident [$($to:ident),*]) => {$(
        impl CastTo<$to> for $from {
            #[inline(always)]
            fn cast(self) -> $to {
                self as $to
            }
        }
    )*};
}

casts! {
    [i8, u8, i16, u16, i32, u32, i64, u64, f32, f64] => [i8, u8, i16, u16, i32, u32, i64, u64, f32, f64];
    [bool] => [bool, i8, u8, i16, u16, i32, u32, i64, u64];
}

/// `value as To`: saturating from floats to integers, with NaN to 0.
#[inline(always)]
pub fn cast<To, From: CastTo<To>>(value: From) -> To {
    value.cast()
}
