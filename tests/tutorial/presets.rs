//! Every step of the ladder for reductions.

use wavefold::prelude::*;
use wavefold::tutorial::REDUCTIONS;

use crate::check::{check, few_sizes, sizes};
use crate::declarations::{Sum, WEIGHTED, whole_f32};
use crate::inputs::noisy;
use crate::sizes::reduced;

fn of_a_sum(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = whole_f32(100_003);
    for (_, schedule) in REDUCTIONS {
        let mut sizes = sizes(schedule.tile());
        // More than 256 blocks of 256 elements: what they leave takes another pass, and that one more.
        if !reduced() {
            sizes.push(xs.len());
        }
        check(device, Sum, &xs, *schedule, &sizes);
    }
}

fn of_everything_at_once(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let (xs, weights) = (noisy(8192, |x| x as u8), noisy(8192, |x| (x >> 8) as u32));
    for (_, schedule) in REDUCTIONS {
        check(device, WEIGHTED, (&xs, &weights), *schedule, &few_sizes(schedule.tile()));
    }
}

on_every_backend!(of_a_sum, of_everything_at_once);
