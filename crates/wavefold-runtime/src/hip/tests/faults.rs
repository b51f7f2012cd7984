//! A device after a fault.

use hip_sys::{hipError_t, hipErrorIllegalAddress, hipErrorInvalidValue, hipErrorLaunchFailure};

use super::{Rig, event, memory, stream, text};
use crate::Error;
use crate::backend::{Backend, Jit};
use crate::element::{as_bytes, as_room};

#[test]
fn a_fault_is_told_once_and_then_the_device_is_lost() {
    for code in [hipErrorIllegalAddress, hipErrorLaunchFailure] {
        let rig = Rig::new();
        let (memory, stream) = (memory(&rig.hip, 4).unwrap(), stream(&rig.hip).unwrap());
        let (event, kernel) = (event(&rig.hip, stream.1).unwrap(), rig.hip.compile(&text("")).unwrap());
        rig.standin.fail("hipStreamSynchronize", 1, code);
        // SAFETY: the stream is open.
        let told = unsafe { rig.hip.synchronize(stream.1) };
        let Err(Error::Call { function: "hipStreamSynchronize", code: told, .. }) = told else {
            panic!("{told:?}")
        };
        assert_eq!(told, i64::from(code.0));

        // SAFETY: memory, stream and event are open, and hold so much.
        let later = unsafe {
            [
                rig.hip.allocate(4).map(|_| ()),
                rig.hip.open_stream().map(|_| ()),
                rig.hip.synchronize(stream.1),
                rig.hip.write(memory.1, as_bytes(&[1_u8]), stream.1),
                rig.hip.read(as_room(&mut [1]), memory.1, stream.1),
                rig.hip.zero(memory.1, 1, stream.1),
                rig.hip.record(stream.1).map(|_| ()),
                rig.hip.wait(stream.1, event.1),
                rig.hip.elapsed(event.1, event.1).map(|_| ()),
                rig.hip.compile(&text("")).map(|_| ()),
            ]
        };
        for error in later {
            let Err(Error::DeviceLost { device, cause }) = error else { panic!("{error:?}") };
            assert_eq!(device, "hip 0 (Stand-in 0)");
            let name = hipError_t(code.0).name().unwrap();
            assert!(cause.contains("`hipStreamSynchronize` failed") && cause.contains(name), "{cause}");
        }
        assert_eq!(rig.hip.free_memory(), None);
        drop((memory, stream, event, kernel));
        rig.close();
    }
}

#[test]
fn a_fault_that_shows_up_in_a_drop_is_raised_by_the_next_call() {
    let rig = Rig::new();
    rig.standin.fail("hipFree", 1, hipErrorIllegalAddress);
    drop(memory(&rig.hip, 4).unwrap());
    let Err(Error::DeviceLost { cause, .. }) = rig.hip.allocate(4) else { panic!("it is lost") };
    assert!(cause.contains("`hipFree` failed with hipErrorIllegalAddress (700)"), "{cause}");
    rig.close();
}

#[test]
fn an_ordinary_error_leaves_the_device_as_it_was() {
    let rig = Rig::new();
    rig.standin.fail("hipMalloc", 1, hipErrorInvalidValue);
    assert!(matches!(rig.hip.allocate(4), Err(Error::Call { function: "hipMalloc", code: 1, .. })));
    drop(memory(&rig.hip, 4).unwrap());
    rig.close();
}
