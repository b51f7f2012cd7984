//! Inputs that come in chunks: the next one is copied to the device while the one before is worked on.

use super::partial::{Partial, PartialOf, engine};
use super::reduction_engine::Engine;
use super::reduction_output::ReductionOutput;
use super::{Portion, common_length};
use crate::{Device, Element, Error, Inputs, Reduction, Stream, cpu};

/// Part of an input in the host's memory: for one input a `Vec`, a slice, an array or whatever else can be seen as a slice
/// of its elements; for several a tuple of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no chunk of the input",
    label = "needs a `Vec` or a slice of the declared element, or a tuple of them for several inputs"
)]
pub trait Chunk<I: Inputs> {
    /// The elements.
    fn slices(&self) -> I::Slices<'_>;
}

impl<A: Element, T: AsRef<[A]>> Chunk<(A,)> for T {
    fn slices(&self) -> &[A] {
        self.as_ref()
    }
}

/// What is done with chunks on a device.
pub(super) trait Work {
    /// The inputs.
    type Inputs: Inputs;
    /// Room on the device for the result of one chunk.
    type Output;

    /// Another room.
    fn output(&self, device: &Device) -> Result<Self::Output, Error>;

    /// Enqueues the work on a chunk.
    fn enqueue(
        &self,
        portion: Portion<'_, Self::Inputs>,
        output: &Self::Output,
        stream: &Stream,
    ) -> Result<(), Error>;

    /// Waits for the result of a chunk and adds it to those of the chunks before.
    fn collect(&mut self, output: &Self::Output, stream: &Stream) -> Result<(), Error>;
}

/// Two chunks are on the device at a time: while a kernel works on one, the host copies the other, in a stream of its own.
/// The host waits for a chunk only when its place is needed again, or at the end.
const SEATS: usize = 2;

/// The place of a chunk on the device.
struct Seat<W: Work> {
    stream: Stream,
    output: W::Output,
    /// Room for chunks of up to so many elements.
    buffers: Option<(<W::Inputs as Inputs>::Buffers, usize)>,
    /// Whether there is a result to collect.
    busy: bool,
}

impl<W: Work> Seat<W> {
    fn new(device: &Device, work: &W) -> Result<Self, Error> {
        Ok(Self { stream: device.stream()?, output: work.output(device)?, buffers: None, busy: false })
    }

    /// Copies the chunk and enqueues the work on it.
    fn take(
        &mut self,
        work: &W,
        slices: <W::Inputs as Inputs>::Slices<'_>,
        n: usize,
        first_index: u64,
    ) -> Result<(), Error> {
        if self.buffers.as_ref().is_none_or(|(_, room)| *room < n) {
            // Before there is new room, the old one goes.
            self.buffers = None;
            self.buffers = Some((W::Inputs::zeroed(self.stream.device(), n)?, n));
        }
        let Some((buffers, _)) = &mut self.buffers else { return Ok(()) };
        W::Inputs::write_front(buffers, slices, &self.stream)?;
        let views = W::Inputs::front(W::Inputs::views(buffers), n);
        work.enqueue(Portion { views, n, first_index }, &self.output, &self.stream)?;
        self.busy = true;
        Ok(())
    }

    /// Waits for its chunk, if it has one.
    fn leave(&mut self, work: &mut W) -> Result<(), Error> {
        if std::mem::take(&mut self.busy) { work.collect(&self.output, &self.stream) } else { Ok(()) }
    }
}

/// Does the work on every chunk, on a device with kernels.
pub(super) fn on_device<W: Work, C: Chunk<W::Inputs>, E: From<Error>>(
    name: &'static str,
    device: &Device,
    work: &mut W,
    chunks: impl Iterator<Item = Result<C, E>>,
) -> Result<(), E> {
    let mut seats: Vec<Seat<W>> = Vec::with_capacity(SEATS);
    let mut next = 0;
    for_each(name, chunks, |slices, n, first_index| {
        if seats.len() <= next {
            seats.push(Seat::new(device, work)?);
        }
        let seat = &mut seats[next];
        seat.leave(work)?;
        seat.take(work, slices, n, first_index)?;
        next = (next + 1) % SEATS;
        Ok(())
    })?;
    // The older one comes first.
    if next < seats.len() {
        seats.rotate_left(next);
    }
    Ok(seats.iter_mut().try_for_each(|seat| seat.leave(work))?)
}

/// Calls `each` with the slices of every chunk that has elements, their number and the index of the first.
pub(super) fn for_each<I: Inputs, C: Chunk<I>, E: From<Error>>(
    name: &'static str,
    chunks: impl Iterator<Item = Result<C, E>>,
    mut each: impl FnMut(I::Slices<'_>, usize, u64) -> Result<(), Error>,
) -> Result<(), E> {
    let mut first_index = 0;
    for chunk in chunks {
        let chunk = chunk?;
        let slices = chunk.slices();
        let n = common_length::<I>(name, slices)?;
        if n > 0 {
            each(slices, n, first_index)?;
            first_index += n as u64;
        }
    }
    Ok(())
}

/// See [`ReductionExt::run_chunks`](crate::ReductionExt::run_chunks).
pub(super) fn reduce<R: Reduction, C: Chunk<R::Inputs>, E: From<Error>>(
    reduction: &R,
    device: &Device,
    chunks: impl Iterator<Item = Result<C, E>>,
) -> Result<R::Output, E> {
    let name = const { R::SPEC.item.name };
    let mut work =
        Reducing { reduction: *reduction, engine: engine(reduction, device, None)?, so_far: Partial::default() };
    if device.jit().is_none() {
        for_each(name, chunks, |slices, n, first_index| {
            let part = PartialOf { reduction: *reduction, first_index };
            work.add(cpu::reduce(&part, slices, n));
            Ok(())
        })?;
    } else {
        on_device(name, device, &mut work, chunks)?;
    }
    Ok(work.so_far.conclude(reduction))
}

/// Partial results, joined as they come.
struct Reducing<R: Reduction> {
    reduction: R,
    engine: Engine<PartialOf<R>>,
    so_far: Partial<R>,
}

impl<R: Reduction> Reducing<R> {
    fn add(&mut self, accumulator: Option<R::Accumulator>) {
        self.so_far = self.so_far.join(&self.reduction, Partial::new(accumulator));
    }
}

impl<R: Reduction> Work for Reducing<R> {
    type Inputs = R::Inputs;
    type Output = ReductionOutput<PartialOf<R>>;

    fn output(&self, device: &Device) -> Result<Self::Output, Error> {
        ReductionOutput::new(device)
    }

    fn enqueue(
        &self,
        portion: Portion<'_, R::Inputs>,
        output: &Self::Output,
        stream: &Stream,
    ) -> Result<(), Error> {
        let part = PartialOf { reduction: self.reduction, first_index: portion.first_index };
        self.engine.enqueue(&part, portion, output, stream)
    }

    fn collect(&mut self, output: &Self::Output, stream: &Stream) -> Result<(), Error> {
        let accumulator = output.read(stream)?;
        self.add(accumulator);
        Ok(())
    }
}
