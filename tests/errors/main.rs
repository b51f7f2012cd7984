//! Bad input is a typed error that names the thing, the numbers and the remedy; nothing is half-written.

#[macro_use]
#[path = "../common/backends.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod backends;

mod compiler;
mod inputs;
mod ranges;
mod schedules;
mod tutorials;
