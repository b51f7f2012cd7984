//! What a kernel takes, read from its text: the host calls every type as the kernel does.

use crate::KernelText;

/// An argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Argument {
    /// Its type, or what it points to.
    pub(super) ty: String,
    /// Its name.
    pub(super) name: String,
}

/// The arguments of the kernel, in order.
pub(super) fn arguments(kernel: &KernelText) -> Vec<Argument> {
    let (_, declared) = kernel.source.split_once(&format!("\nvoid {}(", kernel.entry)).unwrap_or_default();
    let (declared, _) = declared.split_once(")\n").unwrap_or_default();
    declared.split(", ").filter_map(argument).collect()
}

/// `const float* x`
fn argument(declared: &str) -> Option<Argument> {
    let (ty, name) = declared.rsplit_once(' ')?;
    let ty = ty.strip_prefix("const ").unwrap_or(ty);
    Some(Argument { ty: ty.trim_end_matches('*').into(), name: name.into() })
}

#[cfg(test)]
mod tests {
    use super::{Argument, arguments};
    use crate::KernelText;

    #[test]
    fn the_arguments_are_those_of_the_entry() {
        let source = "\nvoid f(int a)\n{\n}\n\nvoid sum(const u8x3* x, u64 n, f32x2* result)\n{\n}\n".to_owned();
        let kernel = KernelText {
            source,
            entry: "sum".into(),
            parameters: Vec::new(),
            first_index: false,
            fp: crate::Fp::Strict,
            origins: Vec::new(),
        };
        let expected = [("u8x3", "x"), ("u64", "n"), ("f32x2", "result")];
        let expected = expected.map(|(ty, name)| Argument { ty: ty.into(), name: name.into() });
        assert_eq!(arguments(&kernel), expected);
    }
}
