//! The real HIP runtime without a GPU, run as `hip-sys`' test `library` is.

use super::super::library::{Library, WHAT};
use super::super::{Hip, HipOptions, device_count, probe};
use crate::Error;

#[test]
#[ignore = "needs a HIP runtime, and no AMD GPU"]
fn a_real_runtime_without_a_gpu_says_that_there_is_no_device() {
    let library = Library::open(None).unwrap_or_else(|error| panic!("{error}"));
    let version = library.version().expect("it knows its version");
    assert_eq!(device_count().unwrap(), 0, "this test is for machines without an AMD GPU");

    let error = Hip::open(&HipOptions::default()).unwrap_err();
    assert!(matches!(error, Error::NoSuchDevice { kind: "HIP", index: 0, found: 0 }), "{error:?}");
    assert_eq!(error.to_string(), "there is no HIP device 0: none was found");

    let probe = probe();
    assert_eq!(probe.kind, "HIP");
    assert_eq!(probe.libraries[0].what, WHAT);
    let found = probe.libraries[0].found.as_ref().unwrap();
    assert_eq!(found.version.as_ref(), Some(&version));
    assert!(probe.devices.unwrap().is_empty());
    println!("{} {version}", found.name);
}
