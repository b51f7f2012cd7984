//! Every step of the ladder for histograms: all kinds of bins, blocks of odd sizes, samples that crowd in one bin.

use wavefold::prelude::*;
use wavefold::tutorial::{self, HISTOGRAMS, TutorialCounts};
use wavefold::{Histogram, Inputs, IntoViews};

use crate::inputs::{noisy, unit_f32};
use crate::sizes::reduced;
use crate::tally::{At, Output, edges_f32, in_floats, number, tally};

/// The counts of the first elements, as many as each of `sizes` says, against those of the judge.
fn check<H: Histogram>(
    device: &Device,
    histogram: &H,
    input: <H::Inputs as Inputs>::Slices<'_>,
    schedule: tutorial::TutorialHistogram,
    sizes: &[usize],
    (bins, at): (usize, &dyn Fn(usize) -> At),
) where
    H::Output: Output,
    for<'a> <H::Inputs as Inputs>::Views<'a>: IntoViews<'a, H::Inputs>,
{
    let name = H::SPEC.item.name;
    let clamp = matches!(H::SPEC.outside, wavefold::__private::codegen::Outside::Clamp);
    let most = sizes.iter().copied().max().unwrap_or(0);
    let stream = device.stream().unwrap();
    let plan = histogram
        .plan_with(device, most, schedule)
        .unwrap_or_else(|error| panic!("`{name}` on {device} with {schedule:?}: {error}"));
    for &n in sizes {
        let what = || format!("`{name}` of {n} elements on {device} with {schedule:?}");
        let buffers = H::Inputs::upload(device, H::Inputs::range(input, 0, n)).unwrap();
        let counts =
            plan.launch(H::Inputs::views(&buffers), &stream).unwrap_or_else(|error| panic!("{}: {error}", what()));
        let expected = tally(n, bins, at);
        assert!(counts.matches(&expected, clamp), "{}: {counts:?}, but the judge says {expected:?}", what());
    }
}

/// Around the boundaries of warps and of the schedule's own tile.
fn sizes(schedule: &tutorial::TutorialHistogram) -> Vec<usize> {
    let tile = schedule.tile() as usize;
    if reduced() {
        return vec![0, 1, tile + 1];
    }
    let mut sizes = vec![0, 1, 31, 33, 65, 255, 257, 1023, 1025, tile - 1, tile, tile + 1, 3 * tile + 7];
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }
histogram! {
    /// Two inputs, the index, a parameter and a filter; counters of eight bytes.
    Everything { turn: u64 }: fn(x: f32, y: u8) -> u64 {
        index: i, filter: x > 0.25, bin: (i + turn) % 40 + y as u64 % 3, bins: 41, outside: count
    }
}
histogram! { Closed: fn(x: f32) -> u32 { range: 0.0..=1.0, bins: 10, outside: count } }
histogram! { Clamped: fn(x: i16) -> u32 { bin: x / 100, bins: 33, outside: clamp } }
histogram! { Ages: fn(x: f32) -> u64 { edges: [0.0, 18.0, 65.0, 120.0], outside: count } }
histogram! { Given { levels: Edges<f32> }: fn(x: f32) -> u32 { edges: levels, outside: count } }
histogram! { Any { count: u32 }: fn(x: u8) -> u32 { bin: x, bins: count } }

/// All presets, and each of them with blocks of odd sizes.
fn schedules() -> Vec<tutorial::TutorialHistogram> {
    let presets = HISTOGRAMS.iter().map(|(_, preset)| *preset);
    let odd = presets.clone().flat_map(|preset| {
        let sizes: &[u32] = if preset.counts == TutorialCounts::Slices { &[1, 32, 1024] } else { &[1, 100, 1000] };
        sizes.iter().map(move |block_size| preset.block_size(*block_size).items_per_thread(3))
    });
    if reduced() { presets.collect() } else { presets.clone().chain(odd).collect() }
}

fn numbers(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = noisy(20_000, |x| x as u8);
    let skewed: Vec<u8> = (0..20_000).map(|i| if i % 4 == 0 { 1 } else { xs[i] }).collect();
    let constant = vec![7; 20_000];
    for schedule in schedules() {
        let sizes = sizes(&schedule);
        for xs in [&xs, &skewed, &constant] {
            check(device, &Bytes, xs, schedule, &sizes, (256, &|i| At::Bin(usize::from(xs[i]))));
        }
    }
}

fn everything_at_once(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let (xs, ys) = (noisy(20_000, |x| (x >> 40) as f32 / (1 << 24) as f32), noisy(20_000, |x| x as u8));
    let turn = 38;
    let at = |i: usize| match xs[i] > 0.25 {
        true => number(((turn + i as u64) % 40 + u64::from(ys[i]) % 3).into(), 41),
        false => At::Refused,
    };
    for schedule in schedules() {
        check(device, &Everything { turn }, (&xs, &ys), schedule, &sizes(&schedule), (41, &at));
    }
}

fn ranges_and_edges(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let tenths = edges_f32(0.0, 1.0, 10);
    let mut xs = noisy(15_000, |x| 1.2 * unit_f32(x));
    xs[..tenths.len()].copy_from_slice(&tenths);
    xs[20] = f32::NAN;
    let (life, ages) = ([0.0, 18.0, 65.0, 120.0], noisy(15_000, |x| 70.0 + 80.0 * unit_f32(x)));
    let words = noisy(15_000, |x| x as i16);
    let levels = Edges::new(&life).unwrap();
    for schedule in HISTOGRAMS.iter().map(|(_, preset)| *preset) {
        let sizes = sizes(&schedule);
        check(device, &Closed, &xs, schedule, &sizes, (10, &|i| in_floats(xs[i], &tenths, true)));
        check(device, &Clamped, &words, schedule, &sizes, (33, &|i| number((words[i] / 100).into(), 33)));
        let at = |i: usize| in_floats(ages[i], &life, false);
        check(device, &Ages, &ages, schedule, &sizes, (3, &at));
    }
    // Where the number of bins is known only at run time, counters live in global memory.
    let schedule = tutorial::global_atomics();
    let at = |i: usize| in_floats(ages[i], &life, false);
    check(device, &Given { levels }, &ages, schedule, &sizes(&schedule), (3, &at));
}

fn bins_of_run_time(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = noisy(5000, |x| x as u8);
    for count in [1, 2, 255, 300] {
        let schedule = tutorial::global_atomics().block_size(96);
        let at = |i: usize| number(xs[i].into(), count as usize);
        check(device, &Any { count }, &xs, schedule, &sizes(&schedule), (count as usize, &at));
    }
}

on_every_backend!(numbers, everything_at_once, ranges_and_edges, bins_of_run_time);
