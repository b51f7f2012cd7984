//! Expressions: operators, casts, indexing, arrays; the rest is in its own module.

use syn::{BinOp, Expr as SynExpr, UnOp};
use wavefold_codegen::Binary;

use super::{Parser, extent};
use crate::tree::{Expr, Kind, LitValue, Operator};

/// The longest `[value; length]`: the kernel text spells every element out.
const LONGEST_REPEAT: u32 = 64;

/// Expressions within each other at most, `a + b + c` being two: compilers recurse.
const DEEPEST: u32 = 256;

/// Without parentheses and the invisible groups of `macro_rules!`.
pub(crate) fn peel(mut expr: &SynExpr) -> &SynExpr {
    loop {
        expr = match expr {
            SynExpr::Group(group) => &group.expr,
            SynExpr::Paren(paren) => &paren.expr,
            _ => return expr,
        };
    }
}

impl Parser<'_> {
    pub(super) fn expr(&mut self, written: &SynExpr) -> Option<Expr> {
        if self.depth == DEEPEST {
            if !std::mem::replace(&mut self.too_deep, true) {
                let message = "expressions within each other; bind some of them with `let`";
                self.report.error(written, format_args!("this is more than {DEEPEST} {message}"));
            }
            return None;
        }
        self.depth += 1;
        let expr = self.shallow(written);
        self.depth -= 1;
        expr
    }

    fn shallow(&mut self, written: &SynExpr) -> Option<Expr> {
        let kind = match written {
            SynExpr::Group(group) => return self.expr(&group.expr),
            SynExpr::Paren(paren) => {
                self.no_attributes(&paren.attrs);
                return self.expr(&paren.expr);
            }
            SynExpr::Lit(literal) => Kind::Literal(self.literal(&literal.lit)?),
            SynExpr::Path(path) => self.path(path)?,
            SynExpr::Unary(unary) => self.unary(unary)?,
            SynExpr::Binary(binary) => self.binary(binary)?,
            SynExpr::Cast(cast) => self.cast(cast)?,
            SynExpr::Index(index) => self.index(index)?,
            SynExpr::MethodCall(call) => self.method(call)?,
            SynExpr::Call(call) => self.call(call)?,
            SynExpr::If(condition) => Kind::If(self.condition(condition)?),
            SynExpr::Match(matching) => Kind::Match(self.matching(matching)?),
            SynExpr::Block(block) => {
                self.no_attributes(&block.attrs);
                if let Some(label) = &block.label {
                    self.report.error(label, "labels are not part of the kernel subset; leave this one out");
                }
                Kind::Block(self.block(&block.block)?)
            }
            SynExpr::Array(array) => {
                if array.elems.is_empty() {
                    self.report.error(array, "an empty array holds nothing; write its elements");
                }
                let elements: Vec<_> = array.elems.iter().map(|element| self.expr(element)).collect();
                Kind::Array(elements.into_iter().collect::<Option<_>>()?)
            }
            SynExpr::Repeat(repeat) => self.repeat(repeat)?,
            SynExpr::Field(field) => self.field(field)?,
            SynExpr::Tuple(tuple) if !tuple.elems.is_empty() => {
                self.no_attributes(&tuple.attrs);
                let fields: Vec<_> = tuple.elems.iter().map(|field| self.expr(field)).collect();
                Kind::Tuple(fields.into_iter().collect::<Option<_>>()?)
            }
            SynExpr::Struct(literal) => self.structure(literal)?,
            other => return self.refuse(other),
        };
        Some(Expr { kind, extent: extent(written) })
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Option<Kind> {
        self.no_attributes(&unary.attrs);
        match unary.op {
            UnOp::Neg(token) => Some(Kind::Neg(token, Box::new(self.expr(&unary.expr)?))),
            UnOp::Not(token) => Some(Kind::Not(token, Box::new(self.expr(&unary.expr)?))),
            _ => {
                let operand = self.expr(&unary.expr);
                self.report.error(
                    unary,
                    "dereferencing is not part of the kernel subset; values are copied, so leave out the `*`",
                );
                operand.and(None)
            }
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Kind> {
        self.no_attributes(&binary.attrs);
        let left = self.expr(&binary.left);
        let right = self.expr(&binary.right);
        let Some(which) = operator(&binary.op) else {
            self.report.error(
                binary,
                "assignment is not part of the kernel subset; bind the new value with `let` instead",
            );
            return None;
        };
        let operator = Operator { which, token: binary.op };
        Some(Kind::Binary(Box::new(left?), operator, Box::new(right?)))
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Option<Kind> {
        self.no_attributes(&cast.attrs);
        let value = self.expr(&cast.expr);
        let to = self.cast_target(&cast.ty);
        Some(Kind::Cast(Box::new(value?), cast.as_token, to?))
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Option<Kind> {
        self.no_attributes(&index.attrs);
        let base = self.expr(&index.expr);
        let SynExpr::Lit(syn::ExprLit { lit: syn::Lit::Int(literal), .. }) = peel(&index.index) else {
            self.report.error(
                &index.index,
                "indexing with a computed value is not part of the kernel subset; write the number, as in `a[0]`, \
                 or choose with `match`",
            );
            return None;
        };
        let number = match literal.base10_parse::<u32>() {
            Ok(number) if matches!(literal.suffix(), "" | "usize") => number,
            _ => {
                self.report.error(literal, "an index is a plain number, as in `a[0]`");
                return None;
            }
        };
        let base = base?;
        if let Kind::Name(name) = &base.kind
            && let Some(length) = self.length_of(name)
            && number >= length
        {
            self.report.error(
                literal,
                format_args!("`{name}` has {length} elements, the last is `{name}[{}]`", length - 1),
            );
            return None;
        }
        Some(Kind::Index(Box::new(base), literal.token(), number))
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Option<Kind> {
        self.no_attributes(&repeat.attrs);
        let value = self.expr(&repeat.expr);
        let length = match peel(&repeat.len) {
            SynExpr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => length.base10_parse().ok(),
            _ => None,
        };
        match length {
            Some(length @ 1..=LONGEST_REPEAT) => Some(Kind::Repeat(Box::new(value?), length)),
            _ => {
                self.report.error(
                    &repeat.len,
                    format_args!("the length of an array expression is a number from 1 to {LONGEST_REPEAT}"),
                );
                None
            }
        }
    }
}

/// `None` for `+=` and its like.
fn operator(op: &BinOp) -> Option<Binary> {
    Some(match op {
        BinOp::Add(_) => Binary::Add,
        BinOp::Sub(_) => Binary::Sub,
        BinOp::Mul(_) => Binary::Mul,
        BinOp::Div(_) => Binary::Div,
        BinOp::Rem(_) => Binary::Rem,
        BinOp::BitAnd(_) => Binary::BitAnd,
        BinOp::BitOr(_) => Binary::BitOr,
        BinOp::BitXor(_) => Binary::BitXor,
        BinOp::Shl(_) => Binary::Shl,
        BinOp::Shr(_) => Binary::Shr,
        BinOp::Eq(_) => Binary::Eq,
        BinOp::Ne(_) => Binary::Ne,
        BinOp::Lt(_) => Binary::Lt,
        BinOp::Le(_) => Binary::Le,
        BinOp::Gt(_) => Binary::Gt,
        BinOp::Ge(_) => Binary::Ge,
        BinOp::And(_) => Binary::And,
        BinOp::Or(_) => Binary::Or,
        _ => return None,
    })
}

impl Expr {
    /// A literal, or a literal behind a minus; braces around it change nothing.
    pub(crate) fn as_literal(&self) -> Option<(bool, &LitValue)> {
        match &self.kind {
            Kind::Literal(literal) => Some((false, &literal.value)),
            Kind::Neg(_, operand) => match &operand.kind {
                Kind::Literal(literal) => Some((true, &literal.value)),
                _ => None,
            },
            Kind::Block(block) if block.lets.is_empty() => block.value.as_literal(),
            _ => None,
        }
    }
}
