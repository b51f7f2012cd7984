//! Histograms of inputs that come in chunks: the counts of every chunk, added up.

use wavefold_codegen::{Constant, HistogramSpec};

use super::Portion;
use super::chunks::{self, Chunk, Work};
use super::histogram::{HistogramPlan, binning, check_counter};
use super::histogram_output::{HistogramOutput, zeros};
use crate::cpu::{self, Tally};
use crate::{Binning, Counter, Device, Error, Histogram, Parameter, Place, RangeError, Stream};

/// See [`HistogramExt::run_chunks`](crate::HistogramExt::run_chunks).
pub(super) fn count<H: Histogram, C: Chunk<H::Inputs>, E: From<Error>>(
    histogram: &H,
    device: &Device,
    chunks: impl Iterator<Item = Result<C, E>>,
) -> Result<H::Output, E> {
    let name = const { H::SPEC.item.name };
    let binning = binning(histogram)?;
    let mut counters = zeros(const { &H::SPEC }.outside.counters(binning.bins()) as usize)?;
    if device.jit().is_none() {
        chunks::for_each(name, chunks, |slices, n, first_index| {
            check_counter::<H>(n)?;
            let part = PartOf { histogram: histogram.clone(), first_index };
            let mut tally = Tally::new::<PartOf<H>>(n, binning.bins())?;
            add::<H>(&mut counters, cpu::count(&part, &binning, slices, n, &mut tally), first_index, n)
        })?;
        return Ok(H::output(counters));
    }
    // Chunks are as long as they are: the plan is for any length that a counter of it can hold, which a tutorial's schedule
    // is not.
    let part = PartOf { histogram: histogram.clone(), first_index: 0 };
    let plan = HistogramPlan::new(part, device, 0, None, wavefold_codegen::histogram_of_part)?;
    let mut counting = Counting { plan, counters };
    chunks::on_device(name, device, &mut counting, chunks)?;
    Ok(H::output(counting.counters))
}

/// Adds the counts of the `n` elements from `first_index` on.
fn add<H: Histogram>(
    counters: &mut [H::Counter],
    counts: &[H::Counter],
    first_index: u64,
    n: usize,
) -> Result<(), Error> {
    for (counter, count) in counters.iter_mut().zip(counts) {
        let sum = counter.plus(*count);
        if sum < *counter {
            let elements = usize::try_from(first_index).unwrap_or(usize::MAX).saturating_add(n);
            return Err(Error::CounterTooNarrow { name: const { H::SPEC.item.name }, n: elements });
        }
        *counter = sum;
    }
    Ok(())
}

/// Counts, added as they come.
struct Counting<H: Histogram> {
    plan: HistogramPlan<PartOf<H>>,
    counters: Vec<H::Counter>,
}

/// Room for the counts of a chunk, and how far the input has come with it.
struct Counted<H: Histogram> {
    counts: HistogramOutput<PartOf<H>>,
    end: std::cell::Cell<(u64, usize)>,
}

impl<H: Histogram> Work for Counting<H> {
    type Inputs = H::Inputs;
    type Output = Counted<H>;

    fn output(&self, _device: &Device) -> Result<Self::Output, Error> {
        Ok(Counted { counts: self.plan.output()?, end: std::cell::Cell::default() })
    }

    fn enqueue(
        &self,
        portion: Portion<'_, H::Inputs>,
        output: &Self::Output,
        stream: &Stream,
    ) -> Result<(), Error> {
        check_counter::<H>(portion.n)?;
        output.end.set((portion.first_index, portion.n));
        self.plan.enqueue_portion(portion, &output.counts, stream)
    }

    fn collect(&mut self, output: &Self::Output, stream: &Stream) -> Result<(), Error> {
        let counts = output.counts.read(stream)?;
        let (first_index, n) = output.end.get();
        add::<H>(&mut self.counters, &counts, first_index, n)
    }
}

/// A histogram of part of an input, as a histogram: its result is the counters as they are.
#[derive(Clone)]
struct PartOf<H> {
    histogram: H,
    /// The index of the part's first element.
    first_index: u64,
}

impl<H: Histogram> Histogram for PartOf<H> {
    type Inputs = H::Inputs;
    type Counter = H::Counter;
    type Output = Vec<H::Counter>;
    type Binning = H::Binning;

    const SPEC: HistogramSpec<'static> = H::SPEC;

    fn constants() -> Vec<Constant<'static>> {
        H::constants()
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.histogram.parameters()
    }

    fn binning(&self) -> Result<Self::Binning, RangeError> {
        self.histogram.binning()
    }

    #[inline(always)]
    fn accept(&self, element: Self::Inputs, index: u64) -> bool {
        self.histogram.accept(element, self.first_index.wrapping_add(index))
    }

    #[inline(always)]
    fn place(&self, binning: &Self::Binning, element: Self::Inputs, index: u64) -> Place {
        self.histogram.place(binning, element, self.first_index.wrapping_add(index))
    }

    fn output(counters: Vec<Self::Counter>) -> Self::Output {
        counters
    }
}
