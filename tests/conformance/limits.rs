//! The most bins that shared memory of a fixed size holds, and one more, for which the launch asks for it.

use wavefold::prelude::*;
use wavefold::{Counts, Schedule};

use crate::inputs::noisy;
use crate::tally::{check_counts, number};

histogram! { Most: fn(x: u32) -> u32 { bin: x % 12_284, bins: 12_283 } }
histogram! { OneMore: fn(x: u32) -> u32 { bin: x % 12_285, bins: 12_284 } }
histogram! { MostCounted: fn(x: u32) -> u64 { bin: x % 12_285, bins: 12_280, outside: count } }
histogram! { OneMoreCounted: fn(x: u32) -> u64 { bin: x % 12_285, bins: 12_281, outside: count } }

fn most_bins(device: &Device) {
    let xs = noisy(30_011, |x| x as u32);
    check_counts(device, Most, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_284).into(), 12_283));
    check_counts(device, MostCounted, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_285).into(), 12_280));
    if let Some(schedule) = Most.plan(device, 1).unwrap().schedule().and_then(Schedule::production) {
        assert_eq!(schedule.counts, Counts::Shared { copies: 1 });
    }
}

fn one_bin_more(device: &Device) {
    let xs = noisy(30_011, |x| x as u32);
    check_counts(device, OneMore, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_285).into(), 12_284));
    check_counts(device, OneMoreCounted, &xs, &[0, 1, 30_011], |i| number((xs[i] % 12_285).into(), 12_281));
    if let Some(schedule) = OneMore.plan(device, 1).unwrap().schedule().and_then(Schedule::production) {
        assert!(matches!(schedule.counts, Counts::Windows { .. }), "{schedule:?}");
    }
}

on_every_backend!(most_bins, one_bin_more);
