//! Expressions that are easily translated wrongly: the kernel text, executed, against the Rust face, bit by bit.
//!
//! `cargo xtask fuzz` looks for more of them; what it found is in `expressions/regressions.rs`.

#![allow(
    clippy::unnecessary_cast,
    clippy::match_like_matches_macro,
    clippy::match_single_binding,
    reason = "the expressions are odd on purpose"
)]

#[macro_use]
mod agree;
mod floats;
mod integers;
mod mixed;
mod regressions;
