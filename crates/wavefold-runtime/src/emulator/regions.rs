//! The memory regions that the arguments of a launch open to the kernel.

use super::argument::Argument;
use super::image::Image;
use super::staging::Staging;

/// The kinds of the runtime's `RegionKind`.
pub(crate) const BUFFER: u32 = 0;
pub(crate) const SHARED: u32 = 1;
pub(crate) const DEVICE: u32 = 2;
pub(crate) const CONSTANT: u32 = 3;

/// The runtime's `Cell`, in bytes.
const CELL_BYTES: usize = 16;

/// The runtime's `Region`. Before the shadow is mapped, `shadow` is an offset plus one, or 0 for none.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) begin: u64,
    pub(crate) end: u64,
    pub(crate) shadow: u64,
    pub(crate) kind: u32,
    pub(crate) writable: u32,
    /// Set by a launch that counts, where it accesses the region.
    pub(crate) used: u64,
}

/// Where a region comes from: an argument, a variable of the image, or neither.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    Argument(usize),
    Variable(usize),
    Constant,
}

/// All that the kernel may touch in one launch.
#[derive(Debug)]
pub(crate) struct Regions {
    pub(crate) regions: Vec<Region>,
    pub(crate) origins: Vec<Origin>,
    pub(crate) shadow_bytes: usize,
}

impl Regions {
    /// `placed` holds the address of each argument as the kernel sees it; `base` is the image's.
    pub(crate) fn new(
        arguments: &[Argument<'_>],
        staging: &Staging,
        placed: &[u64],
        image: &Image,
        base: u64,
        shared_bytes: u64,
    ) -> Self {
        let mut this = Self { regions: Vec::new(), origins: Vec::new(), shadow_bytes: 0 };
        for span in &staging.spans {
            let begin = span.members.first().map_or(0, |&index| placed[index]);
            // Buffers that overlap have one shadow: a race does not care by which argument memory is reached.
            let shadow = if span.writable() { this.reserve(span.bytes() as u64) } else { 0 };
            for &index in &span.members {
                let Argument::Buffer { bytes, writable, .. } = arguments[index] else {
                    continue;
                };
                this.push(Origin::Argument(index), BUFFER, placed[index], bytes as u64, writable);
                if shadow != 0 {
                    this.set_shadow(shadow + (placed[index] - begin) * CELL_BYTES as u64);
                }
            }
        }
        for (index, variable) in image.variables.iter().enumerate() {
            let kind = if variable.shared { SHARED } else { DEVICE };
            let bytes = if variable.dynamic { shared_bytes } else { variable.bytes };
            this.push(Origin::Variable(index), kind, base + variable.begin, bytes, variable.writable);
            if variable.writable {
                let shadow = this.reserve(bytes);
                this.set_shadow(shadow);
            }
        }
        for (begin, end) in &image.constants {
            this.push(Origin::Constant, CONSTANT, base + begin, end - begin, false);
        }
        this
    }

    /// Opens memory of the host to reads: by-value arguments, which a trampoline may copy by calling memcpy.
    pub(crate) fn allow_reads(&mut self, begin: u64, bytes: u64) {
        self.push(Origin::Constant, CONSTANT, begin, bytes, false);
    }

    fn push(&mut self, origin: Origin, kind: u32, begin: u64, bytes: u64, writable: bool) {
        self.regions.push(Region {
            begin,
            end: begin + bytes,
            shadow: 0,
            kind,
            writable: u32::from(writable),
            used: 0,
        });
        self.origins.push(origin);
    }

    /// Of the region pushed last.
    fn set_shadow(&mut self, shadow: u64) {
        if let Some(region) = self.regions.last_mut() {
            region.shadow = shadow;
        }
    }

    fn reserve(&mut self, bytes: u64) -> u64 {
        let offset = self.shadow_bytes as u64 + 1;
        self.shadow_bytes += bytes as usize * CELL_BYTES;
        offset
    }

    /// Turns offsets into addresses.
    pub(crate) fn place_shadow(&mut self, start: u64) {
        for region in self.regions.iter_mut().filter(|region| region.shadow != 0) {
            region.shadow += start - 1;
        }
    }

    /// Bytes of the shared variables that a launch which counts has accessed.
    pub(crate) fn used_shared_bytes(&self) -> u64 {
        let used = self.regions.iter().filter(|region| region.kind == SHARED && region.used != 0);
        used.map(|region| region.end - region.begin).sum()
    }
}
