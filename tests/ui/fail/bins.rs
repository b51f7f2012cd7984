//! The number of bins.
use wavefold::prelude::*;

histogram! { pub Zero: fn(x: u8) -> u32 { bin: x, bins: 0 } }
histogram! { pub Many: fn(x: u8) -> u32 { bin: x, bins: 4294967296 } }
histogram! { pub Suffix: fn(x: u8) -> u32 { bin: x, bins: 16u8 } }
histogram! { pub Computed: fn(x: u8) -> u32 { bin: x, bins: 2 * N } }
histogram! { pub Float: fn(x: u8) -> u32 { bin: x, bins: 10.0 } }
histogram! { pub Lower: fn(x: u8) -> u32 { bin: x, bins: count } }
histogram! { pub Own: fn(x: u8) -> u32 { bin: x, bins: Self::N } }

fn main() {}
