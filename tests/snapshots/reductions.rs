//! One reduction for each kind of kernel.

use wavefold::prelude::*;

const LIMIT: f32 = 100.0;

reduction! {
    /// Largest absolute value; 0 for empty input.
    MaxAbs: fn(x: f32) -> f32 { map: x.abs(), op: |a, b| a.max(b), identity: 0.0 }
}

reduction! {
    /// The sum of the squared deviations from a mean known only at run time.
    SquaredDeviation { mean: f32 }: fn(x: f32) -> f32 {
        filter: !x.is_nan(), map: (x - mean) * (x - mean), op: |a, b| a + b, identity: 0.0
    }
}

reduction! {
    /// The product, absent for empty input.
    Product: fn(x: f64) -> f64 { op: |a, b| a * b, identity: none }
}

reduction! {
    /// The length of a vector, folded into what an earlier part of it had.
    Length { before: f64 }: fn(x: f32) -> f32 {
        accumulator: f64,
        map: x as f64 * x as f64,
        op: |a, b| a + b,
        identity: 0.0,
        init: before * before,
        finish: |t| t.sqrt() as f32,
    }
}

reduction! {
    /// The mean of what lies within the limit: a filter, a constant, two results and a finish.
    MeanWithin: fn(x: f32) -> f32 {
        accumulator: [f32; 2],
        filter: x.abs() < LIMIT,
        map: [x, 1.0],
        op: |a, b| [a[0] + b[0], a[1] + b[1]],
        identity: none,
        finish: |t| t[0] / t[1],
    }
}

reduction! {
    /// The inner product of two arrays.
    Dot: fn(x: f32, y: f32) -> f32 { map: x * y, op: |a, b| a + b, identity: 0.0 }
}

reduction! {
    /// Two types of element: the wider one decides how many a load brings.
    WeightedSum: fn(value: f64, weight: f32) -> f64 {
        map: value * f64::from(weight), op: |a, b| a + b, identity: 0.0
    }
}

reduction! {
    /// Index of the largest value, the lowest of equal ones: both in one word, the index from above.
    ArgMax: fn(x: u32) -> u64 {
        index: i,
        map: ((x as u64) << 32) | (0xFFFF_FFFF - i),
        op: |a, b| a.max(b),
        identity: none,
        finish: |t| 0xFFFF_FFFF - (t & 0xFFFF_FFFF),
    }
}

reduction! {
    /// A polynomial in the index, for the elements that are not zero.
    Checksum { base: u64 }: fn(x: u8) -> u64 {
        index: i, filter: x != 0, map: x as u64 * (base + i), op: |a, b| a + b, identity: 0
    }
}

reduction! {
    /// Sixteen bytes in one load, summed in a wider type.
    SumOfBytes: fn(x: u8) -> u32 { map: x as u32, op: |a, b| a + b, identity: 0 }
}

reduction! {
    /// Narrow arithmetic: wraps at 16 bits.
    Wrapping: fn(x: i16) -> i16 { map: x * 3 + 1, op: |a, b| a + b, identity: 0 }
}

reduction! {
    /// The brightest of every channel.
    Brightest: fn(px: [u8; 3]) -> [u8; 3] {
        op: |a, b| [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])], identity: [0, 0, 0]
    }
}

reduction! {
    /// Smallest and largest number.
    MinMax: fn(x: f32) -> [f32; 2] {
        filter: !x.is_nan(), map: [x, x], op: |a, b| [a[0].min(b[0]), a[1].max(b[1])], identity: none
    }
}

reduction! {
    /// Blocks, `let`, `if` and `match` in the kernel.
    Scored: fn(x: i32) -> i32 {
        map: {
            let size = x.abs();
            match size { 0 => -1, 1..=9 => size, _ => if x < 0 { 10 } else { size / 10 } }
        },
        op: |a, b| a + b,
        identity: 0,
    }
}

reduction! {
    /// An affine map of maps: the order matters.
    Composed: fn(x: f32) -> [f32; 2] {
        map: [x, 1.0], op: |a, b| [a[0] * b[0], a[1] * b[0] + b[1]], identity: [1.0, 0.0], commutative: false
    }
}

reduction! {
    /// A digest of the numbers that are positive, with their places.
    Digest: fn(x: i16) -> u64 {
        index: i, filter: x > 0, map: x as u64 ^ i, op: |a, b| a * 31 + b, identity: none, commutative: false
    }
}

reduction! {
    /// The smallest block there is.
    SmallBlock: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, block_size: 64, items_per_thread: 64 }
}

reduction! {
    /// The largest block there is; a thread of the last block has one partial.
    LargeBlock: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, block_size: 1024, items_per_thread: 16 }
}

reduction! {
    /// One vector per thread, one step ahead.
    OneVector: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, items_per_thread: 4, vector_width: 4 }
}

reduction! {
    /// Element by element, eight steps ahead.
    Scalars: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, items_per_thread: 16, vector_width: 1 }
}

reduction! {
    /// Scalars with a filter: one vector per thread, one partial per thread.
    FilteredScalars: fn(x: i64) -> i64 {
        filter: x > 0, op: |a, b| a.min(b), identity: none, block_size: 1024, items_per_thread: 1
    }
}

super::snapshots! { "reduction":
    max_abs MaxAbs;
    filter_and_parameter SquaredDeviation;
    product_or_none Product;
    init_and_finish Length;
    mean_of_filtered_pairs MeanWithin;
    two_inputs Dot;
    two_types_of_input WeightedSum;
    arg_max_by_index ArgMax;
    filter_index_parameter Checksum;
    sum_of_bytes SumOfBytes;
    wrapping_i16 Wrapping;
    pixels Brightest;
    min_max_or_none MinMax;
    control_flow Scored;
    ordered Composed;
    ordered_filter_index Digest;
    block_64 SmallBlock;
    block_1024 LargeBlock;
    one_vector OneVector;
    scalar_loads Scalars;
    filtered_scalar_loads FilteredScalars;
}
