//! Constructs outside the subset, and what to write instead.

use syn::{Expr as SynExpr, Member};

use super::Parser;

const LOOP: (&str, &str) =
    ("loops are", "write the steps out (the loop over the elements is the declaration itself)");
const NESTED: &str = "write the expression itself";

impl Parser<'_> {
    /// Reports a construct that is not part of the subset.
    pub(super) fn refuse<T>(&mut self, written: &SynExpr) -> Option<T> {
        let (what, instead) = match written {
            SynExpr::Tuple(_) => ("the empty tuple is", "write a number"),
            SynExpr::Assign(_) => ("assignment is", "bind the new value with `let` instead"),
            SynExpr::Async(_) | SynExpr::Await(_) => ("asynchronous code is", NESTED),
            SynExpr::Break(_) | SynExpr::Continue(_) => LOOP,
            SynExpr::ForLoop(_) | SynExpr::Loop(_) | SynExpr::While(_) => LOOP,
            SynExpr::Closure(_) => ("closures are", "write their body, with a `let` for every argument"),
            SynExpr::Const(_) => ("`const` blocks are", "name a constant declared outside"),
            SynExpr::Unsafe(_) => ("`unsafe` is", NESTED),
            SynExpr::Infer(_) => ("`_` as a value is", "write a value"),
            SynExpr::Let(_) => ("`if let` is", "compare with `==`, or write a `match`"),
            SynExpr::Macro(_) => (
                "macros are",
                "write what it stands for, a `match` with `true` and `false` in place of `matches!`",
            ),
            SynExpr::Range(_) => ("ranges as values are", "compare, as in `low <= x && x < high`"),
            SynExpr::RawAddr(_) | SynExpr::Reference(_) => {
                ("references are", "values are copied, so leave out the `&`")
            }
            SynExpr::Return(_) => ("`return` is", "make the value the end of the expression, with `if` … `else`"),
            SynExpr::Try(_) | SynExpr::TryBlock(_) => ("`?` is", "choose the value with `if` … `else`"),
            SynExpr::Yield(_) => ("`yield` is", NESTED),
            _ => ("this is", "use literals, names, operators, `if`, `match`, `let` and methods of numbers"),
        };
        self.report.error(written, format_args!("{what} not part of the kernel subset; {instead}"));
        None
    }

    /// `self.mean` and its like.
    pub(super) fn refuse_self<T>(&mut self, field: &syn::ExprField) -> Option<T> {
        let message = match &field.member {
            Member::Named(name) if self.scope.has_parameter(&name.to_string()) => {
                format!("a parameter goes by its name alone here; write `{name}`")
            }
            _ => format!("`self` is not part of the kernel subset; {}", self.scope.describe()),
        };
        self.report.error(field, message);
        None
    }
}
