//! Kernel text with `#line`.

use std::fmt::Write;

use wavefold_codegen::KernelText;

/// The text as a compiler gets it: `#line` marks what stands in the user's file. The marks are no part of the kernel's
/// identity: caches go by [`KernelText::source`].
///
/// A part of the declaration is one line of the user's to us, but often several of the text, and the compiler would count
/// on from a mark: so each of them gets its own. Everything else keeps the numbers it has in the source, in a file that
/// is named for the kernel whatever the compiler was told.
pub(crate) fn marked(text: &KernelText) -> String {
    let kernel = kernel_file(&text.entry);
    let mut out = String::with_capacity(text.source.len() + 1024);
    let mut counts = false;
    for (number, line) in (1..).zip(text.source.lines()) {
        match text.origin_of(number) {
            Some(origin) => mark(&mut out, origin.line, &origin.file),
            None if counts => {}
            None => mark(&mut out, number, &kernel),
        }
        counts = text.origin_of(number).is_none();
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The name that generated text has in messages.
pub(crate) fn kernel_file(entry: &str) -> String {
    format!("{entry}.hip")
}

fn mark(out: &mut String, line: u32, file: &str) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "#line {line} {}", literal(file));
}

/// A string literal of C++. `?` is escaped because `??/` was a backslash once, and octal escapes end after three digits.
fn literal(file: &str) -> String {
    let mut out = String::from("\"");
    for c in file.chars() {
        match c {
            '"' | '\\' | '?' => out.extend(['\\', c]),
            _ if c.is_ascii_control() => {
                let _ = write!(out, "\\{:03o}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
