//! A machine without a C++ compiler: an error that says what was tried and what to do, and a CPU device that works.

use std::process::Command;

use wavefold::prelude::*;

reduction! { Sum: fn(x: u32) -> u32 { op: |a, b| a + b, identity: 0 } }

/// The environment of a process cannot be changed safely from a test, so this test runs itself as another process.
#[test]
fn missing() {
    const CHILD: &str = "WAVEFOLD_TEST_WITHOUT_COMPILER";
    if std::env::var_os(CHILD).is_some() {
        println!("{}", Device::emulated(WarpSize::W32).unwrap_err());
        assert_eq!(Device::best().unwrap(), Device::cpu());
        assert_eq!(Sum.run(&Device::cpu(), &[1, 2, 3]).unwrap(), 6);
        return;
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "compiler::missing", "--nocapture"])
        .env(CHILD, "1")
        .env("CXX", "no-such-compiler -m64")
        .env("PATH", "")
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{output}{}", String::from_utf8_lossy(&child.stderr));
    for part in [
        "the emulator needs a C++17 compiler and found none; tried `no-such-compiler -m64`",
        "`c++`",
        "`g++`",
        "`clang++`",
        "install g++ or clang++, or set CXX",
    ] {
        assert!(output.contains(part), "`{part}` is not in: {output}");
    }
}
