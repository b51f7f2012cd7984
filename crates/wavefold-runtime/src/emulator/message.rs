//! How a fault reads.

use std::fmt::{self, Display, Formatter};

use super::fault::{Access, Fault, FaultKind, SourceLine, Target};

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
        if let Some((file, line)) = &self.declared {
            write!(f, "{file}:{line}, ")?;
        }
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
