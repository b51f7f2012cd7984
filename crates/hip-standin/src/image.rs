//! Code objects: which kernels they have and what those take.

use std::ffi::{CStr, c_char, c_void};

/// A loaded code object.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) kernels: Vec<Kernel>,
}

/// A kernel of it.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// Bytes of each argument, in order.
    pub(crate) arguments: Vec<usize>,
}

/// What a stand-in's code object begins with. It is text: a line for each kernel, with its name and the bytes of its
/// arguments, and a zero at the end.
pub(crate) const MAGIC: &str = "stand-in code object";

impl Image {
    /// Reads the code object at this address; `None` where it is none. An ELF file of AMD's would be read here too: its
    /// note `AMDGPU` holds kernels and arguments.
    ///
    /// # Safety
    /// It is a code object, or text that ends with a zero.
    pub(crate) unsafe fn read(image: *const c_void) -> Option<Self> {
        // SAFETY: the caller promises it.
        let text = unsafe { CStr::from_ptr(image.cast::<c_char>()) }.to_str().ok()?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return None;
        }
        let kernels = lines.map(|line| {
            let mut words = line.split(' ');
            let name = words.next()?.to_owned();
            let arguments = words.map(|bytes| bytes.parse().ok()).collect::<Option<_>>()?;
            Some(Kernel { name, arguments })
        });
        Some(Self { kernels: kernels.collect::<Option<_>>()? })
    }
}
