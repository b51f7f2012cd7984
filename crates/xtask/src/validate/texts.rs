//! What is compiled: every kernel snapshot, those of the crate from outside too, and the prelude alone.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use wavefold_codegen::WarpSize;

use crate::cargo::root;

/// A text to compile.
pub(crate) struct Text {
    /// `reduction/max_abs.w64`
    pub(crate) name: String,
    /// What messages call it.
    pub(crate) file: String,
    pub(crate) source: String,
    pub(crate) warp_size: WarpSize,
}

/// Where the snapshots lie, and what messages call the place.
const FOLDERS: [(&str, &str); 5] = [
    ("reduction", "snapshots/reduction"),
    ("histogram", "snapshots/histogram"),
    ("tutorial", "snapshots/tutorial"),
    ("standalone", "snapshots/standalone"),
    ("downstream", "examples/downstream/tests/snapshots"),
];

/// All of them.
pub(super) fn all() -> Result<Vec<Text>> {
    let mut texts = Vec::new();
    for (kind, folder) in FOLDERS {
        let before = texts.len();
        snapshots(kind, &root().join(folder), &mut texts)?;
        ensure!(texts.len() > before, "there is no snapshot in {folder}");
    }
    for warp_size in WarpSize::ALL {
        let source = wavefold_codegen::prelude(warp_size);
        texts.push(Text {
            name: format!("the prelude alone, w{warp_size}"),
            file: "prelude.hip".into(),
            source,
            warp_size,
        });
    }
    Ok(texts)
}

fn snapshots(kind: &str, folder: &Path, texts: &mut Vec<Text>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "snap"));
    paths.sort();
    for path in paths {
        texts.extend(snapshot(kind, &path).with_context(|| format!("{} is no kernel snapshot", path.display()))?);
    }
    Ok(())
}

/// The kernel snapshot at `path`, which is called by its `kind` and its stem, for every warp size that its name says: `.w32`,
/// `.w64`, or both with `.any`.
pub(crate) fn snapshot(kind: &str, path: &Path) -> Result<Vec<Text>> {
    let name = path.file_stem().and_then(|name| name.to_str()).context("its name is not text")?;
    let (stem, width) = name.rsplit_once('.').context("its name has no warp size")?;
    let says = |warp_size: &WarpSize| width == "any" || width == format!("w{warp_size}");
    let warp_sizes: Vec<WarpSize> = WarpSize::ALL.into_iter().filter(says).collect();
    ensure!(!warp_sizes.is_empty(), "its warp size is none");
    let whole = fs::read_to_string(path)?;
    // insta's header stands between two lines of dashes.
    let source = whole.splitn(3, "---\n").nth(2).context("it has no header")?;
    let text = |warp_size| Text {
        name: format!("{kind}/{stem}.w{warp_size}"),
        file: format!("{stem}.hip"),
        source: source.into(),
        warp_size,
    };
    Ok(warp_sizes.into_iter().map(text).collect())
}
