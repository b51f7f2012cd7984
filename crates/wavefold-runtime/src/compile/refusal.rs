//! From a compiler's log to the user's lines.

use std::collections::BTreeSet;

use wavefold_codegen::KernelText;

use super::log::{self, Entry};
use super::marks::kernel_file;
use super::{CompileError, Message, Place};

/// Lines shown before and after one that is meant.
const AROUND: u32 = 2;

/// The error behind the log of a compiler that was given [`marked`](super::marked) text.
pub(crate) fn refused(text: &KernelText, compiler: &str, architecture: &str, log: &str) -> Box<CompileError> {
    let kernel = kernel_file(&text.entry);
    let mut files: Vec<&str> = vec![&kernel];
    files.extend(text.origins.iter().map(|origin| origin.file.as_str()));
    let messages = log::entries(log, &files).into_iter().map(|entry| message(text, &kernel, entry)).collect();
    Box::new(CompileError {
        kernel: text.entry.clone(),
        compiler: compiler.into(),
        architecture: architecture.into(),
        messages,
        log: log.into(),
    })
}

fn message(text: &KernelText, kernel: &str, entry: Entry) -> Message {
    let place = entry.place.map(|(file, line)| {
        let meant = meant(text, kernel, &file, line, entry.excerpt.as_deref());
        let kernel_line = meant.first().copied().filter(|_| meant.len() == 1);
        Place { file, line, kernel_line, generated: around(&text.source, &meant) }
    });
    Message { severity: entry.severity, text: entry.text, place }
}

/// The generated lines that a place can be: one in the kernel's own file; in the user's all that print the line, of
/// which the compiler's excerpt tells one.
fn meant(text: &KernelText, kernel: &str, file: &str, line: u32, excerpt: Option<&str>) -> Vec<u32> {
    if file == kernel {
        return vec![line];
    }
    let origins = text.origins.iter().filter(|origin| origin.file == file && origin.line == line);
    let lines: Vec<u32> = origins.flat_map(|origin| origin.lines.clone()).collect();
    let Some(excerpt) = excerpt.map(str::trim) else {
        return lines;
    };
    let shown =
        |number: u32| text.source.lines().nth(number as usize - 1).is_some_and(|line| line.trim() == excerpt);
    let same: Vec<u32> = lines.iter().copied().filter(|&number| shown(number)).collect();
    if same.is_empty() { lines } else { same }
}

fn around(source: &str, meant: &[u32]) -> Vec<(u32, String)> {
    let near: BTreeSet<u32> =
        meant.iter().flat_map(|&line| line.saturating_sub(AROUND)..=line.saturating_add(AROUND)).collect();
    (1..)
        .zip(source.lines())
        .filter(|(number, _)| near.contains(number))
        .map(|(number, line)| (number, line.into()))
        .collect()
}
