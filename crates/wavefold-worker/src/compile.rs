//! Jobs and hiprtc.

use hip_rtc_sys::{CompileError, Compiler, LoadError};
use wavefold_worker::{Attempt, CompilerInfo, Job, Outcome, Response};

/// hiprtc, loaded when it is first asked for.
#[derive(Default)]
pub(crate) struct LazyCompiler {
    compiler: Option<Compiler>,
}

impl LazyCompiler {
    pub(crate) fn info(&mut self) -> Response {
        self.with(|compiler| match compiler.architectures() {
            Ok(architectures) => {
                Response::Info(CompilerInfo::new(compiler.name().into(), compiler.version(), architectures))
            }
            Err(error) => no_compiler(error),
        })
    }

    pub(crate) fn compile(&mut self, job: &Job) -> Response {
        self.with(|compiler| {
            let options: Vec<&str> = job.options.iter().map(String::as_str).collect();
            let compiled = match &job.architecture {
                Some(architecture) => compiler.compile(&job.source, &job.file, architecture, &options),
                // SAFETY: not promised by the client. hiprtc may end this process, or spoil its memory on the way there:
                // it holds nothing but this job, and the client trusts no more in its answer than in a compiler's.
                None => unsafe { compiler.compile_unchecked(&job.source, &job.file, &options) },
            };
            Response::Compile(match compiled {
                Ok(compiled) => Outcome::Compiled { code: compiled.code, log: compiled.log },
                Err(CompileError::Refused { log }) => Outcome::Refused { log },
                Err(CompileError::UnknownArchitecture { version, known, .. }) => {
                    Outcome::UnknownArchitecture { version, known }
                }
                Err(CompileError::NoComgr(error)) => return no_compiler(&error),
                Err(other) => Outcome::Failed { message: other.to_string() },
            })
        })
    }

    fn with(&mut self, answer: impl FnOnce(&Compiler) -> Response) -> Response {
        let compiler = match self.compiler.take() {
            Some(compiler) => compiler,
            None => match Compiler::open() {
                Ok(compiler) => compiler,
                Err(error) => return no_compiler(&error),
            },
        };
        answer(self.compiler.insert(compiler))
    }
}

fn no_compiler(error: &LoadError) -> Response {
    let attempts = error.attempts.iter();
    Response::NoCompiler(
        attempts.map(|attempt| Attempt { name: attempt.name.clone(), reason: attempt.reason.clone() }).collect(),
    )
}
