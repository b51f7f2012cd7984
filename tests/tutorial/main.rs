//! The tutorials' schedules: whatever axes they combine, whatever is declared, the result is the right one.
//!
//! They join elements in orders of their own, so inputs are made for which no order can show: whole numbers that no sum
//! rounds, extremes, remainders. What is right is then what a plain loop comes to.

#[macro_use]
#[path = "../common/backends.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod backends;
#[path = "../common/inputs.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod inputs;
#[path = "../common/judge.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod judge;
#[path = "../common/sizes.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod sizes;
#[path = "../common/tally.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod tally;

mod axes;
mod check;
mod counts;
mod declarations;
mod declared;
mod presets;
mod shapes;
mod values;
