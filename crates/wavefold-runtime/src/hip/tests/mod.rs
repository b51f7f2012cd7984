//! The backend over a stand-in for the HIP runtime, and what the real one says without a GPU.

mod captures;
mod failures;
mod faults;
mod library;
mod missing;
mod opening;
mod work;

use std::sync::{Arc, Mutex};

use hip_standin::{Options, Standin};
use wavefold_codegen::{Fp, KernelText, Value};

use super::compiler::Compile;
use super::{Hip, HipOptions, WorkGroupMode};
use crate::Error;
use crate::backend::{Argument, Backend, ByValue, DevicePointer, EventHandle, GraphHandle, Graphs, StreamHandle};

/// The sizes of the arguments of every kernel here: an input, its length, an output.
const ARGUMENTS: [usize; 3] = [8, 8, 8];

/// A device of a stand-in, and what its compiler was asked for.
struct Rig {
    hip: Hip,
    standin: Standin,
    asked: Asked,
}

/// The architectures and modes that were compiled for.
type Asked = Arc<Mutex<Vec<(String, WorkGroupMode)>>>;

impl Rig {
    /// The first device of a new stand-in.
    fn new() -> Self {
        Self::with(&Options::default())
    }

    fn with(options: &Options<'_>) -> Self {
        let standin = Standin::new(options);
        let (hip, asked) = open(&standin, 0).unwrap();
        Self { hip, standin, asked }
    }

    /// Closes the device and checks that everything was given back, and nothing used wrongly.
    fn close(self) {
        drop(self.hip);
        assert_tidy(&self.standin);
    }
}

/// Opens a device of the stand-in, with a compiler that makes the stand-in's code objects.
fn open(standin: &Standin, index: u32) -> Result<(Hip, Asked), Error> {
    open_with(&options(standin, index))
}

fn open_with(options: &HipOptions) -> Result<(Hip, Asked), Error> {
    let asked = Asked::default();
    let compiler = Fake(Arc::clone(&asked));
    Ok((Hip::open_with(options, || Ok(Box::new(compiler)))?, asked))
}

fn options(standin: &Standin, index: u32) -> HipOptions {
    // SAFETY: the stand-in has the functions of a HIP runtime, with their types.
    unsafe { HipOptions::new(index).runtime(standin.path()) }
}

fn assert_tidy(standin: &Standin) {
    assert_eq!(standin.live(), [""; 0], "everything was given back");
    assert_eq!(standin.misuse(), [""; 0], "nothing was used wrongly");
}

/// Makes code objects that the stand-in loads; knows all architectures but `gfx000`.
#[derive(Debug)]
struct Fake(Asked);

impl Compile for Fake {
    fn compile(&self, text: &KernelText, architecture: &str, mode: WorkGroupMode) -> Result<Vec<u8>, Error> {
        self.0.lock().unwrap().push((architecture.into(), mode));
        if architecture == "gfx000" {
            let (compiler, known) = ("fake".into(), vec!["all others".into()]);
            return Err(Error::UnknownArchitecture { compiler, architecture: architecture.into(), known });
        }
        // A text that says so gets code without the kernel.
        let entry = if text.source.contains("lost") { "other" } else { &text.entry };
        Ok(Standin::code_object(entry, &ARGUMENTS))
    }
}

fn text(source: &str) -> KernelText {
    KernelText {
        source: source.into(),
        entry: "max_abs".into(),
        parameters: Vec::new(),
        first_index: false,
        fp: Fp::Strict,
        origins: Vec::new(),
    }
}

/// The arguments of [`ARGUMENTS`]' sizes.
fn arguments(input: DevicePointer, output: DevicePointer) -> [Argument; 3] {
    let value = Value { scalar: wavefold_codegen::Scalar::U64, bits: 1000 };
    [
        Argument::Memory { pointer: input, bytes: 4000, writable: false },
        Argument::Value(ByValue::of(&[value])),
        Argument::Memory { pointer: output, bytes: 4, writable: true },
    ]
}

/// Something of a device, given back when it goes.
struct Held<'a, T: Copy>(&'a Hip, T, unsafe fn(&Hip, T));

impl<T: Copy> Drop for Held<'_, T> {
    fn drop(&mut self) {
        // SAFETY: it came from this device and goes with its holder.
        unsafe { (self.2)(self.0, self.1) }
    }
}

fn memory(hip: &Hip, bytes: usize) -> Result<Held<'_, DevicePointer>, Error> {
    // SAFETY: `Held` promises it; the size is not used.
    Ok(Held(hip, hip.allocate(bytes)?, |hip, pointer| unsafe { hip.free(pointer, 0) }))
}

fn stream(hip: &Hip) -> Result<Held<'_, StreamHandle>, Error> {
    // SAFETY: `Held` promises it.
    Ok(Held(hip, hip.open_stream()?, |hip, stream| unsafe { hip.close_stream(stream) }))
}

fn event(hip: &Hip, stream: StreamHandle) -> Result<Held<'_, EventHandle>, Error> {
    // SAFETY: the tests' streams are open; `Held` promises the rest.
    Ok(Held(hip, unsafe { hip.record(stream) }?, |hip, event| unsafe { hip.close_event(event) }))
}

/// The graph of what `work` enqueues.
fn graph(
    hip: &Hip,
    stream: StreamHandle,
    work: impl FnOnce() -> Result<(), Error>,
) -> Result<Held<'_, GraphHandle>, Error> {
    // SAFETY: the tests' streams are open; `Held` promises the rest.
    unsafe {
        hip.begin_capture(stream)?;
        let worked = work();
        let ended = hip.end_capture(stream).map(|graph| Held(hip, graph, |hip, graph| hip.close_graph(graph)));
        worked?;
        ended
    }
}
