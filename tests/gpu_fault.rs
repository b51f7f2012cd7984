//! A kernel that reads memory which is not there, and what the device is good for afterwards: nothing, in this process,
//! and it says so. A process of its own, because a fault takes the device from all of it.

#[macro_use]
#[allow(dead_code, reason = "only GPUs are tested here")]
#[path = "common/backends.rs"]
mod backends;

use wavefold::Error;
use wavefold::prelude::*;

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }

fn a_fault_is_named_and_final(device: &Device) {
    let stream = device.stream().unwrap();
    let plan = Sum.plan(device, 1 << 20).unwrap();
    let good = device.upload(&[1.0, 2.0]).unwrap();
    assert_eq!(plan.launch(&good, &stream).unwrap(), 3.0);
    let nowhere = std::ptr::without_provenance_mut(0x10_0000_0000_0000);
    // SAFETY: none: this is the fault.
    let bad = unsafe { Buffer::from_raw(device, nowhere, 1 << 20) }.unwrap();
    let fault = plan.launch(&bad, &stream).unwrap_err();
    println!("the fault: {fault}");
    assert!(matches!(fault, Error::Call { .. } | Error::DeviceLost { .. }), "{fault:?}");
    for (what, after) in [
        ("launch", plan.launch(&good, &stream).map(drop)),
        ("upload", device.upload(&[1.0]).map(drop)),
        ("stream", device.stream().map(drop)),
        ("plan", Sum.plan(device, 10).and_then(|plan| plan.launch(&good, &stream)).map(drop)),
        ("read", good.read(&stream).map(drop)),
    ] {
        assert!(matches!(after, Err(Error::DeviceLost { .. })), "{what}: {after:?}");
    }
    // What is dropped now must not panic, and the CPU goes on.
    drop((plan, good, bad, stream));
    assert_eq!(Sum.run(&Device::cpu(), &[1.0, 2.0]).unwrap(), 3.0);
}

on_every_gpu!(a_fault_is_named_and_final);
