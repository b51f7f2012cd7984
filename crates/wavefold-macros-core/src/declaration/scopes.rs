//! What the parts of both macros have in common: the names they see, closures, flags.

use proc_macro2::Ident;
use syn::{Expr as SynExpr, Pat};

use super::entries::{Entries, Given};
use super::header::Header;
use crate::parse::{self, Role, Scope, is_constant_case};
use crate::report::Report;
use crate::tree::{Binding, Flag, Type, plain};

/// The scope of a part that sees only the parameters.
pub(super) fn parameters<'a>(header: &'a Header, part: &'static str) -> Scope<'a> {
    let none = Scope::of(part);
    let values = header.fields.iter().filter(|field| field.edges.is_none());
    values.fold(none, |scope, field| scope.with(Role::Parameter, &field.name, field.ty.as_ref()))
}

/// The scope of a part that sees an element.
pub(super) fn element<'a>(header: &'a Header, index: Option<&Ident>, part: &'static str) -> Scope<'a> {
    let mut scope = parameters(header, part);
    for input in &header.inputs {
        scope = scope.with(Role::Input, &input.name, input.ty.as_ref());
    }
    match index {
        Some(index) => scope.with(Role::Index, index, None),
        None => scope,
    }
}

/// Adds the names of an argument that is a `ty`.
pub(super) fn bound<'a>(mut scope: Scope<'a>, role: Role, binding: &Binding, ty: Option<&'a Type>) -> Scope<'a> {
    for (name, ty) in binding.typed(ty) {
        scope = scope.with(role, name, ty);
    }
    scope
}

/// `index: i`
pub(super) fn index_name(report: &mut Report, header: &Header, entries: &mut Entries) -> Option<Ident> {
    let Given::Value(_, name) = entries.name("index") else { return None };
    if header.names(&name) {
        report.error(&name, format_args!("the name `{name}` is used twice; give the index another name"));
    }
    Some(name)
}

/// `true`, `false` or a constant, as `T::EXACT`
pub(super) fn flag(report: &mut Report, entries: &mut Entries, key: &str) -> Option<Flag> {
    let Given::Value(_, value) = entries.expr(key) else { return None };
    match ungrouped(&value) {
        SynExpr::Lit(syn::ExprLit { lit: syn::Lit::Bool(flag), .. }) => return Some(Flag::Known(flag.value)),
        SynExpr::Path(path) if path.qself.is_none() && may_be_constant(&path.path) => {
            return parse::outer(report, &path.path).map(Flag::Constant);
        }
        _ => {}
    }
    report.error(
        &value,
        format_args!("`{key}` takes `true`, `false`, or a constant (in capitals, or with its path, `T::EXACT`)"),
    );
    None
}

fn may_be_constant(path: &syn::Path) -> bool {
    path.get_ident().is_none_or(|name| is_constant_case(&plain(name)))
}

/// What a `macro_rules!` has wrapped.
fn ungrouped(mut value: &SynExpr) -> &SynExpr {
    while let SynExpr::Group(group) = value {
        value = &group.expr;
    }
    value
}

/// Takes `|a, b| body` apart; `example` names its arguments in messages.
pub(super) fn closure(
    report: &mut Report,
    header: &Header,
    key: &str,
    example: &[&str],
    value: &SynExpr,
) -> Option<(Vec<Binding>, SynExpr)> {
    let form = format!("`{key}: |{}| …`", example.join(", "));
    let closure = match value {
        SynExpr::Closure(closure) => closure,
        SynExpr::Group(group) => return closure(report, header, key, example, &group.expr),
        SynExpr::Paren(paren) => return closure(report, header, key, example, &paren.expr),
        other => {
            report.error(other, format_args!("`{key}` takes a closure, {form}"));
            return None;
        }
    };
    let before = report.len();
    if closure.constness.is_some() || closure.asyncness.is_some() || closure.capture.is_some() {
        report.error(value, format_args!("nothing stands before the bars; write {form}"));
    }
    if let syn::ReturnType::Type(_, ty) = &closure.output {
        report.error(ty, format_args!("the type follows from the declaration; write {form}"));
    }
    if closure.inputs.len() != example.len() {
        let what = match example.len() {
            1 => "one argument, the total".to_owned(),
            count => format!("{count} arguments, the accumulators to join"),
        };
        let message = format!("`{key}` takes {what}: {form}");
        if closure.inputs.is_empty() {
            report.error_at(closure.inputs_begin.span, message);
        } else {
            report.error(&closure.inputs, message);
        }
    }
    let mut bindings: Vec<Binding> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for input in &closure.inputs {
        let Some(binding) = argument(report, &form, input) else { continue };
        for name in binding.names() {
            let text = plain(name);
            let parameter = header.fields.iter().any(|field| plain(&field.name) == text);
            if parameter || names.contains(&text) {
                report.error(name, format_args!("the name `{name}` is used twice; give this one another name"));
            }
            names.push(text);
        }
        bindings.push(binding);
    }
    (report.len() == before).then(|| (bindings, (*closure.body).clone()))
}

fn argument(report: &mut Report, form: &str, pattern: &Pat) -> Option<Binding> {
    match pattern {
        Pat::Type(typed) => {
            report.error(&typed.ty, format_args!("the type follows from the declaration; write {form}"));
            None
        }
        Pat::Wild(_) => {
            report.error(pattern, "write a name here, `_b` for an argument that is not used");
            None
        }
        _ => parse::binding(report, pattern),
    }
}
