//! The body of wavefold's macros: syn to an own tree with the user's spans, diagnostics, tree to tokens.
#![forbid(unsafe_code)]

mod declaration;
mod expand;
mod face;
mod lower;
mod nearest;
mod parse;
mod report;
mod spec;
#[cfg(test)]
mod tests;
mod tree;

pub use expand::{device_fn, device_type, histogram, reduction};
