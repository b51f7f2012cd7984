//! apt-get with lists, state and cache of its own: nothing of the machine's is changed, and no rights are needed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::output_of;

/// Debian's own keys; without them, apt's own ones have to do.
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// apt-get for one suite of Debian, from one mirror.
pub(super) struct Apt {
    folder: PathBuf,
    configuration: PathBuf,
}

impl Apt {
    /// The mirrors that this machine's apt has, those first that look most like Debian's own archive.
    pub(super) fn mirrors() -> Result<Vec<String>> {
        let lists = tempfile::tempdir()?;
        // With empty lists, apt says for every source what it would fetch first.
        let setting = format!("Dir::State::Lists={}", lists.path().display());
        let said = output_of(Command::new("apt-get").args(["-o", &setting, "update", "--print-uris"]))?;
        let mirrors = mirrors_in(&said);
        ensure!(!mirrors.is_empty(), "apt has no Debian source on this machine:\n{said}");
        Ok(mirrors)
    }

    /// apt-get for `suite` of `mirror`, which keeps everything in `folder`. Fetches the lists.
    pub(super) fn open(folder: &Path, mirror: &str, suite: &str) -> Result<Self> {
        for inner in ["lists/partial", "archives/partial", "none"] {
            fs::create_dir_all(folder.join(inner))?;
        }
        let keys = if Path::new(KEYRING).exists() { format!("Signed-By: {KEYRING}\n") } else { String::new() };
        let source = format!("Types: deb\nURIs: {mirror}\nSuites: {suite}\nComponents: main\n{keys}");
        fs::write(folder.join("debian.sources"), source)?;
        // No package is installed, so that all that is needed is fetched.
        fs::write(folder.join("status"), "")?;
        let configuration = folder.join("apt.conf");
        fs::write(&configuration, configured(folder))?;
        let apt = Self { folder: folder.into(), configuration };
        output_of(apt.command("apt-get").arg("update"))?;
        Ok(apt)
    }

    /// The packages whose names match the regular expression.
    pub(super) fn matching(&self, expression: &str) -> Result<Vec<String>> {
        let said = output_of(self.command("apt-cache").args(["search", "--names-only", expression]))?;
        Ok(said.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
    }

    /// Fetches the packages and all that they depend on.
    pub(super) fn fetch(&self, packages: &[String]) -> Result<()> {
        let arguments = ["install", "--download-only", "--no-install-recommends", "--yes"];
        output_of(self.command("apt-get").args(arguments).args(packages)).map(drop)
    }

    /// Fetches a package without what it depends on.
    pub(super) fn fetch_alone(&self, package: &str) -> Result<()> {
        let mut command = self.command("apt-get");
        output_of(command.args(["download", package]).current_dir(self.folder.join("archives"))).map(drop)
    }

    /// The files of all packages that were fetched.
    pub(super) fn fetched(&self) -> Result<Vec<PathBuf>> {
        let folder = self.folder.join("archives");
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "deb") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.arg("-c").arg(&self.configuration).env("LC_ALL", "C");
        command
    }
}

/// Everything apart from the machine's, but its proxies and the like.
fn configured(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "// The machine's hooks are about the machine's own packages.
#clear APT::Update;
#clear DPkg;
APT::Update::Error-Mode \"any\";
Dir::State \"{folder}\";
Dir::State::Lists \"{folder}/lists\";
Dir::State::status \"{folder}/status\";
Dir::Cache \"{folder}\";
Dir::Cache::archives \"{folder}/archives\";
Dir::Etc::SourceList \"{folder}/debian.sources\";
Dir::Etc::SourceParts \"{folder}/none\";
Dir::Etc::Preferences \"/dev/null\";
Dir::Etc::PreferencesParts \"{folder}/none\";
APT::Architecture \"amd64\";
#clear APT::Architectures;
APT::Architectures {{ \"amd64\"; }};
APT::Sandbox::User \"root\";
Acquire::Languages \"none\";
"
    )
}

/// The archives in what `apt-get update --print-uris` says: `'mirror/dists/suite/InRelease' name 0`.
fn mirrors_in(said: &str) -> Vec<String> {
    let mut mirrors: Vec<String> = Vec::new();
    for line in said.lines() {
        let Some((mirror, rest)) = line
            .strip_prefix('\'')
            .and_then(|line| line.split_once('\''))
            .and_then(|(uri, _)| uri.split_once("/dists/"))
        else {
            continue;
        };
        let suite = rest.split('/').next().unwrap_or_default();
        // Updates and security updates live beside the archive, not in it.
        if !suite.contains('-') && !mirrors.iter().any(|known| known == mirror) {
            mirrors.push(mirror.into());
        }
    }
    mirrors.sort_by_key(|mirror| !mirror.ends_with("/debian"));
    mirrors
}

#[cfg(test)]
mod tests {
    use super::mirrors_in;

    #[test]
    fn the_mirrors_are_taken_from_what_apt_says() {
        let said = "\
'https://example.org/tools/dists/stable/InRelease' example.org_tools_dists_stable_InRelease 0 \n\
'http://mirror.example/debian/dists/bookworm/InRelease' mirror.example_debian_dists_bookworm_InRelease 0 \n\
'http://mirror.example/debian/dists/bookworm-updates/InRelease' x 0 \n\
'http://mirror.example/debian-security/dists/bookworm-security/InRelease' x 0 \n\
Reading package lists...\n";
        assert_eq!(mirrors_in(said), ["http://mirror.example/debian", "https://example.org/tools"]);
        assert!(mirrors_in("").is_empty());
    }
}
