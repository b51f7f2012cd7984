//! The native backend: the Rust face of a declaration, run by rayon in the canonical order.

mod device;
mod dispatch;
mod fold;
mod fork;
mod histogram;
mod large;
mod reduce;
mod runs;
mod slots;
mod tree;

pub(crate) use device::Cpu;
pub(crate) use histogram::{Tally, count};
pub(crate) use reduce::{conclude, reduce};
pub(crate) use tree::join;
