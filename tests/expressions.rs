//! Expressions that are easily translated wrongly: the kernel text, executed, against the Rust face, bit by bit.
//!
//! `cargo xtask fuzz` looks for more of them; what it found is in `expressions/regressions.rs`.

#[path = "expressions/agree.rs"]
#[macro_use]
mod agree;
#[path = "expressions/floats.rs"]
mod floats;
#[path = "expressions/integers.rs"]
mod integers;
#[path = "expressions/mixed.rs"]
mod mixed;
#[path = "expressions/regressions.rs"]
mod regressions;
