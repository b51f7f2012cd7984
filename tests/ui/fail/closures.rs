//! The closures of `op` and `finish`.
use wavefold::prelude::*;

reduction! { pub One: fn(x: f32) -> f32 { op: |a| a, identity: 0.0, finish: |a, b| a } }
reduction! { pub Three: fn(x: f32) -> f32 { op: |a, b, c| a, identity: 0.0, finish: || 1.0 } }
reduction! { pub Not: fn(x: f32) -> f32 { op: a + b, identity: 0.0, finish: sqrt } }
reduction! { pub Typed: fn(x: f32) -> f32 { op: |a: f32, _| a, identity: 0.0, finish: |t| -> f32 { t } } }
reduction! { pub Patterns: fn(x: [f32; 2]) -> [f32; 2] { op: |[a, b], mut c| c, identity: none, finish: move |t| t } }
reduction! { pub Same { mean: f32 }: fn(x: f32) -> f32 { op: |a, a| a, identity: 0.0, finish: |mean| mean } }

fn main() {}
