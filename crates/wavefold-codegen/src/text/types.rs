//! C++ names of scalar types, and what the text needs on top for them.

use crate::Scalar;

/// The type's name in kernel text: C++'s own for `f32` and `f64`, Rust's for the others.
pub(crate) fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        other => other.rust_name(),
    }
}

/// Typedefs for the integer types that `text` names, and the structs that half floats are.
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
    const HALVES: [(&str, &str); 2] = [("f16", "half precision"), ("bf16", "the upper half of a float")];
    let words: Vec<&str> = super::words(text).collect();
    let halves: String = HALVES
        .iter()
        .filter(|(name, _)| words.contains(name))
        .map(|(name, what)| format!("struct {name} {{ u16 bits; }};  // {what}\n"))
        .collect();
    let of_halves = if halves.is_empty() { "" } else { "u16" };
    let used = TYPEDEFS.iter().filter(|(name, _)| words.contains(name) || *name == of_halves);
    used.map(|(name, ty)| format!("typedef {ty} {name};\n")).collect::<String>() + &halves
}
