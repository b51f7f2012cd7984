//! Histograms as work.

use anyhow::{Context, Result};
use wavefold::prelude::*;
use wavefold::{Element, Error, Histogram};

use super::noise::generate;
use super::rungs::Step;
use super::work::{Blocks, Prepared, Work, shape};

/// A histogram of one input.
pub(crate) struct Histograms<T: Element, H> {
    histogram: H,
    distribution: &'static str,
    n: usize,
    buffer: Buffer<T>,
    expected: String,
}

impl<T, H> Histograms<T, H>
where
    T: Element + Default,
    H: Histogram<Inputs = (T,)>,
{
    pub(crate) fn work(
        histogram: H,
        distribution: &'static str,
        device: &Device,
        n: usize,
        element: impl Fn(usize) -> T + Sync,
    ) -> Result<Box<dyn Work>> {
        let values = generate(n, element);
        let expected = format!("{:?}", histogram.run(&Device::cpu(), &values)?);
        let buffer = device.upload(&values).context("the input does not fit; give a smaller --n")?;
        Ok(Box::new(Self { histogram, distribution, n, buffer, expected }))
    }
}

impl<T, H> Work for Histograms<T, H>
where
    T: Element,
    H: Histogram<Inputs = (T,)>,
{
    fn name(&self) -> &str {
        self.distribution
    }

    fn n(&self) -> usize {
        self.n
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
        let device = self.device();
        let plan = match step {
            Step::Histogram(schedule) => self.histogram.plan_with(device, self.n, schedule)?,
            Step::Reduction(_) | Step::Production => self.histogram.plan(device, self.n)?,
        };
        let output = plan.output()?;
        Ok(Box::new(PreparedHistogram { work: self, plan, output }))
    }

    fn source(&self, step: Step, warp_size: WarpSize) -> Result<String, Error> {
        match step {
            Step::Histogram(schedule) => H::source_with(warp_size, schedule),
            Step::Reduction(_) | Step::Production => H::source(warp_size),
        }
    }
}

struct PreparedHistogram<'w, T: Element, H: Histogram> {
    work: &'w Histograms<T, H>,
    plan: HistogramPlan<H>,
    output: HistogramOutput<H>,
}

impl<T, H> Prepared for PreparedHistogram<'_, T, H>
where
    T: Element,
    H: Histogram<Inputs = (T,)>,
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
            |schedule| (schedule.block_size, schedule.items_per_thread),
        )
    }

    fn enqueue(&self, stream: &Stream) -> Result<(), Error> {
        self.plan.enqueue(&self.work.buffer, &self.output, stream)
    }

    fn result(&self, stream: &Stream) -> Result<String, Error> {
        Ok(format!("{:?}", self.output.read(stream)?))
    }

    /// The counts of blocks are on their way, not a total.
    fn check_blocks(&self, _stream: &Stream) -> Result<Blocks, Error> {
        Ok(Blocks::None)
    }
}
