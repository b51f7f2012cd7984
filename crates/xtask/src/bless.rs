//! `cargo xtask bless`: what the tests see now becomes what they expect; the diff is the review.

use anyhow::Result;

use crate::cargo::{cargo, step};
use crate::{downstream, snapshots};

pub(crate) fn run() -> Result<()> {
    let references = tempfile::NamedTempFile::new()?;
    let mut snapshots = cargo(&["test", "--quiet", "--workspace", "--lib", "--test", "snapshots"]);
    snapshots
        .env("INSTA_UPDATE", "always")
        .env("INSTA_FORCE_UPDATE", "1")
        .env("INSTA_SNAPSHOT_REFERENCES_FILE", references.path());
    step("kernel snapshots", &mut snapshots)?;
    snapshots::delete_unreferenced(references.path(), &snapshots::ours())?;
    let mut table =
        cargo(&["test", "--quiet", "--test", "conformance", "the_readme_has_the_table_of_what_is_tested"]);
    step("the table of the README", table.env("INSTA_UPDATE", "always"))?;
    downstream::bless()?;
    step("compiler messages", cargo(&["test", "--quiet", "--test", "ui"]).env("TRYBUILD", "overwrite"))?;
    println!("── blessed; read the changes with: git diff README.md snapshots examples tests/ui");
    Ok(())
}
