//! Texts through AMD's compiler.

use anyhow::{Context, Result, bail, ensure};
use indicatif::ProgressBar;
use wavefold_worker::{Job, Outcome, Worker};

use super::code_object::{Kernel, kernels};
use super::source::Source;
use super::table::Row;
use crate::compilers::rocm::Rocm;
use crate::parallel;
use crate::validate::warp_size;

/// A text for an architecture, and the number of its compiler.
struct Task<'a> {
    source: &'a Source,
    architecture: &'a str,
    rocm: usize,
}

/// A row for every kernel of every text: by the names of texts, which leaves a kernel's texts for 32 and 64 lanes beside
/// each other, then in the order of the architectures.
pub(crate) fn compile(sources: &[Source], architectures: &[&str], rocms: &[Rocm]) -> Result<Vec<Row>> {
    let mut tasks = Vec::new();
    for &architecture in architectures {
        let knows = |rocm: &Rocm| rocm.info.architectures.iter().any(|known| known == architecture);
        let rocm = rocms.iter().position(knows);
        let rocm = rocm.with_context(|| format!("no hiprtc here knows the architecture `{architecture}`"))?;
        let width = warp_size(architecture);
        let fits = |source: &&Source| source.warp_size.is_none_or(|warp_size| warp_size == width);
        tasks.extend(sources.iter().filter(fits).map(|source| Task { source, architecture, rocm }));
    }
    ensure!(!tasks.is_empty(), "no text has the warp size of {}", architectures.join(", "));
    // Stable: architectures stay in their order.
    tasks.sort_by_key(|task| &task.source.name);
    // hiprtc compiles one text at a time, so each thread has workers of its own, one for each compiler.
    let begin = || rocms.iter().map(|rocm| Worker::new(rocm.command.clone())).collect();
    // Drawn on a terminal only.
    let bar = ProgressBar::new(tasks.len() as u64);
    let rows = parallel::map(&tasks, begin, |workers: &mut Vec<Worker>, task| {
        let Task { source, architecture, rocm } = *task;
        let version = &rocms[rocm].info.version;
        let kernels = one(source, architecture, &workers[rocm])
            .with_context(|| format!("{} for {architecture} by {version}", source.name))?;
        bar.inc(1);
        let row = |kernel| Row {
            text: source.name.clone(),
            architecture: architecture.into(),
            compiler: version.clone(),
            kernel,
        };
        Ok(kernels.into_iter().map(row).collect::<Vec<_>>())
    });
    bar.finish_and_clear();
    Ok(rows?.into_iter().flatten().collect())
}

fn one(source: &Source, architecture: &str, worker: &Worker) -> Result<Vec<Kernel>> {
    let job = Job {
        source: source.text.clone(),
        file: source.file.clone(),
        architecture: Some(architecture.into()),
        // Those of the library.
        options: ["-O3", "-std=c++17", "-ffp-contract=off"].map(String::from).into(),
    };
    match worker.compile(&job)? {
        Outcome::Compiled { code, .. } => kernels(&code).context("its code object cannot be read"),
        Outcome::Refused { log } => bail!("it does not compile:\n{log}"),
        other => bail!("hiprtc answers {other:?}"),
    }
}
