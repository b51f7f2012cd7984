//! Schedules of tutorials that do not exist, or do not fit the declaration.
use wavefold::prelude::*;

// Names.
reduction! { pub Slip: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::last_warp_unroled } }
reduction! { pub Bare: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: two_loads } }
reduction! { pub Called: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::two_loads().block_size(64) } }
reduction! { pub Other: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::shared_counts } }
reduction! { pub Word: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: fastest } }
histogram! { pub Tutorial: fn(x: f32) -> u32 { range: 0.0..1.0, bins: 4, schedule: tutorial::global } }
histogram! { pub Others: fn(x: f32) -> u32 { range: 0.0..1.0, bins: 4, schedule: wavefold::tutorial::grid_stride } }

// Axes and their values.
reduction! {
    pub Axes: fn(x: f32) -> f32 {
        op: |a, b| a + b,
        identity: 0.0,
        schedule: {
            lod: first_add(2),
            block: sequental,
            warp: 64,
            grid: passes(3),
            counts: shared,
            block_size: 128,
            load: vector(4),
            load: first_add(2),
        },
    }
}
reduction! {
    pub Numbers: fn(x: f32) -> f32 {
        op: |a, b| a + b,
        identity: 0.0,
        schedule: { load: first_add(N), grid: none },
        block_size: 4294967296,
        items_per_thread: two,
    }
}
reduction! { pub Beside: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, load: first_add(2) } }

// What goes together.
reduction! {
    pub Twice: fn(x: f32) -> f32 {
        op: |a, b| a + b,
        identity: 0.0,
        schedule: { load: first_add(2), block: interleaved, warp: shuffle },
        items_per_thread: 4,
        vector_width: 4,
    }
}
reduction! {
    pub LeftOut: fn(x: f64) -> f64 { op: |a, b| a + b, identity: 0.0, schedule: { load: vector(4), block: warps } }
}
reduction! { pub Doubles: fn(x: f64) -> f64 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::vector_loads } }
reduction! {
    pub Blocks: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::two_loads, block_size: 96 }
}
reduction! {
    pub Lanes: fn(x: f32) -> f32 {
        op: |a, b| a + b,
        identity: 0.0,
        schedule: tutorial::last_warp_shuffle,
        block_size: 64,
        items_per_thread: 0,
    }
}
reduction! {
    pub Wide: fn(x: f64) -> [f64; 2] {
        map: [x, x * x],
        op: |a, b| [a[0] + b[0], a[1] + b[1]],
        identity: [0.0; 2],
        schedule: tutorial::block_atomics,
    }
}
reduction! {
    pub Large: fn(x: f64, y: [f64; 30]) -> [f64; 30] {
        map: y,
        op: |a, b| if a[0] > b[0] { a } else { b },
        identity: [0.0; 30],
        schedule: { load: first_add(1) },
    }
}
reduction! {
    pub Algebra: fn(x: f32) -> f32 {
        op: |a, b| a,
        identity: none,
        commutative: false,
        schedule: tutorial::two_loads,
    }
}
histogram! {
    pub Sizes: fn(x: u32) -> u32 {
        bin: x, bins: 20_000, schedule: { counts: shared }, block_size: 2000, vector_width: 4,
    }
}
histogram! {
    pub Counted { count: u32 }: fn(x: u32) -> u32 {
        bin: x, bins: count, schedule: tutorial::partial_histograms, items_per_thread: 257,
    }
}

fn main() {}
