//! Other faults, and launches that do not get as far.

use super::{compile, fault, input, launch, output, run};
use crate::emulator::{Argument, Emulator, EmulatorError, FaultKind};
use wavefold_codegen::WarpSize::{W32, W64};
use wavefold_codegen::{Fp, KernelText, Origin};

#[test]
fn recursion_without_end() {
    let source = r#"
__device__ __noinline__ float deep(const float* in, int n) {
    volatile float local[64];
    local[n & 63] = in[n & 63];
    return n < 0 ? 0.0f : deep(in, n + 1) + local[n & 63];
}
extern "C" __global__ void k(const float* in, float* out) { out[threadIdx.x] = deep(in, 0); }"#;
    let kernel = compile(W32, source, "k");
    let (data, mut out) = ([1.0f32; 64], [0.0f32; 64]);
    let found = fault(launch(&kernel, 1, 64, &[input(&data), output(&mut out)]));
    assert_eq!((found.lines[0].line, &found.kind), (2, &FaultKind::StackOverflow), "{found}");
}

#[test]
fn undefined_arithmetic() {
    for (expression, what) in [
        ("1 << (int)(in[0] * 40.0f)", "shift"),
        ("2147483647 + (int)in[threadIdx.x]", "addition"),
        ("(int)(in[threadIdx.x] * 1e20f)", "integer type"),
        ("7 / ((int)in[threadIdx.x] - 1)", "zero"),
    ] {
        let source = format!(
            "extern \"C\" __global__ void k(const float* in, float* out) {{\n    out[threadIdx.x] = {expression}; //!\n}}"
        );
        let FaultKind::Undefined(found) = run(&source) else { panic!() };
        assert!(found.contains(what), "{found}");
    }
}

#[test]
fn trap() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    if (in[threadIdx.x] > 0.0f) __builtin_trap(); //!
}"#;
    assert_eq!(run(source), FaultKind::Trap);
}

#[test]
fn compile_error_has_the_kernels_line() {
    let source = "extern \"C\" __global__ void k(float* out) {\n    out[0] = missing;\n}";
    let error = Emulator::new(W64).unwrap().compile(source, "k").unwrap_err();
    let EmulatorError::CompileFailed { message, .. } = error else { panic!("{error}") };
    assert!(message.contains("kernel:2:") && message.contains("missing"), "{message}");
}

#[test]
fn launches_that_do_not_fit() {
    let kernel = compile(W32, super::kernels::COPY, "copy");
    let data = [0u128; 4];
    assert!(matches!(
        launch(&kernel, 1, 64, &[]),
        Err(EmulatorError::ArgumentCount { expected: 3, given: 0, .. })
    ));
    let short = [input(&data), input(&data), Argument::Value(&[0; 8])];
    assert!(matches!(
        launch(&kernel, 1, 64, &short),
        Err(EmulatorError::ArgumentSize { index: 2, expected: 4, given: 8, .. })
    ));
    for block in [0, 1025] {
        let arguments = [input(&data), input(&data), Argument::Value(&[0; 4])];
        assert!(matches!(launch(&kernel, 1, block, &arguments), Err(EmulatorError::BlockSize { .. })));
    }
}

#[test]
fn line_directives_are_followed() {
    let source = "extern \"C\" __global__ void k(const float* in, float* out) {\n#line 42 \"user file.rs\"\n    out[64] = in[0];\n}";
    let kernel = compile(W32, source, "k");
    let (data, mut out) = ([1.0f32; 64], [0.0f32; 64]);
    let found = fault(launch(&kernel, 1, 1, &[input(&data), output(&mut out)]));
    assert_eq!((found.lines[0].file.as_str(), found.lines[0].line), ("user file.rs", 42), "{found}");
}

#[test]
fn a_fault_in_a_part_of_a_declaration_names_the_users_line_too() {
    let source = "__device__ float map(const float* in)
{
    return in[64];
}
extern \"C\" __global__ void k(const float* in, float* out) {
    out[threadIdx.x] = map(in);
}
";
    let origin = Origin { lines: 1..5, file: "src/my file.rs".into(), line: 12 };
    let text = KernelText {
        source: source.into(),
        entry: "k".into(),
        parameters: Vec::new(),
        first_index: false,
        fp: Fp::Strict,
        origins: vec![origin],
    };
    let kernel = Emulator::new(W32).unwrap().compile_text(&text).unwrap();
    let (data, mut out) = ([1.0f32; 64], [0.0f32; 64]);
    let found = fault(launch(&kernel, 1, 1, &[input(&data), output(&mut out)]));
    let declared = Some(("src/my file.rs".to_owned(), 12));
    assert_eq!((found.lines[0].line, &found.lines[0].declared), (3, &declared), "{found}");
    // The call is the generator's, not the user's.
    assert_eq!((found.lines[1].line, &found.lines[1].declared), (6, &None), "{found}");
    let message = found.to_string();
    assert!(message.contains("--> src/my file.rs:12, kernel:3: return in[64];"), "{message}");
    assert!(message.contains("called from kernel:6: out[threadIdx.x] = map(in);"), "{message}");
}
