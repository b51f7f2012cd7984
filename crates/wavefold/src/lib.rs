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
//! [`reduction!`] and [`histogram!`] list what a declaration can say. What it can do is in [`ReductionExt`] and
//! [`HistogramExt`]: `run` on slices, `plan` for buffers and streams, `source`, `check_laws`. Code that is generic over
//! declarations is bound by [`Reduction`] or [`Histogram`].
#![forbid(unsafe_code)]

#[doc(inline)]
pub use wavefold_codegen::{
    Counts, GenerateError, HistogramSchedule, ParseWarpSizeError, ReductionSchedule, ScheduleError, WarpSize,
};
#[doc(inline)]
pub use wavefold_macros::{histogram, reduction};
#[doc(inline)]
pub use wavefold_runtime::{
    Attempt, BackendProbe, BinNumber, Binning, Buffer, BufferSlice, Counted, Counter, Device, Edge, EdgeBins,
    Edges, Element, Ends, Error, EvenRange, Event, FoundLibrary, Graph, Histogram, HistogramExt, HistogramOutput,
    HistogramPlan, Inputs, IntoViews, LawViolation, LibraryError, LibraryProbe, Place, Probe, Properties,
    RangeError, Reduction, ReductionExt, ReductionOutput, ReductionPlan, Sample, Stream, face,
};

/// What a program needs to declare and run: `use wavefold::prelude::*;`.
pub mod prelude {
    #[doc(no_inline)]
    pub use crate::{
        Buffer, BufferSlice, Counted, Device, Edges, HistogramExt, HistogramOutput, HistogramPlan, ReductionExt,
        ReductionOutput, ReductionPlan, Stream, WarpSize, histogram, reduction,
    };
}

#[doc(inline)]
pub use wavefold_runtime::{cuda, hip};

/// What a vendor's compiler says to a kernel that it refuses: the error behind [`Error::Compile`].
pub mod compile {
    #[doc(inline)]
    pub use wavefold_runtime::compile::{CompileError, Message, Place, Severity};
}

/// What can go wrong in the emulator: the errors behind [`Error::Emulator`].
pub mod emulator {
    #[doc(inline)]
    pub use wavefold_runtime::emulator::{Access, EmulatorError, Fault, FaultKind, SourceLine, Target};
}

/// What the macros expand to; no part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use wavefold_codegen as codegen;
    pub use wavefold_runtime::{
        Binning, Counted, DeviceFunction, DeviceType, EdgeBins, Element, EvenRange, FoundCompiler, FoundLibrary,
        Histogram, Numbered, Place, RangeError, Reduction, face,
    };
}

/// The examples of the README are compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
