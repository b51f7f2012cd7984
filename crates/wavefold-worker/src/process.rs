//! The worker's process: its pipes, the end of what it says, its death.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::WorkerError;
use crate::message::{PROTOCOL, Request, Response};
use crate::{WorkerCommand, wire};

/// How long a program may take to say that it is a worker.
const HELLO: Duration = Duration::from_secs(60);
/// How long a process that has closed its output may take to end.
const END: Duration = Duration::from_secs(10);
/// How much of the standard error is kept.
const TAIL: usize = 8 << 10;

/// A process that has said hello.
#[derive(Debug)]
pub(crate) struct Process {
    program: String,
    child: Child,
    stdin: Option<ChildStdin>,
    /// What a thread reads from its standard output.
    frames: Receiver<io::Result<Vec<u8>>>,
    stderr: Stderr,
}

impl Process {
    /// Starts it, and hears whether it is a worker.
    pub(crate) fn start(command: &WorkerCommand) -> Result<Self, WorkerError> {
        let program = command.program.display().to_string();
        let spawned =
            command.command().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let cannot = |error: io::Error| WorkerError::Start { program: program.clone(), reason: error.to_string() };
        let mut child = spawned.map_err(cannot)?;
        let missing = || io::Error::other("it has no pipe");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or_else(missing).map_err(cannot)?;
        let stderr = child.stderr.take().ok_or_else(missing).map_err(cannot)?;
        let mut process =
            Self { program: program.clone(), child, stdin, frames: frames(stdout), stderr: Stderr::of(stderr) };
        match process.exchange(&Request::Hello, Some(HELLO))? {
            Response::Hello(PROTOCOL) => Ok(process),
            Response::Hello(other) => {
                let what =
                    format!("it is of version {other}, this is {PROTOCOL}; use the one built with this library");
                Err(process.not_a_worker(what))
            }
            other => Err(process.not_a_worker(format!("it greets with {}", other.kind()))),
        }
    }

    /// Sends a request and waits for the answer. After an error the process is gone.
    pub(crate) fn ask(&mut self, request: &Request) -> Result<Response, WorkerError> {
        self.exchange(request, None)
    }

    fn exchange(&mut self, request: &Request, limit: Option<Duration>) -> Result<Response, WorkerError> {
        // A worker reads the whole request before it answers, so that neither waits for the other's pipe. One that dies
        // meanwhile fails the write; the read then finds the end of its output.
        let content = request.encode();
        let written = self.stdin.as_mut().map_or(Ok(()), |stdin| wire::write_frame(stdin, &content));
        if let Err(error) = written
            && error.kind() == io::ErrorKind::InvalidInput
        {
            return Err(self.not_a_worker(error.to_string()));
        }
        let received = match limit {
            Some(limit) => self.frames.recv_timeout(limit),
            None => self.frames.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(Ok(content)) => match Response::decode(&content) {
                Some(response) => Ok(response),
                None => Err(self.not_a_worker("its answer cannot be understood".into())),
            },
            Ok(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Err(self.not_a_worker(error.to_string()))
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.dead()),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.not_a_worker(format!("it says nothing for {} s", HELLO.as_secs())))
            }
        }
    }

    /// The end of a process whose output has ended.
    fn dead(&mut self) -> WorkerError {
        self.stdin = None;
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return WorkerError::Died {
                        program: self.program.clone(),
                        death: status.into(),
                        stderr: self.stderr.end(),
                    };
                }
                Ok(None) if start.elapsed() < END => thread::sleep(Duration::from_millis(2)),
                _ => return self.not_a_worker("it has closed its output, but runs on".into()),
            }
        }
    }

    fn not_a_worker(&mut self, what: String) -> WorkerError {
        self.kill();
        WorkerError::Protocol { program: self.program.clone(), what, stderr: self.stderr.end() }
    }

    /// A worker keeps nothing, so that nothing is lost with it.
    fn kill(&mut self) {
        self.stdin = None;
        // It may have ended by itself: then there is nothing to kill, but still something to collect.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads frames until the output ends.
fn frames(mut stdout: impl Read + Send + 'static) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        while let Some(frame) = wire::read_frame(&mut stdout).transpose() {
            let last = frame.is_err();
            if sender.send(frame).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// Reads the standard error, so that a noisy process never waits, and keeps its end.
#[derive(Debug)]
struct Stderr {
    tail: Arc<Mutex<VecDeque<u8>>>,
    ended: Receiver<()>,
}

impl Stderr {
    fn of(mut stderr: impl Read + Send + 'static) -> Self {
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, ended) = channel();
        let shared = tail.clone();
        thread::spawn(move || {
            let mut bytes = [0; TAIL];
            while let Ok(count @ 1..) = stderr.read(&mut bytes) {
                let mut tail = shared.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend(&bytes[..count]);
                let excess = tail.len().saturating_sub(TAIL);
                tail.drain(..excess);
            }
            // Nobody may be waiting any more.
            let _ = sender.send(());
        });
        Self { tail, ended }
    }

    /// Its end, of a process that has ended. A child of that process may still hold the pipe: then, what there is.
    fn end(&self) -> String {
        let _ = self.ended.recv_timeout(Duration::from_millis(500));
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = tail.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
