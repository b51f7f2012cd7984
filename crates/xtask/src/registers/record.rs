//! The table that the documentation shows, held to what the compiler makes today.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, Result, ensure};

use super::source::Source;
use super::table::{Row, csv};
use crate::cargo::root;
use crate::compilers::rocm::Rocm;
use crate::compilers::target;

/// The record, below the repository.
const PATH: &str = "docs/registers.csv";
/// Remembers in `target/` what has passed last: compiling all of it takes half a minute.
const PASSED: &str = "registers.txt";

/// What is recorded.
pub(crate) struct Record {
    csv: String,
}

impl Record {
    pub(crate) fn open() -> Result<Self> {
        let csv = fs::read_to_string(root().join(PATH));
        Ok(Self { csv: csv.with_context(|| format!("{PATH} cannot be read; {}", remedy()))? })
    }

    /// A name for all that [`compare`](Self::compare) depends on.
    pub(crate) fn key(&self, sources: &[Source], rocms: &[Rocm]) -> String {
        let mut hasher = DefaultHasher::new();
        (&self.csv, sources.len(), format!("{rocms:?}")).hash(&mut hasher);
        sources.iter().for_each(|source| (&source.name, &source.text).hash(&mut hasher));
        format!("{:016x}\n", hasher.finish())
    }

    pub(crate) fn has_passed(&self, key: &str) -> bool {
        fs::read_to_string(target().join(PASSED)).is_ok_and(|passed| passed == key)
    }

    pub(crate) fn pass(&self, key: &str) -> Result<()> {
        Ok(fs::write(target().join(PASSED), key)?)
    }

    /// Fails if the record differs from `rows`. Another compiler allots registers otherwise, so that a record made with
    /// another one cannot be judged: then the value says so.
    pub(crate) fn compare(&self, rows: &[Row]) -> Result<Option<String>> {
        let now = csv(rows)?;
        let tables: [Vec<&str>; 2] = [&self.csv, &now].map(|table| table.lines().collect());
        let [before, after] = &tables;
        let compilers =
            [before, after].map(|lines| lines.iter().skip(1).filter_map(|line| compiler(line)).collect());
        let [made_by, here]: [BTreeSet<&str>; 2] = compilers;
        if made_by != here {
            let names = |set: BTreeSet<&str>| set.into_iter().collect::<Vec<_>>().join(" and ");
            let (made_by, here) = (names(made_by), names(here));
            return Ok(Some(format!("{PATH} was made by {made_by}, and here is {here}")));
        }
        let only = |lines: &[&str], others: &[&str], mark: char| {
            let lines = lines.iter().filter(|line| !others.contains(line));
            lines.map(|line| format!("\n  {mark} {line}")).collect::<String>()
        };
        let difference = only(before, after, '-') + &only(after, before, '+');
        ensure!(before == after, "{PATH} is not what the compiler makes today; {}{difference}", remedy());
        Ok(None)
    }
}

/// The last column of a line.
fn compiler(line: &str) -> Option<&str> {
    Some(line.rsplit_once(',')?.1)
}

fn remedy() -> String {
    format!("write it with `cargo xtask registers --csv {PATH}`, and look at what has changed")
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::row;
    use super::super::table::{Row, csv};
    use super::{Record, Source};

    fn compared(record: &[Row], now: &[Row]) -> Result<Option<String>, String> {
        Record { csv: csv(record).unwrap() }.compare(now).map_err(|error| error.to_string())
    }

    #[test]
    fn a_record_is_current_stale_or_not_to_be_judged() {
        let mut more = row(0, 0);
        more.kernel.vgprs += 1;
        let other = Row { compiler: "hiprtc 7".into(), ..more.clone() };
        assert_eq!(compared(&[row(0, 0)], &[row(0, 0)]), Ok(None));
        let stale = compared(&[row(0, 0)], &[more]).unwrap_err();
        assert!(stale.contains("\n  - tutorial/sum,sum,gfx942,64,24,"), "{stale}");
        assert!(stale.contains("\n  + tutorial/sum,sum,gfx942,64,25,"), "{stale}");
        assert!(stale.contains("cargo xtask registers --csv docs/registers.csv"), "{stale}");
        let unknown = compared(&[row(0, 0)], &[other]).unwrap();
        assert_eq!(unknown.as_deref(), Some("docs/registers.csv was made by hiprtc 6, and here is hiprtc 7"));
    }

    #[test]
    fn whatever_matters_makes_another_key() {
        let source =
            |text: &str| Source { name: "k".into(), file: "k".into(), text: text.into(), warp_size: None };
        let record = |csv: &str| Record { csv: csv.into() };
        let key = record("a").key(&[source("x")], &[]);
        assert_eq!(key, record("a").key(&[source("x")], &[]));
        assert_ne!(key, record("b").key(&[source("x")], &[]));
        assert_ne!(key, record("a").key(&[source("y")], &[]));
        assert_ne!(key, record("a").key(&[source("x"), source("x")], &[]));
    }
}
