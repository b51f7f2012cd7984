//! Inputs that do not fit the plan, each other, the device or the counter.

use wavefold::Error;
use wavefold::prelude::*;

use crate::backends::Backend;

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { Dot: fn(x: f32, y: f64) -> f64 { map: x as f64 * y, op: |a, b| a + b, identity: 0.0 } }
histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }
histogram! { BytesU64: fn(x: u8) -> u64 { bin: x, bins: 256 } }
histogram! { Pairs: fn(x: u8, y: u8) -> u32 { bin: x + y, bins: 256 } }

fn unequal_lengths(device: &Device) {
    let message = "`Dot`: the inputs have the lengths 3 and 2; give inputs of one length";
    assert_eq!(Dot.run(device, (&[1.0; 3], &[1.0; 2])).unwrap_err().to_string(), message);
    let plan = Dot.plan(device, 10).unwrap();
    let (three, two) = (device.upload(&[1.0; 3]).unwrap(), device.upload(&[1.0; 2]).unwrap());
    let stream = device.stream().unwrap();
    assert_eq!(plan.launch((&three, &two), &stream).unwrap_err().to_string(), message);
    assert_eq!(
        Pairs.run(device, (&[1; 4], &[])).unwrap_err().to_string(),
        "`Pairs`: the inputs have the lengths 4 and 0; give inputs of one length"
    );
    assert_eq!(plan.launch((three.slice(..2).unwrap(), &two), &stream).unwrap(), 2.0);
}

/// What was in the output stays there.
fn longer_than_planned(device: &Device) {
    let stream = device.stream().unwrap();
    let plan = Sum.plan(device, 100).unwrap();
    let output = plan.output().unwrap();
    plan.enqueue(&device.upload(&[1.0; 100]).unwrap(), &output, &stream).unwrap();
    let error = plan.enqueue(&device.zeroed(101).unwrap(), &output, &stream).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Sum`: this plan is for at most 100 elements, but the input has 101; make a longer plan"
    );
    assert_eq!(output.read(&stream).unwrap(), 100.0);
    let histogram = Bytes.plan(device, 1).unwrap();
    let error = histogram.launch(&device.zeroed(2).unwrap(), &stream).unwrap_err();
    assert!(matches!(error, Error::PlanTooShort { name: "Bytes", planned: 1, given: 2, .. }), "{error}");
}

/// Devices do not share buffers, streams and outputs.
#[test]
fn of_another_device() {
    let devices: Vec<Device> = Backend::ALL.into_iter().filter_map(Backend::device).collect();
    for device in &devices {
        for other in devices.iter().filter(|other| *other != device) {
            let (plan, histogram) = (Sum.plan(device, 10).unwrap(), Bytes.plan(device, 10).unwrap());
            let (stream, foreign) = (device.stream().unwrap(), other.stream().unwrap());
            let buffer = device.zeroed(10).unwrap();
            let output = Sum.plan(other, 10).unwrap().output().unwrap();
            let errors = [
                ("buffer", plan.launch(&other.zeroed(10).unwrap(), &stream).unwrap_err()),
                ("buffer", histogram.launch(&other.zeroed(10).unwrap(), &stream).unwrap_err()),
                ("stream", plan.launch(&buffer, &foreign).unwrap_err()),
                ("output", plan.enqueue(&buffer, &output, &stream).unwrap_err()),
                ("stream", output.read(&stream).unwrap_err()),
            ];
            for (index, (what, error)) in errors.into_iter().enumerate() {
                let (on, of) = if index == 4 { (other, device) } else { (device, other) };
                assert_eq!(
                    error.to_string(),
                    format!(
                        "this {what} belongs to the device `{of}`, but is used on `{on}`; make it with that device"
                    )
                );
            }
        }
    }
}

/// At plan time, before anything is counted.
fn counters_too_narrow(device: &Device) {
    let n = 1 << 32;
    assert_eq!(
        Bytes.plan(device, n).unwrap_err().to_string(),
        "`Bytes` counts with `u32`, which 4294967296 elements could overflow; declare it with `-> u64`, or use at most \
         4294967295 elements"
    );
    Bytes.plan(device, n - 1).unwrap();
    assert_eq!(BytesU64.plan(device, n).unwrap().n(), n);
}

fn buffers(device: &Device) {
    let stream = device.stream().unwrap();
    let mut buffer = device.upload(&[1_u8, 2, 3]).unwrap();
    for error in [buffer.slice(1..5).unwrap_err(), buffer.view().slice(1..).unwrap().slice(..=3).unwrap_err()] {
        assert!(error.to_string().contains("is not within a buffer of"), "{error}");
    }
    assert_eq!(buffer.slice(4..).unwrap_err().to_string(), "the slice 4..3 is not within a buffer of 3 elements");
    assert_eq!(
        buffer.write(&[1], &stream).unwrap_err().to_string(),
        "1 values were given for a buffer of 3 elements; give as many as it holds"
    );
    assert_eq!(buffer.read(&stream).unwrap(), [1, 2, 3]);
    let error = device.zeroed::<f64>(usize::MAX / 4).unwrap_err();
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
}

fn outputs_without_a_result(device: &Device) {
    let stream = device.stream().unwrap();
    assert_eq!(
        Sum.plan(device, 1).unwrap().output().unwrap().read(&stream).unwrap_err().to_string(),
        "`Sum`: nothing has been enqueued into this output yet; call `enqueue` first"
    );
    let error = Bytes.plan(device, 1).unwrap().output().unwrap().read(&stream).unwrap_err();
    assert!(matches!(error, Error::NothingEnqueued { name: "Bytes", .. }), "{error}");
}

on_every_backend!(unequal_lengths, longer_than_planned, counters_too_narrow, buffers, outputs_without_a_result);
