//! A reduction's schedule: a value on each axis.

use super::axis::{Axis, written_list};
use super::block::Values;
use super::{BlockFold, GridFold, Launch, Load, Scratch, WarpFold, filling_blocks, most_blocks};
use crate::schedule::{SHARED_FLAG, check_warp_size, widest_of, widest_vector};
use crate::{MAX_ACCUMULATOR_BYTES, ReductionSpec, SHARED_MEMORY, ScheduleError, WarpSize};

/// How a tutorial lays out a reduction. It joins elements in an order of its own, needs an identity, which it pads with, and a
/// commutative `op`.
///
/// Where the identity is not neutral for every value, as 0 is not for -0 and -inf not for NaN in a maximum that keeps NaN, the
/// result is that of an input which has one more of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TutorialReduction {
    /// Threads of a block.
    pub block_size: u32,
    /// How a thread reads its share of the input.
    pub load: Load,
    /// How the threads of a block join their values.
    pub block: BlockFold,
    /// How a warp does, where the block leaves one to it.
    pub warp: WarpFold,
    /// How the grid joins what its blocks come to.
    pub grid: GridFold,
}

impl TutorialReduction {
    /// With another number of threads in a block.
    pub const fn block_size(self, block_size: u32) -> Self {
        Self { block_size, ..self }
    }

    /// With another number of elements a thread: of its load, or of each step of it.
    pub fn items_per_thread(self, items: u32) -> Self {
        Self { load: self.load.with_number(items), ..self }
    }

    /// Elements that a block reads, in one step where it makes several.
    pub const fn tile(&self) -> u32 {
        self.block_size.saturating_mul(self.load.items())
    }

    /// Whether its text depends on the warp size.
    pub fn uses_warps(&self) -> bool {
        self.warp != WarpFold::Barriers
    }

    /// What its kernels are called behind the declaration's name: `add2_sequential_shuffle`.
    pub fn label(&self) -> String {
        let labels = [self.load.label(), self.block.label(), self.warp.label(), self.grid.label()];
        labels.iter().filter(|label| !label.is_empty()).map(String::as_str).collect::<Vec<_>>().join("_")
    }

    /// Whether `spec` can be laid out so, for warps of this size.
    ///
    /// # Errors
    /// Names the first value that is not legal, and the legal ones.
    pub fn check(&self, spec: &ReductionSpec<'_>, warp_size: WarpSize) -> Result<(), ScheduleError> {
        let item = &spec.item;
        check_warp_size(item, warp_size)?;
        check_algebra(spec)?;
        self.check_load(item.name, widest_vector(item).1)?;
        self.check_axes(item.name)?;
        self.check_block(item.name, warp_size)?;
        self.check_accumulator(item.name, spec.accumulator.size())
    }

    /// Whether a thread can read its share so, of elements with so many bytes.
    ///
    /// # Errors
    /// Names the number that is not legal, and the legal ones.
    pub fn check_load(&self, name: &str, element_bytes: u32) -> Result<(), ScheduleError> {
        let items = self.load.items();
        let widest = widest_of(element_bytes);
        match self.load.vector_width() {
            Some(vector_width) if vector_width > widest => {
                Err(ScheduleError::VectorTooWide { name: name.into(), vector_width, element_bytes, widest })
            }
            Some(width) if !width.is_power_of_two() => {
                Err(illegal(name, "vector", width, format!("a power of two from 1 to {widest}")))
            }
            None if !(1..=MAX_ITEMS).contains(&items) => {
                Err(illegal(name, "items_per_thread", items, format!("1 to {MAX_ITEMS}")))
            }
            _ => Ok(()),
        }
    }

    /// Whether the axes' values go together, whatever is reduced.
    ///
    /// # Errors
    /// Names the value that does not, and those that do.
    pub fn check_axes(&self, name: &str) -> Result<(), ScheduleError> {
        if self.warp.goes_with(self.block) {
            return Ok(());
        }
        let legal: Vec<WarpFold> =
            WarpFold::ALL.iter().copied().filter(|warp| warp.goes_with(self.block)).collect();
        Err(ScheduleError::Combination {
            name: name.into(),
            value: written(self.warp),
            with: written(self.block),
            legal: written_list(&legal),
        })
    }

    /// Whether a block of so many threads can join its values so, for warps of this size.
    ///
    /// # Errors
    /// Names the legal sizes.
    pub fn check_block(&self, name: &str, warp_size: WarpSize) -> Result<(), ScheduleError> {
        let (legal, fits) = self.block.block_sizes(self.block_size, self.warp, warp_size);
        if fits {
            return Ok(());
        }
        let legal = format!("{legal} with `{}: {}`", BlockFold::KEY, self.block.declared());
        Err(illegal(name, "block_size", self.block_size, legal))
    }

    /// Whether blocks and the grid can join accumulators of so many bytes.
    ///
    /// # Errors
    /// Names the limit, or what can join them.
    pub fn check_accumulator(&self, name: &str, bytes: u32) -> Result<(), ScheduleError> {
        if !self.grid.takes(bytes) {
            let legal: Vec<GridFold> = GridFold::ALL.iter().copied().filter(|grid| grid.takes(bytes)).collect();
            return Err(ScheduleError::Combination {
                name: name.into(),
                value: written(self.grid),
                with: format!("an accumulator of {bytes} bytes, more than the 8 of an atomic operation"),
                legal: written_list(&legal),
            });
        }
        if bytes > MAX_ACCUMULATOR_BYTES {
            let (name, limit) = (name.into(), MAX_ACCUMULATOR_BYTES);
            return Err(ScheduleError::AccumulatorTooLarge { name, bytes, limit });
        }
        let block_size = self.block_size;
        let limit = (SHARED_MEMORY - SHARED_FLAG) / self.block.shared_values(self.warp, block_size).max(1);
        if bytes > limit {
            return Err(ScheduleError::BlockTooLarge { name: name.into(), bytes, block_size, limit });
        }
        Ok(())
    }

    /// Blocks for `n` elements: at least one, because empty input has a result too.
    ///
    /// # Errors
    /// When a grid has not so many.
    pub(super) fn blocks(&self, n: u64, compute_units: Option<u32>) -> Option<u32> {
        let blocks = n.div_ceil(self.tile().max(1).into()).max(1);
        let blocks = if self.load.strides() { blocks.min(filling_blocks(compute_units)) } else { blocks };
        (blocks <= most_blocks(self.block_size)).then_some(blocks as u32)
    }

    /// What is launched for `n` elements, in turn.
    ///
    /// # Errors
    /// When `n` elements need more blocks than a grid has.
    pub fn launches(
        &self,
        spec: &ReductionSpec<'_>,
        n: u64,
        compute_units: Option<u32>,
    ) -> Result<Vec<Launch>, ScheduleError> {
        let blocks = self.checked_blocks(spec, n, compute_units)?;
        Ok(self.grid.launches(self, spec, n, blocks))
    }

    /// The memory that launches for up to `n` elements need, in bytes.
    ///
    /// # Errors
    /// As [`launches`](Self::launches).
    pub fn scratch(
        &self,
        spec: &ReductionSpec<'_>,
        n: u64,
        compute_units: Option<u32>,
    ) -> Result<Vec<(Scratch, u64)>, ScheduleError> {
        let blocks = self.checked_blocks(spec, n, compute_units)?;
        let bytes = u64::from(spec.accumulator.size());
        let mut scratch = Vec::new();
        if self.block.values(self.warp) == Values::Global {
            scratch.push((Scratch::Values, u64::from(blocks) * u64::from(self.block_size) * bytes));
        }
        scratch.extend(self.grid.scratch(self, spec, blocks, compute_units));
        Ok(scratch)
    }

    fn checked_blocks(
        &self,
        spec: &ReductionSpec<'_>,
        n: u64,
        compute_units: Option<u32>,
    ) -> Result<u32, ScheduleError> {
        // Passes end because each leaves fewer than it found.
        if self.tile() < 2 {
            return Err(illegal(spec.item.name, "block_size", self.block_size, "2 or more".into()));
        }
        let too_many = || ScheduleError::TooManyBlocks {
            name: spec.item.name.into(),
            n,
            tile: self.tile(),
            limit: most_blocks(self.block_size),
        };
        self.blocks(n, compute_units).ok_or_else(too_many)
    }
}

/// Elements of a thread at most.
pub(super) const MAX_ITEMS: u32 = 256;

/// Whether the declaration has what every schedule here needs.
fn check_algebra(spec: &ReductionSpec<'_>) -> Result<(), ScheduleError> {
    let needs = |what: &str, remedy: &str| {
        Err(ScheduleError::ScheduleNeeds { name: spec.item.name.into(), what: what.into(), remedy: remedy.into() })
    };
    if spec.identity.is_none() {
        return needs("an identity, to pad with", "give one");
    }
    if !spec.commutative {
        return needs("an `op` that commutes: it does not keep the order", "leave the schedule out");
    }
    Ok(())
}

fn illegal(name: &str, what: &'static str, value: u32, legal: String) -> ScheduleError {
    ScheduleError::IllegalNumber { name: name.into(), what, value, legal }
}

/// `block: warps`
fn written<A: Axis>(value: A) -> String {
    format!("`{}: {}`", A::KEY, value.declared())
}
