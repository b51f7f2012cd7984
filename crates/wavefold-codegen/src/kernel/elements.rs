//! How a thread reads the inputs: vectors of neighbouring elements, a step at a time.

use super::functions::KernelNames;
use crate::infer::Ty;
use crate::text::template::fill;
use crate::text::types;
use crate::{Item, MAX_VECTOR_BYTES, Type};

/// The types and functions that load elements, and how the kernel spells their use.
#[derive(Debug)]
pub(crate) struct Elements {
    /// Vector types, `Step`, `load` and `load_step`.
    pub(crate) text: String,
    /// `const float* x, const float* y`
    pub(crate) pointers: String,
    /// `x, y`
    pub(crate) pointer_names: String,
    /// True where every input may be loaded by whole vectors; `None` when that is always so.
    pub(crate) aligned: Option<String>,
    names: Vec<String>,
}

impl Elements {
    pub(crate) fn new(item: &Item<'_>, names: &KernelNames, vector_width: u32) -> Self {
        let mut kinds: Vec<Kind> = Vec::new();
        for input in item.inputs {
            let kind = Kind::new(input.ty, vector_width);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let inputs: Vec<(&str, Kind)> = names
            .inputs
            .iter()
            .zip(item.inputs)
            .map(|(name, input)| (name.as_str(), Kind::new(input.ty, vector_width)))
            .collect();

        let list = |each: &dyn Fn(&(&str, Kind)) -> String, separator: &str| {
            inputs.iter().map(each).collect::<Vec<_>>().join(separator)
        };
        let pointers = list(&|(name, kind)| format!("const {}* {name}", kind.element), ", ");
        let conditions: Vec<String> = inputs
            .iter()
            .filter(|(_, kind)| kind.align > kind.element_align)
            .map(|(name, kind)| format!("(u64){name} % alignof({}) == 0", kind.vector))
            .collect();
        let aligned = (!conditions.is_empty()).then(|| conditions.join(" && "));

        let mut text = String::new();
        for kind in &kinds {
            text.push_str(&kind.definition(aligned.is_some()));
        }
        let template = if aligned.is_some() { "template <bool ALIGNED>\n" } else { "" };
        let argument = if aligned.is_some() { "<ALIGNED>" } else { "" };
        text.push_str(&fill(
            STEP,
            &[
                ("fields", &list(&|(name, kind)| format!("{} {name}[VECTORS];", kind.vector), "\n")),
                ("template", template.trim_end()),
                ("pointers", &pointers),
                (
                    "loads",
                    &list(
                        &|(name, _)| {
                            format!("loaded.{name}[v] = load{argument}({name} + first + v * VECTOR_STRIDE);")
                        },
                        "\n",
                    ),
                ),
            ],
        ));
        let pointer_names = list(&|(name, _)| (*name).to_string(), ", ");
        let names = inputs.iter().map(|(name, _)| (*name).to_string()).collect();
        Self { text, pointers, pointer_names, aligned, names }
    }

    /// Input `i` at vector `v`, element `j` of a loaded step.
    pub(crate) fn of_step(&self, i: usize) -> String {
        format!("loaded.{}[v].element[j]", self.names[i])
    }

    /// Input `input` at the index `i`.
    pub(crate) fn at_index(&self, input: usize) -> String {
        format!("{}[i]", self.names[input])
    }

    /// `name<true>` and `name<false>` by alignment, or the only one: a statement that calls `name` with
    /// `arguments`.
    pub(crate) fn dispatch(&self, name: &str, arguments: &str) -> String {
        match &self.aligned {
            Some(aligned) => fill(
                "
if ($aligned) {
    $name<true>($arguments);
} else {
    $name<false>($arguments);
}
",
                &[("aligned", aligned), ("name", name), ("arguments", arguments)],
            ),
            None => format!("{name}({arguments});\n"),
        }
    }

    /// The `template` line of a function that passes the alignment on.
    pub(crate) fn template(&self) -> &'static str {
        if self.aligned.is_some() { "template <bool ALIGNED>" } else { "" }
    }

    /// How such a function calls `load_step`.
    pub(crate) fn load_step(&self) -> &'static str {
        if self.aligned.is_some() { "load_step<ALIGNED>" } else { "load_step" }
    }
}

const STEP: &str = "
// What a thread reads at once: VECTORS vectors of every input.
struct Step {
    $fields
};

$template
__device__ Step load_step($pointers, u64 first)
{
    Step loaded;
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        $loads
    }
    return loaded;
}
";

/// A vector type.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    element: String,
    vector: String,
    align: u32,
    element_align: u32,
}

impl Kind {
    fn new(ty: Type<'_>, vector_width: u32) -> Self {
        let bytes = ty.size() * vector_width;
        // The widest power of two that divides every vector's address in an aligned array.
        let align = (1 << bytes.trailing_zeros()).min(MAX_VECTOR_BYTES);
        let element = types::name(&Ty::from(ty));
        let mut letters = element.chars();
        let capital: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
        Self { vector: format!("{capital}Vector"), element, align, element_align: ty.align() }
    }

    fn definition(&self, dispatched: bool) -> String {
        fill(
            if dispatched { VECTOR } else { VECTOR_ALWAYS_ALIGNED },
            &[("element", &self.element), ("vector", &self.vector), ("align", &self.align.to_string())],
        )
    }
}

const VECTOR: &str = "
struct alignas($align) $vector { $element element[VECTOR_WIDTH]; };

// Loads neighbouring elements: by one access where the address allows it.
template <bool ALIGNED>
__device__ $vector load(const $element* from)
{
    $vector vector;
    if (ALIGNED) {
        vector = *reinterpret_cast<const $vector*>(from);
    } else {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) vector.element[j] = from[j];
    }
    return vector;
}

";

const VECTOR_ALWAYS_ALIGNED: &str = "
struct $vector { $element element[VECTOR_WIDTH]; };

__device__ $vector load(const $element* from) { return *reinterpret_cast<const $vector*>(from); }

";
