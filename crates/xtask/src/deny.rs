//! `cargo xtask deny`: licences, duplicates and sources of the dependencies, which need no network. Advisories do, and
//! come and go without a change here: `cargo deny check advisories`.

use anyhow::{Result, bail};

use crate::cargo::{cargo, step};

pub(crate) fn run() -> Result<()> {
    let installed = cargo(&["deny", "--version"]).output().is_ok_and(|output| output.status.success());
    if !installed {
        bail!("cargo-deny is not installed; install it with: cargo install --locked cargo-deny");
    }
    step("dependencies", &mut cargo(&["deny", "check", "licenses", "bans", "sources"]))
}
