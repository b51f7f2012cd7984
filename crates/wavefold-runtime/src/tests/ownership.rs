//! Buffers, slices and who keeps whom alive.

use super::declarations::{Bytes, Order, Sum};
use super::recorder::Record;
use crate::{Device, Error, HistogramExt, ReductionExt};

#[test]
fn nothing_leaks() {
    let (device, record) = Record::device();
    let plan = Sum.plan(&device, 10).unwrap();
    let buffer = device.upload(&[1.0; 10]).unwrap();
    let stream = device.stream().unwrap();
    drop(device);
    plan.launch(&buffer, &stream).unwrap();
    let output = plan.output().unwrap();
    plan.enqueue(&buffer, &output, &stream).unwrap();
    // A closed stream's scratch goes when the next stream comes.
    drop(stream);
    let live = Record::count(&record.live_memory);
    let device = plan.device().clone();
    plan.launch(&buffer, &device.stream().unwrap()).unwrap();
    assert_eq!(Record::count(&record.live_memory), live);
    drop((plan, buffer, output, device));
    assert_eq!((Record::count(&record.live_memory), Record::count(&record.live_streams)), (0, 0));
    assert_eq!(std::sync::Arc::strong_count(&record), 1, "the device is gone");
}

#[test]
fn buffers_come_back_as_they_went() {
    let device = Device::cpu();
    let stream = device.stream().unwrap();
    let mut buffer = device.upload(&[[1_u8, 2, 3], [4, 5, 6], [7, 8, 9]]).unwrap();
    assert_eq!((buffer.len(), buffer.is_empty(), buffer.device()), (3, false, &device));
    assert_eq!(buffer.to_vec().unwrap(), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    assert_eq!(buffer.slice(1..).unwrap().slice(..=0).unwrap().read(&stream).unwrap(), [[4, 5, 6]]);
    buffer.write(&[[0; 3], [1; 3], [2; 3]], &stream).unwrap();
    assert_eq!(buffer.read(&stream).unwrap(), [[0; 3], [1; 3], [2; 3]]);
    assert_eq!(device.zeroed::<f64>(2).unwrap().to_vec().unwrap(), [0.0, 0.0]);
    let empty = device.upload::<u64>(&[]).unwrap();
    assert!(empty.is_empty() && empty.to_vec().unwrap().is_empty());
}

#[test]
fn views_begin_anywhere() {
    let device = Device::cpu();
    let values: Vec<u8> = (0..200).collect();
    let buffer = device.upload(&values).unwrap();
    let stream = device.stream().unwrap();
    let plan = Order.plan(&device, 200).unwrap();
    let output = plan.output().unwrap();
    for start in 0..20 {
        let expected = Order.run(&device, &values[start..]).unwrap();
        assert_eq!(plan.launch(buffer.slice(start..).unwrap(), &stream).unwrap(), expected);
        plan.enqueue(&buffer.slice(start..).unwrap(), &output, &stream).unwrap();
        assert_eq!(output.read(&stream).unwrap(), expected);
    }
    let counts = Bytes.plan(&device, 200).unwrap();
    let output = counts.output().unwrap();
    counts.enqueue(buffer.slice(100..103).unwrap(), &output, &stream).unwrap();
    let result = output.read(&stream).unwrap();
    assert_eq!((result.iter().sum::<u32>(), result[101]), (3, 1));
}

#[test]
fn slices_stay_inside() {
    let buffer = Device::cpu().zeroed::<f32>(4).unwrap();
    assert_eq!(buffer.slice(4..).unwrap().len(), 0);
    let beyond = buffer.slice(2..5).unwrap_err();
    assert!(matches!(beyond, Error::SliceOutOfRange { start: 2, end: 5, len: 4 }), "{beyond}");
    #[allow(clippy::reversed_empty_ranges, reason = "that is the point")]
    let reversed = buffer.slice(3..2);
    assert!(reversed.is_err());
    assert!(buffer.slice(..=usize::MAX).is_err());
}
