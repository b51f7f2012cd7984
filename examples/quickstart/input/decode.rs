//! PNG and JPEG files as bytes per channel.

use std::io::Cursor;
use std::path::Path;

use png::{BitDepth, Transformations};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{InputError, jpeg};

/// What a picture may take: enough for 100 megapixels, too little for a small file that claims to be huge.
const MEMORY: usize = 400 << 20;

/// A decoded picture.
pub(super) struct Decoded {
    pub(super) width: usize,
    pub(super) height: usize,
    /// 1 or 3, and one more with alpha.
    pub(super) channels: usize,
    /// Row by row, channel beside channel.
    pub(super) samples: Vec<u8>,
    /// What the file holds, where that is not bytes.
    pub(super) kind: Option<&'static str>,
}

/// Decodes by what the file begins with.
pub(super) fn decode(path: &Path, bytes: &[u8]) -> Result<Decoded, InputError> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        decode_png(path, bytes)
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        decode_jpeg(path, bytes)
    } else {
        Err(InputError::UnknownImageFormat { path: path.into() })
    }
}

fn decode_png(path: &Path, bytes: &[u8]) -> Result<Decoded, InputError> {
    let broken = |source: png::DecodingError| match source {
        png::DecodingError::LimitsExceeded => too_large(path),
        source => InputError::BrokenImage { path: path.into(), source: source.into() },
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MEMORY });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let kind = match reader.info().bit_depth {
        BitDepth::Eight => None,
        BitDepth::Sixteen => Some("16 bits per channel"),
        _ => Some("less than 8 bits per channel"),
    };
    let mut samples = zeros(path, reader.output_buffer_size())?;
    let frame = reader.next_frame(&mut samples).map_err(broken)?;
    samples.truncate(frame.buffer_size());
    let (width, height) = (frame.width as usize, frame.height as usize);
    Ok(Decoded { width, height, channels: frame.color_type.samples(), samples, kind })
}

fn decode_jpeg(path: &Path, bytes: &[u8]) -> Result<Decoded, InputError> {
    let broken = |source: zune_jpeg::errors::DecodeErrors| InputError::BrokenImage {
        path: path.into(),
        source: source.into(),
    };
    // Cameras write files that are not strictly right; the sides are as long as the format allows.
    let most = usize::from(u16::MAX);
    let options = DecoderOptions::default().set_strict_mode(false).set_max_width(most).set_max_height(most);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(broken)?;
    let grey = matches!(decoder.input_colorspace(), Some(ColorSpace::Luma));
    let (color, channels) = if grey { (ColorSpace::Luma, 1) } else { (ColorSpace::RGB, 3) };
    decoder.set_options(options.jpeg_set_out_colorspace(color));
    let mut samples = zeros(path, decoder.output_buffer_size())?;
    decoder.decode_into(&mut samples).map_err(broken)?;
    if !jpeg::is_complete(bytes) {
        return Err(InputError::TruncatedImage { path: path.into() });
    }
    let (width, height) = decoder.dimensions().unwrap_or_default();
    Ok(Decoded { width, height, channels, samples, kind: None })
}

/// Room for a picture of that many bytes, unless it takes too much.
fn zeros(path: &Path, size: Option<usize>) -> Result<Vec<u8>, InputError> {
    match size {
        Some(size) if size <= MEMORY => Ok(vec![0; size]),
        _ => Err(too_large(path)),
    }
}

fn too_large(path: &Path) -> InputError {
    InputError::ImageTooLarge { path: path.into(), limit: MEMORY }
}
