//! The warp size that a text is laid out for.

use wavefold_codegen::{KernelText, WarpSize};

use crate::Error;

/// Refuses text that is laid out for another warp size than the device has: it would compile, and give wrong results.
/// Text that does not depend on the warp size has none.
pub(crate) fn check_warp_size(text: &KernelText, device: &str, found: WarpSize) -> Result<(), Error> {
    let what = match literal_warp_size(&text.source) {
        None => return Ok(()),
        Some(lanes) if lanes == found.lanes() => return Ok(()),
        Some(32) => "warps of 32 lanes",
        Some(64) => "warps of 64 lanes",
        Some(_) => "warps of so many lanes",
    };
    Err(Error::Unsupported { what, device: device.into() })
}

/// The warp size that the text has as a literal, where it has one.
fn literal_warp_size(source: &str) -> Option<u32> {
    let (_, after) = source.split_once("\nconstexpr u32 WARP_SIZE = ")?;
    after.split_once(';')?.0.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::literal_warp_size;

    #[test]
    fn the_warp_size_of_a_text_is_read_from_its_constant() {
        assert_eq!(literal_warp_size("// …\nconstexpr u32 WARP_SIZE = 64;\n"), Some(64));
        assert_eq!(literal_warp_size("int x;"), None);
    }
}
