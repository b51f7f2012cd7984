//! One histogram for each kind of kernel.

use wavefold::prelude::*;

histogram! {
    /// The brightness of a pixel.
    Luma: fn(px: [u8; 3]) -> u32 {
        bin: (px[0] as u32 * 77 + px[1] as u32 * 150 + px[2] as u32 * 29) >> 8, bins: 256
    }
}

histogram! {
    /// Every value of a byte.
    Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 }
}

histogram! {
    /// Bins that can be negative, with everything outside counted, and 64-bit counts.
    Offsets { origin: i64 }: fn(x: i64) -> u64 { bin: x - origin, bins: 100, outside: count }
}

histogram! {
    /// Bins that can be negative, with what is outside in the nearest bin.
    Nearest: fn(x: i16) -> u32 { bin: x / 10, bins: 64, outside: clamp }
}

histogram! {
    /// So many bins that one copy of them fills the shared memory.
    ManyBins: fn(x: u16) -> u32 { bin: x, bins: 12_000 }
}

histogram! {
    /// A filter over two inputs and the index.
    Recent { since: u64 }: fn(value: u8, weight: f32) -> u32 {
        index: i, filter: i >= since && weight > 0.0, bin: value >> 2, bins: 64
    }
}

histogram! {
    /// Floats in a closed range, everything counted.
    Unit: fn(x: f32) -> u64 { range: 0.0..=1.0, bins: 1000, outside: count }
}

histogram! {
    /// Doubles in an open range known at run time.
    Between { low: f64, high: f64 }: fn(x: f64) -> u32 { range: low..high, bins: 50 }
}

histogram! {
    /// Integers in a range whose edges are fractions; what is outside counts in the nearest bin.
    Levels: fn(x: u8) -> u32 { range: 16..=235, bins: 10, outside: clamp }
}

histogram! {
    /// 64-bit integers over their whole range.
    Hashes: fn(x: u64) -> u32 { range: 0..=18_446_744_073_709_551_615, bins: 16 }
}

histogram! {
    /// Signed 64-bit integers, scalar loads, a small block.
    Times: fn(x: i64) -> u64 {
        range: -1_000_000_000..1_000_000_000, bins: 24, outside: count,
        block_size: 64, items_per_thread: 2, vector_width: 1,
    }
}

histogram! {
    /// Edges in shared memory beside the counters.
    Ages: fn(x: f32) -> u32 { edges: ..=[0.0, 18.0, 65.0, 120.0], outside: count }
}

histogram! {
    /// Edges of any number.
    Levels64 { levels: Edges<i64> }: fn(x: i64) -> u32 { edges: levels }
}

histogram! {
    /// More counters than the text may ask shared memory for: one window of them after the other.
    Words: fn(x: u16) -> u64 { bin: x, bins: 65_536 }
}

histogram! {
    /// A range divided into any number of bins.
    Spread { low: f32, high: f32, count: u32 }: fn(x: f32) -> u32 { range: low..high, bins: count, outside: count }
}

histogram! {
    /// So many counters that they live in the result.
    Ids: fn(x: u32) -> u64 { bin: x, bins: 16_777_216 }
}

histogram! {
    /// Half floats, widened before they are compared.
    Logits: fn(x: f16) -> u32 { range: -8.0..8.0, bins: 64, outside: clamp }
}

histogram! {
    /// The same between edges.
    Weights: fn(x: bf16) -> u64 { filter: x > 0 as bf16, edges: ..=[0.0, 0.001, 0.01, 0.1, 1.0], outside: count }
}

super::snapshots! { "histogram":
    range_f16_clamped Logits;
    edges_bf16_closed_counted Weights;
    edges_f32_closed_counted Ages;
    edges_i64_at_run_time Levels64;
    windows_of_counters Words;
    range_f32_bins_at_run_time Spread;
    counters_in_global_memory Ids;
    pixels Luma;
    bytes Bytes;
    signed_bins_counted_u64 Offsets;
    signed_bins_clamped Nearest;
    one_copy ManyBins;
    filter_index_two_inputs Recent;
    range_f32_closed_counted Unit;
    range_f64_open_at_run_time Between;
    range_u8_closed_clamped Levels;
    range_u64_whole Hashes;
    range_i64_block_64 Times;
}
