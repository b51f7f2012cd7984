//! The real HIP runtime, which needs no GPU to be opened and asked. Run as `hip-sys`' test `library` is.

use super::super::library::{Library, WHAT};
use super::super::{Hip, HipOptions, device_count, probe};
use crate::Error;

#[test]
#[ignore = "needs AMD's HIP runtime: cargo xtask test provides it"]
fn a_real_runtime_counts_its_devices() {
    let library = Library::open(None).unwrap_or_else(|error| panic!("{error}"));
    let version = library.version().expect("it knows its version");
    let count = device_count().unwrap();

    let error = Hip::open(&HipOptions::new(count)).unwrap_err();
    assert!(
        matches!(error, Error::NoSuchDevice { kind: "HIP", index, found } if (index, found) == (count, count))
    );

    let probe = probe();
    assert_eq!(probe.kind, "HIP");
    assert_eq!(probe.libraries[0].what, WHAT);
    let found = probe.libraries[0].found.as_ref().unwrap();
    assert_eq!(found.version.as_ref(), Some(&version));
    assert_eq!(probe.devices.unwrap().len(), count as usize);
    println!("{} {version} has {count} devices", found.name);
}
