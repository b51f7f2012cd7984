//! What is compiled: snapshots of kernels, or any source of theirs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use wavefold_codegen::WarpSize;

use super::shown;
use crate::validate::snapshot;

/// A text to compile.
#[derive(Debug)]
pub(crate) struct Source {
    /// `tutorial/sum_interleaved`, of whichever warp size.
    pub(crate) name: String,
    /// What messages call it.
    pub(crate) file: String,
    pub(crate) text: String,
    /// Whose lanes it is for; any, where the name does not tell.
    pub(crate) warp_size: Option<WarpSize>,
}

/// The text at `path`, or all below it, by name.
pub(crate) fn read(path: &Path, into: &mut Vec<Source>) -> Result<()> {
    let before = into.len();
    if path.is_dir() {
        below(path, into)?;
        ensure!(into.len() > before, "there is no kernel text (.snap, .hip, .cpp) in {}", shown(path));
    } else {
        into.push(one(path).with_context(|| format!("{} is no kernel text", shown(path)))?);
    }
    Ok(())
}

fn below(folder: &Path, into: &mut Vec<Source>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", shown(folder)))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            below(&path, into)?;
        } else if path.extension().is_some_and(|kind| ["snap", "hip", "cpp"].iter().any(|known| kind == *known)) {
            into.push(one(&path).with_context(|| format!("{} is no kernel text", shown(&path)))?);
        }
    }
    Ok(())
}

fn one(path: &Path) -> Result<Source> {
    let name = |part: Option<&std::ffi::OsStr>| part.and_then(|name| name.to_str()).map(str::to_owned);
    let folder = name(path.parent().and_then(Path::file_name)).unwrap_or_default();
    if path.extension().is_some_and(|extension| extension == "snap") {
        let mut texts = snapshot(&folder, path)?;
        // One text for both warp sizes is compiled as it is for either.
        let warp_size = if texts.len() == 1 { Some(texts[0].warp_size) } else { None };
        let text = texts.remove(0);
        let stem = text.name.rsplit_once(".w").map_or(text.name.as_str(), |(stem, _)| stem);
        let name = stem.to_owned();
        return Ok(Source { name, file: text.file, text: text.source, warp_size });
    }
    let file = name(path.file_name()).context("its name is not text")?;
    let text = fs::read_to_string(path)?;
    if text.trim().is_empty() {
        bail!("it is empty");
    }
    Ok(Source { name: format!("{folder}/{file}"), file, text, warp_size: None })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use wavefold_codegen::WarpSize;

    use super::read;

    #[test]
    fn snapshots_and_sources_of_a_folder_come_by_name() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        for (name, text) in [
            ("inner/sum.w64.snap", "---\nsource: x\n---\nA\n"),
            ("inner/sum.w32.snap", "---\nsource: x\n---\nB\n"),
            ("plain.hip", "C\n"),
            ("notes.txt", "D\n"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut found = Vec::new();
        read(folder.path(), &mut found).unwrap();
        let found: Vec<_> = found.iter().map(|source| (source.text.as_str(), source.warp_size)).collect();
        assert_eq!(found, [("B\n", Some(WarpSize::W32)), ("A\n", Some(WarpSize::W64)), ("C\n", None)]);

        let mut one = Vec::new();
        read(&folder.path().join("inner/sum.w64.snap"), &mut one).unwrap();
        assert_eq!((one[0].name.as_str(), one[0].file.as_str()), ("inner/sum", "sum.hip"));
    }

    #[test]
    fn nothing_to_compile_is_an_error_that_names_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let error = |path| format!("{:#}", read(path, &mut Vec::new()).unwrap_err());
        assert!(error(folder.path()).contains("there is no kernel text"), "{}", error(folder.path()));
        let missing = folder.path().join("missing.hip");
        assert!(error(&missing).contains("missing.hip"), "{}", error(&missing));
        fs::write(folder.path().join("k.snap"), "no header").unwrap();
        assert!(error(folder.path()).contains("no warp size"), "{}", error(folder.path()));
    }
}
