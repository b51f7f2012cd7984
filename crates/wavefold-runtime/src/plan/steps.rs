//! The kernels of a tutorial's schedule, launched in turn. Nothing here depends on the declaration's types.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;
use wavefold_codegen::tutorial::{Argument as Wanted, Launch as Step, Scratch as Piece};
use wavefold_codegen::{KernelText, Scalar, ScheduleError, Value};

use super::arguments::Arguments;
use super::scratch::Scratch;
use super::{Constant, ErasedPortion, KernelResult, by_value};
use crate::backend::{Argument, ByValue, Jit, Kernel, Launch};
use crate::{Device, Error, Parameter, Stream};

/// What is launched for so many elements, in turn.
type StepsOf = dyn Fn(u64) -> Result<Vec<Step>, ScheduleError> + Send + Sync;

/// What a schedule says of its launches.
pub(super) struct Outline {
    /// The launches for a number of elements.
    pub(super) steps_of: Box<StepsOf>,
    /// The memory that those for the planned number need, in bytes; fewer elements need no more.
    pub(super) pieces: Vec<(Piece, u64)>,
    /// What the bins of a histogram add to the arguments.
    pub(super) bins: Vec<Constant>,
    /// Whether blocks add to a result that is zero before.
    pub(super) adds_to_result: bool,
}

/// Kernels of one source, launched in turn.
pub(super) struct Steps {
    source: String,
    kernels: Vec<Compiled>,
    /// What is launched for the planned number of elements: made once.
    planned: (u64, Vec<Step>),
    steps_of: Box<StepsOf>,
    pieces: Vec<(Piece, usize)>,
    bins: Vec<Constant>,
    adds_to_result: bool,
}

/// One of the kernels.
struct Compiled {
    entry: String,
    kernel: Arc<dyn Kernel>,
    parameters: Vec<Constant>,
}

impl Steps {
    /// Compiles the texts for the device, unless they have been; `parameters` are all that the declaration has.
    pub(super) fn new(
        device: &Device,
        jit: &dyn Jit,
        texts: Vec<KernelText>,
        parameters: &[Parameter],
        n: usize,
        outline: Outline,
    ) -> Result<Self, Error> {
        let Outline { steps_of, pieces, bins, adds_to_result } = outline;
        let planned = (n as u64, steps_of(n as u64)?);
        // More than a `usize` can say is more than there is: the allocation will fail.
        let bytes = |bytes| usize::try_from(bytes).unwrap_or(usize::MAX);
        let pieces = pieces.into_iter().map(|(piece, size)| (piece, bytes(size))).collect();
        let source = texts.first().map_or_else(String::new, |text| text.source.clone());
        let compiled = |text: KernelText| {
            let (kernel, parameters) = (device.kernel(&text, jit)?, by_value(&text, parameters));
            Ok(Compiled { entry: text.entry, kernel, parameters })
        };
        let kernels = texts.into_iter().map(compiled).collect::<Result<_, Error>>()?;
        Ok(Self { source, kernels, planned, steps_of, pieces, bins, adds_to_result })
    }

    /// The text of all kernels.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The names of the kernels.
    pub(super) fn entries(&self) -> Vec<&str> {
        self.kernels.iter().map(|kernel| &*kernel.entry).collect()
    }

    /// How many launches the planned number of elements takes.
    pub(super) fn launches(&self) -> usize {
        self.planned.1.len()
    }

    /// The bytes of its scratch, piece by piece.
    pub(super) fn scratch(&self) -> impl Iterator<Item = usize> {
        self.pieces.iter().map(|(_, bytes)| *bytes)
    }

    /// Launches all kernels.
    ///
    /// # Safety
    /// The texts are made for these inputs, of no more than the planned number of elements, and for this result. The scratch
    /// has the sizes of [`scratch`](Self::scratch). Nobody else uses it or, but for graphs, the result.
    pub(super) unsafe fn enqueue(
        &self,
        portion: &ErasedPortion<'_>,
        scratch: &mut Scratch,
        result: &impl KernelResult,
        stream: &Stream,
    ) -> Result<(), Error> {
        let steps = self.steps(portion.n as u64)?;
        // SAFETY: the caller promises it.
        unsafe { self.enqueue_steps(&steps, portion, scratch, result, stream) }
    }

    /// Launches the first kernel alone, and gives the blocks that it has and the piece of scratch where they leave what
    /// their elements come to; `None`, and nothing is launched, where there is no such place.
    ///
    /// # Safety
    /// As for [`enqueue`](Self::enqueue).
    pub(super) unsafe fn enqueue_first(
        &self,
        portion: &ErasedPortion<'_>,
        scratch: &mut Scratch,
        result: &impl KernelResult,
        stream: &Stream,
    ) -> Result<Option<(u32, usize)>, Error> {
        let Some(partials) = self.piece(Piece::Partials) else { return Ok(None) };
        let steps = self.steps(portion.n as u64)?;
        let Some(first) = steps.first() else { return Ok(None) };
        // SAFETY: the caller promises it.
        unsafe { self.enqueue_steps(std::slice::from_ref(first), portion, scratch, result, stream)? };
        Ok(Some((first.grid, partials)))
    }

    fn steps(&self, n: u64) -> Result<Cow<'_, [Step]>, Error> {
        let (planned, steps) = &self.planned;
        if *planned == n { Ok(steps.into()) } else { Ok((self.steps_of)(n)?.into()) }
    }

    fn piece(&self, piece: Piece) -> Option<usize> {
        self.pieces.iter().position(|(of, _)| *of == piece)
    }

    /// # Safety
    /// As for [`enqueue`](Self::enqueue); the steps are the first of those for the portion.
    unsafe fn enqueue_steps(
        &self,
        steps: &[Step],
        portion: &ErasedPortion<'_>,
        scratch: &mut Scratch,
        result: &impl KernelResult,
        stream: &Stream,
    ) -> Result<(), Error> {
        // All memory is ordered after other streams' work before the first launch, the result last, and no graph comes
        // between the launches: `memory` lives until the last of them.
        let mut memory = Arguments::new(stream);
        portion.views.iter().try_for_each(|view| memory.add_input(view))?;
        let inputs = memory.as_slice().len();
        scratch.add_arguments(&mut memory)?;
        let before_result = memory.as_slice().len();
        result.add_arguments(&mut memory)?;
        // A capture leaves the result that is there.
        if !stream.is_capturing() {
            result.set_filled(false);
        }
        if self.adds_to_result {
            memory.zero_result()?;
        }
        let memory = Held { inputs, before_result, all: memory.as_slice() };
        self.keep(stream);
        for step in steps {
            let kernel = &self.kernels[step.kernel];
            let arguments = self.arguments(kernel, &step.arguments, &memory);
            let launch = Launch { grid: step.grid, block: step.threads, shared_bytes: 0, arguments: &arguments };
            // SAFETY: the arguments are those that the generator says, and as large as it says for no more than the planned
            // number of elements. Inputs are borrowed and only read, scratch and result are not used by others, all were
            // ordered above, and the intake has checked that they and the stream belong to the kernel's device.
            stream.watch(unsafe { kernel.kernel.launch(launch, stream.handle()) })?;
        }
        if !stream.is_capturing() {
            result.set_filled(true);
        }
        Ok(())
    }

    /// Keeps alive what a graph needs.
    fn keep(&self, stream: &Stream) {
        for kernel in &self.kernels {
            stream.keep(|| Box::new(Arc::clone(&kernel.kernel)));
        }
        self.bins.iter().for_each(|constant| constant.keep(stream));
    }

    /// The arguments of a launch of this kernel.
    fn arguments(&self, kernel: &Compiled, wanted: &[Wanted], memory: &Held<'_>) -> SmallVec<[Argument; 16]> {
        let mut arguments = SmallVec::new();
        for wanted in wanted {
            match wanted {
                Wanted::InputPointers => arguments.extend(memory.all[..memory.inputs].iter().cloned()),
                &Wanted::Length(bits) => {
                    arguments.push(Argument::Value(ByValue::of(&[Value { scalar: Scalar::U64, bits }])));
                }
                Wanted::Parameters => arguments.extend(kernel.parameters.iter().map(Constant::argument)),
                Wanted::Bins => arguments.extend(self.bins.iter().map(Constant::argument)),
                Wanted::Scratch(piece) => {
                    let place = self.piece(*piece).map(|piece| memory.all[memory.inputs + piece].clone());
                    debug_assert!(place.is_some(), "launches use the schedule's own scratch");
                    arguments.extend(place);
                }
                Wanted::ResultPointer => arguments.extend(memory.all[memory.before_result..].iter().cloned()),
            }
        }
        arguments
    }
}

/// The memory that launches use: the inputs, the pieces of scratch, the result.
struct Held<'a> {
    inputs: usize,
    before_result: usize,
    all: &'a [Argument],
}
