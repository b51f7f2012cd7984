//! What a kernel did wrong, where, and to what.

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
    /// File and line of the user's that the line prints, for lines of a part of a declaration.
    pub declared: Option<(String, u32)>,
}
