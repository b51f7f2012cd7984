//! Libraries that are missing or wrong.

use std::path::PathBuf;

use crate::cuda::driver::Driver;
use crate::cuda::library;
use crate::cuda::{Cuda, probe};
use crate::{Error, LibraryError};

#[test]
fn every_name_that_was_tried_is_told_with_its_reason() {
    let error = open(&["libabsent-one.so.1", "/absent/libabsent-two.so"]).unwrap_err();
    let names: Vec<_> = error.attempts.iter().map(|attempt| attempt.name.as_str()).collect();
    assert_eq!(names, ["libabsent-one.so.1", "/absent/libabsent-two.so"]);
    for attempt in &error.attempts {
        assert!(!attempt.reason.contains("libabsent"), "{}", attempt.reason);
        assert!(attempt.reason.contains("No such file") || cfg!(not(target_os = "linux")), "{}", attempt.reason);
    }
    let text = error.to_string();
    assert!(
        text.starts_with("the CUDA driver cannot be loaded; install it\n  tried libabsent-one.so.1: "),
        "{text}"
    );
}

/// An older driver lacks functions: that is an attempt with its reason, and no panic when one of them is called.
#[cfg(target_os = "linux")]
#[test]
fn a_library_without_the_functions_does_not_do() {
    let error = open(&["libc.so.6"]).unwrap_err();
    assert_eq!(error.attempts[0].name, "libc.so.6");
    assert_eq!(error.attempts[0].reason, "it has no function `cuInit`");
}

/// Whatever this machine has, a probe says it without a panic, and agrees with what opening a device says.
#[test]
fn a_probe_names_both_libraries_and_agrees_with_open() {
    let probe = probe();
    assert_eq!(probe.kind, "CUDA");
    let [driver, compiler] = &probe.libraries[..] else { panic!("the driver and the compiler: {probe:?}") };
    for library in [driver, compiler] {
        match &library.found {
            Ok(found) => assert!(!found.name.is_empty() && found.version.is_some(), "{found:?}"),
            Err(error) => assert!(!error.attempts.is_empty() && error.what == library.what, "{error:?}"),
        }
    }
    let devices = probe.devices.as_ref().map_or(0, Vec::len);
    match Cuda::open(u32::MAX) {
        Err(Error::Library(error)) => assert_eq!(Some(&*error), driver.found.as_ref().err()),
        Err(Error::NoSuchDevice { kind: "CUDA", index: u32::MAX, found }) => assert_eq!(found as usize, devices),
        Err(error @ Error::Call { .. }) => assert!(probe.devices.is_err(), "{error}"),
        other => panic!("{other:?}"),
    }
}

fn open(names: &[&str]) -> Result<library::Found<Driver>, LibraryError> {
    let names: Vec<_> = names.iter().map(PathBuf::from).collect();
    library::open("the CUDA driver", || "install it".into(), names, |library, _| Driver::bind(library))
}
