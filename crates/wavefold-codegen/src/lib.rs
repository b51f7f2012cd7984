//! codegen

/// How many lanes of a GPU run in lockstep, as the text assumes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarpSize {
    /// 32 lanes: RDNA (gfx10 and later) and NVIDIA.
    W32,
    /// 64 lanes: CDNA and older (gfx9).
    W64,
}

impl WarpSize {
    /// The number of lanes.
    pub fn lanes(self) -> u32 {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }
}
