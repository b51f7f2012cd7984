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
