//! What GPU backends do around their vendor's compiler: the text gets the user's lines, and what the compiler says comes
//! back to them.

mod error;
mod log;
mod marks;
mod refusal;
#[cfg(test)]
mod tests;
mod warp_size;

pub use error::{CompileError, Message, Place, Severity};
pub(crate) use marks::{kernel_file, marked};
pub(crate) use refusal::refused;
pub(crate) use warp_size::check_warp_size;
