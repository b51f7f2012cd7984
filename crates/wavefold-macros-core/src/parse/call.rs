//! Methods and associated functions of the numeric types, and functions of the user's.

use proc_macro2::Ident;
use syn::{Expr as SynExpr, PathArguments};
use wavefold_codegen::{Method, Shape};

use super::Parser;
use super::expr::peel;
use super::types::owner;
use crate::nearest::nearest;
use crate::tree::{Call, Expr, Kind, LitValue, Type};

impl Parser<'_> {
    /// `receiver.name(arguments)`
    pub(super) fn method(&mut self, written: &syn::ExprMethodCall) -> Option<Kind> {
        self.no_attributes(&written.attrs);
        let receiver = self.expr(&written.receiver);
        let arguments = self.arguments(written.args.iter());
        if let Some(turbofish) = &written.turbofish {
            self.report.error(turbofish, "methods of numbers take no type arguments; leave these out");
        }
        let name = &written.method;
        let Some(method) = Method::from_name(&name.to_string()) else {
            let message = unknown_method(&name.to_string());
            self.report.error(name, message);
            return None;
        };
        if method.shape() == Shape::FromBits {
            self.report.error(name, format_args!("`{name}` is a function of the type; write `f32::{name}(…)`"));
            return None;
        }
        self.arity(name, method.arguments(), written.args.len(), &written.args)?;
        let mut all = vec![receiver?];
        all.extend(arguments?);
        Some(Kind::Method(Call { method, name: name.clone(), on: None, arguments: all }))
    }

    /// `f32::max(a, b)`, `T::from(x)`, `merge(a, b)`
    pub(super) fn call(&mut self, written: &syn::ExprCall) -> Option<Kind> {
        self.no_attributes(&written.attrs);
        let arguments = self.arguments(written.args.iter());
        let SynExpr::Path(path) = peel(&written.func) else {
            self.report.error(
                &written.func,
                "calling a value is not part of the kernel subset; write the expression itself",
            );
            return None;
        };
        if path.qself.is_some() {
            self.report.error(path, "`<T>::…` is not part of the kernel subset; write `T::…`");
            return None;
        }
        if let Some((on, name)) = owner(&path.path) {
            return self.associated(on, name, arguments, written);
        }
        self.function(&path.path, arguments)
    }

    /// `merge(a, b)`, `stats::merge(a, b)`: whether it is a `#[device_fn]`, and what it takes, rustc knows.
    fn function(&mut self, path: &syn::Path, arguments: Option<Vec<Expr>>) -> Option<Kind> {
        let name = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let message = if path.get_ident().is_some() && self.scope.find(&name).is_some() {
            format!("`{name}` is a value, not a function")
        } else if path.get_ident().is_some() && self.itself == Some(&*name) {
            format!("`{name}` calls itself, and kernels have no stack for that; write the steps out")
        } else if matches!(&*name, "Some" | "Ok" | "Err") {
            format!(
                "`{name}` is not part of the kernel subset; use a number that stands for absence, or `filter:`"
            )
        } else if path.segments.len() > 1
            && path.segments.first().is_some_and(|first| matches!(&*first.ident.to_string(), "std" | "core"))
        {
            match Method::from_name(&name) {
                Some(_) => format!("call `{name}` on the number: `a.{name}(…)`"),
                None => {
                    "kernels have nothing of Rust's library but the methods of numbers; write the steps out, or \
                         in a `#[device_fn]` of your own"
                        .to_owned()
                }
            }
        } else if name.starts_with(char::is_uppercase) {
            format!("`{name}` is no function; a struct is made with its fields' names, `{name} {{ … }}`")
        } else if path.segments.iter().any(|segment| !matches!(segment.arguments, PathArguments::None)) {
            "a `#[device_fn]` takes no type arguments; leave these out".to_owned()
        } else {
            return Some(Kind::Call(path.clone(), arguments?));
        };
        self.report.error(path, message);
        None
    }

    fn associated(
        &mut self,
        on: Type,
        segment: syn::PathSegment,
        arguments: Option<Vec<Expr>>,
        written: &syn::ExprCall,
    ) -> Option<Kind> {
        let name = segment.ident;
        if let Type::Outer(outer) = &on
            && outer.name == "Self"
        {
            self.report.error(&written.func, "`Self` is the declaration itself; name the type");
            return None;
        }
        if !matches!(segment.arguments, PathArguments::None) {
            self.report.error(&segment.arguments, "functions of numbers take no type arguments; leave these out");
            return None;
        }
        if name == "from" {
            self.arity(&name, 1, written.args.len(), &written.args)?;
            let value = Box::new(arguments?.pop()?);
            if let (Type::Outer(_), Some((_, LitValue::Float { suffix: None, .. }))) = (&on, value.as_literal()) {
                self.report.error(
                    value.extent,
                    "which float this is, is known only to the type; write it, as in `1.0f32`, or cast, `1.0 as T`",
                );
                return None;
            }
            return Some(Kind::From { to: on, name, value });
        }
        let Some(method) = Method::from_name(&name.to_string()) else {
            let message = match &*name.to_string() {
                "try_from" => format!("`try_from` is not part of the kernel subset; write `x as {on}`"),
                other if matches!(on, Type::Outer(_)) => format!(
                    "`{other}` is not a function of numbers, and only those and `#[device_fn]`s can be called; a \
                     `#[device_fn]` stands outside of `impl` blocks, and is called by its path, `module::{other}(…)`"
                ),
                other => unknown_method(other),
            };
            self.report.error(&name, message);
            return None;
        };
        let receiver = usize::from(method.shape() != Shape::FromBits);
        let expected = if receiver == 0 { 1 } else { method.arguments() + receiver };
        self.arity(&name, expected, written.args.len(), &written.args)?;
        Some(Kind::Method(Call { method, name, on: Some(on), arguments: arguments? }))
    }

    fn arguments<'e>(&mut self, written: impl Iterator<Item = &'e SynExpr>) -> Option<Vec<Expr>> {
        let parsed: Vec<_> = written.map(|argument| self.expr(argument)).collect();
        parsed.into_iter().collect()
    }

    fn arity(
        &mut self,
        name: &Ident,
        expected: usize,
        given: usize,
        arguments: &impl quote::ToTokens,
    ) -> Option<()> {
        if expected == given {
            return Some(());
        }
        let plural = if expected == 1 { "" } else { "s" };
        let message = format!("`{name}` takes {expected} argument{plural} here, not {given}");
        if given == 0 {
            self.report.error(name, message);
        } else {
            self.report.error(arguments, message);
        }
        None
    }
}

fn unknown_method(name: &str) -> String {
    let instead = match name {
        "clone" | "copied" | "cloned" | "to_owned" => "values are copied, so leave it out".into(),
        "into" | "try_into" => "write `as` and the type".into(),
        "wrapping_div" | "checked_div" => "`/` never traps here: division by 0 gives 0".into(),
        "wrapping_rem" | "checked_rem" => "`%` never traps here: the remainder by 0 is the dividend".into(),
        "wrapping_shl" | "checked_shl" | "unbounded_shl" => "`<<` takes its count modulo the width here".into(),
        "wrapping_shr" | "checked_shr" | "unbounded_shr" => "`>>` takes its count modulo the width here".into(),
        "checked_add" | "checked_sub" | "checked_mul" | "overflowing_add" | "overflowing_sub"
        | "overflowing_mul" => "integers wrap here; compare before, or write `saturating_add`".into(),
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "cmp" | "partial_cmp" | "total_cmp" => {
            "compare with `==`, `<` and the like".into()
        }
        "add" | "sub" | "mul" | "div" | "rem" | "neg" | "not" => "write the operator".into(),
        "is_positive" => "write `x > 0`".into(),
        "is_negative" => "write `x < 0`".into(),
        "sin_cos" => "call `sin` and `cos`".into(),
        "exp_m1" => "write `x.exp() - 1.0`".into(),
        "ln_1p" => "write `(1.0 + x).ln()`".into(),
        "log" => "write `x.ln() / base.ln()`, or call `log2` or `log10`".into(),
        _ => match nearest(name, Method::ALL.iter().map(|method| method.name())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "the documentation of `reduction!` lists the methods that exist on both sides".into(),
        },
    };
    format!("kernels have no method `{name}`; {instead}")
}
