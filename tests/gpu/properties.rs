//! What a device says of itself.

use wavefold::prelude::*;

use crate::backends::Backend;

fn properties(device: &Device) {
    let properties = device.properties();
    println!("{device}: {properties:?}");
    assert!(!properties.name.is_empty());
    assert_eq!(properties.warp_size, device.warp_size().map(WarpSize::lanes));
    let architecture = properties.architecture.unwrap();
    assert!(architecture.starts_with("gfx") || architecture.starts_with("sm_"), "{architecture}");
    assert!(properties.memory_bytes.unwrap() > 1 << 28);
    assert!(properties.compute_units.unwrap() > 0);
    assert!(properties.shared_memory_bytes.unwrap() >= 48 << 10, "what schedules count on");
}

/// Asking twice gives one device, whose buffers go together; another index is an error with the count.
fn one_device_an_index(device: &Device) {
    let backend =
        if device.properties().architecture.unwrap().starts_with("gfx") { Backend::Hip } else { Backend::Cuda };
    assert_eq!(&backend.device().unwrap(), device);
    let beyond = if backend == Backend::Hip { Device::hip(1000) } else { Device::cuda(1000) };
    let message = beyond.unwrap_err().to_string();
    assert!(message.contains("device 1000") && message.contains("numbered 0 to"), "{message}");
}

on_every_gpu!(properties, one_device_an_index);
