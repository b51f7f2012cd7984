//! Kernels as tutorials write them, at the sizes that they leave out.

use wavefold::prelude::*;
use wavefold::tutorial::{HISTOGRAMS, REDUCTIONS};
use wavefold::{Error, ScheduleError};

use crate::inputs::noisy;

reduction! { Most: fn(x: i32) -> i32 { op: |a, b| a.max(b), identity: i32::MIN } }
histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }

/// AdaptiveCpp#1789, cccl#858: blocks that are no power of two, that end in a part of a warp or are one, and inputs that fill
/// the last warp or block in part: the result is right, or the sizes that are legal are named.
fn blocks_that_are_no_power_of_two(device: &Device) {
    let Some(warp_size) = device.warp_size() else { return };
    let xs = noisy(1500, |x| -1 - (x % 100_000) as i32);
    let stream = device.stream().unwrap();
    let (mut right, mut refused) = (0, 0);
    for block_size in [32, 48, 96, 100, 192] {
        for (name, schedule) in REDUCTIONS {
            let schedule = schedule.block_size(block_size);
            let plan = match Most.plan_with(device, xs.len(), schedule) {
                Ok(plan) => plan,
                Err(Error::Schedule(ScheduleError::IllegalNumber { what, value, legal, .. })) => {
                    assert_eq!((what, value), ("block_size", block_size));
                    let sizes = ["a power of two from ".into(), format!("a multiple of {warp_size} up to 1024")];
                    assert!(sizes.iter().any(|sizes| legal.starts_with(sizes.as_str())), "{name}: {legal}");
                    refused += 1;
                    continue;
                }
                Err(other) => panic!("{name} of {block_size} threads on {device}: {other}"),
            };
            right += 1;
            for n in [1, 31, 33, 95, 97, 191, 193, 1500] {
                let most = plan.launch(&device.upload(&xs[..n]).unwrap(), &stream).unwrap();
                let expected = xs[..n].iter().copied().max();
                assert_eq!(Some(most), expected, "{n} elements, {name} of {block_size} threads on {device}");
            }
        }
    }
    assert!(right > 0 && refused > 0, "{right} right, {refused} refused");
}

fn histograms_of_blocks_that_are_no_power_of_two(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = noisy(5000, |x| x as u8);
    let stream = device.stream().unwrap();
    for block_size in [1, 48, 100] {
        for (name, schedule) in HISTOGRAMS {
            let plan = match Bytes.plan_with(device, xs.len(), schedule.block_size(block_size)) {
                Ok(plan) => plan,
                Err(error) => {
                    assert!(error.to_string().contains("a power of two from 1 to 1024"), "{name}: {error}");
                    continue;
                }
            };
            for n in [1, 47, 49, 1601, 5000] {
                let mut expected = vec![0_u32; 256];
                xs[..n].iter().for_each(|x| expected[usize::from(*x)] += 1);
                let counts = plan.launch(&device.upload(&xs[..n]).unwrap(), &stream).unwrap();
                assert_eq!(counts, expected, "{n} elements, {name} of {block_size} threads on {device}");
            }
        }
    }
}

on_every_backend!(blocks_that_are_no_power_of_two, histograms_of_blocks_that_are_no_power_of_two);
