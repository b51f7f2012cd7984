//! The compiler without a GPU.

use std::ffi::{CStr, CString};
use std::thread;

use wavefold_codegen::Fp;

use super::nvrtc;
use crate::cuda::nvrtc::{Refusal, Target};

const TEXT: &CStr = c"extern \"C\" __global__ void twice(float* x) { x[threadIdx.x] *= 2.0f; }";

#[test]
fn machine_code_for_every_architecture_that_it_names_and_ptx_for_newer_ones() {
    let Some(nvrtc) = nvrtc() else { return };
    assert!(nvrtc.architectures().is_sorted() && nvrtc.architectures().contains(&90), "{nvrtc:?}");
    for &architecture in nvrtc.architectures() {
        let Ok(image) = nvrtc.compile(TEXT, c"twice.hip", Target::Machine(architecture), Fp::Strict) else {
            panic!("sm_{architecture}")
        };
        assert!(image.starts_with(b"\x7fELF"), "sm_{architecture}");
        let Ok(image) = nvrtc.compile(TEXT, c"twice.hip", Target::Virtual(architecture), Fp::Strict) else {
            panic!("compute_{architecture}")
        };
        let (end, text) = image.split_last().unwrap();
        assert_eq!(*end, 0, "PTX is terminated");
        assert!(
            String::from_utf8_lossy(text).contains(&format!(".target sm_{architecture}")),
            "compute_{architecture}"
        );
    }
}

#[test]
fn a_refusal_has_the_compilers_words_and_another_failure_its_own() {
    let Some(nvrtc) = nvrtc() else { return };
    let wrong = c"extern \"C\" __global__ void f() { undeclared(); }";
    match nvrtc.compile(wrong, c"f.hip", Target::Machine(90), Fp::Strict) {
        Err(Refusal::Text(log)) => {
            assert!(log.starts_with("f.hip(1): error: identifier \"undeclared\" is undefined"), "{log}");
            assert!(!log.ends_with(['\0', '\n']));
        }
        Err(Refusal::Compiler(error)) => panic!("{error}"),
        Ok(_) => panic!("it compiles"),
    }
    match nvrtc.compile(TEXT, c"f.hip", Target::Machine(1), Fp::Strict) {
        Err(Refusal::Compiler(error)) => {
            let text = error.to_string();
            assert!(text.contains("`nvrtcCompileProgram` failed with NVRTC_ERROR_INVALID_OPTION (5)"), "{text}");
            assert!(text.contains("--gpu-architecture"), "{text}");
        }
        _ => panic!("there is no such architecture"),
    }
}

#[test]
fn threads_compile_at_the_same_time() {
    let Some(nvrtc) = nvrtc() else { return };
    thread::scope(|scope| {
        for number in 0..6 {
            scope.spawn(move || {
                nvrtc.warm();
                let text =
                    format!("extern \"C\" __global__ void k{number}(int* x) {{ x[threadIdx.x] += {number}; }}");
                let text = CString::new(text).unwrap();
                for _ in 0..3 {
                    let image = nvrtc
                        .compile(&text, c"k.hip", Target::Machine(90), Fp::Strict)
                        .unwrap_or_else(|_| panic!("k{number}"));
                    let name = format!("k{number}");
                    assert!(image.windows(name.len()).any(|part| part == name.as_bytes()), "its own kernel");
                }
            });
        }
    });
}
