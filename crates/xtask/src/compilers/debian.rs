//! Debian's ROCm, in a private folder: hiprtc, the HIP runtime and its headers, with all that they depend on, the C
//! library and its loader included. About 65 MB are fetched a suite, once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::apt::Apt;
use super::{output_of, target};

/// Packages whose names end in the major version of ROCm; suites have one of them, or none.
const PACKAGES: [&str; 3] = ["libamdhip64-", "libhiprtc", "libhiprtc-builtins"];
/// The headers, of which the dependencies are not needed.
const HEADERS: &str = "libamdhip64-dev";

/// What a suite of Debian has, unpacked.
#[derive(Clone, Debug)]
pub(crate) struct Suite {
    /// Every package with its version, a line each.
    pub(crate) packages: String,
    /// The libraries, the loader among them.
    pub(crate) libraries: PathBuf,
    /// The headers.
    pub(crate) include: PathBuf,
}

/// The suite's ROCm, fetched when it is not there yet, or when `renew` asks for what the suite has now.
pub(crate) fn provide(suite: &'static str, renew: bool) -> Result<Suite> {
    ensure!(
        cfg!(all(target_os = "linux", target_arch = "x86_64")),
        "Debian's ROCm is for 64-bit Linux on x86; on this machine install ROCm itself"
    );
    let folder = target().join("rocm").join(suite);
    if renew || !folder.join("packages.txt").exists() {
        fetch(suite, &folder).with_context(|| {
            format!("Debian {suite}'s ROCm cannot be fetched, and it is not in {}", folder.display())
        })?;
    }
    let packages = fs::read_to_string(folder.join("packages.txt"))?;
    let libraries = folder.join("root/usr/lib/x86_64-linux-gnu");
    let include = folder.join("root/usr/include");
    ensure!(libraries.is_dir() && include.is_dir(), "{} is damaged; delete it", folder.display());
    Ok(Suite { packages, libraries, include })
}

/// Fetches into a folder beside, which takes the place of `folder` when it is complete.
fn fetch(suite: &str, folder: &Path) -> Result<()> {
    let mut failures = Vec::new();
    for mirror in Apt::mirrors()? {
        println!("   fetching Debian {suite}'s ROCm from {mirror}");
        let parent = folder.parent().context("a folder has a parent")?;
        fs::create_dir_all(parent)?;
        let fresh = tempfile::Builder::new().prefix(&format!("{suite}.")).tempdir_in(parent)?;
        match fetch_from(&mirror, suite, fresh.path()) {
            Ok(()) => {
                if folder.exists() {
                    fs::remove_dir_all(folder)?;
                }
                return Ok(fs::rename(fresh.keep(), folder)?);
            }
            Err(error) => failures.push(format!("{mirror}: {error:#}")),
        }
    }
    bail!("no source of this machine's apt has it:\n{}", failures.join("\n"))
}

fn fetch_from(mirror: &str, suite: &str, folder: &Path) -> Result<()> {
    let download = folder.join("apt");
    let apt = Apt::open(&download, mirror, suite)?;
    let mut packages = Vec::new();
    for stem in PACKAGES {
        let found = apt.matching(&format!("^{stem}[0-9]+$"))?;
        packages.extend(found.into_iter().max_by_key(|name| major(name, stem)));
    }
    ensure!(packages.iter().any(|name| name.starts_with(PACKAGES[0])), "it has no package {}N", PACKAGES[0]);
    apt.fetch(&packages)?;
    apt.fetch_alone(HEADERS)?;
    let mut list = String::new();
    for file in apt.fetched()? {
        let fields = ["-W", "--showformat=${Package} ${Version}\n"];
        list.push_str(&output_of(Command::new("dpkg-deb").args(fields).arg(&file))?);
        output_of(Command::new("dpkg-deb").arg("-x").arg(&file).arg(folder.join("root")))?;
    }
    // The downloads are not needed any more.
    fs::remove_dir_all(download)?;
    Ok(fs::write(folder.join("packages.txt"), list)?)
}

/// The number at the end of a package's name.
fn major(name: &str, stem: &str) -> u32 {
    name.strip_prefix(stem).and_then(|number| number.parse().ok()).unwrap_or(0)
}

impl Suite {
    /// The version of a package whose name begins so.
    pub(crate) fn version(&self, stem: &str) -> Option<&str> {
        self.packages.lines().filter_map(|line| line.split_once(' ')).find_map(|(name, version)| {
            let number = name.strip_prefix(stem)?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then_some(version)
        })
    }

    /// The loader with its arguments, for cargo to run test binaries by.
    pub(crate) fn runner(&self) -> String {
        let loader = self.libraries.join("ld-linux-x86-64.so.2");
        let options = ["--inhibit-cache", "--library-path"].map(Path::new);
        let words = [loader.as_path(), options[0], options[1], &self.libraries];
        let words = words.map(|word| format!("{:?}", word.display().to_string()));
        format!("target.x86_64-unknown-linux-gnu.runner=[{}]", words.join(","))
    }
}
