//! What a declaration fixes of the schedule changes the speed, never the bits.

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32};
use crate::judge::{Judged, canonical, check};
use crate::sizes::{large, most, small};

/// One declaration in many layouts: the judge knows nothing of them.
macro_rules! pinned {
    ($($name:ident: $ty:ty { $($pins:tt)* })*) => {
        $(
            reduction! {
                $name: fn(x: $ty) -> f32 {
                    index: i,
                    filter: i % 11 != 7,
                    map: x as f32 * 0.37,
                    op: |a, b| a * 1.0625 + b,
                    identity: -1.0,
                    $($pins)*
                }
            }

            impl Judged for $name {
                fn judge(&self, xs: &[$ty]) -> f32 {
                    let element = |i: usize| (i % 11 != 7).then(|| xs[i] as f32 * 0.37);
                    canonical(xs.len(), element, |a, b| a * 1.0625 + b).unwrap_or(-1.0)
                }
            }
        )*

        fn floats_and_bytes(device: &Device) {
            let floats = noisy(most(&small()), unit_f32);
            let bytes = noisy(most(&small()), |x| x as u8);
            $(check(device, $name, Pinned::of(&floats, &bytes), &sizes());)*
        }
    };
}

/// Which of the two inputs a declaration takes.
trait Pinned {
    fn of<'a>(floats: &'a [f32], bytes: &'a [u8]) -> &'a Self;
}

impl Pinned for [f32] {
    fn of<'a>(floats: &'a [f32], _bytes: &'a [u8]) -> &'a Self {
        floats
    }
}

impl Pinned for [u8] {
    fn of<'a>(_floats: &'a [f32], bytes: &'a [u8]) -> &'a Self {
        bytes
    }
}

fn sizes() -> Vec<usize> {
    small().into_iter().filter(|n| n % 3 != 0 || n.is_power_of_two()).collect()
}

pinned! {
    Block64: f32 { block_size: 64 }
    Block128: f32 { block_size: 128, items_per_thread: 8 }
    Block512: f32 { block_size: 512, items_per_thread: 4, vector_width: 1 }
    Block1024: f32 { block_size: 1024, items_per_thread: 256 }
    Block1024One: f32 { block_size: 1024, items_per_thread: 1 }
    OneItem: f32 { items_per_thread: 1 }
    Width1: f32 { vector_width: 1 }
    Width2: f32 { vector_width: 2, items_per_thread: 32 }
    Bytes16: u8 { vector_width: 16, items_per_thread: 64, block_size: 128 }
    Bytes2: u8 { vector_width: 2 }
    Bytes64: u8 { block_size: 64, items_per_thread: 16 }
}

reduction! {
    /// Only wide warps.
    OnlyW64: fn(x: u32) -> u32 { op: |a, b| a * 3 + b, identity: 0, warp_size: 64 }
}

reduction! {
    /// Only narrow warps.
    OnlyW32: fn(x: u32) -> u32 { op: |a, b| a * 3 + b, identity: 0, warp_size: [32] }
}

/// The CPU takes either; an emulated GPU only its own.
fn warp_sizes(device: &Device) {
    let xs = noisy(3000, |x| x as u32);
    let expected = canonical(xs.len(), |i| Some(xs[i]), |a: u32, b| a.wrapping_mul(3).wrapping_add(b)).unwrap();
    let (wide, narrow) = (OnlyW64.run(device, &xs), OnlyW32.run(device, &xs));
    if device.warp_size() != Some(WarpSize::W32) {
        assert_eq!(wide.unwrap(), expected);
    } else {
        let error = wide.unwrap_err().to_string();
        assert_eq!(error, "`OnlyW64` is declared for warp size 64, but 32 was asked for; add it to `warp_size:`");
    }
    if device.warp_size() != Some(WarpSize::W64) {
        assert_eq!(narrow.unwrap(), expected);
    } else {
        let error = narrow.unwrap_err().to_string();
        assert_eq!(error, "`OnlyW32` is declared for warp size 32, but 64 was asked for; add it to `warp_size:`");
    }
}

/// Beyond all slots: every loop of the largest and of the smallest tile.
fn many_elements(device: &Device) {
    let n = most(&large());
    let floats = noisy(n, unit_f32);
    check(device, Block1024, &floats, &[n]);
    check(device, Block64, &floats, &[n]);
}

on_every_backend!(floats_and_bytes, warp_sizes, many_elements);
