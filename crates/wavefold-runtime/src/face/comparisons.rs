//! Comparisons, as Rust makes them, of what kernel text can compare.

use half::{bf16, f16};

/// What can be compared: numbers and `bool`.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` cannot be compared in a kernel",
    label = "needs a number or `bool`, but this is `{Self}`",
    note = "compare the elements of an array one by one"
)]
pub trait Comparable: Copy + PartialOrd {}

macro_rules! comparable {
    ($($ty:ty)*) => {$(impl Comparable for $ty {})*};
}

comparable!(bool i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64);

macro_rules! comparisons {
    ($($name:ident $operator:tt $doc:literal)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name<T: Comparable>(a: T, b: T) -> bool {
            a $operator b
        }
    )*};
}

comparisons! {
    eq == "`a == b`"
    ne != "`a != b`"
    lt <  "`a < b`"
    le <= "`a <= b`"
    gt >  "`a > b`"
    ge >= "`a >= b`"
}
