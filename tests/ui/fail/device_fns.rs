//! `#[device_fn]` on what no kernel can call, and calls that no kernel can make.
use wavefold::prelude::*;

#[device_fn]
struct Moments {
    n: f32,
}

#[device_fn(inline)]
fn generic<T>(x: T) -> T {
    x
}

#[device_fn]
const unsafe extern "C" fn qualified(&self, mut a: f32, (b, c): (f32, f32), #[cfg(a)] d: &f32, a: u8) {}

#[device_fn]
fn recursive(n: u32) -> u32 {
    if n == 0 { 1 } else { n * recursive(n - 1) }
}

#[device_fn]
fn misspelt(value: f32) -> f32 {
    let half = valeu * 0.5;
    while half > 1.0 {}
    half
}

#[device_fn]
fn typed(x: f32, n: u32) -> f32 {
    x * n as f32
}

struct Scale;
type Alias = f64;

reduction! {
    pub Calls { factor: f32 }: fn(x: f32) -> f32 {
        filter: x.is_nan() == factor(x),
        map: Some(x) + Scale(x) + Scale::of(x) + Self::of(x) + Alias::from(0.5) + typed::<f32>(x, 1) + <f32>::max(x, x),
        op: |a, b| a + b,
        identity: 0.0,
    }
}
reduction! { pub Arguments: fn(x: f32) -> f32 { map: typed(x, 0.5), op: |a, b| typed(a), identity: 0.0 } }

fn main() {
    let _ = misspelt(1.0) + recursive(1) as f32;
}
