//! How a thread reads the inputs: vectors of neighbouring elements, a step at a time.

use super::functions::KernelNames;
use crate::text::names::Scope;
use crate::text::template::fill;
use crate::{Item, MAX_VECTOR_BYTES, Type};

/// The types and functions that load elements, and how the kernel spells their use.
#[derive(Debug)]
pub(crate) struct Elements {
    /// Vector types, `Step` and `load_step`.
    pub(crate) text: String,
    /// `load_present`, for what `load_step` cannot load.
    pub(crate) load_present: String,
    /// `const float* x, const float* y`
    pub(crate) pointers: String,
    /// `x, y`
    pub(crate) pointer_names: String,
    /// True where every input may be loaded by whole vectors; `None` when that is always so.
    aligned: Option<String>,
    names: Vec<String>,
}

impl Elements {
    pub(crate) fn new(item: &Item<'_>, names: &KernelNames, vector_width: u32) -> Self {
        Self::make(item, names, vector_width, "VECTOR_STRIDE", "")
    }

    /// As [`new`](Self::new), where whoever loads says how far the vectors of a step lie apart: `u64 stride` comes last.
    pub(crate) fn strided(item: &Item<'_>, names: &KernelNames, vector_width: u32) -> Self {
        Self::make(item, names, vector_width, "stride", ", u64 stride")
    }

    fn make(item: &Item<'_>, names: &KernelNames, vector_width: u32, stride: &str, stride_declared: &str) -> Self {
        let mut kinds: Vec<VectorType> = Vec::new();
        let mut vectors = Scope::default();
        let mut inputs: Vec<(&str, VectorType)> = Vec::new();
        for ((name, element), input) in names.inputs.iter().zip(&names.input_types).zip(item.inputs) {
            let known = kinds.iter().find(|kind| kind.element == *element).cloned();
            let kind = known.unwrap_or_else(|| VectorType::new(element, input.ty, vector_width, &mut vectors));
            if !kinds.contains(&kind) {
                kinds.push(kind.clone());
            }
            inputs.push((name, kind));
        }

        let list = |each: &dyn Fn(&(&str, VectorType)) -> String, separator: &str| {
            inputs.iter().map(each).collect::<Vec<_>>().join(separator)
        };
        let pointers = list(&|(name, kind)| format!("const {}* {name}", kind.element), ", ");
        let conditions: Vec<String> = inputs
            .iter()
            .filter(|(_, kind)| kind.is_over_aligned())
            .map(|(name, kind)| format!("(u64){name} % alignof({}) == 0", kind.vector))
            .collect();
        let aligned = (!conditions.is_empty()).then(|| conditions.join(" && "));

        let mut text: String = kinds.iter().map(VectorType::definition).collect();
        let load = |(name, kind): &(&str, VectorType)| {
            let vector = &kind.vector;
            format!("loaded.{name}[v] = *reinterpret_cast<const {vector}*>({name} + first + v * {stride});")
        };
        text.push_str(&fill(
            STEP,
            &[
                ("fields", &list(&|(name, kind)| format!("{} {name}[VECTORS];", kind.vector), "\n")),
                ("pointers", &pointers),
                ("stride_declared", stride_declared),
                ("loads", &list(&load, "\n")),
            ],
        ));
        let load_present = fill(
            LOAD_PRESENT,
            &[
                ("pointers", &pointers),
                ("stride_declared", stride_declared),
                ("stride", stride),
                ("loads", &list(&|(name, _)| format!("loaded.{name}[v].element[j] = {name}[i];"), "\n")),
            ],
        );
        let pointer_names = list(&|(name, _)| (*name).to_string(), ", ");
        let names = inputs.iter().map(|(name, _)| (*name).to_string()).collect();
        Self { text, load_present, pointers, pointer_names, aligned, names }
    }

    /// Input `i` at vector `v`, element `j` of a loaded step.
    pub(crate) fn of_step(&self, i: usize) -> String {
        format!("loaded.{}[v].element[j]", self.names[i])
    }

    /// Input `input` at the index `i`.
    pub(crate) fn at_index(&self, input: usize) -> String {
        format!("{}[i]", self.names[input])
    }

    /// `const bool aligned = …;`, where that is not always so.
    pub(crate) fn define_aligned(&self) -> String {
        self.aligned.as_ref().map_or_else(String::new, |aligned| format!("const bool aligned = {aligned};"))
    }

    /// The end of a comment on what is loaded one by one, where a slice may not be aligned.
    pub(crate) fn and_unaligned(&self, what: &str) -> String {
        self.aligned
            .as_ref()
            .map_or_else(String::new, |_| format!(", and every {what} of a slice that is not aligned"))
    }

    /// `aligned && `, where that is not always so.
    pub(crate) fn aligned_and(&self) -> &'static str {
        if self.aligned.is_some() { "aligned && " } else { "" }
    }
}

const STEP: &str = "
// What a thread reads at once: VECTORS vectors of every input.
struct Step {
    $fields
};

// Loads a whole step by vectors.
__device__ Step load_step($pointers, u64 first$stride_declared)
{
    Step loaded;
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        $loads
    }
    return loaded;
}
";

const LOAD_PRESENT: &str = "
// Loads the elements of a step that lie before n, one by one.
__device__ Step load_present($pointers, u64 n, u64 first$stride_declared)
{
    Step loaded = {};
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            const u64 i = first + v * $stride + j;
            if (i >= n) continue;
            $loads
        }
    }
    return loaded;
}
";

/// A vector type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct VectorType {
    /// The name of its elements' type, and its own.
    pub(crate) element: String,
    pub(crate) vector: String,
    align: u32,
    element_align: u32,
}

impl VectorType {
    pub(crate) fn new(element: &str, ty: Type<'_>, vector_width: u32, names: &mut Scope) -> Self {
        let bytes = ty.size() * vector_width;
        // The widest power of two that divides every vector's address in an aligned array.
        let align = (1 << bytes.trailing_zeros()).min(MAX_VECTOR_BYTES);
        let mut letters = element.chars();
        let capital: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
        // Types whose names differ in the first letter's case alone get a number.
        let vector = names.fresh(&capital) + "Vector";
        Self { vector, element: element.into(), align, element_align: ty.align() }
    }

    /// Whether it is aligned more than its elements.
    pub(crate) fn is_over_aligned(&self) -> bool {
        self.align > self.element_align
    }

    pub(crate) fn definition(&self) -> String {
        let aligned = if self.is_over_aligned() { format!("alignas({}) ", self.align) } else { String::new() };
        format!("struct {aligned}{} {{ {} element[VECTOR_WIDTH]; }};\n\n", self.vector, self.element)
    }
}
