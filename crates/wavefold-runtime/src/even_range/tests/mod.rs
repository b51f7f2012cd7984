//! Ranges against naive definitions, on the cases that other libraries got wrong and on awkward ones.

mod cases;
mod errors;
mod floats;
mod integers;

use super::{EvenRange, Sample};
use crate::{Counted, Place};

/// Counts the samples as a histogram does with `outside: count`.
fn count<T: Sample>(range: &EvenRange<T>, samples: impl IntoIterator<Item = T>) -> Counted<u32> {
    let mut counted = Counted { bins: vec![0; range.bins() as usize], below: 0, above: 0, nan: 0 };
    for sample in samples {
        match range.place(sample) {
            Place::Bin(k) => counted.bins[k as usize] += 1,
            Place::Below => counted.below += 1,
            Place::Above => counted.above += 1,
            Place::Nan => counted.nan += 1,
        }
    }
    counted
}

/// Numbers that look random and are the same every time (splitmix64).
struct Noise(u64);

impl Noise {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }
}
