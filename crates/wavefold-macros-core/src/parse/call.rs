//! Methods and associated functions of the numeric types.

use proc_macro2::Ident;
use syn::{Expr as SynExpr, PathArguments};
use wavefold_codegen::{Method, Shape};

use super::Parser;
use super::expr::peel;
use super::types::scalar_name;
use crate::nearest::nearest;
use crate::tree::{Call, Expr, Kind, ScalarType};

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

    /// `f32::max(a, b)`, `u32::from(x)`; every other function is unknown here.
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
        if let Some((on, name)) = associated(path) {
            return self.associated(on, name, arguments, written);
        }
        let name = path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let message = match Method::from_name(&name) {
            _ if self.scope.find(&name).is_some() => format!("`{name}` is a value, not a function"),
            _ if matches!(&*name, "Some" | "Ok" | "Err") => {
                format!(
                    "`{name}` is not part of the kernel subset; use a number that stands for absence, or `filter:`"
                )
            }
            Some(method) => {
                let blanks = ["", "b", "b, c"].get(method.arguments()).copied().unwrap_or("…");
                format!("call `{name}` on the number: `a.{name}({blanks})`")
            }
            None => format!(
                "`{name}` is unknown to kernels: functions of your own (`#[device_fn]`) are not built yet; write its \
                 body here, with `let` for the steps"
            ),
        };
        self.report.error(&written.func, message);
        None
    }

    fn associated(
        &mut self,
        on: ScalarType,
        name: Ident,
        arguments: Option<Vec<Expr>>,
        written: &syn::ExprCall,
    ) -> Option<Kind> {
        if name == "from" {
            self.arity(&name, 1, written.args.len(), &written.args)?;
            let value = Box::new(arguments?.pop()?);
            return Some(Kind::From { to: on, name, value });
        }
        let Some(method) = Method::from_name(&name.to_string()) else {
            let message = match &*name.to_string() {
                "try_from" => format!("`try_from` is not part of the kernel subset; write `x as {}`", on.scalar),
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

/// The type and the name of `f32::max`, `std::primitive` paths excluded.
fn associated(path: &syn::ExprPath) -> Option<(ScalarType, Ident)> {
    let segments = &path.path.segments;
    if path.qself.is_some() || path.path.leading_colon.is_some() || segments.len() != 2 {
        return None;
    }
    let plain = segments.iter().all(|segment| matches!(segment.arguments, PathArguments::None));
    plain.then_some(())?;
    Some((scalar_name(&segments[0].ident)?, segments[1].ident.clone()))
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
