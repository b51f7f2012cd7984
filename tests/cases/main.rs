//! Faults that users of other libraries reported, as inputs with the right answer, on every backend. Each test names
//! where the fault was reported; `tests/README.md` lists what cannot be declared yet.

#[macro_use]
#[path = "../common/backends.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod backends;
#[path = "../common/inputs.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod inputs;

mod accumulators;
mod arguments;
mod contention;
mod laws;
mod ordered;
mod ranges;
mod structs;
mod text;
mod tutorials;
mod values;
