//! Graphs on a real device.

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32};

reduction! { Sum: fn(x: f32) -> f32 { filter: x > -0.9, op: |a, b| a + b, identity: 0.0 } }
histogram! { Hundreds { levels: Edges<f32> }: fn(x: f32) -> u64 { edges: ..=levels } }
histogram! { Fine: fn(x: f32) -> u32 { range: -1.0..=1.0, bins: 30_000 } }
histogram! { Tenths: fn(x: f32) -> u32 { range: -1.0..=1.0, bins: 20 } }

const N: usize = 1_234_567;

/// Launched again after its input has changed, on the stream of the capture and on another.
fn launched_again(device: &Device) {
    let _capturing = crate::capturing();
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let (sum, tenths) = (Sum.plan(device, N).unwrap(), Tenths.plan(device, N).unwrap());
    let mut buffer = device.zeroed::<f32>(N).unwrap();
    let (total, counts) = (sum.output().unwrap(), tenths.output().unwrap());
    // Those add to their results, which the graph sets to zero.
    let hundreds =
        Hundreds { levels: Edges::new((-99..100).map(|k| k as f32 / 99.0).collect::<Vec<_>>()).unwrap() };
    let (edges, fine) = (hundreds.plan(device, N).unwrap(), Fine.plan(device, N).unwrap());
    let (between, many) = (edges.output().unwrap(), fine.output().unwrap());
    let graph = stream
        .capture(|stream| {
            sum.enqueue(&buffer, &total, stream)?;
            edges.enqueue(&buffer, &between, stream)?;
            fine.enqueue(&buffer, &many, stream)?;
            tenths.enqueue(&buffer, &counts, stream)
        })
        .unwrap();
    drop((edges, fine));
    assert!(total.read(&stream).is_err(), "nothing has run");
    for round in 0..6 {
        let xs = noisy(N, |x| unit_f32(x.rotate_left(round)));
        let (here, there) = if round % 2 == 0 { (&stream, &other) } else { (&other, &stream) };
        buffer.write(&xs, here).unwrap();
        graph.launch(there).unwrap();
        graph.launch(here).unwrap();
        assert_eq!(total.read(there).unwrap(), Sum.run(&Device::cpu(), &xs).unwrap());
        assert_eq!(counts.read(here).unwrap(), Tenths.run(&Device::cpu(), &xs).unwrap());
        assert_eq!(between.read(here).unwrap(), hundreds.run(&Device::cpu(), &xs).unwrap());
        assert_eq!(many.read(here).unwrap(), Fine.run(&Device::cpu(), &xs).unwrap());
    }
}

/// The graph keeps what it uses.
fn outlives_its_parts(device: &Device) {
    let _capturing = crate::capturing();
    let stream = device.stream().unwrap();
    let xs = noisy(N, unit_f32);
    let (graph, output) = {
        let (plan, buffer) = (Sum.plan(device, N).unwrap(), device.upload(&xs).unwrap());
        let output = plan.output().unwrap();
        (stream.capture(|stream| plan.enqueue(&buffer, &output, stream)).unwrap(), output)
    };
    drop(device.upload(&vec![5.0_f32; N]).unwrap());
    graph.launch(&stream).unwrap();
    drop(graph);
    assert_eq!(output.read(&stream).unwrap(), Sum.run(&Device::cpu(), &xs).unwrap());
}

/// An error within a capture ends it: the stream works as before.
fn a_failed_capture(device: &Device) {
    let _capturing = crate::capturing();
    let stream = device.stream().unwrap();
    let (plan, buffer) = (Sum.plan(device, 3).unwrap(), device.upload(&[1.0_f32, 2.0, 3.0]).unwrap());
    assert!(stream.capture(|stream| plan.launch(&buffer, stream).map(drop)).is_err());
    assert_eq!(plan.launch(&buffer, &stream).unwrap(), 6.0);
}

on_every_gpu!(launched_again, outlives_its_parts, a_failed_capture);
