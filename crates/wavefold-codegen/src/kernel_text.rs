//! What the generator returns.

/// A self-contained kernel: compile `source`, launch `entry`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KernelText {
    /// HIP C++ without includes, which hiprtc and NVRTC both take.
    pub source: String,
    /// The name of its `extern "C" __global__` function.
    pub entry: String,
    /// Which of the declaration's run-time parameters it takes, by number, in this order: those that its functions
    /// use. The ends of a range are worked out on the host.
    pub parameters: Vec<usize>,
}
