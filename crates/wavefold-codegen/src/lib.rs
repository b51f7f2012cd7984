//! From a specification to readable HIP C++ text: pure, deterministic, no I/O.
#![forbid(unsafe_code)]

mod error;
mod expr;
mod method;
mod schedule;
mod spec;
mod types;

pub use error::ScheduleError;
pub use expr::{Arm, Binary, Constant, Expr, Let, NumericConst, Pattern, Unary, Value};
pub use method::{Method, Receiver, Shape};
pub use schedule::{HistogramSchedule, MAX_VECTOR_BYTES, ReductionSchedule, SHARED_MEMORY, SLOTS, WarpSize};
pub use spec::{Binding, Binning, Finish, HistogramSpec, Item, Location, Op, Outside, Part, Pins, ReductionSpec};
pub use types::{Scalar, Type};
