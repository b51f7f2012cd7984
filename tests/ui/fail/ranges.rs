//! Ranges that are wrong whatever the data are.
use wavefold::prelude::*;

histogram! { pub Empty: fn(x: f32) -> u32 { range: 1.0..1.0, bins: 10 } }
histogram! { pub EmptyInF32: fn(x: f32) -> u32 { range: 1.0..1.00000000001, bins: 10 } }
histogram! { pub Reversed: fn(x: i32) -> u32 { range: 5..=-5, bins: 10 } }
histogram! { pub Nan: fn(x: f64) -> u32 { range: f64::NAN..1.0, bins: 10 } }
histogram! { pub Infinite: fn(x: f64) -> u32 { range: 0.0..=f64::INFINITY, bins: 10 } }
histogram! { pub TooLarge: fn(x: f32) -> u32 { range: 0.0..1e39, bins: 10 } }
histogram! { pub Open: fn(x: f32) -> u32 { range: 0.0.., bins: 10 } }
histogram! { pub NoRange: fn(x: f32) -> u32 { range: 10.0, bins: 10 } }
histogram! { pub Integers: fn(x: f32) -> u32 { range: 0..10, bins: 10 } }
histogram! { pub Floats: fn(x: u8) -> u32 { range: 0.0..10.0, bins: 10 } }
histogram! { pub Truth: fn(x: u8) -> u32 { range: false..true, bins: 10 } }
histogram! { pub Pixels: fn(px: [u8; 3]) -> u32 { range: 0..256, bins: 10 } }
histogram! { pub Two: fn(x: f32, y: f32) -> u32 { range: 0.0..1.0, bins: 10 } }
histogram! { pub Sample: fn(x: f32) -> u32 { range: 0.0..x, bins: 10 } }

fn main() {}
