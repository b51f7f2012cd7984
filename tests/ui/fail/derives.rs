//! `#[derive(DeviceType)]` on what no kernel can hold.
use wavefold::prelude::*;

#[derive(Clone, Copy, Debug, DeviceType)]
struct RustLayout {
    n: f32,
}

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C, packed(2))]
struct Packed {
    n: f32,
}

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C)]
struct Unnamed(f32, f32);

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C)]
struct Nothing {}

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(u8)]
enum Choice {
    One,
}

#[derive(Clone, Copy, DeviceType)]
#[repr(C)]
union Either {
    a: f32,
    b: u32,
}

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C)]
struct Borrowed<'a> {
    n: &'a f32,
}

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C)]
struct Fields {
    n: f32,
    size: usize,
    pair: (f32, u32),
}

#[derive(Clone, DeviceType)]
#[repr(C)]
struct Bare {
    n: f32,
}

fn main() {}
