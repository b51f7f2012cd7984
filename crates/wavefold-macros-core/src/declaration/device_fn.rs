//! The function under `#[device_fn]`: a signature of plain values, and a body of the subset.

use proc_macro2::Ident;
use syn::{FnArg, Pat, ReturnType};

use crate::parse::{self, Role, Scope, value_type};
use crate::report::Report;
use crate::tree::{Part, Type, plain};

/// A function without errors.
pub(crate) struct DeviceFn {
    pub(crate) parameters: Vec<(Ident, Type)>,
    pub(crate) result: Type,
    pub(crate) body: Part,
}

impl DeviceFn {
    /// `None` after an error.
    pub(crate) fn parse(report: &mut Report, written: &syn::ItemFn) -> Option<Self> {
        let before = report.len();
        qualifiers(report, &written.sig);
        let parameters: Vec<_> = written.sig.inputs.iter().map(|input| parameter(report, input)).collect();
        names(report, &parameters);
        let result = match &written.sig.output {
            ReturnType::Type(_, ty) => value_type(report, ty, "a result"),
            ReturnType::Default => {
                report.error(
                    &written.sig.ident,
                    "a function without a result does nothing in a kernel; add `-> f32` and end with the value",
                );
                None
            }
        };
        let name = plain(&written.sig.ident);
        let known = parameters.iter().flatten();
        let scope =
            known.fold(Scope::of(&name), |scope, (name, ty)| scope.with(Role::Argument, name, ty.as_ref()));
        let body = parse::function_body(report, scope, &name, &written.block);
        if report.len() > before {
            return None;
        }
        let parameters =
            parameters.into_iter().map(|parameter| parameter.and_then(|(name, ty)| Some((name, ty?))));
        Some(Self { parameters: parameters.collect::<Option<_>>()?, result: result?, body: body? })
    }
}

/// What stands before `fn` and behind the name.
fn qualifiers(report: &mut Report, signature: &syn::Signature) {
    if let Some(constness) = &signature.constness {
        report.error(
            constness,
            "a `#[device_fn]` is not `const`, because its arithmetic goes through traits; leave this out",
        );
    }
    if let Some(asyncness) = &signature.asyncness {
        report.error(asyncness, "kernels have no asynchronous code; leave this out");
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        report.error(token, "nothing in a `#[device_fn]` is unsafe; leave this out");
    }
    if let Some(abi) = &signature.abi {
        report.error(abi, "a `#[device_fn]` has no ABI of its own; leave this out");
    }
    if !signature.generics.params.is_empty() {
        report.error(
            &signature.generics,
            "a `#[device_fn]` has no type parameters, because a kernel names every type; write one function per type",
        );
    } else if let Some(bounds) = &signature.generics.where_clause {
        report.error(bounds, "a `#[device_fn]` has no bounds; leave this out");
    }
    if let Some(variadic) = &signature.variadic {
        report.error(variadic, "a `#[device_fn]` takes a fixed number of arguments; leave this out");
    }
}

/// The name, and the type unless it was wrong.
fn parameter(report: &mut Report, input: &FnArg) -> Option<(Ident, Option<Type>)> {
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            report.error(receiver, "a `#[device_fn]` is no method; take the value as an argument, `m: Moments`");
            return None;
        }
    };
    for attribute in &typed.attrs {
        report.error(attribute, "attributes are not allowed on arguments; leave this one out");
    }
    let ty = value_type(report, &typed.ty, "an argument");
    match &*typed.pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
            Some((name.ident.clone(), ty))
        }
        Pat::Ident(name) => {
            report.error(name, "write the name alone, without `mut`, `ref` or `@`");
            Some((name.ident.clone(), ty))
        }
        other => {
            report.error(other, "an argument is a name; take it apart in the body, as in `let (sum, n) = total;`");
            None
        }
    }
}

fn names(report: &mut Report, parameters: &[Option<(Ident, Option<Type>)>]) {
    let mut seen = Vec::new();
    for (name, _) in parameters.iter().flatten() {
        let text = plain(name);
        if seen.contains(&text) {
            report.error(name, format_args!("the name `{name}` is used twice; give this one another name"));
        }
        seen.push(text);
    }
}
