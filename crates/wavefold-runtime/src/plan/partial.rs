//! Results of parts of an input.

use std::fmt;

use wavefold_codegen::{Constant, ReductionSchedule, ReductionSpec, Schedule};

use super::reduction::output;
use super::reduction_engine::Engine;
use super::reduction_kernel::Declared;
use super::{Portion, common_length};
use crate::element::Written;
use crate::{Device, Error, Inputs, Parameter, Reduction, cpu};

/// What part of an input comes to: the accumulator of its elements, before `init` and `finish`, or nothing where it has no
/// element (that `filter` accepts). Its parts are given by [`partial`](crate::ReductionPlan::partial) and put together by
/// [`merge`](crate::ReductionExt::merge), in any process: [`accumulator`](Self::accumulator) takes it apart.
pub struct Partial<R: Reduction> {
    accumulator: Option<R::Accumulator>,
}

impl<R: Reduction> Partial<R> {
    /// Of an accumulator that another process has worked out, say; `None` where there was no element.
    pub fn new(accumulator: Option<R::Accumulator>) -> Self {
        Self { accumulator }
    }

    /// The accumulator; `None` where there was no element.
    pub fn accumulator(self) -> Option<R::Accumulator> {
        self.accumulator
    }

    /// That of this part and the one behind it.
    pub(super) fn join(self, reduction: &R, right: Self) -> Self {
        Self::new(cpu::join(reduction, self.accumulator, right.accumulator))
    }

    /// The result of an input that has only this part.
    pub(super) fn conclude(self, reduction: &R) -> R::Output {
        output::<R>(cpu::conclude(reduction, self.accumulator))
    }
}

// Derived, these would ask the same of the declaration.
impl<R: Reduction> Clone for Partial<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Reduction> Copy for Partial<R> {}

impl<R: Reduction> Default for Partial<R> {
    /// Of no element.
    fn default() -> Self {
        Self::new(None)
    }
}

impl<R: Reduction> fmt::Debug for Partial<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partial").field("accumulator", &self.accumulator.as_ref().map(Written::of)).finish()
    }
}

/// See [`ReductionExt::merge`](crate::ReductionExt::merge).
pub(super) fn merge<R: Reduction>(reduction: &R, partials: impl IntoIterator<Item = Partial<R>>) -> R::Output {
    let all = partials.into_iter().fold(Partial::default(), |left, right| left.join(reduction, right));
    all.conclude(reduction)
}

/// See [`ReductionExt::partial`](crate::ReductionExt::partial).
pub(super) fn of_slices<R: Reduction>(
    reduction: &R,
    device: &Device,
    first_index: u64,
    input: <R::Inputs as Inputs>::Slices<'_>,
) -> Result<Partial<R>, Error> {
    let n = common_length::<R::Inputs>(const { R::SPEC.item.name }, input)?;
    let part = PartialOf { reduction: *reduction, first_index };
    if device.jit().is_none() {
        return Ok(Partial::new(cpu::reduce(&part, input, n)));
    }
    let engine = engine(reduction, device, None)?;
    let buffers = R::Inputs::upload(device, input)?;
    let portion = Portion { views: R::Inputs::views(&buffers), n, first_index };
    engine.launch(&part, portion, &device.stream()?).map(Partial::new)
}

/// A reduction of part of an input, as a reduction: its result is the accumulator, and nothing comes once.
#[derive(Clone, Copy)]
pub(super) struct PartialOf<R> {
    pub(super) reduction: R,
    /// The index of the part's first element.
    pub(super) first_index: u64,
}

impl<R: Reduction> Reduction for PartialOf<R> {
    type Inputs = R::Inputs;
    type Accumulator = R::Accumulator;
    type Value = R::Accumulator;
    type Output = Option<R::Accumulator>;

    const SPEC: ReductionSpec<'static> = R::SPEC.partial();

    fn constants() -> Vec<Constant<'static>> {
        R::constants()
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.reduction.parameters()
    }

    #[inline(always)]
    fn accept(&self, element: Self::Inputs, index: u64) -> bool {
        self.reduction.accept(element, self.first_index.wrapping_add(index))
    }

    fn in_domain(&self, element: Self::Inputs, index: u64) -> bool {
        self.reduction.in_domain(element, self.first_index.wrapping_add(index))
    }

    #[inline(always)]
    fn map(&self, element: Self::Inputs, index: u64) -> Self::Accumulator {
        self.reduction.map(element, self.first_index.wrapping_add(index))
    }

    #[inline(always)]
    fn op(&self, left: Self::Accumulator, right: Self::Accumulator) -> Self::Accumulator {
        self.reduction.op(left, right)
    }

    fn identity(&self) -> Option<Self::Accumulator> {
        None
    }

    fn finish(&self, total: Self::Accumulator) -> Self::Value {
        total
    }

    fn output(value: Self::Value, found: bool) -> Self::Output {
        found.then_some(value)
    }
}

/// What computes partial results on the device, in the canonical order; without a schedule with the documented one.
pub(super) fn engine<R: Reduction>(
    reduction: &R,
    device: &Device,
    schedule: Option<ReductionSchedule>,
) -> Result<Engine<PartialOf<R>>, Error> {
    // Only a tutorial's schedule asks how many elements there may be.
    let schedule = schedule.map(Schedule::Production);
    Engine::new(device, &Declared::of(reduction)?, 0, schedule, wavefold_codegen::partial)
}
