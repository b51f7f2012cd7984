//! What a kernel did wrong, where, and to what.

use std::fmt::{self, Display, Formatter};

/// An error of the kernel itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// The kernel.
    pub entry: String,
    /// Index of the block in the grid.
    pub block: u32,
    /// Index of the thread in its block.
    pub thread: u32,
    /// What happened.
    pub kind: FaultKind,
    /// Where: the innermost line first, then the lines that it was inlined into or called from.
    pub lines: Vec<SourceLine>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// An access outside everything that the kernel was given.
    OutOfBounds(Access),
    /// A write to a read-only buffer or a constant.
    WriteToReadOnly(Access),
    /// A read of shared memory that no thread of this block has written.
    UninitialisedShared(Access),
    /// An address that is not a multiple of the alignment of the type it is used as.
    Misaligned {
        /// The access.
        access: Access,
        /// The alignment that the type needs.
        alignment: u64,
        /// The type, where known.
        type_name: Option<String>,
    },
    /// Two accesses of one byte, at least one a write, not both atomic, with nothing between to order them.
    Race {
        /// The later access.
        access: Access,
        /// Whether the earlier access is a write.
        other_writes: bool,
        /// Whether the earlier access is atomic.
        other_atomic: bool,
        /// The thread of the earlier access; `None` where several threads made it and the first of them is this one.
        other_thread: Option<u32>,
        /// Where the earlier access is.
        other_lines: Vec<SourceLine>,
    },
    /// Threads of one block wait at different barriers.
    DivergentBarrier {
        /// A thread that waits elsewhere.
        other_thread: u32,
        /// Where that one waits.
        other_lines: Vec<SourceLine>,
    },
    /// A thread waits at a barrier that another, which has exited, will never reach.
    ExitedBeforeBarrier {
        /// The thread that has exited.
        other_thread: u32,
    },
    /// A warp operation reads a lane that does not take part in it.
    LaneOutsideGroup {
        /// The lane that was asked for.
        lane: u32,
    },
    /// Every thread that can run waits for something that does not happen.
    NoProgress,
    /// Recursion or local arrays deeper than the stack of a thread.
    StackOverflow,
    /// Arithmetic or indexing that C++ leaves undefined.
    Undefined(String),
    /// `__builtin_trap()`.
    Trap,
}

/// One access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The first byte.
    pub address: u64,
    /// How many bytes; 0 where only the type is known.
    pub bytes: u64,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// What the address belongs to, or lies closest to.
    pub target: Target,
}

/// What an address belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A buffer argument.
    Argument {
        /// Which argument, from 0.
        index: usize,
        /// Byte offset from its start; may be negative or past the end.
        offset: i64,
        /// Its length.
        bytes: u64,
    },
    /// A variable of the kernel text.
    Variable {
        /// Its name, with the function it belongs to.
        name: String,
        /// Whether it is `__shared__`.
        shared: bool,
        /// Byte offset from its start; may be negative or past the end.
        offset: i64,
        /// Its length.
        bytes: u64,
    },
    /// The kernel's constants.
    Constant,
    /// Nothing that the kernel was given.
    Unknown,
}

/// A line of the kernel text, or of the file that a `#line` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// `kernel`, or what `#line` says.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The line itself, for lines of the kernel text.
    pub text: Option<String>,
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`, block {}, thread {}: {}", self.entry, self.block, self.thread, self.kind)?;
        write_lines(f, &self.lines)?;
        match &self.kind {
            FaultKind::Race { other_writes, other_atomic, other_thread, other_lines, .. } => {
                let atomic = if *other_atomic { "atomic " } else { "" };
                let verb = if *other_writes { "write" } else { "read" };
                write!(f, "\n  the other access: {atomic}{verb} by {}", thread_name(*other_thread))?;
                write_lines(f, other_lines)
            }
            FaultKind::DivergentBarrier { other_thread, other_lines } => {
                write!(f, "\n  thread {other_thread} waits here")?;
                write_lines(f, other_lines)
            }
            _ => Ok(()),
        }
    }
}

fn thread_name(thread: Option<u32>) -> String {
    thread.map_or_else(|| "another thread".to_owned(), |thread| format!("thread {thread}"))
}

fn write_lines(f: &mut Formatter<'_>, lines: &[SourceLine]) -> fmt::Result {
    for (depth, line) in lines.iter().enumerate() {
        let arrow = if depth == 0 { "-->" } else { "called from" };
        write!(f, "\n    {arrow} {line}")?;
    }
    Ok(())
}

impl Display for SourceLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.text.as_ref().map_or(Ok(()), |text| write!(f, ": {text}"))
    }
}

impl Display for FaultKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds(access) => write!(f, "{access}: out of bounds"),
            Self::WriteToReadOnly(access) => write!(f, "{access}: it is read-only"),
            Self::UninitialisedShared(access) => {
                write!(f, "{access}: this block has not written it yet")
            }
            Self::Misaligned { access, alignment, type_name } => {
                write!(f, "{access}: the address is not a multiple of {alignment}")?;
                type_name.as_ref().map_or(Ok(()), |name| write!(f, ", which {name} needs"))
            }
            Self::Race { access, other_thread, .. } => {
                write!(
                    f,
                    "{access}: data race with {}; a barrier between the two accesses is missing",
                    thread_name(*other_thread)
                )
            }
            Self::DivergentBarrier { other_thread, .. } => {
                write!(
                    f,
                    "waits at another barrier than thread {other_thread}; all threads of a block must reach the same one"
                )
            }
            Self::ExitedBeforeBarrier { other_thread } => {
                write!(f, "waits at a barrier that thread {other_thread} never reaches: it has exited")
            }
            Self::LaneOutsideGroup { lane } => {
                write!(f, "reads lane {lane} of its warp, which does not take part in this operation")
            }
            Self::NoProgress => {
                write!(f, "waits for ever: no thread of the block exits or reaches a barrier any more")
            }
            Self::StackOverflow => {
                write!(f, "recursion or local arrays exceed the stack of a thread")
            }
            Self::Undefined(what) => write!(f, "undefined behaviour: {what}"),
            Self::Trap => write!(f, "__builtin_trap()"),
        }
    }
}

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let atomic = if self.atomic { "atomically " } else { "" };
        let verb = if self.writes && self.atomic {
            "updates"
        } else if self.writes {
            "writes"
        } else {
            "reads"
        };
        write!(f, "{atomic}{verb} ")?;
        if self.bytes != 0 {
            write!(f, "{} bytes at ", self.bytes)?;
        }
        write!(f, "{}", self.target)?;
        if self.target == Target::Unknown { write!(f, " ({:#x})", self.address) } else { Ok(()) }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument { index, offset, bytes } => {
                write!(f, "byte {offset} of argument {index}, which has {bytes} bytes")
            }
            Self::Variable { name, shared, offset, bytes } => {
                let kind = if *shared { "shared variable" } else { "variable" };
                write!(f, "byte {offset} of {kind} `{name}`, which has {bytes} bytes")
            }
            Self::Constant => write!(f, "the kernel's constants"),
            Self::Unknown => write!(f, "an address that belongs to nothing the kernel was given"),
        }
    }
}
