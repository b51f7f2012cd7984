//! The system's C++ compiler: finding it, and the two steps from text to a loadable image.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use wavefold_codegen::Fp;

use super::branches;
use super::error::EmulatorError;
use super::image::DYNAMIC;

/// Of both compilations. Frame pointers: a fault is located by walking them.
const COMMON: &[&str] = &[
    "-std=c++17",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-omit-frame-pointer",
    "-fno-optimize-sibling-calls",
    "-fno-stack-protector",
    "-w",
];

/// The runtime defines memcpy and memset itself: no builtins, no loop patterns. It is compiled in every process, and -O2
/// takes 0.25 s longer for launches that are 3 % faster.
const RUNTIME: &[&str] = &["-O1", "-fno-builtin"];
const RUNTIME_GNU: &[&str] = &["-fno-tree-loop-distribute-patterns"];

/// Arithmetic as Rust's: no errno, no aliasing surprises. Alignment is checked by type, because tsan
/// sees a `float4` as four reads of 4 bytes.
const KERNEL: &[&str] = &[
    "-O1",
    "-g",
    "-fstack-usage",
    "-fno-math-errno",
    "-fno-strict-aliasing",
    "-fsanitize=thread,alignment,object-size,shift-exponent,signed-integer-overflow,float-cast-overflow,integer-divide-by-zero",
];
/// A barrier is known by the address of its call: nothing may duplicate or merge calls. g++ moves loads of shared variables
/// out of conditions in loops (clang does not under tsan): a load that the text does not make must not be checked.
const KERNEL_GNU: &[&str] = &[
    "-fsanitize=bounds",
    "-fno-thread-jumps",
    "-fno-tree-ch",
    "-fno-crossjumping",
    "-fno-tree-tail-merge",
    "-fno-tree-loop-im",
];

/// clang's `bounds` would add traps without a report. It leaves out the read of `a += b` unless told otherwise.
const KERNEL_CLANG: &[&str] = &["-fsanitize=array-bounds", "-mllvm", "-tsan-instrument-read-before-write=1"];

/// Of kernels that count. Without optimisation the instructions are those of the text, from either compiler. What
/// `-fsanitize=undefined` adds would be branches that the text does not have.
const COUNTED: &[&str] =
    &["-O0", "-g", "-fstack-usage", "-fno-math-errno", "-fno-strict-aliasing", "-fsanitize=thread"];
const COUNTED_GNU: &[&str] = &["-fsanitize-coverage=trace-pc"];
const COUNTED_CLANG: &[&str] =
    &["-fsanitize-coverage=bb,no-prune,trace-pc", "-mllvm", "-tsan-instrument-read-before-write=1"];

/// What kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// To run, with every check.
    Plain,
    /// To say what their warps do, see [`Counters`](super::Counters).
    Counting,
}

/// Products and sums are contracted where the declaration allows it and the processor has an instruction for it. At -O1
/// g++ does so only with its expensive optimizations, which clang ignores.
fn contraction(fp: Fp) -> &'static [&'static str] {
    #[cfg(target_arch = "x86_64")]
    let fused: Option<&[&str]> = std::arch::is_x86_feature_detected!("fma").then_some(&[
        "-ffp-contract=fast",
        "-fexpensive-optimizations",
        "-mfma",
    ]);
    #[cfg(not(target_arch = "x86_64"))]
    let fused: Option<&[&str]> = Some(&["-ffp-contract=fast", "-fexpensive-optimizations"]);
    fused.filter(|_| fp == Fp::Fast).unwrap_or(&["-ffp-contract=off"])
}

/// A C++ compiler that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compiler {
    /// Program and leading arguments: `CXX` may say `ccache g++`.
    command: Vec<String>,
    clang: bool,
    /// The first line of what `--version` says.
    version: Option<String>,
}

impl Compiler {
    pub(crate) fn find() -> Result<Self, EmulatorError> {
        let named = std::env::var("CXX").ok().filter(|value| !value.trim().is_empty());
        Self::first_of(named.iter().map(String::as_str).chain(["c++", "g++", "clang++"]))
    }

    pub(crate) fn first_of<'a>(candidates: impl Iterator<Item = &'a str>) -> Result<Self, EmulatorError> {
        let mut tried = Vec::new();
        for candidate in candidates {
            let command: Vec<String> = candidate.split_whitespace().map(str::to_owned).collect();
            match command_of(&command).arg("--version").stdin(Stdio::null()).output() {
                Ok(output) if output.status.success() => {
                    let answer = String::from_utf8_lossy(&output.stdout);
                    let version = answer.lines().next().map(|line| line.trim().to_owned());
                    return Ok(Self { command, clang: answer.contains("clang"), version });
                }
                Ok(output) => tried.push(format!("`{candidate} --version` ({})", output.status)),
                Err(error) => tried.push(format!("`{candidate}` ({error})")),
            }
        }
        Err(EmulatorError::HostCompilerMissing { tried })
    }

    pub(crate) fn name(&self) -> String {
        self.command.join(" ")
    }

    pub(crate) fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    #[cfg(test)]
    pub(crate) fn is_clang(&self) -> bool {
        self.clang
    }

    /// Compiles the runtime. `Ok(Err(message))` when the compiler refuses.
    pub(crate) fn compile_runtime(
        &self,
        directory: &Path,
        text: &Path,
        object: &Path,
    ) -> Result<Result<(), String>, EmulatorError> {
        let flags = COMMON.iter().chain(RUNTIME).chain(if self.clang { &[] } else { RUNTIME_GNU });
        self.compile(directory, flags, text, object)
    }

    pub(crate) fn compile_kernel(
        &self,
        directory: &Path,
        mode: Mode,
        text: &Path,
        object: &Path,
        fp: Fp,
    ) -> Result<Result<(), String>, EmulatorError> {
        let (flags, own) = match mode {
            Mode::Plain => (KERNEL, if self.clang { KERNEL_CLANG } else { KERNEL_GNU }),
            Mode::Counting => (COUNTED, if self.clang { COUNTED_CLANG } else { COUNTED_GNU }),
        };
        let flags = COMMON.iter().chain(flags).chain(own).chain(contraction(fp));
        if mode == Mode::Plain {
            return self.compile(directory, flags, text, object);
        }
        // By way of the assembler's text, where branches are to be seen.
        let assembly = object.with_extension("s");
        if let Err(message) = self.compile_to(directory, "-S", flags, text, &assembly)? {
            return Ok(Err(message));
        }
        let failed = |source| EmulatorError::TemporaryFile { what: assembly.display().to_string(), source };
        let marked = branches::mark(&std::fs::read_to_string(&assembly).map_err(failed)?);
        std::fs::write(&assembly, marked).map_err(failed)?;
        let assembled = self.compile(directory, [].iter(), &assembly, object);
        // Not needed any more; what cannot be removed goes with the directory.
        let _ = std::fs::remove_file(&assembly);
        assembled
    }

    fn compile<'f>(
        &self,
        directory: &Path,
        flags: impl Iterator<Item = &'f &'f str>,
        text: &'f Path,
        object: &'f Path,
    ) -> Result<Result<(), String>, EmulatorError> {
        self.compile_to(directory, "-c", flags, text, object)
    }

    fn compile_to<'f>(
        &self,
        directory: &Path,
        step: &'f str,
        flags: impl Iterator<Item = &'f &'f str>,
        text: &'f Path,
        object: &'f Path,
    ) -> Result<Result<(), String>, EmulatorError> {
        let files = [OsStr::new(step), text.as_os_str(), OsStr::new("-o"), object.as_os_str()];
        self.run(directory, flags.map(OsStr::new).chain(files))
    }

    /// Links without `-fsanitize`: the runtime stands in for the sanitizers' libraries.
    pub(crate) fn link(
        &self,
        directory: &Path,
        objects: [&Path; 2],
        script: &Path,
        dynamic: &[String],
        image: &Path,
    ) -> Result<Result<(), String>, EmulatorError> {
        let flags = ["-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--build-id=none", "-o"].map(OsStr::new);
        let [kernel, runtime] = objects.map(Path::as_os_str);
        let script = [OsStr::new("-T"), script.as_os_str()];
        let aliases: Vec<String> = dynamic.iter().map(|name| format!("-Wl,--defsym={name}={DYNAMIC}")).collect();
        self.run(
            directory,
            script.into_iter().chain(aliases.iter().map(OsStr::new)).chain(flags).chain([
                image.as_os_str(),
                kernel,
                runtime,
                OsStr::new("-lm"),
            ]),
        )
    }

    fn run<'a>(
        &self,
        directory: &Path,
        arguments: impl Iterator<Item = &'a OsStr>,
    ) -> Result<Result<(), String>, EmulatorError> {
        // English messages, whatever the user's locale: tests and people search for them.
        let output = command_of(&self.command)
            .args(arguments)
            .current_dir(directory)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|source| EmulatorError::CompilerUnusable { compiler: self.name(), source })?;
        if output.status.success() {
            return Ok(Ok(()));
        }
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(Err(if message.trim().is_empty() { output.status.to_string() } else { message }))
    }
}

fn command_of(command: &[String]) -> Command {
    let (program, arguments) =
        command.split_first().map_or(("c++", &[][..]), |(first, rest)| (first.as_str(), rest));
    let mut result = Command::new(program);
    result.args(arguments);
    result
}

#[cfg(test)]
mod tests {
    use super::{Compiler, EmulatorError};

    #[test]
    fn a_missing_compiler_names_all_that_was_tried() {
        let error = Compiler::first_of(["no-such-compiler -m64", "false"].into_iter()).unwrap_err();
        let EmulatorError::HostCompilerMissing { tried } = &error else { panic!("{error}") };
        assert!(tried[0].contains("no-such-compiler -m64") && tried[1].contains("false --version"), "{error}");
        assert!(error.to_string().contains("set CXX"), "{error}");
    }
}
