//! Rust names to kernel names: one table of what is taken, one namer per scope.

use crate::Scalar;

/// Words that kernel text may not use as names: keywords of C++ and names that the compilers bring.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char8_t",
    "char16_t",
    "char32_t",
    "class",
    "compl",
    "concept",
    "const",
    "consteval",
    "constexpr",
    "constinit",
    "const_cast",
    "continue",
    "co_await",
    "co_return",
    "co_yield",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "half",
    "main",
    "blockDim",
    "blockIdx",
    "gridDim",
    "threadIdx",
    "warpSize",
    "dim3",
    "uint",
    "ushort",
    "uchar",
    "ulong",
    "linux",
    "unix",
    "signbit",
    "isnan",
    "isinf",
    "isfinite",
    "printf",
    "assert",
    "memcpy",
    "memset",
    "malloc",
    "free",
    "clock",
    "bool1",
    "y0",
    "y1",
    "yn",
    "j0",
    "j1",
    "jn",
    "gamma",
    "norm",
    "powi",
    "rnorm",
    "std",
    "hip",
    "NULL",
];

/// Names that our own text uses at file scope, where a user's name would hide or redefine them.
const OURS: &[&str] = &[
    "filter",
    "map",
    "op",
    "identity",
    "init",
    "finish",
    "bin_of",
    "counter_of",
    "edge",
    "load",
    "load_step",
    "fold_step",
    "fold_slots",
    "fold_pairs",
    "fold_warp",
    "fold_warps",
    "count_present",
    "last_to_arrive",
    "shuffle_down",
    "join",
    "Partial",
    "Range",
    "reaches",
    "Step",
    "count",
    "count_tiles",
    "i8",
    "u8",
    "i16",
    "u16",
    "i32",
    "u32",
    "i64",
    "u64",
];

/// Arguments and variables of our own functions: inputs and run-time parameters travel through these functions and
/// must not meet them. Other names of the user's live in functions of their own.
const OUR_LOCALS: &[&str] = &[
    "n",
    "i",
    "v",
    "j",
    "s",
    "p",
    "lane",
    "lanes",
    "warp",
    "warps",
    "tile",
    "tile_end",
    "warp_tile",
    "first",
    "first_partial",
    "skipped",
    "slots",
    "values",
    "mapped",
    "left",
    "right",
    "width",
    "present",
    "loaded",
    "whole",
    "step",
    "ahead",
    "totals",
    "total",
    "run",
    "partials",
    "arrivals",
    "result",
    "found",
    "range",
    "bin",
    "distance",
    "from_low",
    "mine",
    "counter",
    "counters",
    "counts",
    "sum",
];

/// Functions that the compilers declare, besides those that the text may call. Variables may hide them, but a
/// kernel of that name would be another overload with C linkage, which they refuse.
const LIBRARY: &[&str] = &[
    "acosh",
    "asinh",
    "atanh",
    "brkpt",
    "clock64",
    "cospi",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp10",
    "fdivide",
    "fdividef",
    "frexp",
    "ilogb",
    "labs",
    "ldexp",
    "lgamma",
    "llabs",
    "llmax",
    "llmin",
    "llrint",
    "llround",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "norm3d",
    "norm4d",
    "normcdf",
    "normcdfinv",
    "prof_trigger",
    "rcbrt",
    "remquo",
    "rhypot",
    "rnorm3d",
    "rnorm4d",
    "rsqrt",
    "scalbln",
    "scalbn",
    "sincos",
    "sincospi",
    "sinpi",
    "tanpi",
    "tgamma",
    "trap",
    "ullmax",
    "ullmin",
    "umax",
    "umin",
];

/// Whether the compilers declare a function or a type of that name.
fn of_a_library(name: &str) -> bool {
    const VECTORS: &[&str] = &[
        "bool",
        "char",
        "uchar",
        "short",
        "ushort",
        "int",
        "uint",
        "long",
        "ulong",
        "longlong",
        "ulonglong",
        "float",
        "double",
        "half",
    ];
    LIBRARY.contains(&name)
        || name.strip_suffix('f').is_some_and(|stem| LIBRARY.contains(&stem))
        || name.strip_suffix(|c: char| c.is_ascii_digit()).is_some_and(|stem| VECTORS.contains(&stem))
        // `size_t`, `int8_t`, `hipError_t`
        || name.ends_with("_t")
}

/// Whether `name` is free for a user's name.
fn taken(name: &str) -> bool {
    RESERVED.contains(&name)
        || OURS.contains(&name)
        || super::helpers::is_helper(name)
        || super::helpers::is_math_function(name)
        // Macros of the compilers and names reserved to them.
        || name.starts_with('_')
        || name.contains("__")
        || name.ends_with("Vector")
        || is_array_type(name)
        // Our constants are upper case.
        || name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit())
}

/// `u8x3`, the name of the array type `[u8; 3]`.
fn is_array_type(name: &str) -> bool {
    name.split_once('x').is_some_and(|(element, length)| {
        let lengths = length.split('x');
        Scalar::from_rust_name(element).is_some()
            && lengths.into_iter().all(|length| length.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// The kernel name of the Rust name `rust`: itself where it can be.
pub(crate) fn kernel_name(rust: &str) -> String {
    let plain = rust.strip_prefix("r#").unwrap_or(rust);
    let mut name = String::new();
    for c in plain.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            name.push(c);
        } else {
            name.push_str(&format!("u{:x}", u32::from(c)));
        }
    }
    if taken(&name) {
        let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
        let stem = words.join("_");
        name = format!("{}_", if stem.is_empty() { "unnamed" } else { &stem });
    }
    name
}

/// The kernel's entry point for the item `rust`: snake case, `MaxAbs` becomes `max_abs`.
pub(crate) fn entry_name(rust: &str) -> String {
    let plain = rust.strip_prefix("r#").unwrap_or(rust);
    let mut name = String::new();
    let mut after_lower = false;
    for c in plain.chars() {
        if c.is_ascii_uppercase() && after_lower {
            name.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        name.extend(c.to_lowercase());
    }
    if of_a_library(&name) {
        name.push('_');
    }
    kernel_name(&name)
}

/// The names bound in one function: shadowed ones get a number.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scope {
    /// Rust name and what stands for it in the text, innermost last.
    bound: Vec<(String, String)>,
    /// Every kernel name ever given out in this function.
    used: Vec<String>,
}

impl Scope {
    /// Binds `rust` and returns its kernel name, unique in the function.
    pub(crate) fn bind(&mut self, rust: &str) -> String {
        let name = self.fresh(&kernel_name(rust));
        self.bound.push((rust.to_owned(), name.clone()));
        name
    }

    /// As [`bind`](Self::bind), for an input or a run-time parameter.
    pub(crate) fn bind_forwarded(&mut self, rust: &str) -> String {
        let mut stem = kernel_name(rust);
        if OUR_LOCALS.contains(&stem.as_str()) {
            stem.push('_');
        }
        let name = self.fresh(&stem);
        self.bound.push((rust.to_owned(), name.clone()));
        name
    }

    /// Lets `rust` stand for an expression that is there already.
    pub(crate) fn alias(&mut self, rust: &str, text: &str) {
        self.bound.push((rust.to_owned(), text.to_owned()));
    }

    /// A name that nothing in this function has yet.
    pub(crate) fn fresh(&mut self, stem: &str) -> String {
        let mut name = stem.to_owned();
        let mut number = 2;
        while self.used.contains(&name) {
            name = format!("{stem}_{number}");
            number += 1;
        }
        self.used.push(name.clone());
        name
    }

    /// What stands for `rust` in the text.
    pub(crate) fn get(&self, rust: &str) -> Option<&str> {
        self.bound.iter().rev().find(|(name, _)| name == rust).map(|(_, text)| text.as_str())
    }

    /// How many names are bound now, for [`leave`](Self::leave).
    pub(crate) fn depth(&self) -> usize {
        self.bound.len()
    }

    /// Forgets the bindings made since `depth`; their kernel names stay used.
    pub(crate) fn leave(&mut self, depth: usize) {
        self.bound.truncate(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::{Scope, entry_name, kernel_name};

    #[test]
    fn names_stay_where_they_can() {
        assert_eq!(kernel_name("mean"), "mean");
        assert_eq!(kernel_name("float"), "float_");
        assert_eq!(kernel_name("load"), "load_");
        assert_eq!(kernel_name("r#type"), "type");
        assert_eq!(kernel_name("_"), "unnamed_");
        assert_eq!(kernel_name("x__y"), "x_y_");
        assert_eq!(kernel_name("x___y"), "x_y_");
        assert_eq!(kernel_name("größe"), "gruf6udfe");
        assert_eq!(kernel_name("N"), "N_");
        assert_eq!(kernel_name("u8x3"), "u8x3_");
        assert_eq!(kernel_name("u8x"), "u8x");
    }

    #[test]
    fn what_travels_through_our_functions_avoids_their_names() {
        let mut scope = Scope::default();
        assert_eq!(scope.bind_forwarded("step"), "step_");
        assert_eq!(scope.bind_forwarded("mean"), "mean");
        assert_eq!(scope.bind("n"), "n");
        assert_eq!(scope.get("step"), Some("step_"));
    }

    #[test]
    fn entries_are_snake_case() {
        assert_eq!(entry_name("MaxAbs"), "max_abs");
        assert_eq!(entry_name("L2Norm"), "l2_norm");
        assert_eq!(entry_name("Map"), "map_");
        assert_eq!(entry_name("RMS"), "rms");
        assert_eq!(entry_name("Float4"), "float4_");
        assert_eq!(entry_name("Erfcxf"), "erfcxf_");
        assert_eq!(entry_name("Int8T"), "int8_t_");
    }

    #[test]
    fn shadowing_gets_a_number() {
        let mut scope = Scope::default();
        assert_eq!(scope.bind("x"), "x");
        let depth = scope.depth();
        assert_eq!(scope.bind("x"), "x_2");
        assert_eq!(scope.get("x"), Some("x_2"));
        scope.leave(depth);
        assert_eq!(scope.get("x"), Some("x"));
        assert_eq!(scope.bind("x"), "x_3");
    }
}
