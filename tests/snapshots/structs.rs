//! Structs of the user's and functions over them: as elements of any size, as accumulators, as parameters.

use wavefold::prelude::*;

/// How many numbers, their mean, and the sum of the squares of their distances from it. Padding follows the number.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct Moments {
    n: u32,
    mean: f64,
    m2: f64,
}

/// The moments of two sets together, after Chan, Golub and LeVeque.
#[device_fn]
fn merge(a: Moments, b: Moments) -> Moments {
    let n = a.n + b.n;
    let distance = b.mean - a.mean;
    let share = b.n as f64 / n as f64;
    Moments { n, mean: a.mean + distance * share, m2: a.m2 + b.m2 + distance * distance * a.n as f64 * share }
}

reduction! {
    /// The standard deviation.
    Deviation: fn(x: f32) -> f64 {
        accumulator: Moments,
        map: Moments { n: 1, mean: x as f64, m2: 0.0 },
        op: |a, b| merge(a, b),
        identity: none,
        finish: |t| (t.m2 / t.n as f64).sqrt(),
    }
}

/// 12 bytes, of which no load brings a power of two.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[device_fn]
fn lower(a: Point, b: Point) -> Point {
    Point { x: a.x.min(b.x), y: a.y.min(b.y), z: a.z.min(b.z) }
}

#[device_fn]
fn upper(a: Point, b: Point) -> Point {
    Point { x: a.x.max(b.x), y: a.y.max(b.y), z: a.z.max(b.z) }
}

/// A box along the axes.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct Bounds {
    low: Point,
    high: Point,
}

reduction! {
    /// The smallest box that holds all points.
    Around: fn(p: Point) -> Bounds {
        map: Bounds { low: p, high: p },
        op: |a, b| Bounds { low: lower(a.low, b.low), high: upper(a.high, b.high) },
        identity: none,
    }
}

/// The square of the distance.
#[device_fn]
fn distance(a: Point, b: Point) -> f32 {
    let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z);
    x * x + y * y + z * z
}

reduction! {
    /// The longest of many segments, 24 bytes each.
    Longest: fn(ends: [Point; 2]) -> f32 {
        map: distance(ends[0], ends[1]), op: |a, b| a.max(b), identity: 0.0, finish: |t| t.sqrt()
    }
}

reduction! {
    /// How well points fit one known only at run time: a struct and an array among the parameters.
    Fit { to: Point, scale: [f32; 3] }: fn(p: Point) -> f32 {
        map: distance(Point { x: p.x * scale[0], y: p.y * scale[1], z: p.z * scale[2] }, to),
        op: |a, b| a + b,
        identity: 0.0,
    }
}

/// 20 bytes, the last three of them padding.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct Particle {
    mass: f32,
    at: [f32; 3],
    kind: u8,
}

reduction! {
    /// The centre of the mass of one kind, and the mass.
    Centre { kind: u8 }: fn(p: Particle) -> ([f32; 3], f32) {
        filter: p.kind == kind,
        map: ([p.mass * p.at[0], p.mass * p.at[1], p.mass * p.at[2]], p.mass),
        op: |(a, m), (b, n)| ([a[0] + b[0], a[1] + b[1], a[2] + b[2]], m + n),
        identity: none,
        finish: |(t, mass)| ([t[0] / mass, t[1] / mass, t[2] / mass], mass),
    }
}

histogram! {
    /// How many particles of which kind.
    Kinds: fn(p: Particle) -> u32 { filter: p.mass > 0.0, bin: p.kind, bins: 16 }
}

/// 40 bytes, the last seven of them padding.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct Reading {
    time: u64,
    values: [f64; 3],
    valid: bool,
}

reduction! {
    /// The latest valid reading, whole.
    Latest: fn(r: Reading) -> Reading {
        filter: r.valid, op: |a, b| if b.time > a.time { b } else { a }, identity: none
    }
}

super::snapshots! { "reduction":
    struct_with_padding_and_function Deviation;
    struct_of_structs Around;
    array_of_structs Longest;
    struct_and_array_parameters Fit;
    elements_of_20_bytes Centre;
    elements_of_40_bytes Latest;
}

super::snapshots! { "histogram":
    structs Kinds;
}
