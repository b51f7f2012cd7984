//! Code objects: which kernels they have and what those take.

use std::ffi::{CStr, c_char, c_void};
use std::slice;

use crate::executor::Executor;

/// A loaded code object.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) kernels: Vec<Kernel>,
    /// The executor's number of it, where it is code.
    pub(crate) number: Option<usize>,
    /// Where it lies: the real runtime keeps the address and reads from it later.
    address: usize,
    bytes: Vec<u8>,
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

const ELF: &[u8] = b"\x7fELF";

impl Image {
    /// Reads the stand-in's code object at this address; `None` where it is none.
    ///
    /// # Safety
    /// It is a code object, or text that ends with a zero.
    pub(crate) unsafe fn read(image: *const c_void) -> Option<Self> {
        // SAFETY: the caller promises it.
        let text = unsafe { CStr::from_ptr(image.cast::<c_char>()) }.to_str().ok()?;
        let kernels = text.strip_prefix(MAGIC)?.strip_prefix('\n')?;
        let bytes = text.as_bytes().to_vec();
        Some(Self { kernels: Kernel::list(kernels)?, number: None, address: image as usize, bytes })
    }

    /// Gives AMD's code object at this address to the executor. What is wrong with it is said, as it is where it is for
    /// another architecture.
    ///
    /// # Safety
    /// It is a code object: an ELF file, all of it.
    pub(crate) unsafe fn load(
        image: *const c_void,
        executor: &mut Executor,
        architecture: &str,
    ) -> Result<Self, String> {
        // SAFETY: the caller promises a code object.
        let bytes = unsafe { elf(image.cast()) }.ok_or("it is no ELF file of 64 bits")?.to_vec();
        let (number, said) = executor.load(&bytes)?;
        let (found, kernels) = said.split_once('\n').ok_or("it has no kernel")?;
        if Some(found) != architecture.split(':').next() {
            return Err(format!("it is for {found}, and the device is {architecture}"));
        }
        let kernels = Kernel::list(kernels).ok_or_else(|| format!("the executor says {kernels:?}"))?;
        Ok(Self { kernels, number: Some(number), address: image as usize, bytes })
    }

    /// Whether it still lies where it lay when it was loaded.
    ///
    /// # Safety
    /// It should; where it does not, this reads what was freed, and may say so by a crash.
    pub(crate) unsafe fn is_intact(&self) -> bool {
        // SAFETY: the caller should have kept it.
        unsafe { slice::from_raw_parts(self.address as *const u8, self.bytes.len()) == self.bytes }
    }
}

impl Kernel {
    /// Kernels as text: a line for each, its name and the bytes of its arguments.
    fn list(lines: &str) -> Option<Vec<Self>> {
        let kernel = |line: &str| {
            let mut words = line.split(' ');
            let name = words.next()?.to_owned();
            let arguments = words.map(|bytes| bytes.parse().ok()).collect::<Option<_>>()?;
            Some(Self { name, arguments })
        };
        lines.lines().map(kernel).collect()
    }
}

/// The ELF file that begins here; its header says where its last part, the table of sections, ends.
///
/// # Safety
/// At least four bytes, and if they are those of an ELF file, all of it.
unsafe fn elf<'a>(start: *const u8) -> Option<&'a [u8]> {
    const HEADER: usize = 64;
    // SAFETY: the caller promises four bytes.
    if unsafe { slice::from_raw_parts(start, ELF.len()) } != ELF {
        return None;
    }
    // SAFETY: an ELF file has its header.
    let header = unsafe { slice::from_raw_parts(start, HEADER) };
    let number = |at: usize, bytes: usize| {
        header[at..at + bytes].iter().rev().fold(0_usize, |number, &byte| (number << 8) | usize::from(byte))
    };
    let (class, sections, bytes_of_one, count) = (header[4], number(0x28, 8), number(0x3A, 2), number(0x3C, 2));
    let bytes = sections.checked_add(bytes_of_one * count)?;
    // SAFETY: the caller promises the whole file.
    (class == 2).then(|| unsafe { slice::from_raw_parts(start, bytes) })
}
