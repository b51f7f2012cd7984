//! Compiles kernels with hiprtc in a process of its own: what aborts there is an error here.

/// Why a compile worker gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkerError {}
