//! What is known of a rung after it has run.

use serde::Serialize;
use wavefold::emulator::{Counters, LaunchCounts};

/// A row: a rung on its work.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Record {
    pub(crate) ladder: &'static str,
    /// The operation or the distribution.
    pub(crate) work: String,
    /// Our name of the rung.
    pub(crate) row: &'static str,
    pub(crate) tutorials: Vec<Taught>,
    pub(crate) n: usize,
    /// Threads of a block.
    pub(crate) block: u32,
    /// Elements of a thread, of each step where it makes several.
    pub(crate) items: u32,
    /// As profilers name them.
    pub(crate) kernels: Vec<String>,
    /// Kernels launched by one call.
    pub(crate) launches: usize,
    pub(crate) scratch_bytes: usize,
    /// Blocks whose totals were compared with the CPU's.
    pub(crate) blocks_checked: usize,
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
}

/// A tutorial that has the rung.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Taught {
    pub(crate) tutorial: &'static str,
    pub(crate) kernel: &'static str,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    Timed(Timed),
    Counted(Counted),
    /// The work cannot be laid out so, and why not.
    Refused(String),
    /// Another result than the CPU's.
    Wrong(String),
}

/// A call on a GPU.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Timed {
    pub(crate) microseconds: f64,
    /// Of the input.
    pub(crate) gbps: f64,
    /// Of the bandwidth that the device has for reading.
    pub(crate) share_of_bandwidth: f64,
    /// How many times as fast as the first row of its work.
    pub(crate) relative: f64,
}

/// A call on an emulated GPU.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Counted {
    /// Of all kernels together.
    pub(crate) total: Named,
    pub(crate) kernels: Vec<KernelCounts>,
    /// Of a block, in the kernel that takes most.
    pub(crate) shared_bytes: u64,
}

/// The counters of one launch.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct KernelCounts {
    kernel: String,
    grid: u32,
    block: u32,
    shared_bytes: u64,
    counters: Named,
}

impl Counted {
    pub(crate) fn of(launches: &[LaunchCounts]) -> Self {
        let kernels = launches.iter().map(|launch| KernelCounts {
            kernel: launch.kernel.clone(),
            grid: launch.grid,
            block: launch.block,
            shared_bytes: launch.shared_bytes,
            counters: Named(launch.counters),
        });
        Self {
            total: Named(launches.iter().map(|launch| launch.counters).sum()),
            kernels: kernels.collect(),
            shared_bytes: launches.iter().map(|launch| launch.shared_bytes).max().unwrap_or(0),
        }
    }
}

/// Counters by their names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named(pub(crate) Counters);

macro_rules! named {
    ($($name:ident)*) => {
        impl Named {
            /// Every counter's name.
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Every counter's value, in the order of the names.
            pub(crate) fn values(self) -> impl Iterator<Item = u64> {
                // Without `..`: a new counter is an error until it stands in the list.
                let Counters { $($name),* } = self.0;
                [$($name),*].into_iter()
            }
        }
    };
}

named! {
    blocks threads warps barriers warp_operations warp_barriers branches divergent_branches shared_loads shared_stores
    bank_conflicts global_loads global_stores global_bytes global_sectors shared_atomics shared_atomic_lanes
    shared_atomic_collisions global_atomics global_atomic_lanes global_atomic_collisions
}

impl Serialize for Named {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Self::NAMES.iter().zip(self.values()))
    }
}
