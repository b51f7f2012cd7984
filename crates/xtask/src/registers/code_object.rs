//! What AMD's code objects say of their kernels: the metadata that the compiler leaves for the loader, in an ELF note, as
//! MessagePack (code object version 3 and later; LLVM's "User Guide for AMDGPU Backend", "Code Object Metadata").

use anyhow::{Context, Result, ensure};
use object::LittleEndian;
use object::elf::{FileHeader64, NoteType};
use object::read::elf::{FileHeader, ProgramHeader};
use serde::Deserialize;

/// The note that holds the metadata.
const OWNER: &[u8] = b"AMDGPU";
const METADATA: NoteType = NoteType(32);

/// A kernel, as the compiler has laid it out.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Kernel {
    #[serde(rename = ".name")]
    pub(crate) name: String,
    /// Vector registers a lane. On gfx90a and gfx94x all of them: accumulation registers are part of the same file.
    #[serde(rename = ".vgpr_count")]
    pub(crate) vgprs: u32,
    /// Accumulation registers a lane, of architectures that have them.
    #[serde(rename = ".agpr_count", default)]
    pub(crate) agprs: u32,
    /// Scalar registers a wave.
    #[serde(rename = ".sgpr_count")]
    pub(crate) sgprs: u32,
    /// Shared memory of a block, in bytes, without what a launch adds.
    #[serde(rename = ".group_segment_fixed_size")]
    pub(crate) lds_bytes: u32,
    /// Memory of a lane for what is in no register, in bytes.
    #[serde(rename = ".private_segment_fixed_size")]
    pub(crate) scratch_bytes: u32,
    #[serde(rename = ".vgpr_spill_count", default)]
    pub(crate) vgpr_spills: u32,
    #[serde(rename = ".sgpr_spill_count", default)]
    pub(crate) sgpr_spills: u32,
    /// Lanes a wave.
    #[serde(rename = ".wavefront_size")]
    pub(crate) wave_size: u32,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(rename = "amdhsa.kernels")]
    kernels: Vec<Kernel>,
}

/// All kernels of a code object, in its order.
pub(crate) fn kernels(code: &[u8]) -> Result<Vec<Kernel>> {
    let metadata: Metadata =
        rmp_serde::from_slice(metadata(code)?).context("its metadata is not as documented")?;
    ensure!(!metadata.kernels.is_empty(), "it has no kernel");
    Ok(metadata.kernels)
}

/// The note's content.
fn metadata(code: &[u8]) -> Result<&[u8]> {
    let header = FileHeader64::<LittleEndian>::parse(code).context("it is no 64-bit ELF file")?;
    let endian = header.endian().context("it is no little-endian ELF file")?;
    for segment in header.program_headers(endian, code).context("its program headers are cut off")? {
        let Some(mut notes) = segment.notes(endian, code).context("its notes are cut off")? else { continue };
        while let Some(note) = notes.next().context("its notes are cut off")? {
            if note.name() == OWNER && note.n_type(endian) == METADATA {
                return Ok(note.desc());
            }
        }
    }
    anyhow::bail!("it has no note of AMD's with metadata (an object of code object version 2 has none)")
}

#[cfg(test)]
mod tests;
