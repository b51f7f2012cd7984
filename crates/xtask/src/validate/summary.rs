//! What was compiled, by what, and what went wrong.

use std::time::Duration;

use super::compiler::Compiler;
use super::{Done, Task};

/// A table: a row for every compiler.
pub(super) fn print(compilers: &[Compiler], tasks: &[Task<'_>], done: &[Done]) {
    let mut rows = vec![["compiler", "from", "for", "passed", "of", "now", "seconds each"].map(str::to_owned)];
    for (number, compiler) in compilers.iter().enumerate() {
        let mine = tasks.iter().zip(done).filter(|(task, _)| task.compiler == number);
        let mine: Vec<&Done> = mine.map(|(_, done)| done).collect();
        let now: Vec<Duration> = mine.iter().filter_map(|done| done.took).collect();
        let each = match now.len() {
            0 => String::from("–"),
            count => format!("{:.2}", now.iter().sum::<Duration>().as_secs_f64() / count as f64),
        };
        rows.push([
            compiler.version.clone(),
            compiler.origin.clone(),
            compiler.architectures.join(" "),
            mine.iter().filter(|done| done.complaint.is_none()).count().to_string(),
            mine.len().to_string(),
            now.len().to_string(),
            each,
        ]);
    }
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        println!("   {}", cells.join("  ").trim_end());
    }
}

/// A paragraph for everything that failed: text, architecture, compiler, log.
pub(super) fn failures(compilers: &[Compiler], tasks: &[Task<'_>], done: &[Done]) -> Vec<String> {
    let failed = tasks.iter().zip(done).filter_map(|(task, done)| Some((task, done.complaint.as_ref()?)));
    failed
        .map(|(task, complaint)| {
            let version = &compilers[task.compiler].version;
            let mut lines: Vec<&str> = complaint.lines().collect();
            let more = lines.len().saturating_sub(40);
            lines.truncate(40);
            let tail = if more > 0 { format!("\n  … and {more} lines more") } else { String::new() };
            format!("{} for {} by {version}:\n  {}{tail}\n", task.text.name, task.architecture, lines.join("\n  "))
        })
        .collect()
}
