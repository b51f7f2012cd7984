//! On an object that is built here, laid out as LLVM documents: a header, one program header, one note.

use serde::Serialize;

use super::{Kernel, kernels};

/// A key and its number.
type Count = (&'static str, u32);

const COUNTS: [Count; 6] = [
    (".vgpr_count", 24),
    (".sgpr_count", 16),
    (".group_segment_fixed_size", 1024),
    (".private_segment_fixed_size", 8),
    (".wavefront_size", 64),
    (".sgpr_spill_count", 3),
];

/// A kernel's map, in which keys that nobody reads stand too.
#[derive(Serialize)]
struct Named {
    #[serde(rename = ".name")]
    name: &'static str,
    #[serde(rename = ".args")]
    arguments: Vec<u8>,
    #[serde(flatten)]
    counts: std::collections::BTreeMap<&'static str, u32>,
}

#[derive(Serialize)]
struct Map {
    #[serde(rename = "amdhsa.kernels")]
    kernels: Vec<Named>,
    #[serde(rename = "amdhsa.version")]
    version: [u32; 2],
}

fn metadata(counts: &[&[Count]]) -> Vec<u8> {
    let names = ["sum_elements", "sum_partials"];
    let named = |(name, counts): (&&'static str, &&[Count])| Named {
        name,
        arguments: vec![8, 8, 4],
        counts: counts.iter().copied().collect(),
    };
    let map = Map { kernels: names.iter().zip(counts).map(named).collect(), version: [1, 2] };
    rmp_serde::to_vec_named(&map).unwrap()
}

/// An ELF file with this note in its only segment, behind a note of somebody else's.
fn object(owner: &str, kind: u32, content: &[u8]) -> Vec<u8> {
    let mut notes = note("GNU", 3, b"1234567");
    notes.extend(note(owner, kind, content));
    let size = notes.len() as u64;
    let mut file = b"\x7fELF\x02\x01\x01\x40\x02".to_vec();
    file.resize(16, 0);
    // A shared object for AMD GPUs, version 1, no entry, program headers behind the header, no sections.
    let mut put = |bytes: &[u8]| file.extend(bytes);
    put(&3_u16.to_le_bytes());
    put(&224_u16.to_le_bytes());
    put(&1_u32.to_le_bytes());
    [0_u64, 64, 0].iter().for_each(|number| put(&number.to_le_bytes()));
    put(&0x54c_u32.to_le_bytes());
    [64_u16, 56, 1, 64, 0, 0].iter().for_each(|number| put(&number.to_le_bytes()));
    // PT_NOTE, readable: where it lies, where it goes, how long it is, how it is aligned.
    [4_u32, 4].iter().for_each(|number| put(&number.to_le_bytes()));
    [120_u64, 120, 120, size, size, 4].iter().for_each(|number| put(&number.to_le_bytes()));
    put(&notes);
    file
}

fn note(owner: &str, kind: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in [owner.len() as u32 + 1, content.len() as u32, kind] {
        bytes.extend(number.to_le_bytes());
    }
    for part in [format!("{owner}\0").as_bytes(), content] {
        bytes.extend(part);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}

fn message(code: &[u8]) -> String {
    format!("{:#}", kernels(code).unwrap_err())
}

#[test]
fn every_kernel_is_read_and_what_is_absent_is_none() {
    let more = [&COUNTS[..], &[(".agpr_count", 4), (".vgpr_spill_count", 5)]].concat();
    let found = kernels(&object("AMDGPU", 32, &metadata(&[&COUNTS, &more]))).unwrap();
    let first = Kernel {
        name: "sum_elements".into(),
        vgprs: 24,
        agprs: 0,
        sgprs: 16,
        lds_bytes: 1024,
        scratch_bytes: 8,
        vgpr_spills: 0,
        sgpr_spills: 3,
        wave_size: 64,
    };
    let second = Kernel { name: "sum_partials".into(), agprs: 4, vgpr_spills: 5, ..first.clone() };
    assert_eq!(found, [first, second]);
}

#[test]
fn what_is_no_code_object_says_so() {
    assert!(message(b"").contains("no 64-bit ELF file"), "{}", message(b""));
    let other = object("GNU", 32, &metadata(&[&COUNTS]));
    assert!(message(&other).contains("no note of AMD's"), "{}", message(&other));
    let older = object("AMDGPU", 10, &metadata(&[&COUNTS]));
    assert!(message(&older).contains("no note of AMD's"), "{}", message(&older));
    let none = object("AMDGPU", 32, &metadata(&[]));
    assert_eq!(message(&none), "it has no kernel");
    let without = object("AMDGPU", 32, &metadata(&[&COUNTS[1..]]));
    assert!(message(&without).contains("missing field `.vgpr_count`"), "{}", message(&without));
    let whole = object("AMDGPU", 32, &metadata(&[&COUNTS]));
    for length in 0..whole.len() {
        assert!(kernels(&whole[..length]).is_err(), "{length} bytes of {}", whole.len());
    }
}
