//! Kernel text that a vendor's compiler refuses.

/// A kernel that does not compile: the compiler's messages, at the user's lines.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the kernel `{kernel}` does not compile for {architecture} with {compiler}:\n{log}")]
#[non_exhaustive]
pub struct CompileError {
    /// The kernel.
    pub kernel: String,
    /// The compiler and its version.
    pub compiler: String,
    /// What it compiled for.
    pub architecture: String,
    /// What it said, message by message; empty where its log could not be read.
    pub messages: Vec<Message>,
    /// All that it said.
    pub log: String,
}

/// One message of the compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Message {
    /// What is wrong, in the compiler's words.
    pub text: String,
    /// Where, if it says.
    pub place: Option<Place>,
}

/// Where a message points.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Place {
    /// The user's file, or the kernel's name for text that no declaration stands behind.
    pub file: String,
    /// The line in it, from 1.
    pub line: u32,
    /// The generated lines around it, with their numbers.
    pub generated: Vec<(u32, String)>,
}
