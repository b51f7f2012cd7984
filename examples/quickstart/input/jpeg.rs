//! Whether a JPEG file is all there.

const SOI: u8 = 0xd8;
const EOI: u8 = 0xd9;
const TEM: u8 = 0x01;

/// Whether the picture ends with its end marker. The decoder fills up what is missing with grey, which would
/// be counted as if it were in the picture.
///
/// Looking for the last two bytes is not enough: thumbnails end with the same marker, and cameras append data.
pub(crate) fn is_complete(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    loop {
        // Entropy-coded data, in which `ff 00` is the byte `ff` and `ff d0` to `ff d7` are restarts.
        let Some(start) = rest.windows(2).position(|pair| pair[0] == 0xff && is_marker(pair[1])) else {
            return false;
        };
        let marker = rest[start + 1];
        rest = &rest[start + 2..];
        match marker {
            EOI => return true,
            SOI | TEM => {}
            _ => {
                // The length counts its own two bytes.
                let Some(length) = rest.first_chunk().map(|&length| usize::from(u16::from_be_bytes(length)))
                else {
                    return false;
                };
                let Some(after) = rest.get(length..) else { return false };
                rest = after;
            }
        }
    }
}

/// `ff ff` is padding before a marker.
fn is_marker(byte: u8) -> bool {
    !matches!(byte, 0x00 | 0xd0..=0xd7 | 0xff)
}
