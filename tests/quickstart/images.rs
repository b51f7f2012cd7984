//! Images of one's own, good and bad.

use png::{BitDepth, ColorType};

use super::program::{Sandbox, row};

/// A PNG file of these samples, two pixels wide.
pub(crate) fn png(color: ColorType, depth: BitDepth, samples: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let row = 2 * color.samples() * depth as usize / 8;
    let mut encoder = png::Encoder::new(&mut file, 2, (samples.len() / row) as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().expect("the header is right");
    writer.write_image_data(samples).expect("there are as many samples as the header says");
    writer.finish().expect("a vector takes every byte");
    file
}

fn sums_of(name: &str, file: &[u8]) -> String {
    let out = Sandbox::with(name, file).run(&["--image", name]).succeeds();
    assert!(!row(&out, "Luma").contains("same"), "nothing is known of this image\n{out}");
    let image = out.lines().find(|line| line.starts_with("image")).unwrap_or_default();
    let kind = image.split_once("pixels").unwrap_or_default().1;
    let sums: Vec<_> = row(&out, "ChannelSums").split_whitespace().take(3).collect();
    format!("{}{kind}", sums.join(" "))
}

#[test]
fn png_of_every_kind() {
    use BitDepth::{Eight, Sixteen};
    let cases: &[(ColorType, BitDepth, &[u8], &str)] = &[
        (ColorType::Rgb, Eight, &[1, 2, 3, 10, 20, 30], "11 22 33"),
        (ColorType::Rgba, Eight, &[1, 2, 3, 0, 10, 20, 30, 255], "11 22 33, converted from RGB with alpha"),
        (ColorType::Grayscale, Eight, &[5, 7], "12 12 12, converted from grey"),
        (ColorType::GrayscaleAlpha, Eight, &[5, 0, 7, 9], "12 12 12, converted from grey with alpha"),
        (ColorType::Grayscale, Sixteen, &[5, 255, 7, 0], "12 12 12, converted from 16 bits per channel"),
        (
            ColorType::Rgb,
            Sixteen,
            &[1, 0, 2, 0, 3, 0, 10, 0, 20, 0, 30, 0],
            "11 22 33, converted from 16 bits per channel",
        ),
    ];
    for &(color, depth, samples, expected) in cases {
        assert_eq!(sums_of("picture.png", &png(color, depth, samples)), expected, "{color:?} {depth:?}");
    }
}

#[test]
fn jpeg_of_every_kind() {
    let colour = include_bytes!("fixtures/colour.jpg");
    assert_eq!(sums_of("a.jpg", colour), "95480 88197 104440");
    assert_eq!(sums_of("a.jpg", include_bytes!("fixtures/progressive.jpg")), "95480 88197 104440");
    assert_eq!(sums_of("a.jpg", include_bytes!("fixtures/grey.jpg")), "92227 92227 92227, converted from grey");
    assert_eq!(sums_of("a.jpg", include_bytes!("fixtures/thumbnail.jpg")), "95480 88197 104440");
    assert_eq!(sums_of("wrong.png", colour), "95480 88197 104440", "the content decides, not the name");
}

#[test]
fn a_name_that_is_hard_to_draw() {
    let name = "<&\"it's\">\u{7}.png";
    let sandbox = Sandbox::with(name, png(ColorType::Rgb, BitDepth::Eight, &[0; 6]));
    sandbox.run(&["--image", name]).succeeds();
    let svg = std::fs::read_to_string(sandbox.path("out/luma.svg")).expect("the picture is there");
    assert!(svg.contains("&lt;&amp;") && !svg.contains('\u{7}'), "escaped, without what XML forbids");
}

#[test]
fn what_is_no_image() {
    let whole = png(ColorType::Rgb, BitDepth::Eight, &[7; 600]);
    let jpeg = include_bytes!("fixtures/colour.jpg");
    let cases: &[(&[u8], &str)] = &[
        (b"", "`a.png` is empty; give a file with a PNG or JPEG image"),
        (b"date,co2\n", "neither PNG nor JPEG"),
        (b"GIF89a\x01\x00\x01\x00", "neither PNG nor JPEG"),
        (&whole[..40], "cannot be decoded"),
        (&whole[..whole.len() - 20], "cannot be decoded"),
        (&jpeg[..300], "cannot be decoded"),
        (&jpeg[..jpeg.len() - 40], "ends before its last row"),
    ];
    for (content, expected) in cases {
        let err = Sandbox::with("a.png", content).refuse(&["--image", "a.png"]);
        assert!(err.contains(expected) && err.contains("a.png"), "{err}");
    }
}

#[test]
fn a_small_file_that_claims_to_be_huge() {
    let mut file = png(ColorType::Rgb, BitDepth::Eight, &[0; 6]);
    // Width and height in the header, and its checksum, which a decoder of untrusted files may not skip.
    file[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let crc = crc32(&file[12..29]).to_be_bytes();
    file[29..33].copy_from_slice(&crc);
    let err = Sandbox::with("a.png", file).refuse(&["--image", "a.png"]);
    assert!(err.contains("too large to decode"), "{err}");
}

#[test]
fn what_is_no_file() {
    let sandbox = Sandbox::new();
    let err = sandbox.refuse(&["--image", "missing.png"]);
    assert!(err.contains("cannot read `missing.png`; check the path") && err.contains("because: "), "{err}");
    let err = sandbox.refuse(&["--image", "."]);
    assert!(err.contains("not a regular file"), "{err}");
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}
