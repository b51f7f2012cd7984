//! The most bins that a block's shared memory holds, and one more.

use wavefold::prelude::*;

use crate::inputs::noisy;
use crate::tally::{check_counts, number};

histogram! { Most: fn(x: u32) -> u32 { bin: x % 12_284, bins: 12_283 } }
histogram! { TooMany: fn(x: u32) -> u32 { bin: x % 12_285, bins: 12_284 } }
histogram! { MostCounted: fn(x: u32) -> u64 { bin: x % 12_285, bins: 12_280, outside: count } }
histogram! { TooManyCounted: fn(x: u32) -> u64 { bin: x % 12_285, bins: 12_281, outside: count } }

fn most_bins(device: &Device) {
    let xs = noisy(30_011, |x| x as u32);
    check_counts(device, Most, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_284).into(), 12_283));
    check_counts(device, MostCounted, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_285).into(), 12_280));
}

/// The CPU has no such limit; the message of the others has both numbers.
fn one_bin_more(device: &Device) {
    let xs = noisy(30_011, |x| x as u32);
    if device.warp_size().is_none() {
        check_counts(device, TooMany, &xs, &[30_011], |i| number((xs[i] % 12_285).into(), 12_284));
        check_counts(device, TooManyCounted, &xs, &[30_011], |i| number((xs[i] % 12_285).into(), 12_281));
        return;
    }
    assert_eq!(
        TooMany.run(device, &xs).unwrap_err().to_string(),
        "`TooMany`: 12284 bins need 49140 bytes of shared memory for one copy of the counts, but a block has 49136; \
         use fewer bins, or the CPU device"
    );
    assert!(TooManyCounted.plan(device, 1).unwrap_err().to_string().contains("12281 bins need 49140 bytes"));
}

on_every_backend!(most_bins, one_bin_more);
