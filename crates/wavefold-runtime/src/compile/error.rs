//! Kernel text that a vendor's compiler refuses.

use std::fmt::{self, Display, Formatter};

use super::kernel_file;

/// A kernel that does not compile: the compiler's messages, at the user's lines.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CompileError {
    /// The name of the kernel.
    pub kernel: String,
    /// The compiler and its version.
    pub compiler: String,
    /// What it compiled for.
    pub architecture: String,
    /// What it said, message by message; empty where its log could not be read.
    pub messages: Vec<Message>,
    /// All that it said, but for the random names of hiprtc's temporary folders.
    pub log: String,
}

/// One message of the compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Message {
    /// How much it matters.
    pub severity: Severity,
    /// What it says, in the compiler's words.
    pub text: String,
    /// Where, if it says.
    pub place: Option<Place>,
}

/// How much a message matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// More about the message before.
    Note,
    /// The text compiles in spite of it.
    Warning,
    /// The text does not compile.
    Error,
}

/// Where a message points.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Place {
    /// The user's file, as `file!()` says it; `<kernel>.hip` for text that no part of a declaration stands behind.
    pub file: String,
    /// The line in it, from 1: in the user's file the one where the part of the declaration begins.
    pub line: u32,
    /// The line of the generated text, from 1, where the compiler says enough to tell it.
    pub kernel_line: Option<u32>,
    /// The generated lines around it with their numbers, which are those of `T::source`. With gaps where several lines
    /// can be meant.
    pub generated: Vec<(u32, String)>,
}

/// The most errors that are printed; the log has all.
const MOST: usize = 8;

impl std::error::Error for CompileError {}

impl Display for CompileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let errors = self.messages.iter().filter(|message| message.severity == Severity::Error).count();
        if errors == 0 {
            // Not understood: its own words are better than none.
            match self.log.trim() {
                "" => writeln!(f, "the compiler gives no reason")?,
                log => writeln!(f, "{log}")?,
            }
        }
        for (number, message) in self.told().take_while(|&(number, _)| number <= MOST) {
            if number > 1 && message.severity == Severity::Error {
                writeln!(f)?;
            }
            self.write_message(f, message)?;
        }
        if errors > MOST {
            writeln!(f, "\nand {} more errors, which the log has", errors - MOST)?;
        }
        let Self { kernel, compiler, architecture, .. } = self;
        write!(
            f,
            "\nthe kernel `{kernel}` does not compile for {architecture} with {compiler};\n{}",
            self.remedy()
        )
    }
}

impl CompileError {
    /// The errors and their notes, with the number of the error. Warnings are not why the text does not compile.
    fn told(&self) -> impl Iterator<Item = (usize, &Message)> {
        let mut number = 0;
        let mut within = false;
        self.messages.iter().filter_map(move |message| {
            match message.severity {
                Severity::Error => (number, within) = (number + 1, true),
                Severity::Warning => within = false,
                Severity::Note => {}
            }
            within.then_some((number, message))
        })
    }

    fn write_message(&self, f: &mut Formatter<'_>, message: &Message) -> fmt::Result {
        writeln!(f, "{}: {}", message.severity, message.text.replace('\n', "\n    "))?;
        let Some(place) = &message.place else {
            return Ok(());
        };
        writeln!(f, "  --> {}:{}", place.file, place.line)?;
        let kernel = kernel_file(&self.kernel);
        match (place.generated.as_slice(), place.kernel_line) {
            ([], _) => return Ok(()),
            _ if place.file == kernel => {}
            (_, Some(line)) => writeln!(f, "  ::: {kernel}:{line}")?,
            (_, None) => writeln!(f, "  ::: {kernel}")?,
        }
        let width = place.generated.iter().map(|(number, _)| number.to_string().len()).max().unwrap_or(0);
        writeln!(f, "  {:width$} |", "")?;
        let mut before = None;
        for (number, line) in &place.generated {
            if before.is_some_and(|before| before + 1 != *number) {
                writeln!(f, "  ...")?;
            }
            before = Some(*number);
            let pointer = if place.kernel_line == Some(*number) { '>' } else { ' ' };
            writeln!(f, "{}", format!("{pointer} {number:width$} | {line}").trim_end())?;
        }
        Ok(())
    }

    fn remedy(&self) -> &'static str {
        let memory = ["shared data", "local memory", "shared memory"];
        if self.messages.iter().any(|message| memory.iter().any(|words| message.text.contains(words))) {
            "it needs more shared memory than a block has: use fewer bins, or a smaller block_size"
        } else {
            "rustc takes the declaration, so please report this with the kernel's text, `T::source`.\n\
             `Device::cpu()` runs it without that compiler, with the same bits"
        }
    }
}

impl Display for Severity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}
