//! Opens a real HIP runtime; it needs no GPU.
//!
//! `cargo test -p wavefold-hip-sys --test library -- --ignored`, where the system or `ROCM_PATH` has one. A runtime made
//! for a newer C library runs through that library's own loader: give cargo `ld-linux-x86-64.so.2 --library-path …` as
//! the runner.

use std::ffi::CStr;

use hip_sys::*;

#[test]
#[ignore = "needs AMD's HIP runtime: cargo xtask test provides it"]
fn a_real_runtime_has_every_function_and_answers() {
    let runtime = Runtime::open().unwrap_or_else(|error| panic!("{error}"));
    let mut version = 0;
    // SAFETY: `version` may be written.
    assert_eq!(unsafe { runtime.hipRuntimeGetVersion(&mut version) }, Ok(hipSuccess));
    let major = version / 10_000_000;
    assert!((5..=9).contains(&major), "version {version}");

    for (function, ..) in SIGNATURES {
        let expected = major >= 6 || *function != "hipGetDevicePropertiesR0600";
        assert_eq!(runtime.has(function), expected, "{function} of {} in version {version}", runtime.name());
    }
    for error in hipError_t::KNOWN {
        // SAFETY: any code may be asked about; the answer is text that is never freed.
        let text = unsafe { CStr::from_ptr(runtime.hipGetErrorString(*error).unwrap()) };
        assert!(!text.is_empty(), "{error:?}");
    }

    let mut count = -1;
    // SAFETY: `count` may be written.
    let answer = unsafe { runtime.hipGetDeviceCount(&mut count) }.unwrap();
    let expected = if count > 0 { hipSuccess } else { hipErrorNoDevice };
    assert_eq!((answer, count.max(0)), (expected, count), "a count, or no device");
    println!("{} is version {version} and sees {count} devices", runtime.name());
}
