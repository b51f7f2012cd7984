//! Code objects: which kernels they have and what those take.

use std::ffi::{CStr, c_char, c_void};
use std::slice;

/// A loaded code object.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) kernels: Vec<Kernel>,
    /// Where it lies: the real runtime keeps the address and reads from it later.
    address: usize,
    text: String,
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
        Some(Self { kernels: kernels.collect::<Option<_>>()?, address: image as usize, text: text.into() })
    }

    /// Whether it still lies where it lay when it was loaded.
    ///
    /// # Safety
    /// It should; where it does not, this reads what was freed, and may say so by a crash.
    pub(crate) unsafe fn is_intact(&self) -> bool {
        let bytes = self.text.as_bytes();
        // SAFETY: the caller should have kept it.
        unsafe { slice::from_raw_parts(self.address as *const u8, bytes.len()) == bytes }
    }
}
