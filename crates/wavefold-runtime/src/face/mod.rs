//! The arithmetic that a declaration computes with in Rust: the same bits as its kernel text.
//!
//! Where Rust's own operator could panic, or leaves bits open, the result is defined here: integers wrap,
//! shift counts are masked, division by zero has a value, `-0.0 < +0.0` in `min` and `max`. Everything else
//! is what Rust computes. Half floats, which Rust does not compute with, go by `f32` and are rounded after every function.
//!
//! [`Number`], [`Float`] and [`Integer`] are the bounds of generic declarations.
//!
//! The macros emit calls of these functions with the tokens of the declaration as arguments, so that rustc's
//! type errors point at the user's code. Every function has one type parameter that can be named:
//! `face::max::<f32>(a, b)`.

#[macro_use]
mod table;

mod arithmetic;
mod bits;
mod casts;
mod comparisons;
mod floats;
mod halves;
mod integers;
mod number;
mod operators;
mod order;
mod transcendental;
mod values;

pub use arithmetic::*;
pub use bits::*;
pub use casts::*;
pub use comparisons::*;
pub use floats::*;
pub use halves::*;
pub use integers::*;
pub use number::*;
pub use operators::*;
pub use transcendental::*;
pub use values::*;

#[cfg(test)]
mod tests;
