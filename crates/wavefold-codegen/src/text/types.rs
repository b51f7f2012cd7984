//! C++ names of types, and the definitions that the text needs for them.

use super::template::fill;
use crate::infer::Ty;
use crate::{Scalar, Type};

/// The type's name in kernel text: C++'s own for floats, Rust's (a typedef) for integers.
pub(crate) fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        other => other.rust_name(),
    }
}

/// The name of any type; arrays are structs, so that they can be copied and returned.
pub(crate) fn name(ty: &Ty) -> String {
    match ty {
        Ty::Scalar(scalar) => scalar_name(*scalar).into(),
        Ty::Array(..) => array_name(ty),
    }
}

fn array_name(ty: &Ty) -> String {
    match ty {
        Ty::Scalar(scalar) => scalar.rust_name().into(),
        Ty::Array(element, length) => format!("{}x{length}", array_name(element)),
    }
}

/// The array types that the text uses, in order of first use, each with its definition.
#[derive(Default, Debug)]
pub(crate) struct Structs {
    seen: Vec<Ty>,
}

impl Structs {
    /// The name of `ty`, whose definition is then part of the text.
    pub(crate) fn require(&mut self, ty: &Ty) -> String {
        if let Ty::Array(element, _) = ty
            && !self.seen.contains(ty)
        {
            self.require(element);
            self.seen.push(ty.clone());
        }
        name(ty)
    }

    /// [`require`](Self::require) for a type of the spec.
    pub(crate) fn require_type(&mut self, ty: Type<'_>) -> String {
        self.require(&Ty::from(ty))
    }

    /// Definitions with assertions of what the host believes about them.
    pub(crate) fn definitions(&self) -> String {
        let mut out = String::new();
        for ty in &self.seen {
            let Ty::Array(element, length) = ty else { continue };
            out.push_str(&fill(
                "struct $name { $element element[$length]; };\n",
                &[("name", &name(ty)), ("element", &name(element)), ("length", &length.to_string())],
            ));
            out.push_str(&format!(
                "static_assert(sizeof({name}) == {size}, \"packed as in Rust\");\n",
                name = name(ty),
                size = size(ty)
            ));
        }
        out
    }
}

fn size(ty: &Ty) -> u32 {
    match ty {
        Ty::Scalar(scalar) => scalar.size(),
        Ty::Array(element, length) => size(element) * length,
    }
}

/// Typedefs for the integer types that `text` names.
pub(crate) fn typedefs(text: &str) -> String {
    const TYPEDEFS: [(&str, &str); 8] = [
        ("i8", "signed char"),
        ("u8", "unsigned char"),
        ("i16", "short"),
        ("u16", "unsigned short"),
        ("i32", "int"),
        ("u32", "unsigned int"),
        ("i64", "long long"),
        ("u64", "unsigned long long"),
    ];
    let words: Vec<&str> = super::words(text).collect();
    let used = TYPEDEFS.iter().filter(|(name, _)| words.contains(name));
    used.map(|(name, ty)| format!("typedef {ty} {name};\n")).collect()
}
