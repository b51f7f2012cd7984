//! The reading code itself, on files cut off and damaged at every place: an error or an image, never a panic.

use std::fs;

use png::{BitDepth, ColorType};
use tempfile::NamedTempFile;

use super::images::png;
use input::{Column, Photo};

#[allow(dead_code, reason = "what only the program needs")]
#[path = "../../examples/quickstart/input/mod.rs"]
mod input;

const JPEGS: [&[u8]; 4] = [
    include_bytes!("fixtures/colour.jpg"),
    include_bytes!("fixtures/grey.jpg"),
    include_bytes!("fixtures/progressive.jpg"),
    include_bytes!("fixtures/thumbnail.jpg"),
];

/// Reads the same place again and again, which a new file for every try would not.
struct Scratch(NamedTempFile);

impl Scratch {
    fn new() -> Self {
        Self(NamedTempFile::new().expect("there is room for a file"))
    }

    fn photo(&self, bytes: &[u8]) -> Option<Vec<[u8; 3]>> {
        fs::write(self.0.path(), bytes).expect("the file is writable");
        Photo::read(self.0.path()).ok().map(|photo| photo.pixels().to_vec())
    }

    fn column(&self, bytes: &[u8]) -> Option<usize> {
        fs::write(self.0.path(), bytes).expect("the file is writable");
        Column::read(self.0.path(), Some("1")).ok().map(|column| column.values.len())
    }
}

#[test]
fn a_picture_cut_off_anywhere_is_refused_or_whole() {
    let scratch = Scratch::new();
    let samples: Vec<u8> = (0..=255).cycle().take(6 * 40).collect();
    let pngs = [ColorType::Rgb, ColorType::Grayscale].map(|color| png(color, BitDepth::Eight, &samples));
    for file in JPEGS.into_iter().chain(pngs.iter().map(Vec::as_slice)) {
        let whole = scratch.photo(file).expect("the whole file is good");
        for end in 0..file.len() {
            if let Some(part) = scratch.photo(&file[..end]) {
                assert!(part == whole, "the first {end} of {} bytes give another picture", file.len());
            }
        }
    }
}

#[test]
fn a_damaged_picture_does_not_panic() {
    let scratch = Scratch::new();
    let png = png(ColorType::Rgba, BitDepth::Sixteen, &[3; 16 * 8]);
    for file in JPEGS.into_iter().chain([png.as_slice()]) {
        for at in 0..file.len() {
            let mut file = file.to_vec();
            file[at] ^= [0x01, 0x80, 0xff][at % 3];
            let _ = scratch.photo(&file);
        }
    }
}

#[test]
fn a_damaged_table_does_not_panic() {
    let scratch = Scratch::new();
    let file = b"\xef\xbb\xbf\"a \"\"b\"\"\",c\r\n1.5,\"x\r\ny\"\r\n,\n-3e2,\xc3\xa9\n";
    assert_eq!(scratch.column(file), Some(3));
    for at in 0..file.len() {
        let _ = scratch.column(&file[..at]);
        for byte in [b'"', b',', b'\n', 0, 0xff] {
            let mut file = file.to_vec();
            file[at] = byte;
            let _ = scratch.column(&file);
        }
    }
}
