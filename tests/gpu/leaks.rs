//! Nothing is left behind: counted by the device's free memory.

use wavefold::prelude::*;

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }

fn a_round(device: &Device) {
    let _capturing = crate::capturing();
    let stream = device.stream().unwrap();
    let (sum, bytes) = (Sum.plan(device, 1 << 20).unwrap(), Bytes.plan(device, 1 << 20).unwrap());
    let (floats, numbers) = (device.zeroed::<f32>(1 << 20).unwrap(), device.zeroed::<u8>(1 << 20).unwrap());
    let (total, counts) = (sum.output().unwrap(), bytes.output().unwrap());
    let graph = stream.capture(|stream| sum.enqueue(&floats, &total, stream)).unwrap();
    graph.launch(&stream).unwrap();
    bytes.enqueue(&numbers, &counts, &stream).unwrap();
    let event = stream.record().unwrap();
    device.stream().unwrap().wait(&event).unwrap();
    assert!(sum.launch(&device.zeroed((1 << 20) + 1).unwrap(), &stream).is_err());
    assert_eq!((total.read(&stream).unwrap(), counts.read(&stream).unwrap()[0]), (0.0, 1 << 20));
}

/// Other tests of this process take and give memory meanwhile, so the least loss of several tries counts.
fn rounds(device: &Device) {
    const ROUNDS: usize = 100;
    let mut least = usize::MAX;
    for _ in 0..5 {
        a_round(device);
        let before = device.free_memory().unwrap();
        (0..ROUNDS).for_each(|_| a_round(device));
        least = least.min(before.saturating_sub(device.free_memory().unwrap()));
    }
    // One lost buffer a round would be 400 MiB.
    assert!(least < ROUNDS << 16, "{least} bytes lost in {ROUNDS} rounds");
}

on_every_gpu!(rounds);
