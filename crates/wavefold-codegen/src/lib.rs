//! From a specification to readable HIP C++ text: pure, deterministic, no I/O.
#![forbid(unsafe_code)]

mod elements;
mod error;
mod expr;
mod functions;
mod header;
mod histogram;
mod infer;
mod kernel_text;
mod legality;
mod method;
mod prelude;
mod reduction;
mod schedule;
mod spec;
mod text;
mod types;

pub use error::{GenerateError, ScheduleError};
pub use expr::{Arm, Binary, Constant, Expr, Let, NumericConst, Pattern, Unary, Value};
pub use histogram::histogram;
pub use kernel_text::KernelText;
pub use method::{Method, Receiver, Shape};
pub use reduction::reduction;
pub use schedule::{HistogramSchedule, MAX_VECTOR_BYTES, ReductionSchedule, SHARED_MEMORY, SLOTS, WarpSize};
pub use spec::{Binding, Binning, Finish, HistogramSpec, Item, Location, Op, Outside, Part, Pins, ReductionSpec};
pub use types::{Scalar, Type};
