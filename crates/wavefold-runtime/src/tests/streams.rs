//! Streams that share memory: whoever conflicts waits, on the device, once.

use std::sync::Arc;
use std::time::Duration;

use super::declarations::{Bytes, Sum};
use super::recorder::Record;
use crate::{Device, Error, HistogramExt, ReductionExt, Stream};

fn streams<const N: usize>(device: &Device) -> [Stream; N] {
    std::array::from_fn(|_| device.stream().unwrap())
}

fn wait(waiting: &Stream, other: &Stream) -> (usize, usize) {
    (waiting.handle().0, other.handle().0)
}

#[test]
fn readers_do_not_wait_for_each_other() {
    let (device, record) = Record::device();
    let [a, b] = streams(&device);
    let plan = Sum.plan(&device, 10).unwrap();
    let buffer = device.zeroed(10).unwrap();
    for stream in [&a, &b, &a, &b] {
        plan.launch(&buffer, stream).unwrap();
    }
    assert_eq!(record.take_waits(), []);
}

#[test]
fn a_reader_waits_once_for_the_writer() {
    let (device, record) = Record::device();
    let [a, b] = streams(&device);
    let plan = Sum.plan(&device, 10).unwrap();
    let mut buffer = device.zeroed(10).unwrap();
    buffer.write(&[1.0; 10], &a).unwrap();
    plan.launch(&buffer, &a).unwrap();
    assert_eq!(record.take_waits(), []);
    plan.launch(&buffer, &b).unwrap();
    plan.launch(&buffer, &b).unwrap();
    assert_eq!(record.take_waits(), [wait(&b, &a)]);
    assert_eq!(Record::count(&record.live_events), 0);
}

#[test]
fn a_writer_waits_for_every_other_user() {
    let (device, record) = Record::device();
    let [a, b, c] = streams(&device);
    let plan = Sum.plan(&device, 10).unwrap();
    let mut buffer = device.zeroed(10).unwrap();
    buffer.write(&[1.0; 10], &a).unwrap();
    plan.launch(&buffer, &b).unwrap();
    record.take_waits();
    buffer.write(&[2.0; 10], &c).unwrap();
    assert_eq!(record.take_waits(), [wait(&c, &a), wait(&c, &b)]);
    buffer.write(&[3.0; 10], &c).unwrap();
    assert_eq!(record.take_waits(), [], "all before that has been waited for");
    plan.launch(&buffer, &a).unwrap();
    assert_eq!(record.take_waits(), [wait(&a, &c)]);
}

#[test]
fn reading_an_output_in_another_stream_waits_for_its_work() {
    let (device, record) = Record::device();
    let [a, b] = streams(&device);
    let (sum, bytes) = (Sum.plan(&device, 10).unwrap(), Bytes.plan(&device, 10).unwrap());
    let (total, counts) = (sum.output().unwrap(), bytes.output().unwrap());
    sum.enqueue(&device.zeroed(10).unwrap(), &total, &a).unwrap();
    bytes.enqueue(&device.zeroed(10).unwrap(), &counts, &a).unwrap();
    assert_eq!(record.take_waits(), []);
    total.read(&b).unwrap();
    counts.read(&b).unwrap();
    assert_eq!(record.take_waits(), [wait(&b, &a); 2]);
}

#[test]
fn a_stream_that_is_gone_is_not_waited_for() {
    let (device, record) = Record::device();
    let [a, b] = streams(&device);
    let mut buffer = device.zeroed::<f64>(10).unwrap();
    buffer.write(&[1.0; 10], &a).unwrap();
    drop(a);
    buffer.write(&[2.0; 10], &b).unwrap();
    assert_eq!(record.take_waits(), []);
}

#[test]
fn events_order_and_measure() {
    let (device, record) = Record::device();
    let [a, b] = streams(&device);
    let (early, late) = (a.record().unwrap(), b.record().unwrap());
    b.wait(&early).unwrap();
    assert_eq!(record.take_waits(), [wait(&b, &a)]);
    assert_eq!(late.since(&early).unwrap(), Duration::ZERO);
    let foreign = Device::cpu().stream().unwrap().record().unwrap();
    assert!(matches!(b.wait(&foreign), Err(Error::WrongDevice { what: "event", .. })));
    assert!(matches!(late.since(&foreign), Err(Error::WrongDevice { what: "event", .. })));
    drop((early, late));
    assert_eq!(Record::count(&record.live_events), 0);
}

#[test]
fn events_of_the_host_are_times() {
    let stream = Device::cpu().stream().unwrap();
    let early = stream.record().unwrap();
    std::thread::sleep(Duration::from_millis(3));
    let late = stream.record().unwrap();
    assert!(late.since(&early).unwrap() >= Duration::from_millis(3));
    assert_eq!(early.since(&late).unwrap(), Duration::ZERO);
}

/// The owner of lent memory; checks that the streams with work on it have been waited for when it goes.
struct Lender(Arc<Record>, Vec<usize>);

impl Drop for Lender {
    fn drop(&mut self) {
        assert_eq!(*self.0.finished.lock().unwrap(), self.1);
    }
}

#[test]
fn lent_memory_goes_back_after_the_work_on_it() {
    let (device, record) = Record::device();
    let [a, b, idle] = streams(&device);
    let plan = Sum.plan(&device, 10).unwrap();
    let outputs = [plan.output().unwrap(), plan.output().unwrap()];
    let mut host = [0_f32; 10];
    for used in [vec![], vec![&a], vec![&a, &b]] {
        record.finished.lock().unwrap().clear();
        let owner = Lender(Arc::clone(&record), used.iter().map(|stream| stream.handle().0).collect());
        // SAFETY: the array outlives the buffer, and nothing runs on it.
        let buffer = unsafe { crate::Buffer::from_raw_owned(&device, host.as_mut_ptr(), 10, owner) }.unwrap();
        for (stream, output) in used.iter().zip(&outputs) {
            plan.enqueue(&buffer, output, stream).unwrap();
        }
    }
    drop(idle);
}

#[test]
fn lent_memory_is_kept_and_not_freed() {
    let (device, record) = Record::device();
    let owner = Arc::new(vec![1.0_f64; 10]);
    let pointer = owner.as_ptr().cast_mut();
    // SAFETY: the vector lives as long as the owner; only the host reads it, through this buffer.
    let buffer = unsafe { crate::Buffer::from_raw_owned(&device, pointer, 10, Arc::clone(&owner)) }.unwrap();
    assert_eq!((buffer.len(), buffer.as_raw()), (10, pointer));
    assert_eq!(buffer.to_vec().unwrap(), [1.0; 10]);
    assert_eq!(Record::count(&record.live_memory), 0);
    assert_eq!(Arc::strong_count(&owner), 2);
    drop(buffer);
    assert_eq!(Arc::strong_count(&owner), 1);
    for bad in [std::ptr::null_mut(), pointer.cast::<u8>().wrapping_add(4).cast::<f64>()] {
        // SAFETY: refused before it is used.
        let refused = unsafe { crate::Buffer::from_raw(&device, bad, 1) };
        assert!(matches!(refused, Err(Error::BadPointer { alignment: 8, .. })));
    }
}
