//! Where an element falls: the result type and the two ways to find it.

use wavefold_codegen::{Type, Value};

use crate::sealed::Sealed;

/// Where an element falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the bin of that number.
    Bin(u32),
    /// Below the first bin.
    Below,
    /// Above the last bin.
    Above,
    /// Not a number.
    Nan,
}

/// What a plan works out once about the bins. Implemented by this crate only.
pub trait Binning: Sealed + Copy + Send + Sync + 'static {
    /// The type of the samples of a `range:`; `None` for `bin:`.
    const SAMPLE: Option<Type<'static>>;

    /// The fields of the kernel's argument for it, in the order of the text's `Range`; none when it has no such
    /// argument.
    fn fields(&self) -> Vec<Value>;
}

/// `bin:` gives the number itself: nothing to work out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered;

impl Binning for Numbered {
    const SAMPLE: Option<Type<'static>> = None;

    fn fields(&self) -> Vec<Value> {
        Vec::new()
    }
}

/// Integers that a `bin:` expression may give.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the number of a bin",
    label = "`bin:` needs an integer, but this is `{Self}`",
    note = "convert it first: `x as u32`"
)]
pub trait BinNumber: Copy {
    /// Where the number lies among `bins` bins.
    fn place(self, bins: u32) -> Place;
}

macro_rules! bin_numbers {
    ($($ty:ty),*) => {$(
        impl BinNumber for $ty {
            #[inline(always)]
            #[allow(unused_comparisons, reason = "the unsigned types have nothing below zero")]
            fn place(self, bins: u32) -> Place {
                if self < 0 {
                    Place::Below
                } else if self as u64 >= u64::from(bins) {
                    Place::Above
                } else {
                    Place::Bin(self as u32)
                }
            }
        }
    )*};
}

bin_numbers!(i8, u8, i16, u16, i32, u32, i64, u64);
