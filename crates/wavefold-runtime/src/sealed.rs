//! Which types implement the traits that are public to be named, not to be implemented: plans trust them with memory.

use crate::even_range::{EvenRange, Sample};
use crate::{EdgeBins, Element, Numbered};

/// Only this crate's types have it, and whatever asks for it.
pub trait Sealed {}

macro_rules! sealed_tuple {
    ($($name:ident $i:tt),+) => {
        impl<$($name: Element),+> Sealed for ($($name,)+) {}
    };
}

for_tuples! { sealed_tuple }

impl Sealed for Numbered {}
impl<T: Sample> Sealed for EvenRange<T> {}
impl<T: Sample> Sealed for EdgeBins<T> {}
impl Sealed for u32 {}
impl Sealed for u64 {}
