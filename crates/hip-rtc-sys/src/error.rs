//! Why there is no code object.

use hip_sys::load::LoadError;

use crate::hiprtcResult;

/// A source that was not compiled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The compiler refuses it.
    #[error("the source does not compile:\n{log}")]
    Refused {
        /// What the compiler says.
        log: String,
    },
    /// The compiler does not know the architecture, and would end the process if it were asked.
    #[error("{version} does not know the architecture `{architecture}`; it knows {}", known.join(", "))]
    UnknownArchitecture {
        /// The compiler and its version.
        version: String,
        /// The architecture asked for.
        architecture: String,
        /// Those that it knows, without their features.
        known: Vec<String>,
    },
    /// comgr, which knows the architectures, cannot be loaded, so that the call cannot be made safely.
    #[error("comgr, which hiprtc compiles with, cannot be loaded: {0}")]
    NoComgr(LoadError),
    /// An option names an architecture; two of them give a wrong success.
    #[error("the option `{option}` names an architecture: give it as the architecture, once")]
    ArchitectureInOptions {
        /// The option.
        option: String,
    },
    /// hiprtc writes files of this name into a temporary folder, so that it has to be one.
    #[error("`{name}` is no plain file name: give one without folders")]
    FileName {
        /// The name.
        name: String,
    },
    /// There is nothing to compile.
    #[error("the source is empty")]
    EmptySource,
    /// C's strings end at a zero byte.
    #[error("the {what} has a zero byte in it")]
    ZeroByte {
        /// `source`, `file name` or `option`.
        what: &'static str,
    },
    /// The library lacks a function.
    #[error("{library} has no `{function}`; install a newer ROCm")]
    Missing {
        /// The function.
        function: &'static str,
        /// The library.
        library: String,
    },
    /// A function failed.
    #[error("`{function}` failed with {result}: {message}")]
    Call {
        /// The function.
        function: &'static str,
        /// Its result.
        result: hiprtcResult,
        /// What hiprtc says that it means.
        message: String,
    },
}
