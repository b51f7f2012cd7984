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
    downstream::bless()?;
    step("compiler messages", cargo(&["test", "--quiet", "--test", "ui"]).env("TRYBUILD", "overwrite"))?;
    println!("── blessed; read the changes with: git diff snapshots examples tests/ui");
    Ok(())
}
