//! Plans: a declaration made ready for a device, compiled once and launched many times.

mod arguments;
mod histogram;
mod histogram_output;
mod per_stream;
mod reduction;
mod reduction_output;
mod reduction_scratch;

pub use histogram::{HistogramExt, HistogramPlan};
pub use histogram_output::HistogramOutput;
pub use reduction::{ReductionExt, ReductionPlan};
pub use reduction_output::ReductionOutput;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wavefold_codegen::{KernelText, Scalar, Value, WarpSize};

use self::arguments::Arguments;
use crate::backend::{ByValue, Kernel, Launch};
use crate::{Device, Error, Inputs, Stream};

/// What every plan knows about the input it was made for.
#[derive(Debug)]
struct Intake {
    name: &'static str,
    device: Device,
    n: usize,
}

impl Intake {
    /// Refuses input that the plan cannot take; gives its length.
    fn check<I: Inputs>(&self, views: I::Views<'_>, stream: &Stream) -> Result<usize, Error> {
        self.device.check_owns("stream", stream.device())?;
        let (mut owned, mut first, mut equal) = (Ok(()), None, true);
        I::for_each_view(views, &mut |view| {
            if owned.is_ok() {
                owned = self.device.check_owns("buffer", view.device());
            }
            equal &= *first.get_or_insert(view.len()) == view.len();
        });
        owned?;
        if !equal {
            let mut lengths = Vec::new();
            I::for_each_view(views, &mut |view| lengths.push(view.len()));
            return Err(Error::UnequalLengths { name: self.name, lengths });
        }
        let given = first.unwrap_or(0);
        if given > self.n {
            return Err(Error::PlanTooShort { name: self.name, planned: self.n, given });
        }
        Ok(given)
    }
}

/// A declaration as a loaded kernel.
struct Compiled<S> {
    text: KernelText,
    schedule: S,
    kernel: Arc<dyn Kernel>,
    /// The arguments that stay the same: the parameters, and what a binning adds.
    constant_arguments: Vec<ByValue>,
}

impl<S> Compiled<S> {
    /// The arguments that every kernel begins with: the inputs, their length, the constant ones.
    fn begin_arguments<'s, I: Inputs>(
        &self,
        views: I::Views<'_>,
        n: usize,
        stream: &'s Stream,
    ) -> Result<Arguments<'s>, Error> {
        let mut arguments = Arguments::new(stream);
        let mut ordered = Ok(());
        I::for_each_view(views, &mut |view| {
            if ordered.is_ok() {
                ordered = arguments.add_input(view);
            }
        });
        ordered?;
        arguments.add_value(ByValue::of(&[Value { scalar: Scalar::U64, bits: n as u64 }]));
        self.constant_arguments.iter().for_each(|&value| arguments.add_value(value));
        Ok(arguments)
    }

    /// Launches the kernel.
    ///
    /// # Safety
    /// The arguments are those of the text, in its order, and as large as it says.
    unsafe fn launch(&self, grid: u32, block: u32, arguments: &Arguments<'_>) -> Result<(), Error> {
        let stream = arguments.stream();
        stream.keep(|| Box::new(Arc::clone(&self.kernel)));
        let launch = Launch { grid, block, arguments: arguments.as_slice() };
        // SAFETY: the caller promises the arguments. Their memory was ordered after other streams' work as it was added,
        // and the intake has checked that it and the stream belong to the kernel's device.
        stream.watch(unsafe { self.kernel.launch(launch, stream.handle()) })
    }
}

/// The run-time parameters that the kernel takes, as its arguments.
fn by_value(text: &KernelText, parameters: &[Value]) -> Vec<ByValue> {
    text.parameters
        .iter()
        .filter_map(|&number| parameters.get(number))
        .map(|&value| ByValue::of(&[value]))
        .collect()
}

/// The length that all slices have.
fn common_length<I: Inputs>(name: &'static str, slices: I::Slices<'_>) -> Result<usize, Error> {
    I::common_length(slices).ok_or_else(|| Error::UnequalLengths { name, lengths: I::lengths(slices) })
}

/// Refuses a schedule that was made for another warp size than the device has.
fn check_warp_size(
    name: &'static str,
    device: &Device,
    found: WarpSize,
    scheduled: WarpSize,
) -> Result<(), Error> {
    if found == scheduled {
        return Ok(());
    }
    Err(Error::WrongWarpSize { name, device: device.name().into(), scheduled, found })
}

/// Locks; what a panicking thread left behind is overwritten by the next launch.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
