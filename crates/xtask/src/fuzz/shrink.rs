//! From a failing expression to the smallest one that fails in the same way.

use std::path::Path;

use anyhow::Result;

use super::program::Declaration;
use super::run::{self, Finding, What};
use super::tree::Expr;

/// How many smaller expressions are tried in one program.
const CANDIDATES: usize = 24;
/// How often; each round compiles one program.
const ROUNDS: usize = 12;

/// Declarations of one expression each, for the expressions that may be to blame.
pub(crate) fn isolate(
    folder: &Path,
    declaration: &Declaration,
    samples: usize,
    seed: u64,
) -> Result<Option<(Declaration, Finding)>> {
    let alone: Vec<Declaration> = declaration.exprs.iter().filter_map(|expr| declaration.alone(expr)).collect();
    smallest(folder, &alone, What::Refused, samples, seed)
}

/// Cuts the one expression of `declaration` down as long as it fails in the same way.
pub(crate) fn shrink(
    folder: &Path,
    declaration: Declaration,
    finding: Finding,
    samples: usize,
    seed: u64,
) -> Result<(Declaration, Finding)> {
    let mut best = (declaration, finding);
    for _ in 0..ROUNDS {
        let size = best.0.exprs[0].size();
        let smaller: Vec<Expr> = best.0.exprs[0].smaller().into_iter().filter(|expr| expr.size() < size).collect();
        let mut found = None;
        // The smallest are at the front; most of a large expression's progress is there.
        for chunk in smaller.chunks(CANDIDATES).take(4) {
            let alone: Vec<Declaration> = chunk.iter().filter_map(|expr| best.0.alone(expr)).collect();
            found = smallest(folder, &alone, best.1.what, samples, seed)?;
            if found.is_some() {
                break;
            }
        }
        match found {
            Some(better) if better.0.exprs[0].size() < size => best = better,
            _ => break,
        }
    }
    Ok(best)
}

fn smallest(
    folder: &Path,
    alone: &[Declaration],
    what: What,
    samples: usize,
    seed: u64,
) -> Result<Option<(Declaration, Finding)>> {
    let findings = run::run(folder, alone, samples, seed)?;
    Ok(findings
        .into_iter()
        .filter(|finding| finding.what == what)
        .map(|finding| (alone[finding.declaration].clone(), finding))
        .min_by_key(|(declaration, _)| declaration.exprs[0].size()))
}
