//! `match` as a chain of `if`s, from the first arm to the last.

use super::expression::{Printer, Target};
use super::precedence::{Piece, binary};
use super::statements::Statements;
use crate::infer::{Kind, Node, TypedArm, TypedPattern};
use crate::{Binary, NumericConst};

impl Printer<'_, '_> {
    pub(super) fn match_(
        &mut self,
        scrutinee: &Node<'_>,
        arms: &[TypedArm<'_>],
        target: Target<'_>,
        out: &mut Statements,
        level: usize,
    ) {
        let value = match &scrutinee.kind {
            Kind::Name(_) => self.expr(scrutinee, out, level).text,
            _ => {
                let ty = self.type_name(scrutinee);
                let text = self.expr(scrutinee, out, level).text;
                let name = self.scope.fresh("matched");
                out.line(level, &format!("const {ty} {name} = {text};"));
                name
            }
        };
        // What a guard hoists stands before the chain, which it must not tear apart: it has no side effects,
        // so it may be computed for nothing.
        let conditions: Vec<_> = arms
            .iter()
            .enumerate()
            .map(|(number, arm)| self.condition(arm, number + 1 == arms.len(), &value, out, level))
            .collect();
        let mut opening = String::new();
        for (arm, condition) in arms.iter().zip(conditions) {
            let line = match condition {
                Some(condition) => format!("{opening}if ({}) {{", condition.text),
                None => format!("{opening}{{"),
            };
            let depth = self.scope.depth();
            self.bind(arm, &value);
            self.branch(&line, &arm.body, target, out, level);
            self.scope.leave(depth);
            opening = "} else ".into();
        }
        out.line(level, "}");
    }

    fn bind(&mut self, arm: &TypedArm<'_>, value: &str) {
        if let TypedPattern::Binding(name) = arm.pattern {
            self.scope.alias(name, value);
        }
    }

    /// The test of an arm; `None` when it takes everything that the arms before it left.
    fn condition(
        &mut self,
        arm: &TypedArm<'_>,
        last: bool,
        value: &str,
        out: &mut Statements,
        level: usize,
    ) -> Option<Piece> {
        // rustc has checked that the arms are exhaustive: the last one needs no test.
        let test = if last { None } else { self.pattern(&arm.pattern, value) };
        let depth = self.scope.depth();
        self.bind(arm, value);
        let guard = arm.guard.as_ref().map(|guard| self.expr(guard, out, level));
        self.scope.leave(depth);
        test.into_iter().chain(guard).reduce(|left, right| binary(Binary::And, left, right))
    }

    /// The test of a pattern; `None` when everything matches.
    fn pattern(&mut self, pattern: &TypedPattern<'_>, value: &str) -> Option<Piece> {
        // Literals hoist nothing.
        let mut nowhere = Statements::default();
        let mut compare = |printer: &mut Self, operator, bound: &Node<'_>| {
            printer.overload(operator, printer.typed.scalar(bound));
            let bound = printer.expr(bound, &mut nowhere, 0);
            binary(operator, Piece::primary(value), bound)
        };
        match pattern {
            TypedPattern::Wild | TypedPattern::Binding(_) => None,
            TypedPattern::Literal(literal) => Some(compare(self, Binary::Eq, literal)),
            TypedPattern::Range { low, high, closed } => {
                // Compilers call a comparison of an unsigned number with 0 pointless.
                let low = low.as_ref().filter(|low| high.is_none() || !self.is_unsigned_zero(low));
                let low = low.map(|low| compare(self, Binary::Ge, low));
                let operator = if *closed { Binary::Le } else { Binary::Lt };
                let high = high.as_ref().map(|high| compare(self, operator, high));
                [low, high].into_iter().flatten().reduce(|low, high| binary(Binary::And, low, high))
            }
            TypedPattern::Any(patterns) => {
                let tests: Option<Vec<Piece>> =
                    patterns.iter().map(|pattern| self.pattern(pattern, value)).collect();
                tests?.into_iter().reduce(|left, right| binary(Binary::Or, left, right))
            }
        }
    }

    fn is_unsigned_zero(&self, node: &Node<'_>) -> bool {
        let scalar = self.typed.scalar(node);
        let zero = match node.kind {
            Kind::Integer(value) => value == 0,
            Kind::Constant(value) => value.bits == 0,
            Kind::Numeric(_, constant) => constant == NumericConst::Min,
            _ => false,
        };
        zero && scalar.is_integer() && !scalar.is_signed_integer()
    }
}
