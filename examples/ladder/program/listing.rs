//! The rows and their kernels, without running anything.

use std::io::Write;

use anyhow::{Context, Result, bail};
use wavefold::Device;

use super::options::Options;
use super::rungs::{self, Ladder, Rung};
use super::table::Table;
use super::work::Work;

/// A line for every kernel of every tutorial, and for what is in none.
pub(crate) fn rows(options: &Options, out: &mut impl Write) -> Result<()> {
    let mut table = Table::new(&["row", "tutorial", "its name", "kernels"]).text_columns(4);
    for rung in rungs::chosen(options)? {
        let kernels = kernels(&source(options, &rung)?).join(", ");
        let mut taught: Vec<(&str, &str)> = rung.taught().collect();
        if taught.is_empty() {
            taught.push(("none", ""));
        }
        for (tutorial, kernel) in taught {
            table.row([rung.name, tutorial, kernel, &kernels].map(String::from));
        }
    }
    Ok(table.print(out)?)
}

/// The text of a row.
pub(crate) fn kernel(options: &Options, name: &str, out: &mut impl Write) -> Result<()> {
    let rows = rungs::of_ladders(options);
    let Some(rung) = rows.iter().find(|rung| rung.name == name) else {
        let names: Vec<&str> = rows.iter().map(|rung| rung.name).collect();
        bail!("--kernel {name}: there is no such row; the rows are {}", names.join(", "));
    };
    let text = source(options, rung)
        .with_context(|| format!("--kernel {name}: the operation cannot be laid out like this row"))?;
    Ok(write!(out, "{text}")?)
}

fn source(options: &Options, rung: &Rung) -> Result<String> {
    // A text needs no input, and no device but to hold none.
    let work: Box<dyn Work> = match rung.ladder {
        Ladder::Reduction => options.op.work(&Device::cpu(), 1)?,
        Ladder::Histogram => options.distribution.work(&Device::cpu(), 1)?,
    };
    Ok(work.source(rung.step, options.warp_size())?)
}

/// The names of a text's kernels: what stands before the bracket of each `__global__` function.
fn kernels(source: &str) -> Vec<String> {
    let parts = source.split("__global__").skip(1);
    let name = |part: &str| {
        let declaration = part.split("void ").nth(1)?;
        Some(declaration.split('(').next()?.trim().to_owned())
    };
    parts.filter_map(name).collect()
}
