//! cudarc's slices in and out, without a copy.

use wavefold::cuda as interop;
use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32};

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }

const N: usize = 1_000_003;

/// A slice becomes a buffer at the same address, and the same slice again.
fn there_and_back(device: &Device) {
    let theirs = {
        let _nobody = crate::nobody_captures();
        interop::context(device).unwrap().new_stream().unwrap()
    };
    let _capturing = crate::capturing();
    let xs = noisy(N, unit_f32);
    let slice = theirs.clone_htod(&xs).unwrap();
    let buffer = interop::adopt(device, slice).unwrap();
    let (address, stream) = (buffer.as_raw(), device.stream().unwrap());
    let plan = Sum.plan(device, N).unwrap();
    assert_eq!(plan.launch(&buffer, &stream).unwrap(), Sum.run(&Device::cpu(), &xs).unwrap());
    let slice = interop::release(buffer, &theirs).map_err(|(error, _)| error).unwrap();
    assert_eq!(theirs.clone_dtoh(&slice).unwrap(), xs);
    let again = interop::adopt(device, slice).unwrap();
    assert_eq!(again.as_raw(), address, "nothing was copied");
}

/// A buffer of ours goes to cudarc for good; one that a graph uses, or that somebody else owns, comes back.
fn ours_becomes_theirs(device: &Device) {
    let theirs = {
        let _nobody = crate::nobody_captures();
        interop::context(device).unwrap().new_stream().unwrap()
    };
    let _capturing = crate::capturing();
    let stream = device.stream().unwrap();
    let slice =
        interop::release(device.upload(&[1.0_f32, 2.0]).unwrap(), &theirs).map_err(|(error, _)| error).unwrap();
    assert_eq!(theirs.clone_dtoh(&slice).unwrap(), [1.0, 2.0]);
    drop(slice);

    let (plan, buffer) = (Sum.plan(device, 2).unwrap(), device.upload(&[3.0_f32, 4.0]).unwrap());
    let output = plan.output().unwrap();
    let graph = stream.capture(|stream| plan.enqueue(&buffer, &output, stream)).unwrap();
    let (error, buffer) = interop::release(buffer, &theirs).unwrap_err();
    assert!(error.to_string().contains("graph"), "{error}");
    graph.launch(&stream).unwrap();
    assert_eq!(output.read(&stream).unwrap(), 7.0);

    let owner = buffer.unwrap();
    // SAFETY: the owner outlives it.
    let lent = unsafe { Buffer::from_raw(device, owner.as_raw(), 2) }.unwrap();
    let (error, lent) = interop::release(lent, &theirs).unwrap_err();
    assert!(error.to_string().contains("cudarc"), "{error}");
    assert_eq!(lent.unwrap().to_vec().unwrap(), [3.0, 4.0]);
}

/// A slice on loan, and its owner's work before and after, in streams that know nothing of each other.
fn on_loan(device: &Device) {
    let theirs = {
        let _nobody = crate::nobody_captures();
        interop::context(device).unwrap().new_stream().unwrap()
    };
    let _capturing = crate::capturing();
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let plan = Sum.plan(device, N).unwrap();
    let mut slice = theirs.alloc_zeros::<f32>(N).unwrap();
    for round in 0..10 {
        let xs = noisy(N, |x| unit_f32(x.rotate_left(round)));
        theirs.memcpy_htod(&xs, &mut slice).unwrap();
        let output = plan.output().unwrap();
        let total = interop::lend(&slice, &stream, |buffer| {
            plan.enqueue(buffer, &output, &other)?;
            plan.launch(buffer, &stream)
        });
        theirs.memset_zeros(&mut slice).unwrap();
        let expected = Sum.run(&Device::cpu(), &xs).unwrap();
        assert_eq!((total.unwrap(), output.read(&other).unwrap()), (expected, expected));
    }
    let view = slice.slice(..10);
    let captured = interop::lend(&view, &stream, |buffer| {
        let output = plan.output()?;
        other.capture(|other| plan.enqueue(buffer, &output, other))
    });
    assert!(captured.unwrap_err().to_string().contains("borrowed"));
}

fn other_devices_refuse(device: &Device) {
    let theirs = {
        let _nobody = crate::nobody_captures();
        interop::context(device).unwrap().new_stream().unwrap()
    };
    let _capturing = crate::capturing();
    let slice = theirs.alloc_zeros::<f32>(10).unwrap();
    assert!(interop::context(&Device::cpu()).is_err());
    let error = interop::lend(&slice, &Device::cpu().stream().unwrap(), |_| Ok(())).unwrap_err();
    assert!(error.to_string().contains("cpu"), "{error}");
    assert!(interop::adopt(&Device::cpu(), slice).is_err());
}

on_cuda!(there_and_back, ours_becomes_theirs, on_loan, other_devices_refuse);
