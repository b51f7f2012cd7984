//! How a thread reads its share of the input.

use super::axis::Axis;
use super::text::{Parts, Source, Text};
use super::vectors::Vectors;
use crate::text::template::fill;

/// How a thread reads its share of the input, or of what blocks have left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Load {
    /// So many elements, each a block's threads apart, joined as they are loaded. One of them: every thread loads one
    /// element.
    FirstAdd {
        /// Elements of a thread.
        items: u32,
    },
    /// Neighbouring elements by one wide load.
    Vector {
        /// Elements of the load.
        width: u32,
    },
    /// As many elements as there are: a grid that fills the device steps over the input, so many elements a block's threads
    /// apart at each step.
    GridStride {
        /// Elements of a thread at each step.
        items: u32,
    },
}

impl Axis for Load {
    const KEY: &'static str = "load";
    const ALL: &'static [Self] =
        &[Self::FirstAdd { items: 2 }, Self::Vector { width: 4 }, Self::GridStride { items: 2 }];

    fn name(self) -> &'static str {
        match self {
            Self::FirstAdd { .. } => "first_add",
            Self::Vector { .. } => "vector",
            Self::GridStride { .. } => "grid_stride",
        }
    }

    fn number(self) -> Option<u32> {
        Some(self.items())
    }

    fn with_number(self, number: u32) -> Self {
        match self {
            Self::FirstAdd { .. } => Self::FirstAdd { items: number },
            Self::Vector { .. } => Self::Vector { width: number },
            Self::GridStride { .. } => Self::GridStride { items: number },
        }
    }

    fn label(self) -> String {
        match self {
            Self::FirstAdd { items: 1 } => String::new(),
            Self::FirstAdd { items } => format!("add{items}"),
            Self::Vector { width } => format!("vector{width}"),
            Self::GridStride { items } => format!("stride{items}"),
        }
    }

    fn words(self) -> String {
        match self {
            Self::FirstAdd { items: 1 } => "a thread loads one element".into(),
            Self::FirstAdd { items } => format!("a thread joins {items} elements as it loads them"),
            Self::Vector { width } => format!("a thread loads {width} neighbouring elements at once"),
            Self::GridStride { items } => format!("a thread steps over the input, {items} elements at a time"),
        }
    }
}

impl Load {
    /// Elements of a thread, of each step where it makes several.
    pub const fn items(self) -> u32 {
        match self {
            Self::FirstAdd { items } | Self::GridStride { items } => items,
            Self::Vector { width } => width,
        }
    }

    /// Whether a grid of any size reads all.
    pub(super) const fn strides(self) -> bool {
        matches!(self, Self::GridStride { .. })
    }

    /// The width of the vectors that it loads.
    pub(super) const fn vector_width(self) -> Option<u32> {
        match self {
            Self::Vector { width } => Some(width),
            Self::FirstAdd { .. } | Self::GridStride { .. } => None,
        }
    }

    /// What the text calls the number of its elements.
    pub(super) const fn constant(self) -> &'static str {
        match self {
            Self::FirstAdd { .. } | Self::GridStride { .. } => "ITEMS",
            Self::Vector { .. } => "VECTOR_WIDTH",
        }
    }

    /// The parts that the function calls which joins a thread's share.
    pub(super) fn parts(self, source: &Source) -> Parts {
        let padded = if source.elements { Parts::ELEMENT.and(Parts::IDENTITY) } else { Parts::IDENTITY };
        if self == (Self::FirstAdd { items: 1 }) { padded } else { padded.and(Parts::OP) }
    }

    /// The function that joins a thread's share of `source`.
    pub(super) fn fold(self, text: &Text<'_>, source: &Source) -> String {
        let value = |at: &str| text.value(source, at);
        let vectors = self.vector_width().map(|width| Vectors::new(text, source, width));
        let template = match self {
            Self::FirstAdd { items: 1 } => ONE,
            Self::FirstAdd { .. } => FIRST_ADD,
            Self::Vector { .. } => VECTOR,
            Self::GridStride { .. } => GRID_STRIDE,
        };
        let total_of_one = text.joined("total", &value("i"));
        let (types, whole_vector, and_unaligned, loaded, of_loaded) = match &vectors {
            None => Default::default(),
            Some(vectors) => (
                vectors.types.clone(),
                format!(
                    "{}first + VECTOR_WIDTH <= n",
                    vectors.aligned.as_ref().map_or_else(String::new, |aligned| format!("{aligned} && ")),
                ),
                if vectors.aligned.is_some() { ", and every one of a slice that is not aligned" } else { "" }
                    .to_owned(),
                vectors.load.clone(),
                text.joined("total", &text.value_of(source, |input| vectors.element(input), "first + j")),
            ),
        };
        fill(
            template,
            &[
                ("types", &types),
                ("name", source.fold),
                ("whose", source.whose),
                ("one", source.one),
                ("T", &text.accumulator),
                ("pointers", &source.pointers),
                ("declared", &text.forward(self.parts(source)).0),
                ("value", &value("i")),
                ("identity", &text.identity()),
                ("joined", &total_of_one),
                ("whole_vector", &whole_vector),
                ("and_unaligned", &and_unaligned),
                ("loaded", &loaded),
                ("of_loaded", &of_loaded),
            ],
        )
    }
}

const ONE: &str = "
// The thread's $one.
__device__ $T $name($pointers, u64 n$declared)
{
    const u64 i = (u64)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    return i < n ? $value : $identity;
}
";

const FIRST_ADD: &str = "
// Joins the thread's $whose: ITEMS of them, each BLOCK_SIZE from the last.
__device__ $T $name($pointers, u64 n$declared)
{
    const u64 first = (u64)blockIdx.x * TILE + threadIdx.x;
    $T total = $identity;
    #pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
        const u64 i = first + j * BLOCK_SIZE;
        if (i < n) total = $joined;
    }
    return total;
}
";

const VECTOR: &str = "
$types
// Joins the thread's $whose: VECTOR_WIDTH neighbours, as a vector.
__device__ $T $name($pointers, u64 n$declared)
{
    const u64 first = (u64)blockIdx.x * TILE + threadIdx.x * VECTOR_WIDTH;
    $T total = $identity;
    if ($whole_vector) {
        $loaded
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) total = $of_loaded;
        return total;
    }
    // The vector that n cuts$and_unaligned.
    for (u64 i = first; i < n && i < first + VECTOR_WIDTH; i++) total = $joined;
    return total;
}
";

const GRID_STRIDE: &str = "
// Joins the thread's $whose: ITEMS of every tile that the block comes to, each BLOCK_SIZE from the last.
__device__ $T $name($pointers, u64 n$declared)
{
    $T total = $identity;
    for (u64 tile = (u64)blockIdx.x * TILE; tile < n; tile += (u64)gridDim.x * TILE) {
        #pragma unroll
        for (u32 j = 0; j < ITEMS; j++) {
            const u64 i = tile + threadIdx.x + j * BLOCK_SIZE;
            if (i < n) total = $joined;
        }
    }
    return total;
}
";
