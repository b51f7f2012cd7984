//! Where an element falls: the result type and the two ways to find it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use wavefold_codegen::{Type, Value};

use crate::backend::Argument;
use crate::sealed::Sealed;
use crate::{Device, Element, Error, RangeError};

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
pub trait Binning: Sealed + Clone + Send + Sync + 'static {
    /// The type of the samples of a `range:` or of `edges:`; `None` for `bin:`.
    const SAMPLE: Option<Type<'static>>;

    /// Whether the kernel takes the edges themselves.
    const HAS_EDGES: bool = false;

    /// The number of bins.
    fn bins(&self) -> u32;

    /// The fields of the kernel's argument for it, in the order of the text's `Range`; none when it has no such
    /// argument.
    fn fields(&self) -> Vec<Value>;

    /// The edges, where the kernel takes them.
    fn edge_values(&self) -> Vec<Value> {
        Vec::new()
    }

    /// The same, in memory of the device.
    ///
    /// # Errors
    /// When the device has too little of it.
    fn edges(&self, _device: &Device) -> Result<Option<DeviceEdges>, Error> {
        Ok(None)
    }
}

/// Edges in memory of a device, which nobody writes.
#[derive(Clone)]
pub struct DeviceEdges {
    pub(crate) argument: Argument,
    pub(crate) _memory: Arc<dyn Any + Send + Sync>,
}

impl DeviceEdges {
    pub(crate) fn upload<T: Element>(device: &Device, edges: &[T]) -> Result<Self, Error> {
        let buffer = device.upload(edges)?;
        let argument = buffer.view().erased().argument();
        Ok(Self { argument, _memory: Arc::new(buffer) })
    }
}

impl fmt::Debug for DeviceEdges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DeviceEdges").field(&self.argument).finish()
    }
}

/// `bin:` gives the number itself, of so many bins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered {
    bins: u32,
}

impl Numbered {
    /// So many bins.
    ///
    /// # Errors
    /// When there are none.
    pub fn new(bins: u32) -> Result<Self, RangeError> {
        if bins == 0 { Err(RangeError::ZeroBins) } else { Ok(Self { bins }) }
    }
}

impl Binning for Numbered {
    const SAMPLE: Option<Type<'static>> = None;

    fn bins(&self) -> u32 {
        self.bins
    }

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
