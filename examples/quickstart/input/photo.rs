//! Images: PNG or JPEG, of any depth, as pixels of three bytes.

use std::fmt;
use std::path::{Path, PathBuf};

use super::decode::{Decoded, decode};
use super::{InputError, excerpt, read};

/// An image in memory.
pub(crate) struct Photo {
    pub(crate) path: PathBuf,
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
    /// What the file holds instead of three bytes a pixel.
    converted_from: Option<&'static str>,
}

impl Photo {
    /// Reads a PNG or JPEG file, whatever its name ends with. Sixteen bits become eight, grey becomes three
    /// equal channels, and an alpha channel is left out.
    pub(crate) fn read(path: &Path) -> Result<Self, InputError> {
        let bytes = read(path, "a PNG or JPEG image")?;
        let Decoded { width, height, channels, samples, kind } = decode(path, &bytes)?;
        let (pixels, layout) = match channels {
            1 => (grey(&samples, 1), Some("grey")),
            2 => (grey(&samples, 2), Some("grey with alpha")),
            3 => (samples.as_chunks().0.to_vec(), None),
            _ => (samples.as_chunks().0.iter().map(|&[r, g, b, _]| [r, g, b]).collect(), Some("RGB with alpha")),
        };
        Ok(Self { path: path.into(), width, height, pixels, converted_from: kind.or(layout) })
    }

    pub(crate) fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// The name of the file, fit for a title.
    pub(crate) fn title(&self) -> String {
        excerpt(&self.path.file_name().unwrap_or_default().to_string_lossy())
    }
}

impl fmt::Display for Photo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} pixels", self.width, self.height)?;
        if let Some(kind) = self.converted_from {
            write!(f, ", converted from {kind}")?;
        }
        Ok(())
    }
}

/// The first of every `channels` samples, three times.
fn grey(samples: &[u8], channels: usize) -> Vec<[u8; 3]> {
    samples.chunks_exact(channels).map(|pixel| [pixel[0]; 3]).collect()
}
