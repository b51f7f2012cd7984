//! The tests that need the real hiprtc are ignored; `cargo xtask test` provides it and runs them, those of
//! `amd_in_process` under the loader that it needs, those of `amd_worker` with `WAVEFOLD_HIP_LIBRARIES` naming its folder.

use object::{Object, ObjectSection, ObjectSymbol};
use wavefold_codegen::{Fp, KernelText};
use wavefold_worker::{WorkerCommand, WorkerError};

use super::{Compile, Hiprtc, WHAT, WorkGroupMode, options};
use crate::Error;

fn text(entry: &str, source: &str) -> KernelText {
    KernelText {
        source: source.into(),
        entry: entry.into(),
        parameters: Vec::new(),
        first_index: false,
        fp: Fp::Strict,
        origins: Vec::new(),
    }
}

fn max_abs() -> KernelText {
    let snapshot = include_str!("../../../../../snapshots/reduction/max_abs.w64.snap");
    text("max_abs", snapshot.splitn(3, "---\n").nth(2).unwrap())
}

fn compiles_a_kernel_of_ours(hiprtc: &Hiprtc) -> Vec<u8> {
    let code = hiprtc.compile(&max_abs(), "gfx942:sramecc+:xnack-", WorkGroupMode::CompilerDefault).unwrap();
    assert!(code.starts_with(b"\x7fELF"));
    code
}

fn contraction_is_off(hiprtc: &Hiprtc) {
    let machine_code = |pragma: &str| {
        let body = format!("{{ {pragma} x[0] = x[0] * x[1] + x[2]; }}");
        let source = format!("extern \"C\" __global__ void k(float* x)\n{body}\n");
        instructions(&hiprtc.compile(&text("k", &source), "gfx1100", WorkGroupMode::CompilerDefault).unwrap())
    };
    let contraction = |how: &str| machine_code(&format!("_Pragma(\"clang fp contract({how})\")"));
    assert_eq!(machine_code(""), contraction("off"), "a product and a sum are rounded twice");
    assert_ne!(machine_code(""), contraction("fast"));
}

/// The executable section of a 64-bit ELF file. The rest depends on the source, not only on what it does.
fn instructions(code: &[u8]) -> Vec<u8> {
    const EXECUTABLE: usize = 4;
    let number =
        |at: usize, bytes: usize| code[at..at + bytes].iter().rev().fold(0, |n, &b| n << 8 | usize::from(b));
    let (table, size, count) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2));
    let mut sections = (0..count).map(|section| table + section * size);
    let text = sections.find(|at| number(at + 8, 8) & EXECUTABLE != 0).expect("it has instructions");
    code[number(text + 0x18, 8)..][..number(text + 0x20, 8)].to_vec()
}

fn refuses_with_the_log(hiprtc: &Hiprtc) {
    let broken = text("broken", "__device__ int one() { return 1; }\nint two = three;\n");
    match hiprtc.compile(&broken, "gfx1100", WorkGroupMode::CompilerDefault) {
        Err(Error::Compile(error)) => {
            assert_eq!(error.kernel, "broken");
            assert_eq!(error.architecture, "gfx1100");
            assert_eq!(error.compiler, hiprtc.version);
            assert!(error.log.contains("broken.hip:2:11: error: "), "{}", error.log);
            assert!(!error.log.contains("comgr-"), "{}", error.log);
        }
        other => panic!("{other:?}"),
    }
}

fn names_what_it_knows(hiprtc: &Hiprtc) {
    match hiprtc.compile(&max_abs(), "gfx9999", WorkGroupMode::CompilerDefault) {
        Err(Error::UnknownArchitecture { compiler, architecture, known }) => {
            assert_eq!((compiler, architecture.as_str()), (hiprtc.version.clone(), "gfx9999"));
            assert!(known.iter().any(|name| name == "gfx90a"), "{known:?}");
        }
        other => panic!("{other:?}"),
    }
}

fn says_that_nothing_was_given(hiprtc: &Hiprtc) {
    let error = hiprtc.compile(&text("nothing", ""), "gfx906", WorkGroupMode::CompilerDefault).unwrap_err();
    let message = error.to_string();
    assert!(message.ends_with("the source is empty"), "{message}");
}

/// The code object says for which mode it is, where there are two; elsewhere the option changes nothing.
fn compiles_for_the_mode(hiprtc: &Hiprtc) {
    let kernel = text("k", "extern \"C\" __global__ void k(int* x) { x[0] = 1; }\n");
    let compile = |architecture: &str, mode| hiprtc.compile(&kernel, architecture, mode).unwrap();
    for rdna in ["gfx1030", "gfx1100"] {
        assert!(is_wgp(&compile(rdna, WorkGroupMode::Wgp)), "{rdna}");
        assert!(!is_wgp(&compile(rdna, WorkGroupMode::Cu)), "{rdna}");
    }
    for earlier in ["gfx90a", "gfx942"] {
        let default = instructions(&compile(earlier, WorkGroupMode::CompilerDefault));
        for mode in [WorkGroupMode::Wgp, WorkGroupMode::Cu] {
            assert_eq!(instructions(&compile(earlier, mode)), default, "{earlier}, {mode:?}");
        }
    }
}

/// What the hardware is told by the descriptor of the kernel `k`: bit 29 of `compute_pgm_rsrc1`, which stands at byte 48.
/// The metadata repeats it from code object version 5 on only.
fn is_wgp(code: &[u8]) -> bool {
    let file = object::File::parse(code).unwrap();
    let descriptor = file.dynamic_symbols().find(|symbol| symbol.name() == Ok("k.kd")).expect("a kernel has one");
    let section = file.section_by_index(descriptor.section_index().unwrap()).unwrap();
    let at = usize::try_from(descriptor.address() - section.address()).unwrap() + 48;
    let register = section.data().unwrap()[at..at + 4].try_into().map(u32::from_le_bytes).unwrap();
    register >> 29 & 1 == 1
}

#[test]
fn a_mode_is_an_option_where_one_is_chosen() {
    let modes = |mode| options(Fp::Strict, mode).into_iter().filter(|option| option.contains("cumode")).collect();
    let [none, wgp, cu]: [Vec<&str>; 3] =
        [WorkGroupMode::CompilerDefault, WorkGroupMode::Wgp, WorkGroupMode::Cu].map(modes);
    assert_eq!(none, [""; 0]);
    assert_eq!(wgp, ["-mno-cumode"]);
    assert_eq!(cu, ["-mcumode"]);
}

fn keeps_its_promises(hiprtc: &Hiprtc) {
    compiles_a_kernel_of_ours(hiprtc);
    contraction_is_off(hiprtc);
    refuses_with_the_log(hiprtc);
    names_what_it_knows(hiprtc);
    says_that_nothing_was_given(hiprtc);
    compiles_for_the_mode(hiprtc);
}

mod amd_in_process {
    use super::*;

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn hiprtc_keeps_its_promises() {
        let hiprtc = Hiprtc::in_process().unwrap_or_else(|error| panic!("hiprtc is required here: {error}"));
        keeps_its_promises(&hiprtc);
        let found = Hiprtc::probe().found.unwrap();
        assert_eq!(found.version, Some(hiprtc.version));
        assert!(found.name.contains("hip"), "{found:?}");
    }
}

/// The program is built by `cargo xtask test`, which names it: cargo does so only for the package that it belongs to.
fn command() -> WorkerCommand {
    let program = std::env::var_os("WAVEFOLD_WORKER").expect("WAVEFOLD_WORKER names the program wavefold-worker");
    match std::env::var_os("WAVEFOLD_HIP_LIBRARIES") {
        Some(folder) => WorkerCommand::with_libraries(program, folder),
        None => WorkerCommand::new(program),
    }
}

mod amd_worker {
    use super::*;

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn a_worker_keeps_the_same_promises() {
        keeps_its_promises(&Hiprtc::worker(command()).unwrap());
    }
}

#[test]
fn a_missing_hiprtc_is_an_error_with_every_name_that_was_tried() {
    match Hiprtc::probe().found {
        Ok(found) => assert!(Hiprtc::in_process().is_ok(), "{found:?}"),
        Err(error) => {
            assert!(error.attempts.len() > 1, "{error}");
            assert!(matches!(Hiprtc::in_process(), Err(Error::Library(again)) if *again == error));
        }
    }
    assert_eq!(Hiprtc::probe().what, WHAT);
}

#[test]
fn a_worker_that_cannot_be_started_is_an_error_that_names_it() {
    let error = Hiprtc::worker(WorkerCommand::new("/nowhere/wavefold-worker")).unwrap_err();
    assert!(
        matches!(&error, Error::Worker(WorkerError::Start { program, .. }) if program == "/nowhere/wavefold-worker"),
        "{error}"
    );
}
