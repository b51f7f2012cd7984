//! How a probe reads.

use std::fmt::{self, Display, Formatter};

use super::install::{Advice, advice};
use super::{BackendProbe, LibraryProbe, Probe, Properties};
use crate::Attempt;
use crate::emulator::EmulatorError;

impl Display for Probe {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut report = Report::default();
        for backend in &self.backends {
            report.backend(backend);
        }
        report.title("Emulator");
        let label = "C++ compiler";
        match &self.emulator {
            Ok(compiler) => report.row(label, &with_version(&compiler.command, compiler.version.as_deref())),
            Err(EmulatorError::HostCompilerMissing { tried }) => {
                report.row(label, "missing");
                tried.iter().for_each(|tried| report.more(tried));
            }
            Err(error) => report.row(label, &error.to_string()),
        }
        report.title("CPU");
        report.row("threads", &self.cpu_threads.to_string());
        f.write_str(&report.aligned())?;
        write!(f, "\n{}", self.verdict())?;
        let advice = advice(self);
        if !advice.is_empty() {
            write!(f, "\n\nWhat would add to this:")?;
        }
        advice.into_iter().try_for_each(|advice| write!(f, "\n{advice}"))
    }
}

impl Probe {
    /// What [`Device::best`](crate::Device::best) makes of it.
    fn verdict(&self) -> String {
        for backend in self.backends.iter() {
            let kind = backend.kind;
            let Ok(devices) = &backend.devices else {
                return format!("Device::best() fails: the {kind} devices cannot be listed.");
            };
            let Some(device) = devices.first() else {
                continue;
            };
            return match backend.libraries.iter().find(|library| library.found.is_err()) {
                Some(library) => {
                    format!("Device::best() fails: {} is there, but not {}.", device.name, library.what)
                }
                None => format!("Device::best() gives {kind} device 0, {}.", device.name),
            };
        }
        "Device::best() gives the CPU.".into()
    }
}

/// Titles, and rows of a label and what belongs to it.
#[derive(Default)]
struct Report {
    lines: Vec<Line>,
}

enum Line {
    Title(String),
    Row { label: String, value: String },
    More(String),
}

impl Report {
    fn title(&mut self, title: &str) {
        self.lines.push(Line::Title(title.into()));
    }

    fn row(&mut self, label: &str, value: &str) {
        self.lines.push(Line::Row { label: label.into(), value: value.into() });
    }

    fn more(&mut self, text: &str) {
        self.lines.push(Line::More(text.into()));
    }

    fn backend(&mut self, backend: &BackendProbe) {
        self.title(match backend.kind {
            "HIP" => "HIP: AMD GPUs",
            "CUDA" => "CUDA: NVIDIA GPUs",
            other => other,
        });
        backend.libraries.iter().for_each(|library| self.library(library));
        match &backend.devices {
            Ok(devices) if devices.is_empty() => self.row("devices", "none"),
            Ok(devices) => {
                for (index, device) in devices.iter().enumerate() {
                    self.row(&format!("device {index}"), &described(device));
                }
            }
            Err(error) => self.row("devices", &format!("cannot be listed: {error}")),
        }
    }

    fn library(&mut self, library: &LibraryProbe) {
        match &library.found {
            Ok(found) => self.row(library.what, &with_version(&found.name, found.version.as_deref())),
            Err(error) => {
                let what = match error.what == library.what {
                    true => "missing".to_owned(),
                    false => format!("not usable without {}", error.what),
                };
                // Otherwise the advice says it, for every system.
                let remedy = if error.attempts.is_empty() { format!("; {}", error.remedy) } else { String::new() };
                self.row(library.what, &(what + &remedy));
                for (reason, names) in by_reason(&error.attempts) {
                    self.more(reason);
                    wrapped(&names).iter().for_each(|names| self.more(&format!("    {names}")));
                }
            }
        }
    }

    /// The text, with the values in one column.
    fn aligned(&self) -> String {
        let labels = self.lines.iter().filter_map(|line| match line {
            Line::Row { label, .. } => Some(label.chars().count()),
            _ => None,
        });
        let width = labels.max().unwrap_or(0);
        let mut out = String::new();
        for line in &self.lines {
            match line {
                Line::Title(title) if out.is_empty() => out.push_str(title),
                Line::Title(title) => out.push_str(&format!("\n{title}")),
                Line::Row { label, value } => {
                    let mut lines = value.lines();
                    out.push_str(&format!("  {label:width$}  {}", lines.next().unwrap_or_default()));
                    lines.for_each(|line| out.push_str(&format!("\n  {:width$}  {}", "", line.trim())));
                }
                Line::More(text) => out.push_str(&format!("    {text}")),
            }
            out.push('\n');
        }
        out
    }
}

impl Display for Advice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|(system, _)| system.len()).max().unwrap_or(0);
        write!(f, "  {}", self.title)?;
        self.rows.iter().try_for_each(|(system, how)| write!(f, "\n    {system:width$}  {how}"))
    }
}

/// `NVIDIA H200, sm_90, 139.8 GiB, warps of 32 lanes, 132 compute units`
fn described(device: &Properties) -> String {
    let parts = [
        Some(device.name.clone()),
        device.architecture.clone(),
        device.memory_bytes.map(|bytes| format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))),
        device.warp_size.map(|lanes| format!("warps of {lanes} lanes")),
        device.compute_units.map(|units| format!("{units} compute units")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn with_version(name: &str, version: Option<&str>) -> String {
    version.map_or_else(|| name.into(), |version| format!("{name}, {version}"))
}

/// A list on as many lines as it needs.
fn wrapped(names: &[&str]) -> Vec<String> {
    const LONGEST: usize = 90;
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut().filter(|line| line.len() + name.len() < LONGEST) {
            Some(line) => line.extend([", ", name]),
            None => lines.push((*name).to_owned()),
        }
    }
    lines
}

/// The names that failed for one reason together, in the order in which they were tried.
fn by_reason(attempts: &[Attempt]) -> Vec<(&str, Vec<&str>)> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for Attempt { name, reason } in attempts {
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, names)) => names.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    reasons
}
