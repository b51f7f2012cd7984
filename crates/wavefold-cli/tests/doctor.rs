//! The command as a user calls it.

use std::process::{Command, Output};

fn wavefold(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wavefold"));
    command.args(arguments);
    command
}

fn text(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_report_is_a_success() {
    let output = wavefold(&["doctor"]).output().unwrap();
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    for part in ["HIP: AMD GPUs", "CUDA: NVIDIA GPUs", "C++ compiler", "threads", "Device::best() "] {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

#[test]
fn a_required_backend_that_is_missing_is_a_failure() {
    let mut command = wavefold(&["doctor", "--require", "emulated"]);
    let output = command.env("PATH", "").env("CXX", "no-such-compiler").output().unwrap();
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("required, and not usable on this machine: emulated\n"), "{text}");
    assert!(text.contains("    `no-such-compiler`") && text.contains("apt install g++"), "{text}");
}

#[test]
fn what_can_be_required_is_named() {
    let output = wavefold(&["doctor", "--require", "hip,vulkan"]).output().unwrap();
    let text = text(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("vulkan") && text.contains("hip, cuda, emulated"), "{text}");
}

#[test]
fn version() {
    let output = wavefold(&["--version"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("wavefold {}\n", env!("CARGO_PKG_VERSION")));
}
