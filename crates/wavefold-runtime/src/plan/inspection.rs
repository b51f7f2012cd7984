//! What plans tell of the kernels that they launch.

use wavefold_codegen::{HistogramSchedule, ReductionSchedule, Schedule, tutorial};

use super::Portion;
use super::histogram::{Engine, HistogramPlan};
use super::histogram_kernel::HistogramKernel;
use super::reduction::ReductionPlan;
use super::reduction_kernel::ReductionKernel;
use crate::cpu::Tally;
use crate::inputs::IntoViews;
use crate::{Binning, Error, Histogram, Reduction, Stream};

impl<R: Reduction> ReductionPlan<R> {
    /// The kernel text that runs; `None` on the CPU, which runs the Rust face.
    pub fn source(&self) -> Option<&str> {
        Some(self.engine.kernel()?.form().source())
    }

    /// The kernels of that text, as profilers name them; none on the CPU.
    pub fn kernels(&self) -> Vec<&str> {
        self.engine.kernel().map_or_else(Vec::new, |kernel| kernel.form().entries())
    }

    /// How many kernels are launched, one after the other, for [`n`](Self::n) elements; 0 on the CPU.
    pub fn launches(&self) -> usize {
        self.engine.kernel().map_or(0, |kernel| kernel.form().launches())
    }

    /// The schedule that runs; `None` on the CPU.
    pub fn schedule(&self) -> Option<&Schedule<ReductionSchedule, tutorial::TutorialReduction>> {
        Some(self.engine.kernel()?.schedule())
    }

    /// Bytes of device memory that the plan takes for every stream it is launched on.
    /// [`partial`](Self::partial) results take about as much again.
    pub fn scratch_bytes(&self) -> usize {
        self.engine.kernel().map_or(0, ReductionKernel::scratch_bytes)
    }

    /// What the blocks of the first kernel have left in memory for others to join: the total of each block's elements, one
    /// by one, for those who want to see what a kernel does. Only [tutorials' schedules](tutorial::TutorialReduction) leave such
    /// totals, but for those with [`GridFold::Atomic`](tutorial::GridFold::Atomic).
    ///
    /// # Errors
    /// As [`launch`](Self::launch), and [`NoBlockTotals`](Error::NoBlockTotals) where there are none.
    pub fn block_totals<'a>(
        &self,
        input: impl IntoViews<'a, R::Inputs>,
        stream: &Stream,
    ) -> Result<Vec<R::Accumulator>, Error> {
        let views = input.into_views();
        let n = self.intake.check::<R::Inputs>(views, stream)?;
        self.engine.block_totals(Portion { views, n, first_index: 0 }, stream)
    }
}

impl<H: Histogram> HistogramPlan<H> {
    /// The kernel text that runs; `None` on the CPU, which runs the Rust face.
    pub fn source(&self) -> Option<&str> {
        Some(self.kernel()?.form().source())
    }

    /// The kernels of that text, as profilers name them; none on the CPU.
    pub fn kernels(&self) -> Vec<&str> {
        self.kernel().map_or_else(Vec::new, |kernel| kernel.form().entries())
    }

    /// How many kernels are launched, one after the other, for [`n`](Self::n) elements; 0 on the CPU.
    pub fn launches(&self) -> usize {
        self.kernel().map_or(0, |kernel| kernel.form().launches())
    }

    /// The schedule that runs; `None` on the CPU.
    pub fn schedule(&self) -> Option<&Schedule<HistogramSchedule, tutorial::TutorialHistogram>> {
        Some(self.kernel()?.schedule())
    }

    /// Bytes of device memory that the plan takes for every stream it is launched on (on the CPU: for every launch
    /// at one time): never more than the input's length or one task's counts on the CPU, two sets of counters
    /// elsewhere, which is never more than a multiple of the bins; but a set for every block with
    /// [`TutorialCounts::Slices`](tutorial::TutorialCounts::Slices).
    pub fn scratch_bytes(&self) -> usize {
        match self.kernel() {
            None => Tally::<H::Counter>::bytes::<H>(self.intake.n, self.binning.bins()),
            Some(kernel) => kernel.scratch_bytes(),
        }
    }

    fn kernel(&self) -> Option<&HistogramKernel> {
        match &self.engine {
            Engine::Native { .. } => None,
            Engine::Kernel(kernel) => Some(kernel),
        }
    }
}
