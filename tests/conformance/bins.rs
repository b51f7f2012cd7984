//! Histograms with `bin:`: numbers of every type, every policy for what is outside, one copy and several.

use wavefold::prelude::*;

use crate::inputs::noisy;
use crate::sizes::{most, sizes_for, small};
use crate::tally::{At, check_counts, number};

histogram! {
    /// The brightness of a pixel.
    Luma: fn(px: [u8; 3]) -> u32 {
        bin: (px[0] as u32 * 77 + px[1] as u32 * 150 + px[2] as u32 * 29) >> 8, bins: 256
    }
}
histogram! { Bytes: fn(x: u8) -> u64 { bin: x, bins: 256 } }
histogram! { OneBin: fn(x: u8) -> u32 { filter: x & 1 == 0, bin: 0, bins: 1 } }
histogram! { TwoBins: fn(x: i16) -> u32 { bin: (x < 0) as u8, bins: 2 } }
histogram! { Dropped: fn(x: i8) -> u32 { bin: x, bins: 100 } }
histogram! { Clamped: fn(x: i16) -> u32 { bin: x / 100, bins: 33, outside: clamp } }
histogram! { CountedI64: fn(x: i64) -> u64 { bin: x >> 56, bins: 50, outside: count } }
histogram! { CountedU64: fn(x: u64) -> u64 { bin: x >> 52, bins: 2000, outside: count } }
histogram! { ClampedU64: fn(x: u64) -> u32 { bin: x, bins: 9, outside: clamp } }
histogram! { ClampedI64: fn(x: i64) -> u32 { bin: x, bins: 9, outside: clamp } }
histogram! { CountedU16: fn(x: u16) -> u32 { bin: x, bins: 5000, outside: count } }
histogram! {
    /// Two inputs, the index, a parameter and a filter.
    Everything { turn: u64 }: fn(x: f32, y: u8) -> u32 {
        index: i, filter: x > 0.25, bin: (i + turn) % 40 + y as u64 % 3, bins: 41, outside: count
    }
}

fn bytes(device: &Device) {
    let sizes = sizes_for(device);
    let xs = noisy(most(&sizes), |x| x as u8);
    check_counts(device, Bytes, &xs, &sizes, |i| At::Bin(usize::from(xs[i])));
    check_counts(device, OneBin, &xs, &sizes, |i| if xs[i] % 2 == 0 { At::Bin(0) } else { At::Refused });
    let equal = vec![7; 5003];
    check_counts(device, Bytes, &equal, &[1, 64, 5003], |_| At::Bin(7));
}

fn pixels(device: &Device) {
    let sizes = sizes_for(device);
    let pixels = noisy(most(&sizes), |x| [x as u8, (x >> 8) as u8, (x >> 16) as u8]);
    check_counts(device, Luma, &pixels, &sizes, |i| {
        let [r, g, b] = pixels[i].map(usize::from);
        At::Bin((r * 77 + g * 150 + b * 29) / 256)
    });
}

fn signed_numbers(device: &Device) {
    let sizes = small();
    let (bytes, words) = (noisy(most(&sizes), |x| x as i8), noisy(most(&sizes), |x| x as i16));
    check_counts(device, Dropped, &bytes, &sizes, |i| number(bytes[i].into(), 100));
    check_counts(device, TwoBins, &words, &sizes, |i| At::Bin(usize::from(words[i] < 0)));
    check_counts(device, Clamped, &words, &sizes, |i| number((words[i] / 100).into(), 33));
}

fn wide_numbers(device: &Device) {
    let sizes = small();
    let (signed, unsigned) = (noisy(most(&sizes), |x| x as i64), noisy(most(&sizes), |x| x));
    check_counts(device, CountedI64, &signed, &sizes, |i| number((signed[i] >> 56).into(), 50));
    check_counts(device, CountedU64, &unsigned, &sizes, |i| number((unsigned[i] >> 52).into(), 2000));
    // Numbers that only look small when they are cut to 32 bits.
    let ends = [0, 8, 9, u64::MAX, 1 << 32, (1 << 32) + 3, u64::MAX << 32, 1 << 63, u64::MAX >> 1];
    check_counts(device, ClampedU64, &ends, &[9], |i| number(ends[i].into(), 9));
    let ends = ends.map(|x| x as i64);
    check_counts(device, ClampedI64, &ends, &[9], |i| number(ends[i].into(), 9));
}

fn many_bins(device: &Device) {
    let sizes = small();
    let xs = noisy(most(&sizes), |x| x as u16 >> 3);
    check_counts(device, CountedU16, &xs, &sizes, |i| number(xs[i].into(), 5000));
}

fn all_parts(device: &Device) {
    let sizes = sizes_for(device);
    let xs = noisy(most(&sizes), |x| (x >> 40) as f32 / (1 << 24) as f32);
    let ys = noisy(most(&sizes), |x| x as u8);
    for turn in [0, 38, u64::MAX] {
        let sizes = if turn == 38 { &sizes[..] } else { &[0, 1, 1000] };
        check_counts(device, Everything { turn }, (&xs, &ys), sizes, |i| match xs[i] > 0.25 {
            true => number((turn.wrapping_add(i as u64) % 40 + u64::from(ys[i]) % 3).into(), 41),
            false => At::Refused,
        });
    }
}

on_every_backend!(bytes, pixels, signed_numbers, wide_numbers, many_bins, all_parts);
