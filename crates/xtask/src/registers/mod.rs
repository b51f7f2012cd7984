//! `cargo xtask registers`: kernels compiled by AMD's hiprtc, and what the code objects say of their registers, shared
//! memory and spills. A kernel that spills is a failure, because it leaves in memory what it was written to keep.

mod code_object;
mod compile;
mod record;
mod source;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use self::compile::compile;
use self::record::Record;
use self::table::Row;
use crate::cargo::root;
use crate::compilers::rocm::{self, Rocm};

/// Whose figures the documentation shows, and for what.
const SHOWN: &str = "snapshots/tutorial";
const ARCHITECTURES: [&str; 4] = ["gfx90a", "gfx942", "gfx1030", "gfx1100"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Kernel snapshots, HIP sources, or folders of them
    #[arg(default_value = SHOWN)]
    paths: Vec<PathBuf>,
    /// Only texts whose names contain this
    #[arg(long, default_value = "")]
    filter: String,
    /// What to compile for, comma separated; a snapshot is compiled for those of its warp size
    #[arg(long, value_delimiter = ',', default_values = ARCHITECTURES)]
    architecture: Vec<String>,
    /// Also write the table there, with every count that the metadata has
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Instead, hold the documentation's table to what the compiler makes, as `cargo xtask test` does
    #[arg(long, exclusive = true)]
    check: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    if options.check {
        if let Some(what) = test(&rocm::provide(false)?)? {
            println!("*** NOT CHECKED: {what}");
        }
        return Ok(());
    }
    let mut sources = Vec::new();
    for path in &options.paths {
        source::read(&root().join(path), &mut sources)?;
    }
    sources.retain(|source| source.name.contains(&options.filter));
    ensure!(!sources.is_empty(), "no kernel text has `{}` in its name", options.filter);
    let architectures: Vec<&str> = options.architecture.iter().map(String::as_str).collect();
    let rows = compile(&sources, &architectures, &rocm::provide(false)?)?;
    table::print(&rows);
    if let Some(path) = &options.csv {
        table::write(&rows, &root().join(path))?;
    }
    fail_for_spills(&rows)
}

/// As a part of all tests: no kernel of the documentation's table spills, and the table is what the compiler makes today.
/// What could not be checked is said by the value.
pub(crate) fn test(rocms: &[Rocm]) -> Result<Option<String>> {
    let folder = root().join(SHOWN);
    if rocms.is_empty() || !folder.exists() {
        return Ok(Some(
            "no registers were counted: there is no compiler, or no kernel in snapshots/tutorial".into(),
        ));
    }
    println!("── registers");
    let mut sources = Vec::new();
    source::read(&folder, &mut sources)?;
    let record = Record::open()?;
    let key = record.key(&sources, rocms);
    if record.has_passed(&key) {
        println!("   registers: passed before, and nothing has changed");
        return Ok(None);
    }
    let rows = compile(&sources, &ARCHITECTURES, rocms)?;
    fail_for_spills(&rows)?;
    let not_compared = record.compare(&rows)?;
    if not_compared.is_none() {
        println!("   registers: {} kernels for an architecture, none spills, all as recorded", rows.len());
        record.pass(&key)?;
    }
    Ok(not_compared)
}

fn fail_for_spills(rows: &[Row]) -> Result<()> {
    let spilling: Vec<String> = rows.iter().filter_map(Row::spills).collect();
    ensure!(spilling.is_empty(), "registers are spilled:\n  {}", spilling.join("\n  "));
    Ok(())
}

/// `path` as messages show it: below the repository, where it is.
fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
