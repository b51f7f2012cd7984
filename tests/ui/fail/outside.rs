//! What becomes of elements outside every bin.
use wavefold::prelude::*;

histogram! { pub Misspelt: fn(x: u8) -> u32 { bin: x, bins: 8, outside: clmap } }
histogram! { pub Unknown: fn(x: u8) -> u32 { bin: x, bins: 8, outside: wrap_around } }
histogram! { pub Text: fn(x: u8) -> u32 { bin: x, bins: 8, outside: "drop" } }

fn main() {}
