//! Building and running the program, and reading what it found.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::program::{self, Declaration};
use crate::cargo::{cargo, root};

/// Something wrong with an expression.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) declaration: usize,
    /// Which expression; unknown when the whole kernel is refused.
    pub(crate) element: Option<usize>,
    pub(crate) what: What,
    /// Values, or the compiler's message.
    pub(crate) message: String,
    /// The kernel text, where it is known.
    pub(crate) kernel: String,
    /// The inputs.
    pub(crate) input: String,
}

/// How an expression fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// rustc refuses the Rust face.
    Rejected,
    /// The kernel text is not made, does not compile, or faults.
    Refused,
    /// Both run and the bits differ.
    Differs,
}

/// Builds and runs `declarations`. Expressions that rustc rejects are found first and left out of the run.
pub(crate) fn run(folder: &Path, declarations: &[Declaration], samples: usize, seed: u64) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    // By place in `declarations`: which expressions are still in.
    let mut kept: Vec<Vec<usize>> =
        declarations.iter().map(|declaration| (0..declaration.exprs.len()).collect()).collect();
    loop {
        // Declarations that have lost all their expressions are left out.
        let numbers: Vec<usize> = (0..declarations.len()).filter(|&number| !kept[number].is_empty()).collect();
        if numbers.is_empty() {
            return Ok(findings);
        }
        let now: Vec<Declaration> = numbers
            .iter()
            .map(|&number| Declaration {
                exprs: kept[number].iter().map(|&element| declarations[number].exprs[element].clone()).collect(),
                ..declarations[number].clone()
            })
            .collect();
        let original = |number: usize, element: usize| (numbers[number], kept[numbers[number]][element]);
        let written = program::write(folder, &now, samples, seed)?;
        let errors = build(folder)?;
        if errors.is_empty() {
            for mut finding in execute(folder)? {
                let number = finding.declaration;
                finding.declaration = numbers[number];
                finding.element = finding.element.map(|element| original(number, element).1);
                findings.push(finding);
            }
            return Ok(findings);
        }
        let mut rejected = BTreeMap::new();
        for (line, message) in errors {
            let (number, element) = written
                .at(&now, line)
                .with_context(|| format!("rustc rejects what the fuzzer itself wrote, line {line}: {message}"))?;
            rejected.entry(original(number, element)).or_insert(message);
        }
        for ((declaration, element), message) in rejected {
            kept[declaration].retain(|&other| other != element);
            findings.push(Finding {
                declaration,
                element: Some(element),
                what: What::Rejected,
                message,
                kernel: String::new(),
                input: String::new(),
            });
        }
    }
}

fn in_folder(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    // The dependencies are the workspace's: share its build of them.
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    command.current_dir(folder).env("CARGO_TARGET_DIR", target).stdin(Stdio::null());
    command
}

/// Lines of `main.rs` with errors.
fn build(folder: &Path) -> Result<Vec<(usize, String)>> {
    let output = in_folder(folder, &["build", "--quiet", "--offline", "--message-format=short"]).output()?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut errors = Vec::new();
    for line in log.lines() {
        let Some(rest) = line.strip_prefix("src/main.rs:") else { continue };
        if let Some((position, message)) = rest.split_once(": error")
            && let Some(number) = position.split(':').next().and_then(|number| number.parse().ok())
        {
            errors.push((number, format!("error{message}")));
        }
    }
    ensure!(!errors.is_empty(), "the program does not build, and not because of an expression:\n{log}");
    Ok(errors)
}

fn execute(folder: &Path) -> Result<Vec<Finding>> {
    let output = in_folder(folder, &["run", "--quiet", "--offline"]).output()?;
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    fs::write(folder.join("log.txt"), &log)?;
    ensure!(
        output.status.success(),
        "the program ends with {}:\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(log.lines().filter_map(finding).collect())
}

fn finding(line: &str) -> Option<Finding> {
    let fields: Vec<&str> = line.split('\t').collect();
    let unescaped = |text: &str| text.trim_matches('"').replace("\\n", "\n").replace("\\\"", "\"");
    match *fields {
        ["REFUSED", declaration, message, kernel, input] => Some(Finding {
            declaration: declaration.parse().ok()?,
            element: None,
            what: What::Refused,
            message: unescaped(message),
            kernel: unescaped(kernel),
            input: input.into(),
        }),
        ["DIFFERS", declaration, element, message, kernel, input] => Some(Finding {
            declaration: declaration.parse().ok()?,
            element: Some(element.parse().ok()?),
            what: What::Differs,
            message: message.into(),
            kernel: unescaped(kernel),
            input: input.into(),
        }),
        _ => None,
    }
}
