//! What is found when a device is opened.

use std::path::Path;

use hip_standin::{Options, Standin};
use hip_sys::{hipErrorInsufficientDriver, hipErrorNoDevice};
use wavefold_codegen::WarpSize;

use super::super::{Hip, HipCompiler, HipOptions};
use super::{Rig, assert_tidy, open, options};
use crate::backend::{Backend, Jit};
use crate::{Error, Properties};

#[test]
fn a_device_says_what_it_is() {
    let rig = Rig::new();
    assert_eq!(rig.hip.name(), "hip 0 (Stand-in 0)");
    assert_eq!(rig.hip.warp_size(), WarpSize::W64);
    let expected = Properties {
        name: "Stand-in 0".into(),
        architecture: Some("gfx942:sramecc+:xnack-".into()),
        warp_size: Some(64),
        compute_units: Some(304),
        memory_bytes: Some(1 << 34),
        shared_memory_bytes: Some(1 << 16),
    };
    assert_eq!(rig.hip.properties(), expected);
    assert_eq!(rig.hip.free_memory(), Some(1 << 34));
    let opening = ["hipInit", "hipGetDeviceCount = 1", "hipGetDevicePropertiesR0600(0)", "hipGetDevice = 0"];
    assert_eq!(rig.standin.take_trace()[..4], opening);
    rig.close();
}

#[test]
fn a_runtime_of_rocm_5_has_the_older_properties() {
    let without = &["hipGetDevicePropertiesR0600"];
    let rig = Rig::with(&Options { architecture: "gfx1030", warp_size: 32, without, ..Options::default() });
    assert_eq!(rig.hip.name(), "hip 0 (gfx1030)", "a device without a name is called by its architecture");
    assert_eq!(rig.hip.warp_size(), WarpSize::W32);
    assert_eq!(rig.hip.properties().compute_units, Some(104));
    rig.close();
}

#[test]
fn a_device_that_is_not_there_is_an_error_that_counts() {
    for (devices, index, message) in [
        (0, 0, "there is no HIP device 0: none was found"),
        (2, 2, "there is no HIP device 2: they are numbered 0 to 1"),
        (1, u32::MAX, "there is no HIP device 4294967295: they are numbered 0 to 0"),
    ] {
        let standin = Standin::new(&Options { devices, ..Options::default() });
        let error = open(&standin, index).unwrap_err();
        assert!(matches!(error, Error::NoSuchDevice { .. }), "{error:?}");
        assert_eq!(error.to_string(), message);
        assert_tidy(&standin);
    }
}

#[test]
fn no_device_is_no_failure_of_the_runtime_and_a_bad_driver_is_one() {
    for function in ["hipInit", "hipGetDeviceCount"] {
        let standin = Standin::new(&Options::default());
        standin.fail(function, 1, hipErrorNoDevice);
        assert!(matches!(open(&standin, 0), Err(Error::NoSuchDevice { found: 0, .. })));

        let standin = Standin::new(&Options::default());
        standin.fail(function, 1, hipErrorInsufficientDriver);
        let error = open(&standin, 0).unwrap_err().to_string();
        let expected = format!(
            "the HIP runtime (amdhip64): `{function}` failed with hipErrorInsufficientDriver (35): \
             the stand-in's words for 35"
        );
        assert_eq!(error, expected);
    }
}

#[test]
fn a_warp_size_that_no_text_is_made_for_is_refused() {
    for warp_size in [16, -1] {
        let standin = Standin::new(&Options { warp_size, ..Options::default() });
        let error = open(&standin, 0).unwrap_err();
        assert!(matches!(error, Error::Unsupported { .. }), "{error:?}");
        assert_eq!(error.to_string(), "the device `hip 0 (Stand-in 0)` has no warps of 32 or 64 lanes");
    }
}

#[test]
fn a_missing_library_says_what_was_tried() {
    // SAFETY: there is no such file.
    let options = unsafe { HipOptions::new(0).runtime("/nowhere/libamdhip64.so") };
    let Err(Error::Library(error)) = Hip::open(&options) else { panic!("there is no such file") };
    assert_eq!(error.attempts.len(), 1);
    assert_eq!(error.attempts[0].name, "/nowhere/libamdhip64.so");
    assert_eq!(error.attempts[0].reason, "cannot open shared object file: No such file or directory");
    assert!(error.to_string().starts_with("the HIP runtime (amdhip64) cannot be loaded; install AMD's driver"));
}

/// Whichever compiler is missing here, the device is found first: its error matters more.
#[test]
fn the_device_is_looked_for_before_the_compiler() {
    let standin = Standin::new(&Options { devices: 0, ..Options::default() });
    assert!(matches!(Hip::open(&options(&standin, 0)), Err(Error::NoSuchDevice { .. })));
}

#[test]
fn each_device_is_made_current_where_it_is_used() {
    let standin = Standin::new(&Options { devices: 2, ..Options::default() });
    let (first, _) = open(&standin, 0).unwrap();
    let (second, _) = open(&standin, 1).unwrap();
    standin.take_trace();
    first.free_memory();
    second.free_memory();
    second.free_memory();
    std::thread::scope(|scope| scope.spawn(|| second.free_memory()).join().unwrap());
    let trace = [
        "hipGetDevice = 1",
        "hipSetDevice(0)",
        "hipMemGetInfo", // after the second was opened
        "hipGetDevice = 0",
        "hipSetDevice(1)",
        "hipMemGetInfo",
        "hipGetDevice = 1",
        "hipMemGetInfo", // current already
        "hipGetDevice = 0",
        "hipSetDevice(1)",
        "hipMemGetInfo", // a new thread
    ];
    assert_eq!(standin.take_trace(), trace);
}

#[test]
fn options_are_kept() {
    let options = HipOptions::new(3);
    assert!(matches!(options, HipOptions { index: 3, compiler: HipCompiler::InProcess, .. }));
    assert_eq!(options.runtime_path(), None);
    // SAFETY: never opened.
    let options = unsafe { options.runtime("somewhere") };
    assert_eq!(options.runtime_path(), Some(Path::new("somewhere")));
}
