//! The most bins that a block's shared memory holds, and one more.

use wavefold::prelude::*;

use crate::inputs::noisy;
use crate::tally::{check_counts, number};

histogram! { Most: fn(x: u32) -> u32 { bin: x % 12_289, bins: 12_288 } }
histogram! { TooMany: fn(x: u32) -> u32 { bin: x % 12_290, bins: 12_289 } }
histogram! { MostCounted: fn(x: u32) -> u64 { bin: x % 12_290, bins: 12_285, outside: count } }
histogram! { TooManyCounted: fn(x: u32) -> u64 { bin: x % 12_290, bins: 12_286, outside: count } }

fn most_bins(device: &Device) {
    let xs = noisy(30_011, |x| x as u32);
    check_counts(device, Most, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_289).into(), 12_288));
    check_counts(device, MostCounted, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_290).into(), 12_285));
}

/// The CPU has no such limit; the message of the others has both numbers.
fn one_bin_more(device: &Device) {
    let xs = noisy(30_011, |x| x as u32);
    if device.warp_size().is_none() {
        check_counts(device, TooMany, &xs, &[30_011], |i| number((xs[i] % 12_290).into(), 12_289));
        check_counts(device, TooManyCounted, &xs, &[30_011], |i| number((xs[i] % 12_290).into(), 12_286));
        return;
    }
    assert_eq!(
        TooMany.run(device, &xs).unwrap_err().to_string(),
        "`TooMany`: 12289 bins need 49156 bytes of shared memory for one copy of the counts, but a block has 49152; \
         use fewer bins, or the CPU device"
    );
    assert!(TooManyCounted.plan(device, 1).unwrap_err().to_string().contains("12286 bins need 49156 bytes"));
}

on_every_backend!(most_bins, one_bin_more);
