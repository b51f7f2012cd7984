//! Kernels: a spec and a schedule become text.
//!
//! [`reduction`] and [`histogram`] compose a kernel of sections, a file a phase. What they share: [`functions`]
//! makes the declaration's parts device functions, [`elements`] reads the inputs, [`prelude`] holds what HIP and
//! CUDA do differently, [`header`] what stands on top.

pub(crate) mod declared;
pub(crate) mod elements;
pub(crate) mod functions;
pub(crate) mod header;
pub(crate) mod histogram;
mod origin;
pub(crate) mod parts;
pub(crate) mod prelude;
mod reduction;
#[cfg(test)]
mod tests;

pub use histogram::{histogram, histogram_of_part};
pub use origin::Origin;
pub use prelude::prelude;
pub use reduction::{partial, reduction};

use crate::Fp;

/// A self-contained kernel: compile `source`, launch `entry`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KernelText {
    /// HIP C++ without includes, which hiprtc and NVRTC both take.
    pub source: String,
    /// The name of its `extern "C" __global__` function.
    pub entry: String,
    /// Which run-time parameters of the declaration it takes, by their number, in order: those that its
    /// expressions use.
    pub parameters: Vec<usize>,
    /// Whether it takes, behind `n`, a `u64`: the index of its first element.
    pub first_index: bool,
    /// How it has to be compiled. The header of `source` says it too, so that equal sources are compiled alike.
    pub fp: Fp,
    /// Which lines of `source` print a part of the declaration, in increasing order and without overlap. They are
    /// beside the kernel's identity: where a declaration stands changes nothing that it does.
    pub origins: Vec<Origin>,
}
