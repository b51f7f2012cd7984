//! The first command of the README, and the options that need no files.

use std::fs;
use std::process::{Command, Stdio};

use super::program::{Sandbox, row};

#[test]
fn the_first_command() {
    let sandbox = Sandbox::new();
    let out = sandbox.run_with_compiler(&[]).succeeds();
    assert!(out.starts_with("device  cpu\n"), "{out}");
    assert!(out.contains("extern \"C\" __global__"), "a kernel is printed\n{out}");
    for name in ["Peak", "Levels", "ChannelSums", "Luma", "  level × count"] {
        assert!(row(&out, name).contains("same"), "{name} is exactly numpy's\n{out}");
    }
    for name in ["Growth", "Mean", "SquaredDeviation"] {
        assert!(row(&out, name).contains("same") || row(&out, name).contains("off by"), "{name}\n{out}");
    }
    assert!(!out.contains("WRONG") && !out.contains("DIFFERS"), "{out}");
    assert!(row(&out, "up to").contains("59 empty"), "{out}");

    assert_eq!(sandbox.pictures(), ["luma.svg"]);
    let svg = fs::read_to_string(sandbox.path("out/luma.svg")).expect("the picture is there");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "a whole picture");
    assert!(svg.contains("astronaut.png") && svg.contains("29\u{a0}404"), "named, and the long bar labelled");
    // Bless with: cargo run --release --example quickstart -- --out examples/quickstart
    assert!(svg == include_str!("../../examples/quickstart/luma.svg"), "the picture of the README is another one");

    if out.contains("LEFT OUT") {
        let required = std::env::var("WAVEFOLD_REQUIRE").unwrap_or_default();
        assert!(!required.contains("emulated"), "the emulator is required and was left out\n{out}");
    } else {
        for lanes in [32, 64] {
            let agreed = format!("cpu and emulated (warp size {lanes}): 7 of 7 results have the same bits");
            assert!(out.contains(&agreed), "{out}");
        }
    }
}

#[test]
fn without_a_compiler() {
    let sandbox = Sandbox::new();
    let out = sandbox.run(&["--device", "cpu"]).succeeds();
    assert!(out.contains("LEFT OUT") && out.contains("install g++ or clang++"), "{out}");

    let err = Sandbox::new().run(&["--device", "emulated64"]).err;
    assert!(err.contains("--device cpu") && err.contains("install g++ or clang++"), "{err}");
}

#[test]
fn every_kernel_alone() {
    let sandbox = Sandbox::new();
    let kernels = ["Peak", "Growth", "Mean", "SquaredDeviation", "Levels", "ChannelSums", "Luma"].map(|kernel| {
        let wide = sandbox.run(&["--kernel", kernel]).succeeds();
        let narrow = sandbox.run(&["--kernel", kernel, "--warp-size", "32"]).succeeds();
        assert!(wide.contains("warps of 64 lanes") && narrow.contains("warps of 32 lanes"));
        assert!(wide.starts_with("// ") && wide.contains("__global__"), "only the kernel\n{wide}");
        wide
    });
    assert!(kernels.iter().enumerate().all(|(k, kernel)| !kernels[..k].contains(kernel)), "each its own");
    assert_eq!(sandbox.run(&["--kernel", "luma"]).succeeds(), kernels[6], "names in any case");
    assert!(!sandbox.path("out").exists(), "no picture was asked for");
}

#[test]
fn options_that_do_not_exist() {
    for arguments in [["--device", "tpu"], ["--kernel", "Median"], ["--warp-size", "16"], ["--colour", "blue"]] {
        let run = Sandbox::new().run(&arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.err.contains("--help"), "{}", run.err);
    }
}

#[test]
fn a_folder_that_cannot_be_written() {
    let sandbox = Sandbox::with("taken", "a file");
    let run = sandbox.run(&["--out", "taken"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("taken") && run.err.contains("--out"), "{}", run.err);
    assert_eq!(fs::read_to_string(sandbox.path("taken")).expect("it is there"), "a file");

    // A folder stands where the picture goes: what was written until then is taken away.
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.path("out/luma.svg")).expect("the folder is writable");
    let run = sandbox.run(&[]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("luma.svg"), "{}", run.err);
    assert_eq!(sandbox.pictures(), ["luma.svg"]);
}

#[test]
fn an_older_picture_is_replaced() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("out")).expect("the folder is writable");
    fs::write(sandbox.path("out/luma.svg"), "old").expect("the folder is writable");
    sandbox.run(&[]).succeeds();
    assert!(fs::read_to_string(sandbox.path("out/luma.svg")).expect("it is there").starts_with("<svg "));
    assert_eq!(sandbox.pictures(), ["luma.svg"]);
}

/// `quickstart | head` is no error.
#[test]
#[cfg(unix)]
fn a_reader_that_goes_away() {
    let sandbox = Sandbox::new();
    let mut command: Command = sandbox.command(&["--kernel", "Peak"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the example starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
