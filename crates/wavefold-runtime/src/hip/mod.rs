//! AMD GPUs, through the HIP runtime (`amdhip64`) and hiprtc, both opened at run time.
//!
//! # What has run where
//! **Nothing of this module has launched a kernel on AMD hardware yet.** What has been tested without:
//!
//! - the declarations of `hip-sys`, by a C++ compiler against the headers of ROCm 5.7.1 and 6.4.3;
//! - loading, versions, and the answer to a missing device, with the real runtimes of 5.7.1 and 6.4.3;
//! - compiling, with the real hiprtc of those versions;
//! - everything from the first device on (memory, copies, streams, events, modules, launches, graphs, teardown) against
//!   a stand-in for `amdhip64` that records each call, with each call made to fail, and functions taken away.
//!
//! What only hardware can show is not known: speed, the runtime's real waiting, and what it does after a fault. ROCm is
//! known to end the process on an access out of bounds, where CUDA makes the device unusable; where it answers with an
//! error instead, that error is given once and [`Error::DeviceLost`](crate::Error::DeviceLost) from then on.
//!
//! Code objects of hiprtc 5.7.1 for gfx942 and gfx1100 have been executed on the CPU, instruction by instruction, through
//! all of this and the stand-in: whole suites, with the right bits (`cargo xtask amdemu`).
//!
//! # Threads and devices
//! Devices are numbered as the runtime numbers them, after `HIP_VISIBLE_DEVICES`. A call makes its device the calling
//! thread's current one and leaves it so.

mod compiler;
mod context;
mod device;
mod events;
mod graphs;
mod kernel;
mod leftovers;
mod library;
mod memory;
mod options;
mod probe;
mod streams;
// The stand-in is a shared library of Linux.
#[cfg(all(test, target_os = "linux"))]
mod tests;

pub use options::{HipCompiler, HipOptions, WorkGroupMode};
pub use wavefold_worker::WorkerCommand;

pub(crate) use device::Hip;
pub(crate) use probe::{device_count, probe};
