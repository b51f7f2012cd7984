//! Children keep parents alive, whatever is dropped first.

use wavefold::prelude::*;

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }

/// Every order of dropping four things.
fn dropped_in_any_order(device: &Device) {
    for first in 0..4 {
        for second in 0..3 {
            let plan = Sum.plan(device, 1000).unwrap();
            let (buffer, output, stream) =
                (device.upload(&[1.0; 1000]).unwrap(), plan.output().unwrap(), device.stream().unwrap());
            plan.enqueue(&buffer, &output, &stream).unwrap();
            let mut things: Vec<Box<dyn std::any::Any>> =
                vec![Box::new(plan), Box::new(buffer), Box::new(output), Box::new(stream)];
            drop(things.remove(first));
            drop(things.remove(second));
        }
    }
    assert_eq!(Sum.run(device, &[1.0, 2.0]).unwrap(), 3.0);
}

on_every_gpu!(dropped_in_any_order);
