//! What rustc says about types: it underlines what the user wrote.
use wavefold::prelude::*;

histogram! { pub FloatBin: fn(x: f32) -> u32 { bin: x * 10.0, bins: 10 } }
histogram! { pub TruthBin: fn(x: f32) -> u32 { bin: x > 0.0, bins: 2 } }
histogram! { pub ZeroBins: fn(x: u8) -> u32 { bin: x, bins: ZERO } }
histogram! { pub NegativeBins: fn(x: u8) -> u32 { bin: x, bins: NEGATIVE } }
histogram! { pub FloatBins: fn(x: u8) -> u32 { bin: x, bins: FLOAT } }
histogram! { pub NoBins: fn(x: u8) -> u32 { bin: x, bins: MISSING } }
histogram! { pub EndType { low: f64 }: fn(x: f32) -> u32 { range: low..1.0, bins: 10 } }
histogram! { pub IntegerEnd { low: f32 }: fn(x: u8) -> u32 { range: low..10, bins: 10 } }
histogram! { pub EdgeType { levels: [f64; 2] }: fn(x: f32) -> u32 { edges: levels } }
histogram! { pub OfPairs: fn(x: Pair) -> u32 { range: Pair { a: 0 }..Pair { a: 1 }, bins: 2 } }
histogram! { pub Any<T: Number> { low: T, high: T }: fn(x: T) -> u32 { range: low..high, bins: 2 } }
const ZERO: u32 = 0;
const NEGATIVE: i32 = -1;
const FLOAT: f32 = 10.0;

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C)]
struct Pair {
    a: u32,
}

fn main() {}
