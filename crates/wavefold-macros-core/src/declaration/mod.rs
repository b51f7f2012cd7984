//! Declarations: header, keys and what is checked about them.

mod device_fn;
mod edges;
mod entries;
mod generics;
mod header;
mod histogram;
mod keys;
mod pins;
mod range;
mod reduction;
mod schedule;
mod scopes;

pub(crate) use device_fn::DeviceFn;
pub(crate) use edges::{EdgeValues, Edges};
pub(crate) use header::{Header, MOST_INPUTS, docs, shared};
pub(crate) use histogram::{Bins, Finding, Histogram};
pub(crate) use pins::Pins;
pub(crate) use range::Range;
pub(crate) use reduction::{Known, Reduction};
