//! Why a worker gave no answer.

use std::fmt;
use std::process::ExitStatus;

/// Why a compile worker gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkerError {
    /// The program cannot be started.
    #[error("the compile worker `{program}` cannot be started: {reason}")]
    Start {
        /// The program.
        program: String,
        /// The system's reason.
        reason: String,
    },
    /// The process died, of the job that it was given if it had one. The next job starts a new one.
    #[error("the compile worker `{program}` died: {death}{}", last_words(stderr))]
    Died {
        /// The program.
        program: String,
        /// What it died of.
        death: Death,
        /// The end of what it wrote to its standard error.
        stderr: String,
    },
    /// The program does not talk as a worker of this version does.
    #[error("`{program}` does not answer as a compile worker of this version does: {what}{}", last_words(stderr))]
    Protocol {
        /// The program.
        program: String,
        /// What is wrong with its answer.
        what: String,
        /// The end of what it wrote to its standard error.
        stderr: String,
    },
    /// The worker runs, but finds no hiprtc.
    #[error(
        "the compile worker finds no hiprtc; install ROCm's hiprtc, or set ROCM_PATH{}",
        attempts.iter().map(|attempt| format!("\n  tried {}: {}", attempt.name, attempt.reason)).collect::<String>()
    )]
    NoCompiler {
        /// Every name that it tried.
        attempts: Vec<Attempt>,
    },
}

/// One try to load a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The name or path.
    pub name: String,
    /// Why it did not do.
    pub reason: String,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Death {
    /// Its exit code, if it ended by itself.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl From<ExitStatus> for Death {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        Self { code: status.code(), signal }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.signal, self.code) {
            (Some(signal), _) => match signal_name(signal) {
                Some(name) => write!(f, "signal {signal} ({name})"),
                None => write!(f, "signal {signal}"),
            },
            (None, Some(code)) => write!(f, "exit code {code}"),
            (None, None) => f.write_str("of no known cause"),
        }
    }
}

/// The signals that compilers die of, or are ended by.
#[cfg(unix)]
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGTERM => "SIGTERM",
        libc::SIGTRAP => "SIGTRAP",
        _ => return None,
    })
}

#[cfg(not(unix))]
fn signal_name(_signal: i32) -> Option<&'static str> {
    None
}

fn last_words(stderr: &str) -> String {
    let stderr = stderr.trim();
    if stderr.is_empty() { String::new() } else { format!("; its last words:\n{stderr}") }
}
