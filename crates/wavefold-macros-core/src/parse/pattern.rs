//! Patterns of `match` arms: literals, ranges, names, `_` and alternatives.

use proc_macro2::{Literal, TokenTree};
use quote::ToTokens;
use syn::Pat;

use super::{Parser, is_constant_case};
use crate::tree::{Expr, Kind, LitValue, Pattern, plain};

impl Parser<'_> {
    /// `binds`: whether a name may stand here; inside alternatives it cannot.
    pub(super) fn pattern(&mut self, written: &Pat, binds: bool) -> Option<Pattern> {
        match written {
            Pat::Wild(wild) => Some(Pattern::Wild(wild.underscore_token)),
            Pat::Paren(paren) => self.pattern(&paren.pat, binds),
            Pat::Lit(literal) => Some(Pattern::Value(self.end(&syn::Expr::Lit(literal.clone()))?)),
            Pat::Path(path) => Some(Pattern::Value(self.end(&syn::Expr::Path(path.clone()))?)),
            Pat::Ident(name) => self.binding(name, binds),
            Pat::Range(range) => {
                let low = range.start.as_ref().map(|low| self.end(low));
                let high = range.end.as_ref().map(|high| self.end(high));
                let present = |end: Option<Option<Expr>>| match end {
                    Some(end) => end.map(Some),
                    None => Some(None),
                };
                Some(Pattern::Range { low: present(low)?, limits: range.limits, high: present(high)? })
            }
            Pat::Or(alternatives) => {
                let cases: Vec<_> = alternatives.cases.iter().map(|case| self.pattern(case, false)).collect();
                Some(Pattern::Any(cases.into_iter().collect::<Option<_>>()?))
            }
            Pat::Tuple(_) | Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Slice(_) | Pat::Rest(_) => {
                self.refuse_pattern(written, "patterns that take a value apart are")
            }
            Pat::Reference(_) => self.refuse_pattern(written, "reference patterns are"),
            Pat::Macro(_) => self.refuse_pattern(written, "macros in patterns are"),
            _ => self.refuse_pattern(written, "this pattern is"),
        }
    }

    fn refuse_pattern<T>(&mut self, written: &Pat, what: &str) -> Option<T> {
        self.bind_all(written);
        self.report.error(
            written,
            format_args!(
                "{what} not part of the kernel subset; match numbers and `bool` with literals, ranges, `|`, a name or `_`"
            ),
        );
        None
    }

    /// Binds what a refused pattern would bind: the uses of these names are not further errors.
    pub(super) fn bind_all(&mut self, written: impl ToTokens) {
        for token in written.into_token_stream() {
            match token {
                TokenTree::Ident(name) if plain(&name).starts_with(char::is_lowercase) => self.scope.bind(&name),
                TokenTree::Group(group) => self.bind_all(group.stream()),
                _ => {}
            }
        }
    }

    fn binding(&mut self, name: &syn::PatIdent, binds: bool) -> Option<Pattern> {
        if name.by_ref.is_some() || name.mutability.is_some() {
            self.scope.bind(&name.ident);
            self.report.error(name, "`ref` and `mut` are not part of the kernel subset; write the name alone");
            return None;
        }
        if let Some((at, pattern)) = &name.subpat {
            let _ = self.pattern(pattern, false);
            self.scope.bind(&name.ident);
            self.report.error(
                at,
                format_args!(
                    "`@` is not part of the kernel subset; write `{0} if …` with the condition",
                    name.ident
                ),
            );
            return None;
        }
        if is_constant_case(&plain(&name.ident)) {
            let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: name.ident.clone().into() };
            let value = self.end(&syn::Expr::Path(path))?;
            return Some(Pattern::Value(value));
        }
        if !binds {
            self.scope.bind(&name.ident);
            self.report.error(
                &name.ident,
                "a name cannot be one of several alternatives; write `_`, or an arm of its own",
            );
            return None;
        }
        self.scope.bind(&name.ident);
        Some(Pattern::Binding(name.ident.clone()))
    }

    /// A value in a pattern: a literal or a constant.
    fn end(&mut self, written: &syn::Expr) -> Option<Expr> {
        let value = match negative(written) {
            Some(positive) => self.expr(&positive)?,
            None => self.expr(written)?,
        };
        let message = match (&value.kind, value.as_literal()) {
            (_, Some((_, LitValue::Float { .. }))) => {
                "floats cannot be matched, because they are not exact; compare with `<` in an `if` … `else`"
            }
            (_, Some(_)) | (Kind::Numeric(_) | Kind::Outer(_), _) => return Some(value),
            _ => "a pattern holds literals and constants; compare with an `if` after it",
        };
        self.report.error(value.extent, message);
        None
    }
}

/// syn reads `-1` in a pattern as one literal; elsewhere it is a minus and a literal.
fn negative(written: &syn::Expr) -> Option<syn::Expr> {
    let syn::Expr::Lit(syn::ExprLit { lit, .. }) = written else {
        return None;
    };
    let digits = lit.to_token_stream().to_string();
    let mut literal: Literal = digits.strip_prefix('-')?.trim_start().parse().ok()?;
    literal.set_span(lit.span());
    Some(syn::Expr::Unary(syn::ExprUnary {
        attrs: Vec::new(),
        op: syn::UnOp::Neg(syn::Token![-](lit.span())),
        expr: Box::new(syn::Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: syn::Lit::new(literal) })),
    }))
}
