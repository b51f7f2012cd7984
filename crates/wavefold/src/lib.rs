//! Declare a reduction or a histogram in Rust; get a readable GPU kernel and the same bits on the CPU.
//!
//! ```
//! use wavefold::prelude::*;
//!
//! reduction! {
//!     /// Largest absolute value; 0 for empty input.
//!     pub MaxAbs: fn(x: f32) -> f32 { map: x.abs(), op: |a, b| a.max(b), identity: 0.0 }
//! }
//!
//! # fn main() -> Result<(), wavefold::Error> {
//! let device = Device::best()?;
//! assert_eq!(MaxAbs.run(&device, &[0.5, -2.0, 1.25])?, 2.0);
//! assert!(MaxAbs::source(WarpSize::W64)?.contains("void max_abs("));
//! # Ok(())
//! # }
//! ```
//!
//! Inputs that memory does not hold come in chunks, and partial results are put together:
//!
//! ```
//! use wavefold::prelude::*;
//!
//! reduction! {
//!     /// The index of the largest value.
//!     ArgMax: fn(x: u16) -> u64 {
//!         index: i, map: ((x as u64) << 48) | i, op: |a, b| if b >> 48 > a >> 48 { b } else { a }, identity: none,
//!         finish: |t| t & 0xFFFF_FFFF_FFFF,
//!     }
//! }
//!
//! # fn main() -> Result<(), wavefold::Error> {
//! let device = Device::best()?;
//! assert_eq!(ArgMax.run_chunks(&device, [vec![3, 1], vec![4], vec![1, 5, 9, 2]])?, Some(5));
//!
//! let (low, high) = (ArgMax.partial(&device, 0, &[3, 1, 4])?, ArgMax.partial(&Device::cpu(), 3, &[1, 5, 9, 2])?);
//! assert_eq!(ArgMax.merge([low, high]), Some(5));
//! # Ok(())
//! # }
//! ```
//!
//! [`reduction!`] and [`histogram!`] list what a declaration can say. What it can do is in [`ReductionExt`] and
//! [`HistogramExt`]: `run` on slices, `plan` for buffers and streams, `source`, `check_laws`. Code that is generic over
//! declarations is bound by [`Reduction`] or [`Histogram`].
#![forbid(unsafe_code)]

// The macros name this crate as its users do.
extern crate self as wavefold;

pub mod histograms;
pub mod reductions;

#[doc(inline)]
pub use wavefold_codegen::{
    Counts, GenerateError, HistogramSchedule, ParseWarpSizeError, ReductionSchedule, Schedule, ScheduleError,
    WarpSize, tutorial,
};
#[doc(inline)]
pub use wavefold_macros::{DeviceType, device_fn, histogram, reduction};
#[doc(inline)]
pub use wavefold_runtime::{
    Attempt, BackendProbe, BinNumber, Binning, Buffer, BufferSlice, Chunk, Counted, Counter, Device, DeviceType,
    Edge, EdgeBins, Edges, Element, Ends, Error, EvenRange, Event, FoundLibrary, Graph, Histogram, HistogramExt,
    HistogramOutput, HistogramPlan, Inputs, IntoViews, LawViolation, LibraryError, LibraryProbe, Parameter,
    Partial, Place, Probe, Properties, RangeError, Reduction, ReductionExt, ReductionOutput, ReductionPlan,
    Sample, Stream, face,
    face::{Float, Integer, Number},
};

/// What a program needs to declare and run: `use wavefold::prelude::*;`.
pub mod prelude {
    #[doc(no_inline)]
    pub use crate::{
        Buffer, BufferSlice, Counted, Device, DeviceType, Edges, Float, HistogramExt, HistogramOutput,
        HistogramPlan, Integer, Number, ReductionExt, ReductionOutput, ReductionPlan, Stream, WarpSize, device_fn,
        histogram, reduction,
    };
}

/// The half floats of the crate `half`, as elements and accumulators.
#[doc(no_inline)]
pub use wavefold_runtime::half::{bf16, f16};

#[doc(inline)]
pub use wavefold_runtime::{cuda, hip};

/// What a vendor's compiler says to a kernel that it refuses: the error behind [`Error::Compile`].
pub mod compile {
    #[doc(inline)]
    pub use wavefold_runtime::compile::{CompileError, Message, Place, Severity};
}

/// What can go wrong in the emulator: the errors behind [`Error::Emulator`]; and what a device of [`Device::counting`] counts.
pub mod emulator {
    #[doc(inline)]
    pub use wavefold_runtime::emulator::{
        Access, Counters, EmulatorError, Fault, FaultKind, LaunchCounts, SourceLine, Target,
    };
}

mod review;

/// What the macros expand to; no part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use wavefold_codegen as codegen;
    pub use wavefold_runtime::{
        Binning, Counted, DeviceFunction, DeviceType, EdgeBins, Element, EvenRange, FoundCompiler, FoundLibrary,
        Histogram, Numbered, Parameter, Place, RangeError, Reduction, face, half,
    };

    /// What `assert_kernel_snapshot!` expands to.
    pub mod review {
        pub use crate::review::{assert, name};
    }
}

/// The examples of the README are compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So is that of the page about the ladder.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/ladder.md")]
struct Ladder;
