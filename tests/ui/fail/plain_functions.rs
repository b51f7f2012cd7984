//! Calls of what is no `#[device_fn]`: rustc says so, because only it knows.
use wavefold::prelude::*;

fn plain(x: f32) -> f32 {
    x
}

reduction! { pub Plain: fn(x: f32) -> f32 { map: plain(x), op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Missing: fn(x: f32) -> f32 { map: missing(x), op: |a, b| a + b, identity: 0.0 } }

fn main() {}
