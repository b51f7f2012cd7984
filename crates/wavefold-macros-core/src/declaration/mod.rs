//! Declarations: header, keys and what is checked about them.

mod edges;
mod entries;
mod header;
mod histogram;
mod keys;
mod pins;
mod range;
mod reduction;
mod scopes;

pub(crate) use edges::{EdgeValues, Edges, edge_name};
pub(crate) use header::{Header, shared};
pub(crate) use histogram::{Bins, Finding, Histogram};
pub(crate) use pins::Pins;
pub(crate) use range::Range;
pub(crate) use reduction::{Known, Reduction};
