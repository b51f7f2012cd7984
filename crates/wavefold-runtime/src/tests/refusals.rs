//! What is refused, and what the refusal says.

use wavefold_codegen::{Counts, HistogramSchedule, ReductionSchedule, ScheduleError, WarpSize};

use super::declarations::{Bytes, Dot, Reversed, Sum, Unit, Wide};
use super::recorder::Record;
use crate::{Device, Error, Histogram, HistogramExt, RangeError, Reduction, ReductionExt};

#[test]
fn another_device() {
    let (cpu, (other, _record)) = (Device::cpu(), Record::device());
    let plan = Sum.plan(&cpu, 10).unwrap();
    let (buffer, stream) = (cpu.zeroed(10).unwrap(), cpu.stream().unwrap());
    let errors = [
        plan.launch(&other.zeroed(10).unwrap(), &stream).unwrap_err(),
        plan.launch(&buffer, &other.stream().unwrap()).unwrap_err(),
        plan.enqueue(&buffer, &Sum.plan(&other, 10).unwrap().output().unwrap(), &stream).unwrap_err(),
        plan.output().unwrap().read(&other.stream().unwrap()).unwrap_err(),
        buffer.read(&other.stream().unwrap()).unwrap_err(),
    ];
    for (error, what) in errors.iter().zip(["buffer", "stream", "output", "stream", "stream"]) {
        assert_eq!(
            error.to_string(),
            format!(
                "this {what} belongs to the device `recorder`, but is used on `cpu`; make it with that device"
            )
        );
    }
    assert_eq!(Device::cpu(), cpu);
    assert_ne!(Record::device().0, other);
    assert_eq!((cpu.to_string(), cpu.warp_size()), ("cpu".to_owned(), None));
    assert_eq!(Device::best().unwrap(), cpu);
}

#[test]
fn lengths() {
    let device = Device::cpu();
    let stream = device.stream().unwrap();
    let plan = Dot.plan(&device, 4).unwrap();
    let (five, three) = (device.zeroed(5).unwrap(), device.zeroed(3).unwrap());
    let error = plan.launch((&five, &three), &stream).unwrap_err();
    assert_eq!(error.to_string(), "`Dot`: the inputs have the lengths 5 and 3; give inputs of one length");
    assert!(matches!(Dot.run(&device, (&[1.0], &[])), Err(Error::UnequalLengths { .. })));
    let error = plan.launch((&five, &device.zeroed(5).unwrap()), &stream).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Dot`: this plan is for at most 4 elements, but the input has 5; make a longer plan"
    );
    let error = device.zeroed(2).unwrap().write(&[1_u8], &stream).unwrap_err();
    assert!(matches!(error, Error::LengthMismatch { len: 2, given: 1 }), "{error}");
}

#[test]
fn counters() {
    let error = Bytes.plan(&Device::cpu(), 1 << 32).unwrap_err();
    assert!(matches!(error, Error::CounterTooNarrow { name: "Bytes", n: 0x1_0000_0000 }), "{error}");
    Unit.plan(&Device::cpu(), 1 << 32).unwrap();
    let (device, _record) = Record::device();
    let documented = HistogramSchedule::documented(&Wide::SPEC, WarpSize::W64).unwrap();
    let schedule = HistogramSchedule { counts: Counts::Shared { copies: 1 }, ..documented };
    let error = Wide.plan_with(&device, 10, schedule).unwrap_err();
    assert!(matches!(error, Error::Schedule(ScheduleError::TooManyBins { bins: 3_000_000, .. })), "{error}");
}

#[test]
fn ranges() {
    for error in [
        Reversed.plan(&Device::cpu(), 10).unwrap_err(),
        Reversed.run(&Device::cpu(), &[]).unwrap_err(),
        Reversed.plan(&Record::device().0, 10).unwrap_err(),
    ] {
        assert!(
            matches!(&error, Error::Range { error, .. } if matches!(**error, RangeError::Reversed { .. })),
            "{error}"
        );
    }
}

#[test]
fn outputs_before_anything_is_enqueued() {
    let device = Device::cpu();
    let stream = device.stream().unwrap();
    let reduction = Sum.plan(&device, 1).unwrap().output().unwrap().read(&stream);
    assert!(matches!(reduction, Err(Error::NothingEnqueued { name: "Sum" })));
    let histogram = Bytes.plan(&device, 1).unwrap().output().unwrap().read(&stream);
    assert!(matches!(histogram, Err(Error::NothingEnqueued { name: "Bytes" })));
}

#[test]
fn schedules_for_another_warp_size() {
    let (device, _record) = Record::device();
    let reduction = ReductionSchedule::documented(&Sum::SPEC, WarpSize::W32).unwrap();
    let error = Sum.plan_with(&device, 1, reduction).unwrap_err();
    assert_eq!(error.to_string(), "`Sum`: the schedule is for warps of 32 lanes, but `recorder` has 64");
    let histogram = HistogramSchedule::documented(&Bytes::SPEC, WarpSize::W32).unwrap();
    assert!(matches!(Bytes.plan_with(&device, 1, histogram), Err(Error::WrongWarpSize { .. })));
    assert!(Sum.plan_with(&Device::cpu(), 1, reduction).unwrap().schedule().is_none(), "no use for it");
}

#[test]
fn too_much_memory() {
    for len in [usize::MAX, isize::MAX as usize / 8 + 1] {
        let error = Device::cpu().zeroed::<u64>(len).unwrap_err();
        assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
    }
}
