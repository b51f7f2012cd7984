//! What has passed before, so that a second run is quick: a line for every text, compiler and set of options.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow};

use super::texts::Text;
use crate::compilers::target;

pub(super) struct Passed {
    before: HashSet<String>,
    file: Mutex<File>,
}

impl Passed {
    /// What has passed before; nothing, if all is to be compiled `again`.
    pub(super) fn open(again: bool) -> Result<Self> {
        let path = target().join("validated.txt");
        if again && path.exists() {
            fs::remove_file(&path)?;
        }
        let before = fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_owned).collect();
        let file = File::options().create(true).append(true).open(&path);
        Ok(Self { before, file: Mutex::new(file.with_context(|| format!("cannot write {}", path.display()))?) })
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.before.contains(key)
    }

    pub(super) fn add(&self, key: &str) -> Result<()> {
        let mut file = self.file.lock().map_err(|_| anyhow!("another thread has panicked"))?;
        // One write, so that what is cut off when the program is stopped is no key.
        Ok(file.write_all(format!("{key}\n").as_bytes())?)
    }
}

/// A name for the text as this compiler gets it.
pub(super) fn key(compiler: &str, options: &[String], text: &Text) -> String {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, compiler, options, &text.file, &text.source).hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(0), half(1))
}

#[cfg(test)]
mod tests {
    use wavefold_codegen::WarpSize;

    use super::{Text, key};

    #[test]
    fn whatever_matters_makes_another_key() {
        let text = |source: &str| Text {
            name: String::new(),
            file: "k.hip".into(),
            source: source.into(),
            warp_size: WarpSize::W32,
        };
        let options = ["-O3".to_owned()];
        let one = key("hiprtc 6", &options, &text("a"));
        assert_eq!(one, key("hiprtc 6", &options, &text("a")));
        assert_ne!(one, key("hiprtc 6", &options, &text("b")));
        assert_ne!(one, key("hiprtc 7", &options, &text("a")));
        assert_ne!(one, key("hiprtc 6", &[], &text("a")));
        assert_eq!(one.len(), 32);
    }
}
