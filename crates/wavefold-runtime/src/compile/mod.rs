//! What GPU backends do around their vendor's compiler: the text gets the user's lines, and what the compiler says comes
//! back to them.

mod error;

pub use error::{CompileError, Message, Place};

use wavefold_codegen::KernelText;

/// The text as a compiler gets it: `#line` marks what stands in the user's file. The marks are no part of the kernel's
/// identity: caches go by [`KernelText::source`].
pub(crate) fn marked(text: &KernelText) -> String {
    text.source.clone()
}

/// The error behind a compiler's log.
pub(crate) fn refused(text: &KernelText, compiler: &str, architecture: &str, log: &str) -> Box<CompileError> {
    Box::new(CompileError {
        kernel: text.entry.clone(),
        compiler: compiler.into(),
        architecture: architecture.into(),
        messages: Vec::new(),
        log: log.into(),
    })
}
