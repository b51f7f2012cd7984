//! A stand-in for the HIP runtime, for tests without an AMD GPU.
//!
//! It is a shared library with the functions of `amdhip64` that wavefold calls, as strict as the real one may be: **work
//! is done only when it is waited for**, so that a copy whose host memory goes away too early is seen; whatever is used
//! after it was given back, or given back while work with it is in flight, is noted as misuse; what a capture forbids
//! spoils it. Every call is recorded as a line of text, and any call can be made to fail.
//!
//! A test opens it through [`Standin`], which gives each its own copy with its own state.
//!
//! # What a kernel does
//! A launch is recorded with its grid, its block and each argument, and once more when its turn comes. The stand-in's own
//! code objects do nothing then. With an executor ([`Options::executor`]) it loads AMD's code objects instead, as a
//! compiler makes them, and executes them on the CPU, instruction by instruction: another process does it, which shares
//! the file that device memory lies in. What a kernel does wrong, an access out of range say, fails the call that waits for
//! it, and `hipGetErrorString` tells it.

#![cfg(target_os = "linux")]
#![allow(non_snake_case, reason = "the names of the HIP runtime")]

mod control;
mod executor;
mod hip;
mod image;
mod launch;
mod memory;
mod objects;
mod queue;
mod standin;
mod state;

pub use standin::{Options, Standin};
