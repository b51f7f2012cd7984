//! Reports of machines that are not this one.

use super::{BackendProbe, FoundCompiler, FoundLibrary, LibraryProbe, Probe, Properties};
use crate::emulator::EmulatorError;
use crate::{Attempt, Error, LibraryError};

const HIP: [&str; 2] = ["the HIP runtime (amdhip64)", "hiprtc, AMD's run-time compiler"];
const CUDA: [&str; 2] = ["the CUDA driver (libcuda)", "NVIDIA's run-time compiler (NVRTC)"];
const ABSENT: &str = "cannot open shared object file: No such file or directory";

fn found(what: &'static str, name: &str, version: &str) -> LibraryProbe {
    LibraryProbe { what, found: Ok(FoundLibrary { name: name.into(), version: Some(version.into()) }) }
}

/// The last of the names is there, and no library.
fn missing(what: &'static str, names: &[&str]) -> LibraryProbe {
    let attempt = |(index, name): (usize, &&str)| Attempt {
        name: (*name).into(),
        reason: if index + 1 < names.len() { ABSENT.into() } else { "file too short".into() },
    };
    let attempts = names.iter().enumerate().map(attempt).collect();
    LibraryProbe { what, found: Err(LibraryError { what, remedy: "install it".into(), attempts }) }
}

fn device(name: &str, architecture: &str, warp_size: u32, memory_bytes: usize) -> Properties {
    Properties {
        name: name.into(),
        architecture: Some(architecture.into()),
        warp_size: Some(warp_size),
        compute_units: Some(if warp_size == 64 { 304 } else { 132 }),
        memory_bytes: Some(memory_bytes),
        shared_memory_bytes: Some(48 << 10),
    }
}

fn nothing() -> Probe {
    let hip = vec![
        missing(
            HIP[0],
            &[
                "libamdhip64.so.7",
                "libamdhip64.so.6",
                "libamdhip64.so",
                "/opt/rocm/lib/libamdhip64.so.7",
                "/opt/rocm/lib/libamdhip64.so.6",
                "/opt/rocm/lib/libamdhip64.so",
            ],
        ),
        missing(HIP[1], &["libhiprtc.so.7"]),
    ];
    let cuda = vec![missing(CUDA[0], &["libcuda.so.1", "libcuda.so"]), missing(CUDA[1], &["libnvrtc.so.13"])];
    Probe {
        backends: vec![
            BackendProbe { kind: "HIP", libraries: hip, devices: Ok(Vec::new()) },
            BackendProbe { kind: "CUDA", libraries: cuda, devices: Ok(Vec::new()) },
        ],
        emulator: Err(EmulatorError::HostCompilerMissing {
            tried: ["c++", "g++", "clang++"].map(|name| format!("`{name}` (No such file or directory)")).into(),
        }),
        cpu_threads: 2,
    }
}

fn everything() -> Probe {
    let hip = vec![found(HIP[0], "libamdhip64.so.6", "HIP 6.4.43484"), found(HIP[1], "libhiprtc.so.6", "6.4")];
    let cuda = vec![found(CUDA[0], "libcuda.so.1", "CUDA 13.0"), found(CUDA[1], "libnvrtc.so.13", "13.0")];
    let mi300 = || device("AMD Instinct MI300X", "gfx942:sramecc+:xnack-", 64, 192 << 30);
    Probe {
        backends: vec![
            BackendProbe { kind: "HIP", libraries: hip, devices: Ok(vec![mi300(), mi300()]) },
            BackendProbe {
                kind: "CUDA",
                libraries: cuda,
                devices: Ok(vec![device("NVIDIA H200", "sm_90", 32, 150_754_820_096)]),
            },
        ],
        emulator: Ok(FoundCompiler {
            command: "ccache g++".into(),
            version: Some("g++ (Debian 12.2.0-14) 12.2.0".into()),
        }),
        cpu_threads: 16,
    }
}

#[test]
fn how_it_reads() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::assert_snapshot!("probe_of_nothing", nothing());
        insta::assert_snapshot!("probe_of_everything", everything());
    });
}

/// A container with a GPU, as it often is: the driver comes from the host, the compiler is forgotten.
#[test]
fn a_device_without_its_compiler() {
    let mut probe = everything();
    probe.backends[0] = nothing().backends.remove(0);
    probe.backends[1].libraries[1] = missing(CUDA[1], &["libnvrtc.so.13"]);
    assert!(!probe.backends[1].is_usable());
    let report = probe.to_string();
    let verdict = "Device::best() fails: NVIDIA H200 is there, but not NVIDIA's run-time compiler (NVRTC).";
    assert!(report.contains(verdict), "{report}");
    assert!(report.contains("for NVIDIA GPUs, the compiler NVRTC\n"), "{report}");
    assert!(!report.contains("libcuda\n") && !report.contains("lists none"), "{report}");
}

#[test]
fn libraries_without_a_device() {
    let mut probe = everything();
    probe.backends.iter_mut().for_each(|backend| backend.devices = Ok(Vec::new()));
    assert!(probe.backends.iter().all(|backend| !backend.is_usable()));
    let report = probe.to_string();
    assert!(report.contains("Device::best() gives the CPU."), "{report}");
    assert_eq!(report.matches("lists none").count(), 2, "{report}");
    assert!(!report.contains("apt install"), "{report}");
}

#[test]
fn devices_that_cannot_be_listed() {
    let mut probe = everything();
    probe.backends[0].devices = Err(Error::Call {
        device: "HIP".into(),
        function: "hipGetDeviceCount",
        code: 3,
        name: "hipErrorNotInitialized".into(),
        message: "initialization error".into(),
    });
    assert!(!probe.backends[0].is_usable());
    let report = probe.to_string();
    assert!(report.contains("cannot be listed: HIP: `hipGetDeviceCount` failed with"), "{report}");
    assert!(report.contains("Device::best() fails: the HIP devices cannot be listed."), "{report}");
}

/// What is missing may be something else than what was looked for, and there may be nothing that could be tried.
#[test]
fn a_library_that_lacks_another() {
    let mut probe = everything();
    let error = LibraryError { what: "comgr", remedy: "install comgr".into(), attempts: Vec::new() };
    probe.backends[0].libraries[1].found = Err(error);
    let report = probe.to_string();
    assert!(
        report.contains("hiprtc, AMD's run-time compiler     not usable without comgr; install comgr\n"),
        "{report}"
    );
}

#[test]
fn this_machine() {
    let probe = Probe::gather();
    assert_eq!(probe.backends.iter().map(|backend| backend.kind).collect::<Vec<_>>(), ["HIP", "CUDA"]);
    assert!(probe.backends.iter().all(|backend| backend.libraries.len() == 2));
    assert!(probe.cpu_threads > 0);
    assert_eq!(probe.emulator.is_ok(), crate::emulator::Emulator::new(wavefold_codegen::WarpSize::W32).is_ok());
    assert!(probe.to_string().contains("Device::best()"));
}
