//! What the driver says about devices before any is opened.

use std::ffi::{CStr, c_int};

use cudarc::driver::sys::{CUdevice, CUdevice_attribute};

use super::driver::Driver;
use super::library::Failure;
use crate::{Error, Properties};

/// How many devices there are. That there are none is no error.
pub(super) fn count(driver: &Driver) -> Result<u32, Error> {
    const NO_DEVICE: c_int = 100;
    let mut count = 0;
    // SAFETY: the pointer is to an integer.
    match driver.initialise().and_then(|()| unsafe { driver.cuDeviceGetCount(&mut count) }) {
        Ok(()) => Ok(count.unsigned_abs()),
        Err(Failure { code: NO_DEVICE, .. }) => Ok(0),
        Err(failure) => Err(driver.error("the CUDA driver", failure)),
    }
}

/// What the driver says about a device without a context.
pub(super) struct Facts {
    pub(super) properties: Properties,
    /// `sm_90` is 90.
    pub(super) architecture: u32,
    /// Bytes of shared memory that a kernel may ask for: more than a block has without being asked.
    pub(super) most_shared_memory: u32,
}

impl Facts {
    /// The device's, of an initialised driver.
    pub(super) fn of(driver: &Driver, index: u32) -> Result<Self, Failure> {
        let (mut device, mut bytes, mut name): (CUdevice, _, _) = (0, 0, [0_u8; 256]);
        // SAFETY: the pointers are to a device, to a buffer of the length given and to a size.
        unsafe {
            driver.cuDeviceGet(&mut device, index as c_int)?;
            driver.cuDeviceGetName(name.as_mut_ptr().cast(), name.len() as c_int, device)?;
            driver.cuDeviceTotalMem_v2(&mut bytes, device)?;
        }
        let attribute = |attribute: CUdevice_attribute| {
            let mut value = 0;
            // SAFETY: the pointer is to an integer, the device was just asked for.
            unsafe { driver.cuDeviceGetAttribute(&mut value, attribute as c_int, device)? };
            Ok::<_, Failure>(value.unsigned_abs())
        };
        let major = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let architecture = major * 10 + minor;
        let name = CStr::from_bytes_until_nul(&name).unwrap_or(c"unnamed").to_string_lossy().into_owned();
        let shared = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)?;
        let properties = Properties {
            name,
            architecture: Some(format!("sm_{architecture}")),
            warp_size: Some(attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE)?),
            compute_units: Some(attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?),
            memory_bytes: Some(bytes),
            shared_memory_bytes: Some(shared as usize),
        };
        let most = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        Ok(Self { properties, architecture, most_shared_memory: most.max(shared) })
    }
}
