//! Functions that a runtime does not have.

use hip_standin::{Options, Standin};
use hip_sys::hipErrorInvalidValue;

use super::{Rig, arguments, event, memory, open, stream, text};
use crate::Error;
use crate::backend::{Backend, Jit, Launch, StreamHandle};
use crate::element::as_bytes;
use crate::hip::library::Library;

/// Uses what every runtime has; the first error.
fn essentials(standin: &Standin) -> Result<(), Error> {
    let (hip, _) = open(standin, 0)?;
    let (input, output, stream) = (memory(&hip, 4000)?, memory(&hip, 4)?, stream(&hip)?);
    let kernel = hip.compile(&text(""))?;
    let arguments = arguments(input.1, output.1);
    // SAFETY: memory, stream and events are open, and hold so much; the arguments are the kernel's.
    unsafe {
        hip.write(input.1, as_bytes(&[1_u8; 4000]), StreamHandle::DEFAULT)?;
        hip.zero(output.1, 4, stream.1)?;
        let start = event(&hip, stream.1)?;
        kernel.launch(Launch { grid: 4, block: 256, shared_bytes: 0, arguments: &arguments }, stream.1)?;
        hip.wait(stream.1, start.1)?;
        hip.elapsed(start.1, start.1)?;
        hip.synchronize(stream.1)
    }
}

#[test]
fn a_missing_function_is_named_when_it_is_needed() {
    let functions = [
        "hipInit",
        "hipGetDeviceCount",
        "hipGetDevice",
        "hipMalloc",
        "hipMemsetAsync",
        "hipMemcpyAsync",
        "hipStreamCreateWithFlags",
        "hipStreamSynchronize",
        "hipStreamWaitEvent",
        "hipEventCreateWithFlags",
        "hipEventRecord",
        "hipEventSynchronize",
        "hipEventElapsedTime",
        "hipModuleLoadData",
        "hipModuleGetFunction",
        "hipModuleLaunchKernel",
    ];
    for function in functions {
        let standin = Standin::new(&Options { without: &[function], ..Options::default() });
        let Err(Error::Library(error)) = essentials(&standin) else { panic!("{function} is missing") };
        assert_eq!(error.attempts.len(), 1);
        assert_eq!(error.attempts[0].name, standin.path().display().to_string());
        assert_eq!(error.attempts[0].reason, format!("it has no function `{function}`"));
        assert_eq!(error.remedy, "install a newer ROCm");
        assert_eq!(standin.live(), [""; 0], "{function} is missing");
        assert_eq!(standin.misuse(), [""; 0], "{function} is missing");
    }
    let neither = &["hipGetDevicePropertiesR0600", "hipGetDeviceProperties"];
    let standin = Standin::new(&Options { without: neither, ..Options::default() });
    let Err(Error::Library(error)) = essentials(&standin) else { panic!("there are no properties") };
    assert_eq!(error.attempts[0].reason, "it has no function `hipGetDeviceProperties`");
}

/// There is nothing to be done without them, so nothing is said.
#[test]
fn what_cannot_be_given_back_stays() {
    for function in ["hipFree", "hipStreamDestroy", "hipEventDestroy", "hipModuleUnload"] {
        let standin = Standin::new(&Options { without: &[function], ..Options::default() });
        essentials(&standin).unwrap();
        assert_eq!(standin.live().len(), 1, "without {function} stay {:?}", standin.live());
    }
}

#[test]
fn versions_and_words_are_not_needed() {
    let rig =
        Rig::with(&Options { without: &["hipGetErrorString", "hipRuntimeGetVersion"], ..Options::default() });
    rig.standin.fail("hipMalloc", 1, hipErrorInvalidValue);
    let error = rig.hip.allocate(4).unwrap_err().to_string();
    let expected =
        "hip 0 (Stand-in 0): `hipMalloc` failed with hipErrorInvalidValue (1): An argument is not valid";
    assert_eq!(error, expected);
    assert_eq!(Library::open(Some(rig.standin.path())).unwrap().version(), None);
    rig.close();

    let rig = Rig::new();
    assert_eq!(Library::open(Some(rig.standin.path())).unwrap().version().as_deref(), Some("6.4.12345"));
    rig.close();
}
