//! What this machine has for CUDA.

use super::devices::{Facts, count};
use super::driver::{self, Driver};
use super::library::Found;
use super::nvrtc::{self, Nvrtc};
use crate::{BackendProbe, Error, FoundLibrary, LibraryProbe, Properties};

/// Looks for the driver, the compiler and the devices. Opens the libraries, but no context on a device.
pub(crate) fn probe() -> BackendProbe {
    let driver = Driver::get();
    let devices = driver.as_ref().map_or_else(|_| Ok(Vec::new()), |found| devices(&found.functions));
    let newest = driver.as_ref().ok().and_then(|found| found.functions.version().ok());
    let compiler = Nvrtc::get(newest.map_or(u32::MAX, |(major, _)| major));
    let driver = driver.map(|Found { name, .. }| FoundLibrary {
        name: name.clone(),
        version: newest.map(|(major, minor)| format!("CUDA {major}.{minor}")),
    });
    let compiler =
        compiler.map(|nvrtc| FoundLibrary { name: nvrtc.name().into(), version: Some(nvrtc.version()) });
    BackendProbe {
        kind: "CUDA",
        libraries: vec![
            LibraryProbe { what: driver::WHAT, found: driver },
            LibraryProbe { what: nvrtc::WHAT, found: compiler },
        ],
        devices,
    }
}

/// How many CUDA devices there are: they are numbered from 0.
///
/// # Errors
/// [`Error::Library`] without a driver, [`Error::Call`] when the driver refuses.
pub(crate) fn device_count() -> Result<u32, Error> {
    count(&Driver::get().map_err(Box::new)?.functions)
}

fn devices(driver: &Driver) -> Result<Vec<Properties>, Error> {
    let facts =
        |index| Facts::of(driver, index).map_err(|failure| driver.error(&format!("cuda {index}"), failure));
    (0..count(driver)?).map(|index| facts(index).map(|facts| facts.properties)).collect()
}
