//! Stacks, shadow memory and room for buffers, reused between launches.

use std::io;
use std::ptr::NonNull;

use super::error::EmulatorError;

/// The most threads of a block; `MAX_THREADS` of the runtime.
pub(crate) const MAX_THREADS: u32 = 1024;

const PAGE: usize = 64 * 1024;
/// The part of a slot that a thread may use, at least; below it lies a guard page (of the largest page size in
/// use).
const STACK_BYTES: usize = 256 * 1024;
/// A mapping larger than this is given back after the launch.
const KEPT: usize = 256 << 20;

/// The size of a thread's stack for a kernel whose functions have frames of `frames` bytes together. The lower
/// half of a stack is a margin.
pub(crate) fn stack_bytes(frames: usize) -> usize {
    STACK_BYTES.max((2 * frames).next_multiple_of(PAGE) + PAGE)
}

/// From the begin of one stack to the next.
pub(crate) fn stack_stride(stack_bytes: usize) -> usize {
    stack_bytes + PAGE
}

/// What one launch needs besides its arguments. One launch has it at a time.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// Stacks of a size.
    stacks: Option<(usize, Mapping)>,
    shadow: Option<Mapping>,
    arena: Option<Mapping>,
    /// When a thread and a lane of its warp last met in a partial group: `[thread][64]`.
    pub(crate) pairs: Vec<u32>,
    /// Counts synchronisations over all launches, so that shadow memory need not be cleared between them.
    pub(crate) clock: u64,
}

impl Default for Workspace {
    fn default() -> Self {
        Self { stacks: None, shadow: None, arena: None, pairs: vec![0; MAX_THREADS as usize * 64], clock: 1 }
    }
}

impl Workspace {
    /// Stacks for `threads`; each slot begins with its guard page.
    pub(crate) fn stacks(&mut self, threads: u32, stack_bytes: usize) -> Result<*mut u8, EmulatorError> {
        let stride = stack_stride(stack_bytes);
        // Powers of two, so that growing block sizes do not map anew each time.
        let bytes = threads.next_power_of_two() as usize * stride;
        if self.stacks.as_ref().is_none_or(|(size, mapping)| *size != stack_bytes || mapping.bytes < bytes) {
            self.stacks = None;
            let mapping = Mapping::new("stacks", bytes)?;
            for slot in 0..bytes / stride {
                mapping.protect(slot * stride, PAGE)?;
            }
            self.stacks = Some((stack_bytes, mapping));
        }
        Ok(self.stacks.as_ref().map_or(std::ptr::null_mut(), |(_, mapping)| mapping.start.as_ptr()))
    }

    /// At least `bytes` of shadow memory, with cells that are zero or older than the clock.
    pub(crate) fn shadow(&mut self, bytes: usize) -> Result<*mut u8, EmulatorError> {
        at_least(&mut self.shadow, "shadow memory", bytes)
    }

    /// At least `bytes` for copies of the buffers.
    pub(crate) fn arena(&mut self, bytes: usize) -> Result<*mut u8, EmulatorError> {
        at_least(&mut self.arena, "copies of the buffers", bytes)
    }

    pub(crate) fn shadow_bytes(&self) -> usize {
        self.shadow.as_ref().map_or(0, |mapping| mapping.bytes)
    }

    /// Gives back what is too large to keep.
    pub(crate) fn trim(&mut self) {
        for mapping in [&mut self.shadow, &mut self.arena] {
            mapping.take_if(|mapping| mapping.bytes > KEPT);
        }
        self.stacks.take_if(|(size, _)| *size > STACK_BYTES);
    }
}

fn at_least(mapping: &mut Option<Mapping>, what: &'static str, bytes: usize) -> Result<*mut u8, EmulatorError> {
    if mapping.as_ref().is_none_or(|mapping| mapping.bytes < bytes) {
        *mapping = None;
        *mapping = Some(Mapping::new(what, bytes.max(1).next_multiple_of(1 << 20))?);
    }
    Ok(mapping.as_ref().map_or(std::ptr::null_mut(), |mapping| mapping.start.as_ptr()))
}

/// Private anonymous memory, committed as it is touched.
#[derive(Debug)]
pub(crate) struct Mapping {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a mapping is plain memory that belongs to its owner alone.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Zeros.
    pub(crate) fn new(what: &'static str, bytes: usize) -> Result<Self, EmulatorError> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh anonymous mapping at an address of the kernel's choice touches nothing that exists.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, -1, 0) };
        let failed = || EmulatorError::Memory { what, bytes, source: io::Error::last_os_error() };
        if start == libc::MAP_FAILED {
            return Err(failed());
        }
        NonNull::new(start.cast()).map(|start| Self { start, bytes }).ok_or_else(failed)
    }

    pub(crate) fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    fn protect(&self, offset: usize, bytes: usize) -> Result<(), EmulatorError> {
        // SAFETY: `offset .. offset + bytes` lies in this mapping, which nobody uses yet.
        let result = unsafe { libc::mprotect(self.start.as_ptr().add(offset).cast(), bytes, libc::PROT_NONE) };
        if result == 0 {
            Ok(())
        } else {
            Err(EmulatorError::Memory { what: "guard pages", bytes, source: io::Error::last_os_error() })
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and nothing refers to it any more. A failure leaks it, which is harmless.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.bytes) };
    }
}
