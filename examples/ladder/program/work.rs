//! What all rungs of a ladder do, whatever its types are.

use wavefold::{Device, Error, Schedule, Stream, WarpSize};

use super::rungs::Step;

/// An input on a device, the operation on it, and the result that every rung must come to.
pub(crate) trait Work {
    /// What it is called in tables: an operation or a distribution.
    fn name(&self) -> &str;

    /// Elements of the input.
    fn n(&self) -> usize;

    /// Bytes of an element.
    fn element_bytes(&self) -> usize;

    /// The device that holds the input.
    fn device(&self) -> &Device;

    /// The result, worked out on the CPU, in digits that tell any two apart.
    fn expected(&self) -> &str;

    /// Compiles a rung.
    ///
    /// # Errors
    /// When the work cannot be laid out so, or not be compiled.
    fn prepare(&self, step: Step) -> Result<Box<dyn Prepared + '_>, Error>;

    /// The kernel text of a rung.
    ///
    /// # Errors
    /// When the work cannot be laid out so.
    fn source(&self, step: Step, warp_size: WarpSize) -> Result<String, Error>;
}

/// A rung that has been compiled for its work.
pub(crate) trait Prepared {
    /// Its kernels, as profilers name them.
    fn kernels(&self) -> Vec<String>;

    /// How many kernels one call launches.
    fn launches(&self) -> usize;

    /// Bytes of device memory beside input and result.
    fn scratch_bytes(&self) -> usize;

    /// Threads of a block, and elements of a thread: of each step where it makes several.
    fn shape(&self) -> (u32, u32);

    /// One call, into room of its own.
    ///
    /// # Errors
    /// When the device refuses it.
    fn enqueue(&self, stream: &Stream) -> Result<(), Error>;

    /// Waits, and gives the result of the last call in digits.
    ///
    /// # Errors
    /// When the work went wrong.
    fn result(&self, stream: &Stream) -> Result<String, Error>;

    /// Compares the total of every block with the CPU's.
    ///
    /// # Errors
    /// When the work went wrong.
    fn check_blocks(&self, stream: &Stream) -> Result<Blocks, Error>;
}

/// What came of comparing the totals of blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Blocks {
    /// No block leaves a total that could be read, or the order is not that of blocks.
    None,
    /// So many blocks, each as it must be.
    Right(usize),
    /// The first that is not.
    Wrong(String),
}

/// Threads of a block and elements of a thread, of a schedule; zeros on the CPU, which has none.
pub(crate) fn shape<P, T>(
    schedule: Option<&Schedule<P, T>>,
    production: impl Fn(&P) -> (u32, u32),
    tutorial: impl Fn(&T) -> (u32, u32),
) -> (u32, u32) {
    match schedule {
        None => (0, 0),
        Some(Schedule::Production(schedule)) => production(schedule),
        Some(Schedule::Tutorial(schedule)) => tutorial(schedule),
    }
}
