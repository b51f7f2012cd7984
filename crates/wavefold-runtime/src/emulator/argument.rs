//! What a kernel is launched on.

/// One argument of a launch.
#[derive(Clone, Copy, Debug)]
pub enum Argument<'a> {
    /// By value: the bytes of a scalar or struct.
    Value(&'a [u8]),
    /// A pointer to device memory.
    Buffer {
        /// The first byte.
        pointer: *mut u8,
        /// How many bytes the kernel may touch from there.
        bytes: usize,
        /// Whether it may write them.
        writable: bool,
    },
}
