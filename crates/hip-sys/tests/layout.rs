//! Compares every declaration with AMD's headers: a C++ compiler is given a `static_assert` for each code, constant,
//! offset, size and signature, made from what Rust has.
//!
//! `HIP_INCLUDE=…/include cargo test -p wavefold-hip-sys --test layout -- --ignored`, where the folder has
//! `hip/hip_runtime_api.h`. Run it with the headers of ROCm 5 and of ROCm 6, which lay properties out differently.

use std::fmt::Write;
use std::mem::{offset_of, size_of};
use std::path::PathBuf;
use std::process::Command;

use hip_sys::*;

/// Codes that headers older than ROCm 6 do not have.
const SINCE_6: [&str; 2] = ["hipErrorInvalidChannelDescriptor", "hipErrorInvalidTexture"];

#[test]
#[ignore = "needs AMD's headers, which HIP_INCLUDE names: cargo xtask test provides them"]
fn declarations_agree_with_the_headers() {
    let include =
        std::env::var_os("HIP_INCLUDE").expect("HIP_INCLUDE names the folder that has `hip/hip_runtime_api.h`");
    let checks = checks();
    let source = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("layout.cpp");
    std::fs::write(&source, &checks).unwrap();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    let output = Command::new(&compiler)
        .args(["-std=c++17", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", "-isystem"])
        .arg(&include)
        .arg(&source)
        .output()
        .unwrap_or_else(|error| panic!("`{compiler}` cannot be run: {error}"));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the headers in {} disagree:\n{messages}", include.display());
    println!("{} checks hold for the headers in {}", checks.matches("static_assert").count(), include.display());
}

/// The C++ text.
fn checks() -> String {
    let mut text = String::from(
        "#include <cstddef>\n#include <type_traits>\n#include <hip/hip_version.h>\n#include <hip/hip_runtime_api.h>\n",
    );
    let mut check = |condition: String| writeln!(text, "static_assert({condition});").unwrap();
    for error in hipError_t::KNOWN {
        let name = error.name().unwrap();
        if !SINCE_6.contains(&name) {
            check(format!("{name} == {}", error.0));
        }
    }
    for (name, value) in ENUMERATIONS {
        check(format!("{name} == {value}"));
    }
    check(format!("hipStreamNonBlocking == {hipStreamNonBlocking} && hipEventDefault == {hipEventDefault}"));
    for types in ["hipError_t", "hipMemcpyKind", "hipStreamCaptureMode"] {
        check(format!("sizeof({types}) == {}", size_of::<hipError_t>()));
    }
    for (name, arguments, answer) in SIGNATURES {
        if !name.starts_with("hipGetDeviceProperties") {
            check(signature(name, arguments, answer));
        }
    }

    writeln!(text, "#if HIP_VERSION_MAJOR >= 6").unwrap();
    for name in SINCE_6 {
        let code = hipError_t::KNOWN.iter().find(|error| error.name() == Some(name)).unwrap();
        writeln!(text, "static_assert({name} == {});", code.0).unwrap();
    }
    properties!(text, hipDeviceProp_tR0600);
    // What the headers rename is checked by the name that the library has.
    text += "static_assert(std::is_same_v<decltype(&hipGetDevicePropertiesR0600), ";
    text += "hipError_t (*)(hipDeviceProp_tR0600*, int)>);\n#else\n";
    properties!(text, hipDeviceProp_tR0000, "hipDeviceProp_t");
    text += "static_assert(std::is_same_v<decltype(&hipGetDeviceProperties), ";
    text += "hipError_t (*)(hipDeviceProp_t*, int)>);\n#endif\n";
    text
}

fn signature(name: &str, arguments: &[&str], answer: &str) -> String {
    let arguments: Vec<_> = arguments.iter().map(|argument| c_type(argument)).collect();
    // Without the overloads that C++ adds: the pointer picks the one of this type, if there is one.
    let pointer = format!("{} (*)({})", c_type(answer), arguments.join(", "));
    format!("static_cast<{pointer}>(&{name}) != nullptr")
}

/// The C++ type of a Rust type as the table writes it.
fn c_type(rust: &str) -> String {
    if let Some(inner) = rust.strip_prefix("*mut ") {
        return format!("{}*", c_type(inner));
    }
    if let Some(inner) = rust.strip_prefix("*const ") {
        return format!("const {}*", c_type(inner));
    }
    match rust {
        "c_int" => "int",
        "c_uint" => "unsigned int",
        "c_float" => "float",
        "c_char" => "char",
        "c_void" => "void",
        "usize" => "size_t",
        other => other,
    }
    .into()
}

/// Writes the checks of a struct's size and offsets.
macro_rules! properties {
    ($text:ident, $type:ident) => {
        properties!($text, $type, stringify!($type))
    };
    ($text:ident, $type:ident, $name:expr) => {
        writeln!($text, "static_assert(sizeof({}) == {});", $name, size_of::<$type>()).unwrap();
        properties!(@ $text $type $name, name totalGlobalMem sharedMemPerBlock warpSize multiProcessorCount gcnArchName);
    };
    (@ $text:ident $type:ident $name:expr, $($field:ident)+) => {
        $(
            let offset = offset_of!($type, $field);
            writeln!($text, "static_assert(offsetof({}, {}) == {offset});", $name, stringify!($field)).unwrap();
        )+
    };
}
use properties;
