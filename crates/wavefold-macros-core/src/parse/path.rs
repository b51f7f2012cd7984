//! Names, constants of the numeric types, and constants of the user's.

use proc_macro2::Ident;
use syn::Path;
use wavefold_codegen::{NumericConst, Scalar};

use super::Parser;
use super::scope::Found;
use super::types::value_type;
use crate::nearest::nearest;
use crate::report::Report;
use crate::tree::{Kind, Numeric, Outer, Type, compact, plain};

impl Parser<'_> {
    pub(super) fn path(&mut self, written: &syn::ExprPath) -> Option<Kind> {
        self.no_attributes(&written.attrs);
        if written.qself.is_some() {
            self.report.error(written, "`<T>::…` is not part of the kernel subset; write `T::…`");
            return None;
        }
        let path = &written.path;
        if let Some(name) = path.get_ident() {
            return self.name(name, path);
        }
        match numeric(path) {
            Some(Ok(found)) => return Some(Kind::Numeric(found)),
            Some(Err(message)) => {
                self.report.error(path, message);
                return None;
            }
            None => {}
        }
        let outer = outer(self.report, path)?;
        self.outers.push(outer.clone());
        Some(Kind::Outer(outer))
    }

    fn name(&mut self, name: &Ident, path: &Path) -> Option<Kind> {
        let text = plain(name);
        if let Some(Found { binding, .. }) = self.scope.find(&text) {
            // Kernel text knows names by their letters alone. Where a `macro_rules!` and its arguments have equal
            // names, the Rust face must mean the same one.
            let mut name = name.clone();
            name.set_span(name.span().resolved_at(binding));
            return Some(Kind::Name(name));
        }
        if text == "self" {
            self.report.error(name, "`self` is not part of the kernel subset; a parameter goes by its name alone");
            return None;
        }
        if is_constant_case(&text) {
            let outer = Outer { path: path.clone(), name: text };
            self.outers.push(outer.clone());
            return Some(Kind::Outer(outer));
        }
        let meant = match self.scope.nearest(&text) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => "; a constant of your own is written in capitals, or with its path".into(),
        };
        self.report.error(name, format_args!("there is no `{name}` here: {}{meant}", self.scope.describe()));
        None
    }

    /// The length of a name that is known to be an array.
    pub(super) fn length_of(&mut self, name: &Ident) -> Option<u32> {
        match self.scope.find(&plain(name)) {
            Some(Found { ty: Some(Type::Array { length, .. }), .. }) => Some(*length),
            _ => None,
        }
    }
}

/// `LIMIT`, `N`, `MAX_2`: what Rust's conventions call a constant.
pub(crate) fn is_constant_case(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// A path to a constant of the user's.
pub(crate) fn outer(report: &mut Report, path: &Path) -> Option<Outer> {
    if path.is_ident("self") {
        report.error(path, "`self` is not part of the kernel subset; a parameter goes by its name alone");
        return None;
    }
    if names_self(path) {
        report.error(path, "`Self` is the declaration itself; name the type of the constant");
        return None;
    }
    Some(Outer { path: path.clone(), name: compact(path) })
}

/// `Self` or `Self::…`, which means another type in every place that the path is repeated.
pub(super) fn names_self(path: &Path) -> bool {
    path.segments.first().is_some_and(|first| first.ident == "Self")
}

/// Whether `scalar` has the constant; those of mathematics exist for the two floats of the language itself.
fn exists(which: NumericConst, scalar: Scalar) -> bool {
    which.exists_for(scalar) && !(scalar.is_half() && which.is_mathematical())
}

/// `f32::MAX`, `std::f32::consts::PI`: `None` when the path is of another kind.
fn numeric(path: &Path) -> Option<Result<Numeric, String>> {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let mut rest = segments.iter().map(String::as_str).peekable();
    let from_library = rest.next_if(|first| matches!(*first, "std" | "core")).is_some();
    let scalar = Scalar::from_rust_name(rest.next()?)?;
    let mathematical = rest.next_if(|next| *next == "consts").is_some();
    let name = rest.next()?;
    if rest.next().is_some() {
        return None;
    }
    let which = NumericConst::ALL.into_iter().find(|which| which.rust_name() == name && exists(*which, scalar));
    let Some(which) = which else {
        let exist = NumericConst::ALL.into_iter().filter(|which| exists(*which, scalar));
        let names: Vec<_> = exist.map(|which| spelled(which, scalar)).collect();
        let last = |full: &str| full.rsplit("::").next().map(str::to_owned).unwrap_or_default();
        let known: Vec<_> = names.iter().map(|full| last(full)).collect();
        let meant = match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => {
                let index = known.iter().position(|known| known == near).unwrap_or(0);
                format!("did you mean `{}`?", names[index])
            }
            None if names.is_empty() => format!("`{scalar}` has none"),
            None => format!("there are {}; any other can be a `const` of your own", names.join(", ")),
        };
        return Some(Err(format!("kernels have no constant `{name}` of `{scalar}`; {meant}")));
    };
    if which.is_mathematical() != mathematical || from_library != mathematical {
        return Some(Err(format!("this constant is written `{}` here", spelled(which, scalar))));
    }
    Some(Ok(Numeric { path: path.clone(), scalar, which }))
}

fn spelled(which: NumericConst, scalar: Scalar) -> String {
    if which.is_mathematical() {
        format!("std::{scalar}::consts::{}", which.rust_name())
    } else {
        format!("{scalar}::{}", which.rust_name())
    }
}

impl Parser<'_> {
    /// The type after `as`: a number, or what may be one.
    pub(super) fn cast_target(&mut self, ty: &syn::Type) -> Option<Type> {
        let target = value_type(self.report, ty, "what `as` makes")?;
        let message = match &target {
            Type::Scalar(scalar) if scalar.scalar == Scalar::Bool => {
                "a number cannot be cast to `bool`; write `x != 0`"
            }
            Type::Array { .. } | Type::Tuple(..) => "`as` makes one number of another; cast the parts one by one",
            Type::Scalar(_) | Type::Outer(_) => return Some(target),
        };
        self.report.error(ty, message);
        None
    }
}
