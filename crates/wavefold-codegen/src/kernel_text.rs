//! What the generator returns.

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
}
