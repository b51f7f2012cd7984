//! The rows for other programs: comma-separated values, JSON, a picture.

use std::fs::{self, OpenOptions};
use std::path::{self, Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::device::Place;
use super::options::Options;
use super::picture;
use super::record::{Named, Outcome, Record};
use super::timing::Bandwidth;

/// All that was found.
#[derive(Serialize)]
pub(crate) struct Document<'d> {
    device: String,
    architecture: Option<String>,
    compute_units: Option<u32>,
    warp_size: Option<u32>,
    /// What kernels were compiled for, where the options say so.
    work_group_mode: Option<&'static str>,
    /// Measurements of each row, of which the median counts; absent where nothing has a clock.
    iterations: Option<u32>,
    /// Measurements before those.
    warm_up: Option<u32>,
    /// Measured by this run; absent where nothing has a clock.
    bandwidth_gbps: Option<f64>,
    rows: &'d [Record],
}

impl<'d> Document<'d> {
    pub(crate) fn new(options: &Options, place: &Place, bandwidth: Option<Bandwidth>, rows: &'d [Record]) -> Self {
        let properties = place.device.properties();
        let measured = |times: u32| (!place.counts).then_some(times);
        Self {
            device: properties.name,
            architecture: properties.architecture,
            compute_units: properties.compute_units,
            warp_size: properties.warp_size,
            work_group_mode: options.cu_mode.then_some("cu"),
            iterations: measured(options.iterations),
            warm_up: measured(options.warm_up),
            bandwidth_gbps: bandwidth.map(|bandwidth| bandwidth.gbps),
            rows,
        }
    }

    /// Writes the files that the options name.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(crate) fn write(&self, options: &Options) -> Result<()> {
        if let Some(path) = &options.csv {
            save("--csv", path, &self.csv()?)?;
        }
        if let Some(path) = &options.json {
            save("--json", path, &format!("{}\n", serde_json::to_string_pretty(self)?))?;
        }
        if let Some(path) = &options.svg {
            save("--svg", path, &picture::draw(&self.device, self.rows, options.sweep.is_some())?)?;
        }
        Ok(())
    }

    /// A line for each row; cells that it has no value for are empty.
    fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(HEAD.iter().chain(Named::NAMES))?;
        let bandwidth = self.bandwidth_gbps.map_or_else(String::new, |gbps| gbps.to_string());
        for row in self.rows {
            let mut cells = vec![
                self.device.clone(),
                bandwidth.clone(),
                row.ladder.into(),
                row.work.clone(),
                row.row.into(),
                row.n.to_string(),
                row.block.to_string(),
                row.items.to_string(),
                row.kernels.join(" "),
                row.launches.to_string(),
                row.scratch_bytes.to_string(),
                row.blocks_checked.to_string(),
            ];
            let failure = match &row.outcome {
                Outcome::Refused(reason) => ["refused".into(), reason.clone()],
                Outcome::Wrong(what) => ["wrong".into(), what.clone()],
                Outcome::Timed(_) | Outcome::Counted(_) => ["right".into(), String::new()],
            };
            cells.extend(failure);
            let measured = match &row.outcome {
                Outcome::Timed(timed) => {
                    [timed.microseconds, timed.gbps, timed.share_of_bandwidth, timed.relative]
                        .map(|x| x.to_string())
                }
                _ => Default::default(),
            };
            cells.extend(measured);
            match &row.outcome {
                Outcome::Counted(counted) => {
                    cells.push(counted.shared_bytes.to_string());
                    cells.extend(counted.total.values().map(|value| value.to_string()));
                }
                _ => cells.extend(std::iter::repeat_n(String::new(), 1 + Named::NAMES.len())),
            }
            writer.write_record(&cells)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

const HEAD: &[&str] = &[
    "device",
    "bandwidth_gbps",
    "ladder",
    "work",
    "row",
    "n",
    "block",
    "items",
    "kernels",
    "launches",
    "scratch_bytes",
    "blocks_checked",
    "result",
    "reason",
    "microseconds",
    "gbps",
    "share_of_bandwidth",
    "relative",
    "shared_bytes",
];

/// Finds files that cannot be written before a long run, not after it.
///
/// # Errors
/// Names the option and the file, or both options that name one file.
pub(crate) fn check(options: &Options) -> Result<()> {
    let files = [("--csv", &options.csv), ("--json", &options.json), ("--svg", &options.svg)];
    let files = files.iter().filter_map(|(option, path)| Some((*option, path.as_deref()?)));
    let files: Vec<(&str, &Path)> = files.collect();
    for (k, (option, path)) in files.iter().enumerate() {
        if let Some((earlier, _)) = files[..k].iter().find(|(_, earlier)| place(earlier) == place(path)) {
            bail!("{earlier} and {option} both name `{}`; give each a file of its own", path.display());
        }
    }
    for (option, path) in files {
        OpenOptions::new().append(true).create(true).open(path).with_context(|| refusal(option, path))?;
    }
    Ok(())
}

/// One path for all that name the same file, which need not be there yet.
fn place(path: &Path) -> PathBuf {
    let path = path::absolute(path).unwrap_or_else(|_| path.into());
    let in_folder = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(in_folder).unwrap_or(path)
}

fn save(option: &str, path: &Path, content: &str) -> Result<()> {
    fs::write(path, content).with_context(|| refusal(option, path))
}

fn refusal(option: &str, path: &Path) -> String {
    format!("{option}: cannot write `{}`; name a file that can be written", path.display())
}
