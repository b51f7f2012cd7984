//! Plans: launched often, with less input than planned, on several streams and threads, into outputs.

use wavefold::Schedule;
use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32};
use crate::judge::{Judged, assert_same, canonical};

reduction! {
    /// With a filter and a parameter, and absent for empty input.
    Scaled { scale: f32 }: fn(x: f32) -> f32 { filter: x > -0.5, map: x * scale, op: |a, b| a + b, identity: none }
}

impl Judged for Scaled {
    fn judge(&self, xs: &[f32]) -> Option<f32> {
        canonical(xs.len(), |i| (xs[i] > -0.5).then(|| xs[i] * self.scale), |a, b| a + b)
    }
}

histogram! {
    Tenths { high: f32 }: fn(x: f32) -> u32 { range: -1.0..high, bins: 10, outside: count }
}

const SIZES: [usize; 9] = [20_000, 1, 0, 5000, 2049, 19_999, 0, 33, 20_000];

/// One plan after the other, longer and shorter: nothing is left of an earlier launch.
fn launched_many_times(device: &Device) {
    let xs = noisy(20_000, unit_f32);
    let reduction = Scaled { scale: 1.5 };
    let (plan, histogram) =
        (reduction.plan(device, 20_000).unwrap(), Tenths { high: 1.0 }.plan(device, 20_000).unwrap());
    let (buffer, stream) = (device.upload(&xs).unwrap(), device.stream().unwrap());
    for n in SIZES.into_iter().chain(SIZES) {
        let view = buffer.slice(..n).unwrap();
        let what = || format!("{n} elements on {device}");
        assert_same(&plan.launch(view, &stream).unwrap(), &reduction.judge(&xs[..n]), what);
        let counts = histogram.launch(view, &stream).unwrap();
        let below = xs[..n].iter().filter(|x| **x < -0.8).count();
        assert_eq!((counts.bins[0], counts.bins.iter().sum::<u32>()), (below as u32, n as u32), "{}", what());
    }
    assert_eq!((plan.n(), plan.device()), (20_000, device));
    assert!(plan.launch(&device.zeroed(20_001).unwrap(), &stream).is_err());
    assert_same(&plan.launch(&buffer, &stream).unwrap(), &reduction.judge(&xs), || "after an error".into());
}

/// Every thread has a stream of its own, all share one plan.
fn several_threads_and_streams(device: &Device) {
    let xs = noisy(20_000, unit_f32);
    let reduction = Scaled { scale: -0.1 };
    let plan = reduction.plan(device, 20_000).unwrap();
    let histogram = Tenths { high: 1.0 }.plan(device, 20_000).unwrap();
    let expected = Tenths { high: 1.0 }.run(&Device::cpu(), &xs).unwrap();
    let buffer = device.upload(&xs).unwrap();
    std::thread::scope(|scope| {
        for first in 0..4 {
            let (plan, histogram, buffer, xs, expected) = (&plan, &histogram, &buffer, &xs, &expected);
            scope.spawn(move || {
                let stream = device.stream().unwrap();
                for n in SIZES.into_iter().skip(first) {
                    let result = plan.launch(buffer.slice(..n).unwrap(), &stream).unwrap();
                    assert_same(&result, &reduction.judge(&xs[..n]), || format!("{n} elements on {device}"));
                    assert_eq!(&histogram.launch(buffer, &stream).unwrap(), expected);
                }
            });
        }
    });
}

/// Outputs keep their results until they are read, as often as one likes.
fn outputs(device: &Device) {
    let xs = noisy(10_000, unit_f32);
    let reduction = Scaled { scale: 3.0 };
    let plan = reduction.plan(device, 10_000).unwrap();
    let histogram = Tenths { high: 0.5 }.plan(device, 10_000).unwrap();
    let buffer = device.upload(&xs).unwrap();
    let (one, other) = (device.stream().unwrap(), device.stream().unwrap());
    let outputs: Vec<_> = (0..6).map(|_| (plan.output().unwrap(), histogram.output().unwrap())).collect();
    for (i, (value, counts)) in outputs.iter().enumerate() {
        let stream = if i % 2 == 0 { &one } else { &other };
        plan.enqueue(buffer.slice(i..).unwrap(), value, stream).unwrap();
        histogram.enqueue(buffer.slice(i..).unwrap(), counts, stream).unwrap();
    }
    for _ in 0..2 {
        for (i, (value, counts)) in outputs.iter().enumerate() {
            let stream = if i % 2 == 0 { &one } else { &other };
            assert_same(&value.read(stream).unwrap(), &reduction.judge(&xs[i..]), || format!("output {i}"));
            assert_eq!(counts.read(stream).unwrap(), Tenths { high: 0.5 }.run(&Device::cpu(), &xs[i..]).unwrap());
        }
    }
    // An output is overwritten, with an absent result too.
    plan.enqueue(buffer.slice(..0).unwrap(), &outputs[0].0, &one).unwrap();
    assert_eq!(outputs[0].0.read(&one).unwrap(), None);
}

/// A value written to a buffer is seen by the next launch.
fn buffers(device: &Device) {
    let stream = device.stream().unwrap();
    let reduction = Scaled { scale: 1.0 };
    let plan = reduction.plan(device, 3000).unwrap();
    let mut buffer = device.zeroed(3000).unwrap();
    assert_same(&plan.launch(&buffer, &stream).unwrap(), &Some(0.0), || "zeros".into());
    let xs = noisy(3000, unit_f32);
    buffer.write(&xs, &stream).unwrap();
    assert_same(&plan.launch(&buffer, &stream).unwrap(), &reduction.judge(&xs), || "written".into());
    assert_eq!(buffer.read(&stream).unwrap(), xs);
    assert_eq!(buffer.slice(7..=9).unwrap().read(&stream).unwrap(), xs[7..10]);
}

/// What runs is what `source` shows, with any parameters and any n.
fn sources(device: &Device) {
    let plan = Scaled { scale: 0.3 }.plan(device, 1).unwrap();
    let histogram = Tenths { high: 2.0 }.plan(device, 1_000_000).unwrap();
    let Some(warp_size) = device.warp_size() else {
        assert_eq!((plan.source(), plan.schedule(), plan.scratch_bytes()), (None, None, 0));
        assert_eq!((histogram.source(), histogram.schedule()), (None, None));
        return;
    };
    assert_eq!(plan.source(), Some(Scaled::source(warp_size).unwrap().as_str()));
    assert_eq!(histogram.source(), Some(Tenths::source(warp_size).unwrap().as_str()));
    let schedule = plan.schedule().and_then(Schedule::production).unwrap();
    assert_eq!(schedule.warp_size, warp_size);
    // A partial and its flag for every block, the count of arrivals, the value and its flag.
    assert_eq!(plan.scratch_bytes(), 8 * schedule.max_grid() as usize + 4 + 8);
    // Twice the counters, and the count of arrivals.
    assert_eq!(histogram.scratch_bytes(), 2 * 4 * 13 + 4);
}

on_every_backend!(launched_many_times, several_threads_and_streams, outputs, buffers, sources);
