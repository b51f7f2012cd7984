//! Which schedule a plan takes, a declaration's or a caller's; what its blocks leave; what it refuses.

use wavefold_codegen::{Constant, ReductionSchedule, ReductionSpec, Schedule, ScheduleError, WarpSize, tutorial};

use super::declarations::{Bytes, Sum, SumOfNumbers};
use super::recorder::Record;
use crate::{Device, Error, HistogramExt, Partial, Reduction, ReductionExt};

/// A sum that is declared with a schedule.
#[derive(Clone, Copy, Debug)]
struct Stepped;

impl Reduction for Stepped {
    type Inputs = (f32,);
    type Accumulator = f32;
    type Value = f32;
    type Output = f32;

    const SPEC: ReductionSpec<'static> = ReductionSpec { schedule: Some(tutorial::second_kernel()), ..Sum::SPEC };

    fn constants() -> Vec<Constant<'static>> {
        Sum::constants()
    }

    fn map(&self, element: (f32,), index: u64) -> f32 {
        Sum.map(element, index)
    }

    fn op(&self, left: f32, right: f32) -> f32 {
        Sum.op(left, right)
    }

    fn identity(&self) -> Option<f32> {
        Sum.identity()
    }

    fn finish(&self, total: f32) -> f32 {
        total
    }

    fn output(value: f32, _found: bool) -> f32 {
        value
    }
}

#[test]
fn a_declared_schedule_is_used() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let floats = device.zeroed(1000).unwrap();
    let plan = Stepped.plan(&device, 1000).unwrap();
    let declared = tutorial::second_kernel();
    assert_eq!(plan.schedule(), Some(&Schedule::Tutorial(declared)));
    assert_eq!(plan.source().unwrap(), Stepped::source(WarpSize::W64).unwrap());
    assert_eq!(plan.source().unwrap(), Stepped::source_with(WarpSize::W64, declared).unwrap());
    let launched = || std::mem::take(&mut *record.launches.lock().unwrap()).len();
    plan.launch(&floats, &stream).unwrap();
    Stepped.run(&device, &[0.0; 1000]).unwrap();
    assert_eq!((plan.launches(), launched()), (2, 4));
    // Parts come in the canonical order, which is one kernel's.
    let partial: Partial<Stepped> = plan.partial(&floats, &stream).unwrap();
    Stepped.run_chunks(&device, [[0.0; 1000]]).unwrap();
    assert_eq!(launched(), 2);
    assert_eq!(Stepped.merge([partial]), 0.0);
    // A schedule of the caller's comes before the declared one.
    let other = Stepped.plan_with(&device, 1000, tutorial::block_atomics()).unwrap();
    assert_eq!(other.schedule().and_then(Schedule::tutorial), Some(&tutorial::block_atomics()));
    assert!(Stepped.standalone(WarpSize::W64).unwrap().contains("void sum("), "the canonical text");
}

#[test]
fn totals_of_blocks() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let floats = device.zeroed(70_000).unwrap();
    let plan = Sum.plan_with(&device, 70_000, tutorial::sequential()).unwrap();
    assert_eq!(plan.block_totals(&floats, &stream).unwrap(), [0.0; 274]);
    assert_eq!(record.launches.lock().unwrap().len(), 1, "the first kernel alone");
    let refused = |result: Result<Vec<f32>, Error>| result.unwrap_err().to_string();
    let grids = "plan it with a tutorial's schedule whose `grid` is `passes`, `second_kernel` or `last_block`, for a \
                 device with kernels";
    let atomics = Sum.plan_with(&device, 10, tutorial::block_atomics()).unwrap();
    let (none, cpu) = (device.zeroed(0).unwrap(), Device::cpu());
    assert_eq!(
        refused(atomics.block_totals(&none, &stream)),
        format!(
            "`Sum`: there are no totals of blocks to read, because its blocks join their totals to one in memory, as they \
             finish; {grids}"
        )
    );
    let canonical = Sum.plan(&device, 10).unwrap();
    assert!(refused(canonical.block_totals(&none, &stream)).contains("the canonical order"));
    let native = Sum.plan(&cpu, 10).unwrap();
    let on_host = native.block_totals(&cpu.zeroed(0).unwrap(), &cpu.stream().unwrap());
    assert!(refused(on_host).contains("the CPU has no blocks"));
    assert!(matches!(
        plan.block_totals(&device.zeroed(70_001).unwrap(), &stream),
        Err(Error::PlanTooShort { .. })
    ));
}

#[test]
fn what_cannot_be_laid_out() {
    let (device, record) = Record::device();
    let error = SumOfNumbers.plan_with(&device, 1, tutorial::sequential()).unwrap_err();
    assert!(matches!(&error, Error::Schedule(ScheduleError::ScheduleNeeds { .. })), "{error}");
    let error = Sum.plan_with(&device, 1, tutorial::sequential().block_size(100)).unwrap_err();
    assert!(matches!(&error, Error::Schedule(ScheduleError::IllegalNumber { value: 100, .. })), "{error}");
    let error = Bytes.plan_with(&device, 1, tutorial::shared_counts().items_per_thread(0)).unwrap_err();
    assert!(matches!(&error, Error::Schedule(ScheduleError::IllegalNumber { value: 0, .. })), "{error}");
    let error = Sum.plan_with(&device, usize::MAX, tutorial::sequential()).unwrap_err();
    assert!(matches!(&error, Error::Schedule(ScheduleError::TooManyBlocks { .. })), "{error}");
    let documented = ReductionSchedule::documented(&Sum::SPEC, WarpSize::W32).unwrap();
    assert_eq!(
        Sum::source_with(WarpSize::W64, documented).unwrap_err().to_string(),
        "`Sum`: warp_size 32 cannot be laid out; it is 64, which the text was asked for"
    );
    assert_eq!(Record::count(&record.compilations), 0);
    assert!(
        Sum.plan_with(&Device::cpu(), 1, tutorial::sequential()).unwrap().schedule().is_none(),
        "no use for it"
    );
}
