//! More bins than 48 KiB of shared memory hold, and numbers of bins that are known only at run time: just below and above
//! each change of where the counters live.

use wavefold::prelude::*;
use wavefold::{Binning, Counts, Error, Histogram, HistogramSchedule};

use crate::inputs::{noisy, unit_f32};
use crate::tally::{At, check_counts, edges_f32, in_floats, number};

macro_rules! numbers {
    ($($name:ident $bins:literal;)*) => {
        $(histogram! { $name: fn(x: u32) -> u32 { bin: x % ($bins + 7), bins: $bins, outside: count } })*

        fn known_numbers(device: &Device) {
            let xs = noisy(30_011, |x| x as u32);
            $(check_counts(device, $name, &xs, &[0, 1, xs.len()], |i| number((xs[i] % ($bins + 7)).into(), $bins));)*
        }
    };
}

// 12 280 and its three counters are the most that the text asks for itself, 16 381 the most of one window of 64 KiB.
numbers! {
    In48 12_280; Over48 12_281; In64 16_381; Over64 16_382; Thrice 49_152; InEight 131_069; OverEight 131_070; Million 1_048_576;
}

histogram! { Any { count: u32 }: fn(x: u32) -> u64 { bin: x % (count + 7), bins: count, outside: count } }
histogram! { Nearest { count: u32 }: fn(x: i32) -> u32 { bin: x >> 16, bins: count, outside: clamp } }
histogram! { Some { count: u32 }: fn(x: u16) -> u32 { filter: x % 3 != 0, bin: x, bins: count } }
histogram! {
    Spread { low: f32, high: f32, count: u32 }: fn(x: f32) -> u32 { range: low..high, bins: count, outside: count }
}
histogram! { Whole { count: u32 }: fn(x: i64) -> u32 { range: 0..=1_000_000_007, bins: count, outside: clamp } }
histogram! { Byte { count: u32 }: fn(x: u8) -> u32 { range: 0..256, bins: count } }

fn numbers_at_run_time(device: &Device) {
    let xs = noisy(30_011, |x| x as u32);
    for count in [1, 2, 31, 1000, 8189, 16_381, 16_382, 131_070] {
        check_counts(device, Any { count }, &xs, &[0, 1, xs.len()], |i| {
            number((xs[i] % (count + 7)).into(), count as usize)
        });
    }
    let (signed, words) = (noisy(5003, |x| x as i32), noisy(5003, |x| x as u16));
    for count in [1, 5, 20_000] {
        check_counts(device, Nearest { count }, &signed, &[5003], |i| {
            number((signed[i] >> 16).into(), count as usize)
        });
        check_counts(device, Some { count }, &words, &[5003], |i| match words[i] % 3 {
            0 => At::Refused,
            _ => number(words[i].into(), count as usize),
        });
    }
}

fn ranges_divided_at_run_time(device: &Device) {
    for (low, high, count) in [(0.0, 1.0, 10), (-0.75, 0.5, 1), (-1.0, 1.0, 3000)] {
        let edges = edges_f32(low, high, count as usize);
        let mut xs: Vec<f32> = edges.iter().flat_map(|edge| [edge.next_down(), *edge]).collect();
        xs.extend(noisy(500, unit_f32));
        check_counts(device, Spread { low, high, count }, &xs, &[1, xs.len()], |i| {
            in_floats(xs[i], &edges, false)
        });
    }
    let (wide, bytes) = (noisy(3001, |x| (x >> 34) as i64), noisy(3001, |x| x as u8));
    for count in [1, 7, 255, 256] {
        let in_range = |x: i128, high: i128, closed| crate::tally::in_integers(x, 0, high, count as usize, closed);
        check_counts(device, Whole { count }, &wide, &[3001], |i| in_range(wide[i].into(), 1_000_000_007, true));
        check_counts(device, Byte { count }, &bytes, &[3001], |i| in_range(bytes[i].into(), 256, false));
    }
}

/// cccl#9594: a second number compiles nothing, wherever its counters find room in shared memory.
fn one_text_for_every_number(device: &Device) {
    let text = |count| Any { count }.plan(device, 10).unwrap().source().map(str::to_owned);
    let first = text(1);
    for count in [2, 100, 16_381, 16_382, 100_000] {
        assert_eq!(text(count), first, "{count} bins");
    }
    if let (Some(warp_size), Some(first)) = (device.warp_size(), first) {
        assert_eq!(Any::source(warp_size).unwrap(), first);
    }
}

/// An output is counted into anew, however it was left; it is one for the bins of its plan.
fn outputs(device: &Device) {
    let (few, many) =
        (Any { count: 100 }.plan(device, 9).unwrap(), Any { count: 20_000 }.plan(device, 9).unwrap());
    let (stream, buffer) = (device.stream().unwrap(), device.upload(&[1_u32, 1, 2, 106]).unwrap());
    for plan in [&few, &many] {
        let output = plan.output().unwrap();
        for view in [buffer.slice(..2).unwrap(), buffer.slice(..).unwrap(), buffer.slice(1..2).unwrap()] {
            plan.enqueue(view, &output, &stream).unwrap();
            plan.enqueue(view, &output, &stream).unwrap();
            let host: Vec<u32> = buffer.slice(..).unwrap().read(&stream).unwrap();
            let range = if view.len() == 1 { 1..2 } else { 0..view.len() };
            let bins = plan.launch(view, &stream).unwrap();
            assert_eq!(output.read(&stream).unwrap(), bins);
            let ones = host[range].iter().filter(|x| **x == 1).count() as u64;
            assert_eq!(bins.bins[1], ones);
        }
    }
    let error = few.enqueue(&buffer, &many.output().unwrap(), &stream).unwrap_err();
    assert!(matches!(error, Error::OtherOutput { bins: 100, .. }), "{error}");
}

/// Every window, and the result itself, with few bins: the passes and their borders are the same.
fn small_windows(device: &Device) {
    let Some(warp_size) = device.warp_size() else { return };
    let xs = noisy(9001, |x| x as u32);
    let (buffer, stream) = (device.upload(&xs).unwrap(), device.stream().unwrap());
    for count in [1, 13, 64, 100] {
        let any = Any { count };
        let expected = any.run(&Device::cpu(), &xs).unwrap();
        let legal = HistogramSchedule::documented(&Any::SPEC, warp_size).unwrap();
        let places =
            [4, 8, 100, 4 * (count + 3), 4096, 65_536].map(|shared_bytes| Counts::Windows { shared_bytes });
        for counts in places.into_iter().chain([Counts::Global]) {
            let plan = any.plan_with(device, xs.len(), HistogramSchedule { counts, ..legal }).unwrap();
            assert_eq!(plan.launch(&buffer, &stream).unwrap(), expected, "{count} bins in {counts:?}");
            assert_eq!(plan.scratch_bytes(), 8 * (count as usize + 3), "the result alone");
        }
    }
}

fn no_bins(device: &Device) {
    let numbered = Any { count: 0 }.plan(device, 1).map(drop).unwrap_err();
    assert!(numbered.to_string().starts_with("`Any`: 0 bins count nothing; ask for 1 or more"), "{numbered}");
    let range = Spread { low: 0.0, high: 1.0, count: 0 }.run(device, &[]).unwrap_err();
    assert!(range.to_string().contains("the range 0.0..1.0 is to be divided into 0 bins"), "{range}");
    assert_eq!(Any { count: 3 }.binning().unwrap().bins(), 3);
}

on_every_backend!(
    known_numbers,
    numbers_at_run_time,
    ranges_divided_at_run_time,
    one_text_for_every_number,
    outputs,
    small_windows,
    no_bins,
);
