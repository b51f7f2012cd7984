//! Where a histogram's counters live while a tutorial counts.

use super::axis::Axis;

/// Where the counters of a tutorial's histogram live while it counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TutorialCounts {
    /// In global memory: an atomic operation on the result for every element.
    Global,
    /// In every block's shared memory. A block adds all its counts to the result.
    Shared,
    /// In every block's shared memory. A block writes its counts to a slice of its own, and a second kernel adds the slices up,
    /// a block for every counter.
    Slices,
}

impl Axis for TutorialCounts {
    const KEY: &'static str = "counts";
    const ALL: &'static [Self] = &[Self::Global, Self::Shared, Self::Slices];

    fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Slices => "slices",
        }
    }

    fn label(self) -> String {
        self.name().into()
    }

    fn words(self) -> String {
        match self {
            Self::Global => "every element adds to the result in global memory",
            Self::Shared => "a block counts in shared memory and adds its counts to the result",
            Self::Slices => "a block counts in shared memory and leaves its counts to a second kernel",
        }
        .into()
    }
}
