//! Streams and threads at once: what conflicts is in order, what does not runs side by side.

use std::io::Write;

use wavefold::Error;
use wavefold::prelude::*;

use crate::inputs::{noise, noisy, unit_f32};

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { Max: fn(x: u32) -> u32 { op: |a, b| a.max(b), identity: 0 } }
histogram! { Digits: fn(x: u32) -> u32 { bin: x % 10, bins: 10 } }

const N: usize = 3_000_001;

/// Streams hand a buffer round: each writes it and the next reads it, without a wait on the host.
fn a_buffer_goes_round(device: &Device) {
    let streams: Vec<Stream> = (0..4).map(|_| device.stream().unwrap()).collect();
    let plan = Max.plan(device, N).unwrap();
    let mut buffer = device.zeroed::<u32>(N).unwrap();
    let outputs: Vec<_> = (0..40).map(|_| plan.output().unwrap()).collect();
    for (round, output) in outputs.iter().enumerate() {
        let mut values = vec![round as u32; N];
        values[noise(round) as usize % N] = 1000 + round as u32;
        buffer.write(&values, &streams[round % 4]).unwrap();
        plan.enqueue(&buffer, output, &streams[(round + 1) % 4]).unwrap();
    }
    for (round, output) in outputs.iter().enumerate() {
        assert_eq!(output.read(&streams[(round + 2) % 4]).unwrap(), 1000 + round as u32, "round {round}");
    }
}

/// A buffer that is dropped while the device still reads it.
fn dropped_in_flight(device: &Device) {
    let stream = device.stream().unwrap();
    let (plan, xs) = (Sum.plan(device, N).unwrap(), noisy(N, unit_f32));
    let expected = Sum.run(&Device::cpu(), &xs).unwrap();
    for _ in 0..20 {
        let output = plan.output().unwrap();
        let buffer = device.upload(&xs).unwrap();
        (0..5).for_each(|_| plan.enqueue(&buffer, &output, &stream).unwrap());
        drop(buffer);
        drop(device.upload(&vec![f32::NAN; N]).unwrap());
        assert_eq!(output.read(&stream).unwrap(), expected);
    }
}

/// Threads that compile, allocate, launch and drop on one device.
fn threads(device: &Device) {
    let xs = noisy(100_003, |x| (x >> 20) as u32);
    let (digits, max) = (Digits.run(&Device::cpu(), &xs).unwrap(), xs.iter().copied().max().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..20 {
                    assert_eq!(Digits.run(device, &xs).unwrap(), digits, "round {round}");
                    assert_eq!(Max.run(device, &xs).unwrap(), max);
                }
            });
        }
    });
}

/// Two devices at once: the GPU and the CPU; buffers of one are refused by the other.
fn two_devices(device: &Device) {
    let (cpu, xs) = (Device::cpu(), noisy(N, unit_f32));
    let (stream, other) = (device.stream().unwrap(), cpu.stream().unwrap());
    let (plan, other_plan) = (Sum.plan(device, N).unwrap(), Sum.plan(&cpu, N).unwrap());
    let (buffer, other_buffer) = (device.upload(&xs).unwrap(), cpu.upload(&xs).unwrap());
    let output = plan.output().unwrap();
    plan.enqueue(&buffer, &output, &stream).unwrap();
    let expected = other_plan.launch(&other_buffer, &other).unwrap();
    assert_eq!(output.read(&stream).unwrap(), expected);
    assert!(plan.launch(&other_buffer, &stream).unwrap_err().to_string().contains("buffer"));
    assert!(plan.launch(&buffer, &other).unwrap_err().to_string().contains("stream"));
    assert!(output.read(&other).is_err());
}

/// Two GPUs of one machine at once, where there are two: the same bits from both, and neither takes the other's buffers.
fn two_gpus(device: &Device) {
    let _capturing = crate::capturing();
    let hip = device.properties().architecture.unwrap().starts_with("gfx");
    let second = match if hip { Device::hip(1) } else { Device::cuda(1) } {
        Ok(second) => second,
        Err(Error::NoSuchDevice { found: 1, .. }) => {
            let _ = writeln!(std::io::stderr(), "\n*** NOT RUN on two GPUs: this machine has one\n");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    assert_ne!(device, &second);
    let xs = noisy(N, unit_f32);
    let expected = Sum.run(&Device::cpu(), &xs).unwrap();
    std::thread::scope(|scope| {
        for device in [device, &second] {
            scope.spawn(|| {
                let (plan, stream) = (Sum.plan(device, N).unwrap(), device.stream().unwrap());
                let (buffer, output) = (device.upload(&xs).unwrap(), plan.output().unwrap());
                let graph = stream.capture(|stream| plan.enqueue(&buffer, &output, stream)).unwrap();
                for _ in 0..50 {
                    graph.launch(&stream).unwrap();
                    assert_eq!(output.read(&stream).unwrap(), expected);
                    assert_eq!(plan.launch(&buffer, &stream).unwrap(), expected);
                }
            });
        }
    });
    // One thread that goes back and forth.
    let plans = [device, &second].map(|device| Sum.plan(device, N).unwrap());
    let buffers = [device, &second].map(|device| device.upload(&xs).unwrap());
    let streams = [device, &second].map(|device| device.stream().unwrap());
    for i in 0..20 {
        assert_eq!(plans[i % 2].launch(&buffers[i % 2], &streams[i % 2]).unwrap(), expected);
    }
    let refused = plans[0].launch(&buffers[1], &streams[0]).unwrap_err();
    assert!(matches!(refused, Error::WrongDevice { what: "buffer", .. }), "{refused}");
}

on_every_gpu!(two_gpus, a_buffer_goes_round, dropped_in_flight, threads, two_devices);
