//! Devices, buffers, streams and plans, and the backends behind them.

mod binning;
mod counter;
mod element;
mod error;
pub mod face;
mod histogram;
mod inputs;
mod reduction;

pub use binning::{BinNumber, Binning, Numbered, Place};
pub use counter::{Counted, Counter};
pub use element::Element;
pub use error::RangeError;
pub use histogram::Histogram;
pub use inputs::Inputs;
pub use reduction::Reduction;
