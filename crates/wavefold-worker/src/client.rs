//! The side of the application.

use std::sync::{Mutex, PoisonError};

use crate::WorkerCommand;
use crate::error::WorkerError;
use crate::message::{CompilerInfo, Job, Outcome, Request, Response};
use crate::process::Process;

/// A process that compiles. It is started when it is first asked, and again when it has died; it ends with the `Worker`.
///
/// Threads may share one, and then wait for each other: hiprtc compiles one source at a time. For several at once, make
/// several workers.
#[derive(Debug)]
pub struct Worker {
    command: WorkerCommand,
    process: Mutex<Option<Process>>,
}

impl Worker {
    /// A worker that `command` starts. Nothing is started yet.
    pub fn new(command: WorkerCommand) -> Self {
        Self { command, process: Mutex::new(None) }
    }

    /// The compiler that the worker has.
    ///
    /// # Errors
    /// When the process cannot be started or dies, is no worker, or finds no compiler.
    pub fn info(&self) -> Result<CompilerInfo, WorkerError> {
        self.ask(&Request::Info, |response| match response {
            Response::Info(info) => Some(info),
            _ => None,
        })
    }

    /// Compiles.
    ///
    /// # Errors
    /// As for [`info`](Self::info). A process that dies takes this job with it, and no other.
    pub fn compile(&self, job: &Job) -> Result<Outcome, WorkerError> {
        self.ask(&Request::Compile(job.clone()), |response| match response {
            Response::Compile(outcome) => Some(outcome),
            _ => None,
        })
    }

    fn ask<T>(&self, request: &Request, expected: impl Fn(Response) -> Option<T>) -> Result<T, WorkerError> {
        let mut place = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        // Taken out, and put back only after an answer: what failed is gone, and the next request starts anew.
        let mut process = match place.take() {
            Some(process) => process,
            None => Process::start(&self.command)?,
        };
        let response = process.ask(request)?;
        if let Response::NoCompiler(attempts) = response {
            *place = Some(process);
            return Err(WorkerError::NoCompiler { attempts });
        }
        let what = response.kind();
        match expected(response) {
            Some(answer) => {
                *place = Some(process);
                Ok(answer)
            }
            None => Err(WorkerError::Protocol {
                program: self.command.program.display().to_string(),
                what: format!("it answers a request {} with {what}", request.kind()),
                stderr: String::new(),
            }),
        }
    }
}
