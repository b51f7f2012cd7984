//! Declare a reduction or a histogram in Rust; get a readable GPU kernel and the same bits on the CPU.
#![forbid(unsafe_code)]

pub use wavefold_codegen::{HistogramSchedule, ReductionSchedule, ScheduleError, WarpSize};
pub use wavefold_macros::{histogram, reduction};
pub use wavefold_runtime::*;

/// What a program needs to declare and run: `use wavefold::prelude::*;`.
pub mod prelude {
    pub use wavefold_codegen::WarpSize;
    pub use wavefold_macros::{histogram, reduction};
    pub use wavefold_runtime::*;
}

/// What the macros expand to; no part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use wavefold_codegen as codegen;
    pub use wavefold_runtime::*;
}

/// The examples of the README are compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
