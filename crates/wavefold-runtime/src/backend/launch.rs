//! What a launch hands to a kernel.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use smallvec::SmallVec;
use wavefold_codegen::Value;

use super::DevicePointer;

/// Grid, block and arguments of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Launch<'a> {
    /// Blocks.
    pub(crate) grid: u32,
    /// Threads of a block.
    pub(crate) block: u32,
    /// Bytes of shared memory for the text's `extern __shared__` array.
    pub(crate) shared_bytes: u32,
    /// Arguments in the order of the text.
    pub(crate) arguments: &'a [Argument],
}

impl Launch<'_> {
    /// Where each argument's value lies, as the vendors' launch functions want it. They copy the values before they
    /// return, and as many bytes as the kernel declares.
    pub(crate) fn pointers(&self) -> SmallVec<[*mut c_void; 16]> {
        self.arguments.iter().map(Argument::value_pointer).collect()
    }
}

/// One argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// A number, an array or a struct, passed by value.
    Value(ByValue),
    /// Device memory, passed as its address.
    Memory {
        /// Where it begins.
        pointer: DevicePointer,
        /// Bytes that the kernel may use from there.
        bytes: usize,
        /// Whether the kernel may write them.
        writable: bool,
    },
}

impl Argument {
    fn value_pointer(&self) -> *mut c_void {
        match self {
            Self::Value(value) => value.as_bytes().as_ptr().cast_mut().cast(),
            Self::Memory { pointer, .. } => ptr::from_ref(pointer).cast_mut().cast(),
        }
    }
}

/// The bytes of a kernel argument that is passed by value. A clone allocates nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ByValue {
    /// Those of most: numbers, the range of a histogram.
    Small {
        /// They come first.
        bytes: [u8; Self::SMALL],
        /// How many there are.
        length: usize,
    },
    /// More of them.
    Large(Arc<[u8]>),
}

impl ByValue {
    const SMALL: usize = 32;

    /// A value that has these bytes.
    pub(crate) fn new(value: &[u8]) -> Self {
        let mut bytes = [0; Self::SMALL];
        match bytes.get_mut(..value.len()) {
            Some(place) => {
                place.copy_from_slice(value);
                Self::Small { bytes, length: value.len() }
            }
            None => Self::Large(value.into()),
        }
    }

    /// A struct of these fields without padding between them; a single field is the field itself.
    pub(crate) fn of(fields: &[Value]) -> Self {
        let mut bytes: SmallVec<[u8; Self::SMALL]> = SmallVec::new();
        for field in fields {
            bytes.extend_from_slice(&field.bits.to_le_bytes()[..field.scalar.size() as usize]);
        }
        Self::new(&bytes)
    }

    /// The bytes, as device memory holds them.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Small { bytes, length } => &bytes[..*length],
            Self::Large(bytes) => bytes,
        }
    }
}
