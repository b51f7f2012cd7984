//! The end of a device's memory.

use wavefold::Error;
use wavefold::prelude::*;

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }

/// The error has both numbers, and the device is as good as before.
fn more_than_there_is(device: &Device) {
    let all = device.properties().memory_bytes.unwrap();
    let error = device.zeroed::<u8>(2 * all).unwrap_err();
    match &error {
        Error::OutOfMemory { bytes, free: Some(free), .. } => {
            assert!(*bytes == 2 * all && *free > 0 && *free <= all, "{error}");
        }
        other => panic!("{other}"),
    }
    assert!(device.zeroed::<u64>(usize::MAX).is_err());
    assert_eq!(Sum.run(device, &[1.0, 2.0]).unwrap(), 3.0);
}

fn empty_buffers(device: &Device) {
    let stream = device.stream().unwrap();
    let mut empty = device.zeroed::<f32>(0).unwrap();
    empty.write(&[], &stream).unwrap();
    assert_eq!(empty.to_vec().unwrap(), []);
    assert_eq!(Sum.plan(device, 0).unwrap().launch(&empty, &stream).unwrap(), 0.0);
}

/// Lent memory is used where it lies.
fn lent(device: &Device) {
    let stream = device.stream().unwrap();
    let owner = device.upload(&[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let pointer = owner.as_raw();
    // SAFETY: the buffer keeps its owner, and nobody else works on it.
    let lent = unsafe { Buffer::from_raw_owned(device, pointer.wrapping_add(1), 3, owner) }.unwrap();
    assert_eq!(Sum.plan(device, 3).unwrap().launch(&lent, &stream).unwrap(), 9.0);
    assert_eq!(lent.to_vec().unwrap(), [2.0, 3.0, 4.0]);
}

/// A result goes on to other work on the device, by its address.
fn results_stay_on_the_device(device: &Device) {
    let stream = device.stream().unwrap();
    let (plan, input) = (Sum.plan(device, 3).unwrap(), device.upload(&[1.0_f32, 2.0, 3.5]).unwrap());
    let output = plan.output().unwrap();
    plan.enqueue(&input, &output, &stream).unwrap();
    stream.synchronize().unwrap();
    // SAFETY: the output lives, and the work that wrote it is done.
    let lent = unsafe { Buffer::from_raw(device, output.as_raw(), 1) }.unwrap();
    assert_eq!(plan.launch(&lent, &stream).unwrap(), 6.5);
}

on_every_gpu!(more_than_there_is, empty_buffers, lent, results_stay_on_the_device);
