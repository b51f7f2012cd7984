//! The libraries where they are missing, and a real GPU where there is one.

mod gpu;
mod interop;
mod libraries;
mod process;
mod texts;

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Once;

use super::Cuda;
use crate::backend::{Backend, StreamHandle};

/// The first GPU; `None`, loudly, where there is none and `WAVEFOLD_REQUIRE` does not name `cuda`.
fn gpu() -> Option<Cuda> {
    match Cuda::open(0) {
        Ok(cuda) => Some(cuda),
        Err(error) => {
            let required = std::env::var("WAVEFOLD_REQUIRE").unwrap_or_default();
            let required: BTreeSet<_> = required.split(',').map(str::trim).collect();
            assert!(!required.contains("cuda"), "WAVEFOLD_REQUIRE names `cuda`, but it is missing: {error}");
            static REPORTED: Once = Once::new();
            REPORTED.call_once(|| {
                // The harness captures `eprintln!` of passing tests, but not what is written to the stream itself.
                let _ = writeln!(std::io::stderr(), "\n*** NOT RUN on CUDA: {error}\n");
            });
            None
        }
    }
}

/// Allocated memory of a test, given back at its end.
struct Memory<'a> {
    cuda: &'a Cuda,
    pointer: crate::backend::DevicePointer,
    bytes: usize,
}

impl<'a> Memory<'a> {
    fn zeroed(cuda: &'a Cuda, bytes: usize) -> Self {
        let pointer = cuda.allocate(bytes).unwrap();
        // SAFETY: the memory was just allocated, and the default stream is always open.
        unsafe { cuda.zero(pointer, bytes, StreamHandle::DEFAULT) }.unwrap();
        Self { cuda, pointer, bytes }
    }

    fn write(&self, values: &[u32], stream: StreamHandle) {
        assert!(size_of_val(values) <= self.bytes);
        // SAFETY: there is room, and tests use memory in one stream at a time.
        unsafe { self.cuda.write(self.pointer, bytemuck::cast_slice(values), stream) }.unwrap();
    }

    fn read(&self, stream: StreamHandle) -> Vec<u32> {
        let mut values = vec![0; self.bytes / 4];
        // SAFETY: all of it is initialised.
        unsafe { self.cuda.read(bytemuck::cast_slice_mut(&mut values), self.pointer, stream) }.unwrap();
        values
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        // SAFETY: allocated by this device, and nobody has the address any more.
        unsafe { self.cuda.free(self.pointer, self.bytes) }
    }
}

/// An open stream of a test.
struct Stream<'a> {
    cuda: &'a Cuda,
    handle: StreamHandle,
}

impl<'a> Stream<'a> {
    fn open(cuda: &'a Cuda) -> Self {
        Self { cuda, handle: cuda.open_stream().unwrap() }
    }

    fn synchronize(&self) -> Result<(), crate::Error> {
        // SAFETY: the stream is open.
        unsafe { self.cuda.synchronize(self.handle) }
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // SAFETY: opened above, closed once.
        unsafe { self.cuda.close_stream(self.handle) }
    }
}
