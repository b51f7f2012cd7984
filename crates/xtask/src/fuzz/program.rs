//! Expressions as a program: declarations whose results are arrays, and a crate to run them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use wavefold_codegen::Scalar;

use super::generate::{Generator, NUMBERS};
use super::literals::Typing;
use super::print;
use super::random::Random;
use super::tree::{Expr, Kind, Ty};
use crate::cargo::root;

/// Expressions of one type over the same inputs: one declaration, one kernel.
#[derive(Clone)]
pub(crate) struct Declaration {
    pub(crate) inputs: [Ty; 2],
    pub(crate) result: Scalar,
    pub(crate) exprs: Vec<Expr>,
}

/// The run-time parameters that every declaration has.
fn parameters() -> impl Iterator<Item = (String, Scalar)> {
    NUMBERS.into_iter().map(|scalar| (format!("p_{scalar}"), scalar))
}

impl Declaration {
    pub(crate) fn random(random: &mut Random, count: usize, transcendental: bool) -> Self {
        let mut input = || match random.below(4) {
            0 => Ty::Array(random.pick(&NUMBERS), 1 + random.below(4) as u32),
            _ => Ty::Scalar(random.pick(&NUMBERS)),
        };
        let inputs = [input(), input()];
        let result = random.pick(&NUMBERS);
        let mut scope: Vec<(String, Ty)> = parameters().map(|(name, scalar)| (name, Ty::Scalar(scalar))).collect();
        scope.push(("x".into(), inputs[0]));
        scope.push(("y".into(), inputs[1]));
        scope.push(("i".into(), Ty::Scalar(Scalar::U64)));
        let outer = scope.len();
        let mut generator = Generator { random, scope, outer, transcendental };
        let exprs = (0..count)
            .map(|_| {
                let depth = 1 + generator.random.below(6);
                // Truth values can be no result: they come as numbers.
                if result.is_integer() && generator.random.chance(15) {
                    let truth = generator.boxed(Scalar::Bool, depth, Typing::Own);
                    return Expr::scalar(result, Kind::Cast(truth));
                }
                generator.expr(Ty::Scalar(result), depth, Typing::Given)
            })
            .collect();
        Self { inputs, result, exprs }
    }

    /// The declaration of one expression, which need not be of the same type.
    pub(crate) fn alone(&self, expr: &Expr) -> Option<Self> {
        let (result, expr) = match expr.ty {
            Ty::Scalar(Scalar::Bool) => (Scalar::U8, Expr::scalar(Scalar::U8, Kind::Cast(Box::new(expr.clone())))),
            Ty::Scalar(scalar) => (scalar, expr.clone()),
            Ty::Array(..) => return None,
        };
        Some(Self { inputs: self.inputs, result, exprs: vec![expr] })
    }

    /// One expression per line, so that a line of rustc's tells which one it means.
    fn write(&self, number: usize, out: &mut String) {
        let [x, y] = self.inputs.map(Ty::rust);
        let fields: Vec<String> = parameters().map(|(name, scalar)| format!("{name}: {scalar}")).collect();
        let count = self.exprs.len();
        let _ = writeln!(
            out,
            "reduction! {{ F{number} {{ {} }}: fn(x: {x}, y: {y}) -> [{}; {count}] {{ index: i, map: [",
            fields.join(", "),
            self.result
        );
        for expr in &self.exprs {
            let _ = writeln!(out, "{},", print::rust(expr));
        }
        let _ = writeln!(
            out,
            "], op: |a, _b| a, identity: none, block_size: 64, items_per_thread: 16, vector_width: 1 }} }}"
        );
    }
}

/// The first line of the program that belongs to each declaration's expressions.
pub(crate) struct Written {
    first_lines: Vec<usize>,
}

impl Written {
    /// The declaration and the expression on a line, counted from 1.
    pub(crate) fn at(&self, declarations: &[Declaration], line: usize) -> Option<(usize, usize)> {
        let number = self.first_lines.iter().rposition(|&first| first <= line)?;
        let element = line - self.first_lines[number];
        (element < declarations[number].exprs.len()).then_some((number, element))
    }
}

const MANIFEST: &str = r#"# Written by `cargo xtask fuzz`.
[package]
name = "fuzz"
version = "0.0.0"
edition = "2024"
publish = false

[workspace]

[dependencies]
wavefold = { path = "$root/crates/wavefold" }
"#;

/// Writes the crate; each declaration is run on `samples` inputs made from `seed`.
pub(crate) fn write(folder: &Path, declarations: &[Declaration], samples: usize, seed: u64) -> Result<Written> {
    let mut main = String::from(
        "#![allow(warnings)]\nmod harness;\nuse harness::{Random, check};\nuse wavefold::prelude::*;\n",
    );
    for scalar in NUMBERS {
        let name = scalar.rust_name().to_uppercase();
        let (low, high) = if scalar.is_float() {
            ("-0.0", "1e-40")
        } else {
            (["3", "MIN"][usize::from(scalar.is_signed_integer())], "MAX")
        };
        let qualified = |value: &str| {
            if value.starts_with('M') { format!("{scalar}::{value}") } else { value.to_owned() }
        };
        let _ = writeln!(main, "const LOW_{name}: {scalar} = {};", qualified(low));
        let _ = writeln!(main, "mod limits_{scalar} {{ pub const HIGH: {scalar} = {}; }}", qualified(high));
    }
    let exports: Vec<String> = NUMBERS
        .iter()
        .map(|scalar| {
            format!("pub use crate::limits_{scalar}::HIGH as HIGH_{};", scalar.rust_name().to_uppercase())
        })
        .collect();
    let _ = writeln!(main, "mod limits {{ {} }}", exports.join(" "));

    let mut first_lines = Vec::new();
    for (number, declaration) in declarations.iter().enumerate() {
        // After the lines so far comes the declaration's head, then its first expression.
        first_lines.push(main.lines().count() + 2);
        declaration.write(number, &mut main);
    }
    let fields: Vec<String> = parameters().map(|(name, _)| format!("{name}: r.any()")).collect();
    for number in 0..declarations.len() {
        let _ = writeln!(
            main,
            "fn run_{number}(device: &Device) {{ let mut r = Random({seed} + {number}); let samples: Vec<_> = \
             (0..{samples}).map(|_| (F{number} {{ {} }}, (r.any(), r.any()))).collect(); \
             check({number}, device, &samples); }}",
            fields.join(", ")
        );
    }
    let runs: Vec<String> = (0..declarations.len()).map(|number| format!("run_{number}")).collect();
    let _ = writeln!(
        main,
        "fn main() {{ let runs: &[fn(&Device)] = &[{}]; let device = Device::emulated(WarpSize::W32).unwrap(); \
         std::thread::scope(|scope| for half in 0..2 {{ let device = &device; scope.spawn(move || {{ \
         for run in runs.iter().skip(half).step_by(2) {{ run(device) }} }}); }}); }}",
        runs.join(", ")
    );

    fs::create_dir_all(folder.join("src"))?;
    let root = root();
    let manifest = MANIFEST.replace("$root", &root.display().to_string());
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).context("the workspace has no Cargo.lock")?;
    fs::write(folder.join("src/harness.rs"), include_str!("harness.rs"))?;
    fs::write(folder.join("src/main.rs"), main)?;
    Ok(Written { first_lines })
}
