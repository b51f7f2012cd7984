//! The libraries where they are missing, and a real GPU where there is one.

mod compiler;
mod gpu;
mod interop;
mod libraries;
mod process;
mod texts;

use std::fmt::Display;
use std::io::Write;
use std::ops::Deref;
use std::process::Command;
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Cuda;
use super::nvrtc::Nvrtc;
use crate::backend::{Backend, StreamHandle};
use crate::element::{as_bytes, read_elements};

/// A GPU that tests share, or that one has for itself.
struct Gpu {
    cuda: Cuda,
    _held: Held,
}

enum Held {
    Shared(#[expect(dead_code, reason = "held")] RwLockReadGuard<'static, ()>),
    Alone(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'static, ()>),
}

/// Who uses the GPU. A test that fails leaves nothing broken behind that others could not bear.
static IN_USE: RwLock<()> = RwLock::new(());

impl Deref for Gpu {
    type Target = Cuda;

    fn deref(&self) -> &Cuda {
        &self.cuda
    }
}

/// The first GPU; `None`, loudly, where there is none.
fn gpu() -> Option<Gpu> {
    let held = Held::Shared(IN_USE.read().unwrap_or_else(PoisonError::into_inner));
    open().map(|cuda| Gpu { cuda, _held: held })
}

/// The first GPU while no other test uses it: for times and for free memory.
fn gpu_alone() -> Option<Gpu> {
    let held = Held::Alone(IN_USE.write().unwrap_or_else(PoisonError::into_inner));
    open().map(|cuda| Gpu { cuda, _held: held })
}

fn open() -> Option<Cuda> {
    static REPORTED: Once = Once::new();
    unless_missing(Cuda::open(0), "on CUDA", &REPORTED)
}

/// The compiler, which needs no GPU; `None`, loudly, where there is none.
fn nvrtc() -> Option<&'static Nvrtc> {
    static REPORTED: Once = Once::new();
    unless_missing(Nvrtc::get(u32::MAX), "with NVRTC", &REPORTED)
}

/// What is missing fails where `WAVEFOLD_REQUIRE` names `cuda`, and is told once where it does not.
fn unless_missing<T>(found: Result<T, impl Display>, what: &str, reported: &Once) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(error) => {
            let required = std::env::var("WAVEFOLD_REQUIRE").unwrap_or_default();
            let required = required.split(',').any(|name| name.trim() == "cuda");
            assert!(!required, "WAVEFOLD_REQUIRE names `cuda`, but it is missing: {error}");
            reported.call_once(|| {
                // The harness captures `eprintln!` of passing tests, but not what is written to the stream itself.
                let _ = writeln!(std::io::stderr(), "\n*** NOT RUN {what}: {error}\n");
            });
            None
        }
    }
}

/// Runs an ignored test in a new process and gives what it prints.
fn child(test: &str) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([&format!("cuda::tests::{test}"), "--exact", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{test}: {}\n{text}", output.status);
    assert!(text.contains("running 1 test"), "{test} was not found:\n{text}");
    text
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
        unsafe { self.cuda.write(self.pointer, as_bytes(values), stream) }.unwrap();
    }

    fn read(&self, stream: StreamHandle) -> Vec<u32> {
        let len = self.bytes / 4;
        // SAFETY: all of it is initialised, and copied.
        unsafe { read_elements(Vec::with_capacity(len), len, |to| self.cuda.read(to, self.pointer, stream)) }
            .unwrap()
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
