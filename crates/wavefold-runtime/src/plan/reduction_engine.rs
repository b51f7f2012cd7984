//! How a reduction runs on its device. Only what needs the Rust face is compiled for every declaration.

use std::marker::PhantomData;

use super::Portion;
use super::reduction::output;
use super::reduction_kernel::{AnySchedule, Declared, ReductionKernel, TextOf};
use super::reduction_output::{Answer, AnswerLayout, ReductionOutput};
use crate::{Device, DeviceType, Error, Inputs, Reduction, Stream, cpu};

/// A reduction on one device, whatever its input.
pub(super) struct Engine<R> {
    /// Absent on the CPU, which runs the Rust face and needs no scratch.
    kernel: Option<Box<ReductionKernel>>,
    reduction: PhantomData<R>,
}

impl<R: Reduction> Engine<R> {
    /// Compiles, where the device needs that; without a schedule with the documented one. The text of what is declared takes
    /// the inputs of `R` and writes its value; a tutorial's schedule is for up to `n` elements.
    pub(super) fn new(
        device: &Device,
        declared: &Declared,
        n: usize,
        schedule: Option<AnySchedule>,
        text: TextOf,
    ) -> Result<Self, Error> {
        let kernel = ReductionKernel::new(device, declared, n, schedule, text, const { AnswerLayout::of::<R>() })?;
        Ok(Self { kernel, reduction: PhantomData })
    }

    /// Reduces and waits for the result.
    pub(super) fn launch(
        &self,
        reduction: &R,
        portion: Portion<'_, R::Inputs>,
        stream: &Stream,
    ) -> Result<R::Output, Error> {
        let Some(kernel) = &self.kernel else { return Ok(output::<R>(reduce_native(reduction, portion))) };
        let mut result = None;
        // SAFETY: the kernel takes the inputs of `R` and writes its value, for which the answer is laid out.
        let mut take = |answer: &Answer| result = Some(unsafe { answer.output::<R>() });
        // SAFETY: as above.
        unsafe { kernel.launch(&portion.erased(), stream, &mut take)? };
        // A launch that succeeds has handed its answer over.
        Ok(result.unwrap_or_else(|| output::<R>(None)))
    }

    /// Reduces in stream order into `output`, which is of the same device.
    pub(super) fn enqueue(
        &self,
        reduction: &R,
        portion: Portion<'_, R::Inputs>,
        output: &ReductionOutput<R>,
        stream: &Stream,
    ) -> Result<(), Error> {
        match &self.kernel {
            // The output is not locked meanwhile: the thread may run other work of the rayon pool that needs it.
            None => output.store(reduce_native(reduction, portion), stream),
            // SAFETY: the kernel takes the inputs of `R` and writes its value, for which the output is laid out.
            Some(kernel) => unsafe { kernel.enqueue(&portion.erased(), output.answer(), stream) },
        }
    }

    /// What the blocks of the first kernel leave in memory.
    pub(super) fn block_totals(
        &self,
        portion: Portion<'_, R::Inputs>,
        stream: &Stream,
    ) -> Result<Vec<R::Accumulator>, Error> {
        let Some(kernel) = &self.kernel else {
            let (name, why) = (const { R::SPEC.item.name }, "the CPU has no blocks");
            return Err(Error::NoBlockTotals { name, why });
        };
        let mut totals = Vec::new();
        let mut take = |bytes: &[u8]| {
            let values = bytes.chunks_exact(const { R::Accumulator::TYPE.size() as usize });
            // SAFETY: a kernel has left an accumulator there.
            totals = values.map(|value| unsafe { R::Accumulator::read(value.as_ptr()) }).collect();
        };
        // SAFETY: the kernel takes the inputs of `R`.
        unsafe { kernel.block_totals(&portion.erased(), stream, &mut take)? };
        Ok(totals)
    }

    /// The kernel; `None` on the CPU.
    pub(super) fn kernel(&self) -> Option<&ReductionKernel> {
        self.kernel.as_deref()
    }
}

fn reduce_native<R: Reduction>(reduction: &R, portion: Portion<'_, R::Inputs>) -> Option<R::Value> {
    // SAFETY: only a device without kernels has no kernel, and the views were checked to be of it.
    cpu::reduce(reduction, unsafe { R::Inputs::on_host(portion.views) }, portion.n)
}
