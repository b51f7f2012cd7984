//! From a specification to readable HIP C++ text: pure, deterministic, no I/O.
#![forbid(unsafe_code)]

mod error;
mod infer;
mod kernel;
mod schedule;
mod spec;
mod standalone;
mod text;
pub mod tutorial;

pub use error::{GenerateError, ScheduleError};
pub use kernel::{KernelText, Origin, histogram, histogram_of_part, partial, prelude, reduction};
pub use schedule::{
    Counts, HistogramSchedule, MAX_ACCUMULATOR_BYTES, MAX_BINS, MAX_VECTOR_BYTES, ParseWarpSizeError, Provision,
    ReductionSchedule, SHARED_MEMORY, SLOTS, Schedule, WarpSize,
};
pub use spec::{
    Arm, Binary, Binding, Binning, Constant, Expr, Field, FieldValue, Finish, Fp, Function, HistogramSpec, Item,
    Let, Location, Method, NumericConst, Op, Outside, Part, Pattern, Pins, Receiver, ReductionSpec, Scalar, Shape,
    Struct, Type, Unary, Value, half_bits, run_length,
};
pub use standalone::{BinValues, standalone_histogram, standalone_reduction};
