//! Devices, buffers, streams and plans, and the backends behind them.

mod binning;
mod counter;
mod element;
pub mod emulator;
mod error;
mod even_range;
pub mod face;
mod histogram;
mod inputs;
mod laws;
mod reduction;

pub use binning::{BinNumber, Binning, Numbered, Place};
pub use counter::{Counted, Counter};
pub use element::Element;
pub use error::{Ends, RangeError};
pub use even_range::{EvenRange, Sample};
pub use histogram::Histogram;
pub use inputs::Inputs;
pub use laws::{LawViolation, check_laws, check_laws_on};
pub use reduction::Reduction;
