//! A compiled kernel, and its launch.

use std::fmt::{self, Debug, Formatter};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use libloading::Library;
use wavefold_codegen::{KernelText, WarpSize};

use super::argument::Argument;
use super::compiler::Mode;
use super::counters::Counters;
use super::error::EmulatorError;
use super::image::Image;
use super::regions::{Region, Regions};
use super::report::{Report, describe};
use super::runtime::{Built, Runtime};
use super::staging::Staging;
use super::workspace::{MAX_THREADS, Mapping, stack_bytes, stack_stride};

type Entry = unsafe extern "C" fn(*mut *mut u8);
type LaunchFunction = unsafe extern "C" fn(*const Launch) -> u32;
type ParameterFunction = unsafe extern "C" fn(u32) -> u32;
type CountingFunction = unsafe extern "C" fn(u32) -> u64;
type ImageFunction = unsafe extern "C" fn() -> u64;

/// The runtime's `Launch`.
#[repr(C)]
struct Launch {
    grid: u32,
    block: u32,
    warp: u32,
    region_count: u32,
    regions: *mut Region,
    arguments: *mut *mut u8,
    entry: Entry,
    stacks: *mut u8,
    stack_stride: u64,
    stack_bytes: u64,
    pairs: *mut u32,
    shadow: *mut u8,
    shadow_bytes: u64,
    clock: *mut u64,
    report: *mut Report,
    counters: *mut Counters,
    counting: *mut u8,
}

/// The size of the runtime's `wavefold_dynamic_shared`.
const DYNAMIC_LIMIT: usize = 256 * 1024;

/// A kernel that can be launched any number of times, from any thread. Launches of one kernel run one after the
/// other (its shared memory exists once); launches of different kernels run at the same time.
pub struct EmulatedKernel {
    runtime: Arc<Runtime>,
    warp: u32,
    text: KernelText,
    path: PathBuf,
    image: Image,
    base: u64,
    stack_bytes: usize,
    parameters: Vec<usize>,
    entry: Entry,
    launch: LaunchFunction,
    counting: CountingFunction,
    running: Mutex<()>,
    /// Keeps the functions above valid.
    _library: Library,
}

impl EmulatedKernel {
    pub(crate) fn compile(
        runtime: &Arc<Runtime>,
        warp_size: WarpSize,
        mode: Mode,
        text: KernelText,
    ) -> Result<Self, EmulatorError> {
        let warp = warp_size.lanes();
        let Built { image: path, frames } = runtime.build(warp, mode, &text)?;
        let image = Image::read(&path)?;
        let failed = |source: libloading::Error| EmulatorError::LoadFailed {
            entry: text.entry.clone(),
            source: source.into(),
        };
        // SAFETY: the image was just built from our runtime and the text; its only initialisers are the runtime's and
        // those of the text's own variables.
        let library = unsafe { Library::new(&path) }.map_err(failed)?;
        // SAFETY: these are the runtime's and the trampoline's exports, with the types they are declared with there.
        let (entry_function, launch, parameter, counting, base) = unsafe {
            (
                *library.get::<Entry>(b"wavefold_entry\0").map_err(failed)?,
                *library.get::<LaunchFunction>(b"wavefold_launch\0").map_err(failed)?,
                *library.get::<ParameterFunction>(b"wavefold_parameter\0").map_err(failed)?,
                *library.get::<CountingFunction>(b"wavefold_counting_bytes\0").map_err(failed)?,
                *library.get::<ImageFunction>(b"wavefold_image\0").map_err(failed)?,
            )
        };
        // SAFETY: both only return constants of the image.
        let sizes = (0..).map(|index| unsafe { parameter(index) } as usize).take_while(|&size| size != 0);
        Ok(Self {
            parameters: sizes.collect(),
            // SAFETY: as above.
            base: unsafe { base() },
            stack_bytes: stack_bytes(frames),
            runtime: Arc::clone(runtime),
            warp,
            text,
            path,
            image,
            entry: entry_function,
            launch,
            counting,
            running: Mutex::new(()),
            _library: library,
        })
    }

    /// Runs `grid` blocks of `block` threads to their end.
    ///
    /// # Errors
    /// [`EmulatorError::Fault`] when the kernel does something that a GPU would not forgive (or would, silently); buffers then hold
    /// what had been written until then.
    ///
    /// # Safety
    /// The arguments must match the kernel's parameters in kind (sizes are checked), and every buffer must be valid
    /// for its length, and unused by others, for the duration of the call.
    pub unsafe fn launch(&self, grid: u32, block: u32, arguments: &[Argument<'_>]) -> Result<(), EmulatorError> {
        // SAFETY: the caller's promise.
        unsafe { self.launch_with_shared(grid, block, 0, arguments) }
    }

    /// As [`Self::launch`], with `shared_bytes` for the kernel's `extern __shared__` arrays.
    ///
    /// # Errors
    /// As [`Self::launch`].
    ///
    /// # Safety
    /// As [`Self::launch`].
    pub unsafe fn launch_with_shared(
        &self,
        grid: u32,
        block: u32,
        shared_bytes: usize,
        arguments: &[Argument<'_>],
    ) -> Result<(), EmulatorError> {
        // SAFETY: the caller's promise.
        unsafe { self.run(grid, block, shared_bytes, arguments, &mut Counters::default()) }?;
        Ok(())
    }

    /// As [`Self::launch_with_shared`]; a kernel that counts adds to `counters`, and gives the bytes of the shared variables
    /// that it has accessed.
    ///
    /// # Safety
    /// As [`Self::launch`].
    pub(crate) unsafe fn run(
        &self,
        grid: u32,
        block: u32,
        shared_bytes: usize,
        arguments: &[Argument<'_>],
        counters: &mut Counters,
    ) -> Result<u64, EmulatorError> {
        if shared_bytes > DYNAMIC_LIMIT {
            return Err(EmulatorError::SharedBytes { given: shared_bytes, limit: DYNAMIC_LIMIT });
        }
        if !(1..=MAX_THREADS).contains(&block) {
            return Err(EmulatorError::BlockSize { block, limit: MAX_THREADS });
        }
        self.check_arguments(arguments)?;

        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let mut workspace = self.runtime.take_workspace();
        let staging = Staging::new(arguments);
        let arena = workspace.arena(staging.bytes)?;
        let placed = placed(arguments, &staging, arena);
        let mut regions = Regions::new(arguments, &staging, &placed, &self.image, self.base, shared_bytes as u64);
        let mut values: Vec<Vec<u128>> =
            arguments.iter().zip(&placed).map(|(argument, &address)| storage(argument, address)).collect();
        let mut pointers: Vec<*mut u8> = values.iter_mut().map(|value| value.as_mut_ptr().cast()).collect();
        for value in &values {
            regions.allow_reads(value.as_ptr() as u64, size_of_val(value.as_slice()) as u64);
        }
        let stacks = workspace.stacks(block, self.stack_bytes)?;
        let shadow = workspace.shadow(regions.shadow_bytes)?;
        regions.place_shadow(shadow as u64);
        // SAFETY: returns a number.
        let counting = match unsafe { (self.counting)(block.div_ceil(self.warp)) } as usize {
            0 => None,
            bytes => Some(Mapping::new("the record of counted instructions", bytes)?),
        };
        let mut report = Report::default();
        let launch = Launch {
            grid,
            block,
            warp: self.warp,
            region_count: regions.regions.len() as u32,
            regions: regions.regions.as_mut_ptr(),
            arguments: pointers.as_mut_ptr(),
            entry: self.entry,
            stacks,
            stack_stride: stack_stride(self.stack_bytes) as u64,
            stack_bytes: self.stack_bytes as u64,
            pairs: workspace.pairs.as_mut_ptr(),
            shadow,
            shadow_bytes: workspace.shadow_bytes() as u64,
            clock: &raw mut workspace.clock,
            report: &raw mut report,
            counters: &raw mut *counters,
            counting: counting.as_ref().map_or(std::ptr::null_mut(), Mapping::start),
        };
        // SAFETY: the caller vouches for the buffers, the arena was made for them. The description holds for the call, and
        // the lock keeps the image's state to this launch.
        let failed = unsafe {
            staging.copy_in(arena);
            let failed = (self.launch)(&raw const launch);
            staging.copy_out(arena, arguments);
            failed
        };
        drop(running);
        workspace.trim();
        self.runtime.return_workspace(workspace);
        if failed == 0 {
            return Ok(regions.used_shared_bytes());
        }
        Err(EmulatorError::Fault(Box::new(describe(self, &report, &regions))))
    }

    fn check_arguments(&self, arguments: &[Argument<'_>]) -> Result<(), EmulatorError> {
        if arguments.len() != self.parameters.len() {
            return Err(EmulatorError::ArgumentCount {
                entry: self.text.entry.clone(),
                expected: self.parameters.len(),
                given: arguments.len(),
            });
        }
        for (index, (argument, &expected)) in arguments.iter().zip(&self.parameters).enumerate() {
            let given = match argument {
                Argument::Value(bytes) => bytes.len(),
                Argument::Buffer { .. } => size_of::<*mut u8>(),
            };
            if given != expected {
                return Err(EmulatorError::ArgumentSize {
                    entry: self.text.entry.clone(),
                    index,
                    expected,
                    given,
                });
            }
        }
        Ok(())
    }

    pub(crate) fn text(&self) -> &KernelText {
        &self.text
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        &self.path
    }

    pub(crate) fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    pub(crate) fn image(&self) -> &Image {
        &self.image
    }
}

impl Debug for EmulatedKernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmulatedKernel")
            .field("name", &self.text.entry)
            .field("warp", &self.warp)
            .finish_non_exhaustive()
    }
}

impl Drop for EmulatedKernel {
    fn drop(&mut self) {
        // The mapping outlives its name. What cannot be removed goes with the directory.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The address of each buffer as the kernel sees it; 0 for values.
fn placed(arguments: &[Argument<'_>], staging: &Staging, arena: *mut u8) -> Vec<u64> {
    let mut placed = vec![0; arguments.len()];
    for span in &staging.spans {
        for &index in &span.members {
            if let Argument::Buffer { pointer, .. } = arguments[index] {
                placed[index] = Staging::placed(arena, span, pointer as usize);
            }
        }
    }
    placed
}

/// The bytes of an argument, aligned for any parameter type.
fn storage(argument: &Argument<'_>, address: u64) -> Vec<u128> {
    let pointer_bytes;
    let bytes = match argument {
        Argument::Value(bytes) => *bytes,
        Argument::Buffer { .. } => {
            pointer_bytes = address.to_ne_bytes();
            &pointer_bytes
        }
    };
    bytes
        .chunks(16)
        .map(|chunk| {
            let mut word = [0; 16];
            word[..chunk.len()].copy_from_slice(chunk);
            u128::from_ne_bytes(word)
        })
        .collect()
}
