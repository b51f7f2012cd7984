//! Runs a piece of work with the widest vector instructions of the machine.
//!
//! The bits do not depend on it: Rust never contracts or reorders floating-point arithmetic, and a fused
//! multiply-add is the same operation in software and in hardware.

/// Work whose `run` is inlined into a function that is compiled for wider vectors.
pub(super) trait Work {
    /// What it computes.
    type Output;

    /// Does it. Implementations are `#[inline(always)]`, or they stay compiled for the baseline.
    fn run(self) -> Self::Output;
}

/// Runs the work.
#[inline]
pub(super) fn widest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the machine has the features that the function is compiled for.
        return unsafe { with_avx2(work) };
    }
    baseline(work)
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

#[inline(never)]
fn baseline<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
