//! Reductions as work.

use std::fmt::Debug;

use anyhow::{Context, Result};
use wavefold::prelude::*;
use wavefold::{Element, Error, Reduction, Schedule};

use super::noise::generate;
use super::rungs::Step;
use super::work::{Blocks, Prepared, Work, shape};

/// A reduction of one input.
pub(crate) struct Reductions<T: Element, R> {
    reduction: R,
    values: Vec<T>,
    buffer: Buffer<T>,
    expected: String,
}

impl<T, R> Reductions<T, R>
where
    T: Element + Default,
    R: Reduction<Inputs = (T,), Output: Debug, Accumulator: Debug>,
{
    pub(crate) fn work(
        reduction: R,
        device: &Device,
        n: usize,
        element: impl Fn(usize) -> T + Sync,
    ) -> Result<Box<dyn Work>> {
        let values = generate(n, element);
        let expected = format!("{:?}", reduction.run(&Device::cpu(), &values)?);
        let buffer = device.upload(&values).context("the input does not fit; give a smaller --n")?;
        Ok(Box::new(Self { reduction, values, buffer, expected }))
    }
}

impl<T, R> Work for Reductions<T, R>
where
    T: Element + Default,
    R: Reduction<Inputs = (T,), Output: Debug, Accumulator: Debug>,
{
    fn name(&self) -> &str {
        R::SPEC.item.name
    }

    fn n(&self) -> usize {
        self.values.len()
    }

    fn element_bytes(&self) -> usize {
        size_of::<T>()
    }

    fn device(&self) -> &Device {
        self.buffer.device()
    }

    fn expected(&self) -> &str {
        &self.expected
    }

    fn prepare(&self, step: Step) -> Result<Box<dyn Prepared + '_>, Error> {
        let (device, n) = (self.device(), self.n());
        let plan = match step {
            Step::Reduction(schedule) => self.reduction.plan_with(device, n, schedule)?,
            Step::Histogram(_) | Step::Production => self.reduction.plan(device, n)?,
        };
        let output = plan.output()?;
        Ok(Box::new(PreparedReduction { work: self, plan, output }))
    }

    fn source(&self, step: Step, warp_size: WarpSize) -> Result<String, Error> {
        match step {
            Step::Reduction(schedule) => R::source_with(warp_size, schedule),
            Step::Histogram(_) | Step::Production => R::source(warp_size),
        }
    }
}

struct PreparedReduction<'w, T: Element, R: Reduction> {
    work: &'w Reductions<T, R>,
    plan: ReductionPlan<R>,
    output: ReductionOutput<R>,
}

impl<T, R> Prepared for PreparedReduction<'_, T, R>
where
    T: Element + Default,
    R: Reduction<Inputs = (T,), Output: Debug, Accumulator: Debug>,
{
    fn kernels(&self) -> Vec<String> {
        self.plan.kernels().into_iter().map(String::from).collect()
    }

    fn launches(&self) -> usize {
        self.plan.launches()
    }

    fn scratch_bytes(&self) -> usize {
        self.plan.scratch_bytes()
    }

    fn shape(&self) -> (u32, u32) {
        shape(
            self.plan.schedule(),
            |schedule| (schedule.block_size, schedule.items_per_thread()),
            |schedule| (schedule.block_size, schedule.load.items()),
        )
    }

    fn enqueue(&self, stream: &Stream) -> Result<(), Error> {
        self.plan.enqueue(&self.work.buffer, &self.output, stream)
    }

    fn result(&self, stream: &Stream) -> Result<String, Error> {
        Ok(format!("{:?}", self.output.read(stream)?))
    }

    fn check_blocks(&self, stream: &Stream) -> Result<Blocks, Error> {
        let Some(Schedule::Tutorial(schedule)) = self.plan.schedule() else { return Ok(Blocks::None) };
        let totals = match self.plan.block_totals(&self.work.buffer, stream) {
            Err(Error::NoBlockTotals { .. }) => return Ok(Blocks::None),
            totals => totals?,
        };
        let tile = schedule.tile() as usize;
        let blocks = totals.len();
        for (block, found) in totals.into_iter().enumerate() {
            // Every block has a total: without an element it is the identity.
            let [found, expected] =
                [Some(found), self.work.block_total(block, blocks, tile)].map(|total| format!("{total:?}"));
            if found != expected {
                return Ok(Blocks::Wrong(format!("block {block} left {found}, the CPU has {expected}")));
            }
        }
        Ok(Blocks::Right(blocks))
    }
}

impl<T, R> Reductions<T, R>
where
    T: Element,
    R: Reduction<Inputs = (T,)>,
{
    /// What the elements of a block come to: those of every tile whose number leaves `block` when divided by the number of
    /// blocks. Only a grid that strides has more tiles than blocks.
    fn block_total(&self, block: usize, blocks: usize, tile: usize) -> Option<R::Accumulator> {
        let reduction = &self.reduction;
        let mut total = reduction.identity();
        for (number, values) in self.values.chunks(tile).enumerate().skip(block).step_by(blocks) {
            for (i, &value) in (number * tile..).zip(values) {
                let (element, index) = ((value,), i as u64);
                if reduction.accept(element, index) {
                    let mapped = reduction.map(element, index);
                    total = Some(total.map_or(mapped, |total| reduction.op(total, mapped)));
                }
            }
        }
        total
    }
}
