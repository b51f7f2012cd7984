//! Blocks: `let` bindings, then a value.

use syn::{Pat, Stmt};

use super::binding::binding;
use super::types::value_type;
use super::{Parser, extent};
use crate::tree::{Binding, Block, Expr, Let};

const STATEMENT: &str =
    "a statement without a value does nothing in a kernel; bind its value with `let`, or leave it out";

impl Parser<'_> {
    pub(super) fn block(&mut self, written: &syn::Block) -> Option<Block> {
        let mark = self.scope.enter();
        let (statements, value) = match written.stmts.split_last() {
            Some((Stmt::Expr(value, None), statements)) => (statements, Some(value)),
            _ => (&*written.stmts, None),
        };
        let lets: Vec<_> = statements.iter().map(|statement| self.statement(statement)).collect();
        let value = match value {
            Some(value) => self.expr(value),
            None => {
                let message = match written.stmts.last() {
                    Some(Stmt::Expr(_, Some(_))) => "this block has no value; leave out the last `;`",
                    _ => "this block has no value; end it with an expression",
                };
                self.report.error_at(written.brace_token.span.close(), message);
                None
            }
        };
        self.scope.leave(mark);
        Some(Block {
            lets: lets.into_iter().collect::<Option<_>>()?,
            value: Box::new(value?),
            extent: extent(written),
        })
    }

    fn statement(&mut self, statement: &Stmt) -> Option<Let> {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Item(item) => {
                self.report.error(item, "items are not part of the kernel subset; declare it outside");
                None
            }
            Stmt::Macro(statement) => {
                self.refuse(&syn::Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: statement.mac.clone() }))
            }
            Stmt::Expr(expr, _) => {
                let before = self.report.len();
                let _: Option<Expr> = self.expr(expr);
                // What is refused anyway has a better message than this one.
                if self.report.len() == before {
                    self.report.error(expr, STATEMENT);
                }
                None
            }
        }
    }

    fn local(&mut self, local: &syn::Local) -> Option<Let> {
        self.no_attributes(&local.attrs);
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        let value = match &local.init {
            Some(init) => {
                if let Some((_, otherwise)) = &init.diverge {
                    self.report.error(
                        otherwise,
                        "`let … else` is not part of the kernel subset; choose the value with `if` … `else`",
                    );
                }
                self.expr(&init.expr)
            }
            None => {
                self.report.error(local, "a `let` without a value is not part of the kernel subset; give it one");
                None
            }
        };
        let ty = ty.map(|ty| value_type(self.report, ty, "the type of a `let`"));
        let binding = match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                if let Some(mutability) = &name.mutability {
                    self.report.error(
                        mutability,
                        "`let mut` is not part of the kernel subset; bind the new value with another `let`",
                    );
                }
                Binding::Name(name.ident.clone())
            }
            Pat::Tuple(_) => {
                let found = binding(self.report, pattern);
                if found.is_none() {
                    self.bind_all(pattern);
                }
                found?
            }
            other => {
                self.bind_all(other);
                self.report.error(
                    other,
                    "a name or a tuple of names can stand here; bind other parts one by one, as in `let a = p[0];`",
                );
                return None;
            }
        };
        // Bound even when its value is wrong: its uses are not further errors.
        for name in binding.names() {
            self.scope.bind(name);
        }
        let ty = match ty {
            Some(ty) => Some(ty?),
            None => None,
        };
        Some(Let { let_token: local.let_token, binding, ty, value: value? })
    }
}
