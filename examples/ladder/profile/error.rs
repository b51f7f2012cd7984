//! What can be wrong with a profile.

use std::io;

/// Why a profile could not be read; every message names the file, and the line where there is one.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProfileError {
    #[error("{file} cannot be read: {source}")]
    Read { file: String, source: io::Error },
    #[error(
        "{file} has no line of column names: wanted is a CSV of rocprofv3 (with Kernel_Name), of `nsys stats --report \
         cuda_gpu_trace` (with Name and Duration), or of `ncu --csv` (with Kernel Name)"
    )]
    NoHeader { file: String },
    #[error("{file}, line {line}: there is no column `{column}`, which a CSV of {tool} has; {remedy}")]
    NoColumn { file: String, line: u64, column: &'static str, tool: &'static str, remedy: &'static str },
    #[error("{file}, line {line}: `{value}` in the column `{column}` is no {wanted}")]
    Value { file: String, line: u64, column: String, value: String, wanted: &'static str },
    #[error("{file}, line {line}: {source}")]
    Row { file: String, line: u64, source: csv::Error },
    #[error("{file} has no time of its kernels: collect the metric gpu__time_duration.sum too")]
    NoTime { file: String },
    #[error("{file} has no kernel in it: was one launched, and not filtered away?")]
    NoKernel { file: String },
}
