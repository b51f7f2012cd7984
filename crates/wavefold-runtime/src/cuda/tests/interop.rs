//! Memory of cudarc's, in and out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cudarc::driver::{CudaContext, CudaStream};

use super::texts::{Add, LONG};
use super::{Memory, Stream, gpu, gpu_alone};
use crate::Error;
use crate::backend::{Argument, Backend, StreamHandle};
use crate::cuda::Cuda;

/// A stream of cudarc's. Not by its `new_stream`, which waits for the whole context: that fails while another test
/// captures.
fn new_stream(context: &Arc<CudaContext>) -> Arc<CudaStream> {
    context.default_stream().fork().unwrap()
}

#[test]
fn a_slice_is_adopted_with_its_pending_work_and_given_back() {
    let Some(cuda) = gpu() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let theirs = new_stream(cuda.cudarc_context());
    let slice = theirs.clone_htod(&[1_u32; 1024]).unwrap();
    let adopted = cuda.adopt(slice).unwrap();
    assert_eq!(adopted.len, 1024);
    let memory = Argument::Memory { pointer: adopted.pointer, bytes: 4096, writable: true };
    add.over(memory, 1024, 5, LONG / 10, stream.handle).unwrap();
    let owner = Cuda::release::<f32>(adopted.owner).expect_err("of another type");
    let slice = Cuda::release::<u32>(owner).expect("of this type, and nobody else's").unwrap();
    assert_eq!(theirs.clone_dtoh(&slice).unwrap(), [6; 1024]);
}

/// Adopted memory goes after the kernels that use it.
#[test]
fn an_adopted_slice_outlives_its_kernels() {
    let Some(cuda) = gpu_alone() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let slice = cuda.cudarc_context().default_stream().alloc_zeros::<u32>(1024).unwrap();
    let adopted = cuda.adopt(slice).unwrap();
    let memory = Argument::Memory { pointer: adopted.pointer, bytes: 4096, writable: true };
    let start = Instant::now();
    add.over(memory, 1024, 5, LONG, stream.handle).unwrap();
    drop(adopted);
    assert!(start.elapsed() > Duration::from_millis(50), "{:?}", start.elapsed());
}

#[test]
fn memory_of_ours_becomes_a_slice() {
    let Some(cuda) = gpu_alone() else { return };
    let theirs = new_stream(&CudaContext::new(0).unwrap());
    let before = cuda.free_memory().unwrap();
    for _ in 0..100 {
        let memory = Memory::zeroed(&cuda, 4 << 20);
        memory.write(&[7; 1024], StreamHandle::DEFAULT);
        let pointer = memory.pointer;
        std::mem::forget(memory);
        // SAFETY: the memory is initialised, and nobody else will free it.
        let slice = unsafe { cuda.give_up::<u32>(pointer, 1024, &theirs) }.unwrap();
        assert_eq!(theirs.clone_dtoh(&slice).unwrap(), [7; 1024]);
    }
    theirs.synchronize().unwrap();
    let after = cuda.free_memory().unwrap();
    assert!(after + (64 << 20) > before, "{before} bytes were free, {after} are left");
}

/// On the legacy stream cudarc keeps no events, on others it does: both are in step with a borrower.
#[test]
fn a_borrowed_slice_is_read_after_its_writes_and_before_its_next() {
    let Some(cuda) = gpu() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let context = CudaContext::new(0).unwrap();
    for theirs in [context.default_stream(), new_stream(&context)] {
        let mut slice = theirs.alloc_zeros::<u32>(1024).unwrap();
        for round in 0..20 {
            theirs.memcpy_htod(&[round; 1024], &mut slice).unwrap();
            // A kernel that adds to what it reads tells both orders: it would add to an old or to a new value.
            cuda.lend(&slice.slice(..1000), stream.handle, |pointer, len| {
                assert_eq!(len, 1000);
                let memory = Argument::Memory { pointer, bytes: 4000, writable: true };
                (add.over(memory, 1000, 100, LONG / 100, stream.handle), Some(()))
            })
            .unwrap();
            let values = theirs.clone_dtoh(&slice).unwrap();
            assert_eq!(values[..1000], [round + 100; 1000]);
            assert_eq!(values[1000..], [round; 24]);
        }
    }
}

#[test]
fn another_context_is_refused() {
    let Some(cuda) = gpu() else { return };
    let other = CudaContext::new_non_primary(0, 0).unwrap();
    let slice = other.default_stream().alloc_zeros::<u32>(4).unwrap();
    let refused = |result: Result<(), Error>| {
        assert!(
            matches!(&result, Err(Error::WrongDevice { found, .. }) if found == "another context of cuda 0"),
            "{result:?}"
        );
    };
    refused(cuda.lend::<_, _, _, ()>(&slice, StreamHandle::DEFAULT, |_, _| panic!("it is not lent")));
    refused(cuda.adopt(slice).map(drop));
    let pointer = cuda.allocate(16).unwrap();
    // SAFETY: the call is refused, so the memory stays ours and is given back once.
    unsafe {
        refused(cuda.give_up::<u32>(pointer, 4, &other.default_stream()).map(drop));
        cuda.free(pointer, 16);
    }
}
