//! cudarc's slices as buffers, and buffers as slices, without a copy.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaSlice, CudaStream, DevicePtr};

use super::Cuda;
use crate::memory::{Memory, Owner};
use crate::stream::Access;
use crate::{Buffer, Device, Element, Error, Stream};

/// The context of a CUDA device as cudarc knows it: slices that are made in it can be used on the device.
///
/// # Errors
/// [`Error::Unsupported`] for a device that is not CUDA's.
pub fn context(device: &Device) -> Result<Arc<CudaContext>, Error> {
    cuda(device).map(|cuda| Arc::clone(cuda.cudarc_context()))
}

/// Takes a slice over as a buffer, after the work that has been enqueued on it. [`release`] gives it back.
///
/// # Errors
/// When the slice is of another device.
pub fn adopt<T: Element>(device: &Device, slice: CudaSlice<T>) -> Result<Buffer<T>, Error> {
    let adopted = cuda(device)?.adopt(slice)?;
    if adopted.len == 0 {
        return device.zeroed(0);
    }
    let bytes = adopted.len * size_of::<T>();
    // SAFETY: the owner keeps the slice, whose memory holds so many elements, and nobody else has it.
    let memory = unsafe { Memory::lent(device, adopted.pointer, bytes, Some(adopted.owner)) };
    Ok(Buffer::of(memory, adopted.len))
}

/// Makes a buffer a slice, which gives its memory back in `stream`. Waits for the work on the device.
///
/// # Errors
/// When the stream is of another device, a graph uses the buffer, or somebody else but cudarc owns its memory: then the
/// buffer comes back.
pub fn release<T: Element>(
    buffer: Buffer<T>,
    stream: &Arc<CudaStream>,
) -> Result<CudaSlice<T>, (Error, Option<Buffer<T>>)> {
    let (device, len) = (buffer.device().clone(), buffer.len());
    let cuda = match cuda(&device).and_then(|cuda| cuda.check_stream(stream).map(|()| cuda)) {
        Ok(cuda) => cuda,
        Err(error) => return Err((error, Some(buffer))),
    };
    let refused = |what| Error::Unsupported { what, device: device.name().into() };
    let (pointer, bytes) = (buffer.memory().pointer(), buffer.memory().bytes());
    let owner = match buffer.leave() {
        Ok(Owner::Device) => {
            // SAFETY: the memory came from this device's `allocate`, holds so many elements and was left to us.
            return unsafe { cuda.give_up(pointer, len, stream) }.map_err(|error| (error, None));
        }
        Ok(Owner::Lender(owner)) => owner,
        Ok(Owner::Borrowed) => None,
        Err(buffer) => return Err((refused("way to release a buffer that a graph uses"), Some(buffer))),
    };
    let owner = match owner.map(Cuda::release::<T>) {
        Some(Ok(slice)) => return slice.map_err(|error| (error, None)),
        Some(Err(owner)) => Some(owner),
        None => None,
    };
    // SAFETY: as when the buffer was made; the owner is kept.
    let buffer = Buffer::of(unsafe { Memory::lent(&device, pointer, bytes, owner) }, len);
    Err((refused("way to release memory that is not cudarc's"), Some(buffer)))
}

/// Lets `work` use a slice, or a view of one, that stays its owner's: what it enqueues in `stream` begins after what the
/// owner has enqueued, and the owner's later work waits for it on the device.
///
/// ```no_run
/// # use wavefold_runtime::{cuda, Error, Reduction, ReductionExt, ReductionPlan, Stream};
/// # fn example<R: Reduction<Inputs = (f32,)>>(
/// #     plan: ReductionPlan<R>, slice: cuda::cudarc::driver::CudaSlice<f32>, stream: Stream) -> Result<(), Error> {
/// let total = cuda::lend(&slice, &stream, |buffer| plan.launch(buffer, &stream))?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of `work`; when the slice is of another device, or the stream is being captured.
pub fn lend<T: Element, S: DevicePtr<T>, R>(
    slice: &S,
    stream: &Stream,
    work: impl FnOnce(&Buffer<T>) -> Result<R, Error>,
) -> Result<R, Error> {
    let device = stream.device();
    let mut working = Some(stream.work_at_once("lend")?);
    cuda(device)?.lend(slice, stream.handle(), |pointer, len| {
        if len == 0 {
            drop(working.take());
            return (device.zeroed(0).and_then(|empty| work(&empty)), stream.work_at_once("lend").ok());
        }
        // SAFETY: the slice is borrowed, and its owner's work is ordered before this stream's.
        let buffer = Buffer::of(unsafe { Memory::borrowed(device, pointer, len * size_of::<T>()) }, len);
        let order = || stream.order(buffer.memory().allocation(), Access::Write).map(drop);
        // Other streams that `work` uses begin after this one, and are waited for in this one.
        let before = order();
        // `work` may capture the stream.
        drop(working.take());
        let result = before.and_then(|()| work(&buffer));
        let working = stream.work_at_once("lend").and_then(|working| order().map(|()| working));
        (result, working.ok())
    })
}

fn cuda(device: &Device) -> Result<&Cuda, Error> {
    device.as_cuda().ok_or_else(|| Error::Unsupported { what: "CUDA context", device: device.name().into() })
}
