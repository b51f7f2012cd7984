//! What of HIP this machine has.

use super::compiler::Hiprtc;
use super::library::{Library, WHAT};
use crate::{BackendProbe, Error, FoundLibrary, LibraryProbe, Properties};

/// The libraries and the devices.
pub(crate) fn probe() -> BackendProbe {
    let (runtime, devices) = match Library::open(None) {
        Ok(library) => {
            let found = FoundLibrary { name: library.runtime().name().into(), version: library.version() };
            (Ok(found), devices(&library))
        }
        Err(error) => (Err(error), Ok(Vec::new())),
    };
    let runtime = LibraryProbe { what: WHAT, found: runtime };
    BackendProbe { kind: "HIP", libraries: vec![runtime, Hiprtc::probe()], devices }
}

/// How many devices there are.
pub(crate) fn device_count() -> Result<u32, Error> {
    Library::open(None).map_err(Box::new)?.device_count()
}

fn devices(library: &Library) -> Result<Vec<Properties>, Error> {
    // A device's number is a `c_int` in the runtime's own count.
    (0..library.device_count()?).map(|device| library.properties(device.cast_signed())).collect()
}
