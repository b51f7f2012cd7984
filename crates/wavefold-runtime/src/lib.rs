//! Devices, buffers, streams and plans, and the backends behind them.

#[macro_use]
mod tuples;

mod agreement;
mod backend;
mod binning;
mod buffer;
pub mod compile;
mod counter;
mod cpu;
pub mod cuda;
mod device;
mod edges;
mod element;
// Fibers, mappings and ELF images: where those are missing, a stand-in refuses.
#[cfg_attr(
    not(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")),
    path = "emulator/elsewhere.rs"
)]
pub mod emulator;
mod error;
mod even_range;
pub mod face;
mod function;
pub mod hip;
mod histogram;
mod inputs;
mod kernels;
mod laws;
mod memory;
mod parameter;
mod plan;
mod probe;
mod reduction;
mod sealed;
mod stream;
#[cfg(test)]
mod tests;

pub use binning::{BinNumber, Binning, DeviceEdges, Numbered, Place};
pub use buffer::{Buffer, BufferSlice};
pub use counter::{Counted, Counter};
pub use device::Device;
pub use edges::{Edge, EdgeBins, Edges};
pub use element::{DeviceType, Element};
pub use error::{Attempt, Ends, Error, LibraryError, RangeError};
pub use even_range::{EvenRange, Sample};
pub use function::DeviceFunction;
pub use half;
pub use histogram::Histogram;
pub use inputs::{Inputs, IntoViews};
pub use laws::LawViolation;
pub use parameter::Parameter;
pub use plan::{
    Chunk, HistogramExt, HistogramOutput, HistogramPlan, Partial, ReductionExt, ReductionOutput, ReductionPlan,
};
pub use probe::{BackendProbe, FoundCompiler, FoundLibrary, LibraryProbe, Probe, Properties};
pub use reduction::Reduction;
pub use stream::{Event, Graph, Stream};
