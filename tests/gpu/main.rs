//! What only a real GPU can show: more elements than 32 bits count, its memory's end, streams at once, graphs, leaks.
//!
//! The conformance suite holds a GPU to the right bits; this one to being a good device. A kernel's fault, which costs
//! the process its device, is in `tests/gpu_fault.rs`.

#[macro_use]
#[allow(dead_code, reason = "only GPUs are tested here")]
#[path = "../common/backends.rs"]
mod backends;
#[allow(dead_code, reason = "other suites use the rest")]
#[path = "../common/inputs.rs"]
mod inputs;

mod concurrency;
mod graphs;
mod large;
mod leaks;
mod lifetimes;
mod memory;
mod properties;
mod slices;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Who makes a stream by other means may wait for the whole context, as cudarc does, and that spoils every capture under way.
static CAPTURES: RwLock<()> = RwLock::new(());

/// Held by tests that capture.
fn capturing() -> RwLockReadGuard<'static, ()> {
    CAPTURES.read().unwrap_or_else(PoisonError::into_inner)
}

/// Held while nobody may capture.
#[allow(dead_code, reason = "only on CUDA")]
fn nobody_captures() -> RwLockWriteGuard<'static, ()> {
    CAPTURES.write().unwrap_or_else(PoisonError::into_inner)
}
