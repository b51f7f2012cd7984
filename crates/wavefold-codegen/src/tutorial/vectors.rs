//! Vectors of neighbouring elements, loaded at once.

use super::text::{Source, Text};
use crate::kernel::elements::VectorType;
use crate::text::names::Scope;

/// Vectors of a source's elements.
pub(super) struct Vectors {
    /// Their types.
    pub(super) types: String,
    /// True where whole vectors may be loaded; `None` where that is always so.
    pub(super) aligned: Option<String>,
    /// Loads one of every input: `const FloatVector loaded = …;`
    pub(super) load: String,
    names: Vec<String>,
}

impl Vectors {
    pub(super) fn new(text: &Text<'_>, source: &Source, width: u32) -> Self {
        let mut scope = Scope::default();
        let mut kinds: Vec<VectorType> = Vec::new();
        let mut of = |element: &str, ty| {
            let known = kinds.iter().find(|kind| kind.element == element).cloned();
            known.unwrap_or_else(|| {
                let kind = VectorType::new(element, ty, width, &mut scope);
                kinds.push(kind.clone());
                kind
            })
        };
        // Those of the elements come first, so that partials of a type of theirs have the same vectors.
        let inputs = text.names.input_types.iter().zip(text.spec.item.inputs);
        let mut vectors: Vec<VectorType> = inputs.map(|(element, input)| of(element, input.ty)).collect();
        let of_elements = vectors.clone();
        if !source.elements {
            vectors = vec![of(&text.accumulator, text.spec.accumulator)];
        }
        let is_new = |kind: &&VectorType| source.elements || !of_elements.contains(kind);
        let mut types: Vec<&VectorType> = Vec::new();
        for kind in vectors.iter().filter(is_new) {
            if !types.contains(&kind) {
                types.push(kind);
            }
        }
        let mut types: String = types.into_iter().map(VectorType::definition).collect();
        let named = || vectors.iter().zip(&source.names);
        let reads: Vec<String> = named()
            .map(|(kind, name)| format!("*reinterpret_cast<const {}*>({name} + first)", kind.vector))
            .collect();
        let load = match (vectors.as_slice(), reads.as_slice()) {
            ([only], [read]) => format!("const {} loaded = {read};", only.vector),
            _ => {
                let fields: Vec<String> = named().map(|(kind, name)| format!("{} {name};", kind.vector)).collect();
                types.push_str(&format!(
                    "// A vector of every input.\nstruct Step {{ {} }};\n\n",
                    fields.join(" ")
                ));
                format!("const Step loaded = {{{}}};", reads.join(", "))
            }
        };
        // Scratch is always aligned, slices of the user's may not be.
        let conditions: Vec<String> = named()
            .filter(|(kind, _)| source.elements && kind.is_over_aligned())
            .map(|(kind, name)| format!("(u64){name} % alignof({}) == 0", kind.vector))
            .collect();
        let aligned = (!conditions.is_empty()).then(|| conditions.join(" && "));
        let names = if vectors.len() > 1 { source.names.clone() } else { Vec::new() };
        Self { types, aligned, load, names }
    }

    /// Element `j` of a loaded vector.
    pub(super) fn element(&self, input: usize) -> String {
        match self.names.get(input) {
            None => "loaded.element[j]".into(),
            Some(name) => format!("loaded.{name}.element[j]"),
        }
    }
}
