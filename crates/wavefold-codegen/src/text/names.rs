//! Rust names to kernel names: one namer per scope.

use super::reserved::{OUR_LOCALS, of_a_library, taken};

/// The kernel name of the Rust name `rust`: itself where it can be. Points stand between the names of a tuple's fields.
pub(crate) fn kernel_name(rust: &str) -> String {
    let plain = rust.strip_prefix("r#").unwrap_or(rust);
    let fields = || plain.split('.').map(|field| field.trim_matches('_')).filter(|field| !field.is_empty());
    let plain = if plain.contains('.') { &fields().collect::<Vec<_>>().join("_") } else { plain };
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

/// The name of a struct or a function of the user's: it must not meet what the compilers declare, nor the variables of
/// our own functions, which would hide it.
pub(crate) fn file_name(rust: &str) -> String {
    let plain = rust.strip_prefix("r#").unwrap_or(rust);
    if of_a_library(plain) || OUR_LOCALS.contains(&plain) {
        return kernel_name(&format!("{plain}_"));
    }
    kernel_name(plain)
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

    /// Binds `rust` to a name of the text that another scope has found, and that this one has not given out.
    pub(crate) fn adopt(&mut self, rust: &str, name: &str) {
        self.used.push(name.to_owned());
        self.bound.push((rust.to_owned(), name.to_owned()));
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
    use super::{Scope, entry_name, file_name, kernel_name};

    #[test]
    fn names_stay_where_they_can() {
        assert_eq!(kernel_name("mean"), "mean");
        assert_eq!(kernel_name("float"), "float_");
        assert_eq!(kernel_name("load_step"), "load_step_");
        assert_eq!(kernel_name("r#type"), "type");
        assert_eq!(kernel_name("_"), "unnamed_");
        assert_eq!(kernel_name("x__y"), "x_y_");
        assert_eq!(kernel_name("x___y"), "x_y_");
        assert_eq!(kernel_name("größe"), "gruf6udfe");
        assert_eq!(kernel_name("N"), "N_");
        assert_eq!(kernel_name("u8x3"), "u8x3_");
        assert_eq!(kernel_name("u8x"), "u8x");
        assert_eq!(kernel_name("tuple_f32_u64"), "tuple_f32_u64_");
        assert_eq!(kernel_name("array_Moments_x3"), "array_Moments_x3_");
        assert_eq!(kernel_name("to_bf16"), "to_bf16_");
        assert_eq!(kernel_name("sum.n"), "sum_n");
        assert_eq!(kernel_name("sum._n.__"), "sum_n");
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
    fn what_stands_at_file_scope_meets_nobody() {
        assert_eq!(file_name("Moments"), "Moments");
        assert_eq!(file_name("merge"), "merge");
        assert_eq!(file_name("op"), "op_");
        assert_eq!(file_name("total"), "total_");
        assert_eq!(file_name("rsqrt"), "rsqrt_");
        assert_eq!(file_name("float4"), "float4_");
        assert_eq!(file_name("RGB"), "RGB_");
        assert_eq!(file_name("r#match"), "match");
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
