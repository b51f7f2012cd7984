//! Random well-typed expressions of the subset.

use wavefold_codegen::{Binary, Scalar};

use super::control;
use super::literals::{self, Typing};
use super::methods;
use super::random::Random;
use super::tree::{Expr, Kind, Ty};

/// The numbers of the subset.
pub(crate) const NUMBERS: [Scalar; 10] = [
    Scalar::I8,
    Scalar::U8,
    Scalar::I16,
    Scalar::U16,
    Scalar::I32,
    Scalar::U32,
    Scalar::I64,
    Scalar::U64,
    Scalar::F32,
    Scalar::F64,
];

/// Makes expressions over the names in scope.
pub(crate) struct Generator<'r> {
    pub(crate) random: &'r mut Random,
    /// Names and their types, innermost last: a later one hides an earlier one of the same name.
    pub(crate) scope: Vec<(String, Ty)>,
    /// How many of them come from outside: their bits are what was passed in, NaNs included.
    pub(crate) outer: usize,
    /// Whether functions may be called whose last bits are the mathematical library's.
    pub(crate) transcendental: bool,
}

impl Generator<'_> {
    /// An expression of type `ty` with about `depth` levels.
    pub(crate) fn expr(&mut self, ty: Ty, depth: usize, typing: Typing) -> Expr {
        let expr = match ty {
            Ty::Scalar(scalar) => self.scalar(scalar, depth, typing),
            Ty::Array(element, length) => self.array(element, length, depth, typing),
        };
        if self.random.chance(4) { Expr { ty, kind: Kind::Paren(Box::new(expr)) } } else { expr }
    }

    /// [`expr`](Self::expr) for a scalar, boxed.
    pub(crate) fn boxed(&mut self, scalar: Scalar, depth: usize, typing: Typing) -> Box<Expr> {
        Box::new(self.expr(Ty::Scalar(scalar), depth, typing))
    }

    /// Two operands of one type, of which one at least tells the type.
    pub(crate) fn pair(&mut self, scalar: Scalar, depth: usize, typing: Typing) -> (Box<Expr>, Box<Expr>) {
        let (first, second) = self.shared(typing);
        (self.boxed(scalar, depth, first), self.boxed(scalar, depth, second))
    }

    /// How to type two expressions that have one type: one of them may leave it to the other.
    pub(crate) fn shared(&mut self, typing: Typing) -> (Typing, Typing) {
        match typing {
            Typing::Given => (typing, typing),
            _ if self.random.chance(50) => (typing, Typing::Given),
            // What must be known at once must be known from the left.
            Typing::Own => (Typing::Given, typing),
            Typing::Strict => (typing, typing),
        }
    }

    fn scalar(&mut self, scalar: Scalar, depth: usize, typing: Typing) -> Expr {
        if depth == 0 || self.random.chance(8) {
            return self.leaf(scalar, typing);
        }
        let depth = depth - 1;
        match self.random.below(20) {
            0 | 1 => self.leaf(scalar, typing),
            2..=8 if scalar == Scalar::Bool => self.logic(depth, typing),
            2..=6 => self.arithmetic(scalar, depth, typing),
            7 if scalar.is_integer() => self.shift(scalar, depth, typing),
            7 | 8 => self.unary(scalar, depth, typing),
            9..=11 if scalar != Scalar::Bool => self.cast(scalar, depth),
            9..=15 => methods::method(self, scalar, depth, typing),
            16 => control::if_else(self, Ty::Scalar(scalar), depth, typing),
            17 => control::match_(self, Ty::Scalar(scalar), depth, typing),
            18 => control::block(self, Ty::Scalar(scalar), depth, typing),
            _ => self.index(scalar, depth, typing),
        }
    }

    /// What is visible under its own name and has type `ty`.
    pub(crate) fn names(&self, ty: Ty, from_outside: bool) -> Vec<String> {
        let hidden = |index: usize| self.scope[index + 1..].iter().any(|(name, _)| *name == self.scope[index].0);
        (0..if from_outside { self.outer } else { self.scope.len() })
            .filter(|&index| self.scope[index].1 == ty && !hidden(index))
            .map(|index| self.scope[index].0.clone())
            .collect()
    }

    fn leaf(&mut self, scalar: Scalar, typing: Typing) -> Expr {
        let ty = Ty::Scalar(scalar);
        let names = self.names(ty, false);
        let text = match self.random.below(10) {
            0..=5 if !names.is_empty() => self.random.pick(&names),
            6 if scalar != Scalar::Bool => literals::constant(self.random, scalar),
            _ => literals::literal(self.random, scalar, typing),
        };
        Expr::leaf(ty, text)
    }

    fn arithmetic(&mut self, scalar: Scalar, depth: usize, typing: Typing) -> Expr {
        const NUMBER: &[Binary] = &[Binary::Add, Binary::Sub, Binary::Mul, Binary::Div, Binary::Rem];
        const BITS: &[Binary] = &[Binary::BitAnd, Binary::BitOr, Binary::BitXor];
        let bitwise = scalar.is_integer() && self.random.chance(40);
        let operator = self.random.pick(if bitwise { BITS } else { NUMBER });
        let (left, right) = self.pair(scalar, depth, typing);
        Expr::scalar(scalar, Kind::Binary(operator, left, right))
    }

    fn logic(&mut self, depth: usize, typing: Typing) -> Expr {
        const COMPARISONS: &[Binary] = &[Binary::Eq, Binary::Ne, Binary::Lt, Binary::Le, Binary::Gt, Binary::Ge];
        const LOGIC: &[Binary] = &[Binary::And, Binary::Or, Binary::BitAnd, Binary::BitOr, Binary::BitXor];
        if self.random.chance(60) {
            let operator = self.random.pick(COMPARISONS);
            let of = if self.random.chance(10) { Scalar::Bool } else { self.random.pick(&NUMBERS) };
            let (left, right) = self.pair(of, depth, Typing::Own);
            return Expr::scalar(Scalar::Bool, Kind::Binary(operator, left, right));
        }
        let operator = self.random.pick(LOGIC);
        let (left, right) = self.pair(Scalar::Bool, depth, typing);
        Expr::scalar(Scalar::Bool, Kind::Binary(operator, left, right))
    }

    fn shift(&mut self, scalar: Scalar, depth: usize, typing: Typing) -> Expr {
        let operator = self.random.pick(&[Binary::Shl, Binary::Shr]);
        let of = self.random.pick(&NUMBERS[..8]);
        let left = self.boxed(scalar, depth, typing);
        let right = if self.random.chance(30) {
            Box::new(Expr::leaf(Ty::Scalar(Scalar::I32), self.random.below(70).to_string()))
        } else {
            self.boxed(of, depth.min(2), Typing::Own)
        };
        Expr::scalar(scalar, Kind::Binary(operator, left, right))
    }

    fn unary(&mut self, scalar: Scalar, depth: usize, typing: Typing) -> Expr {
        let negatable = scalar.is_float() || scalar.is_signed_integer();
        let operand = self.boxed(scalar, depth, typing);
        if scalar == Scalar::Bool || scalar.is_integer() && (!negatable || self.random.chance(50)) {
            return Expr::scalar(scalar, Kind::Not(operand));
        }
        // `- 128`: the minus belongs to the literal, which has none yet.
        match &operand.kind {
            Kind::Leaf(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
                Expr::leaf(operand.ty, format!("-{text}"))
            }
            _ => Expr::scalar(scalar, Kind::Neg(operand)),
        }
    }

    fn cast(&mut self, to: Scalar, depth: usize) -> Expr {
        if self.random.chance(12) {
            return self.cast_literal(to);
        }
        if self.random.chance(15) {
            let narrower = |from: &Scalar| {
                let exact = match (from.is_float(), to.is_float()) {
                    (false, true) => from.bits() * 2 <= to.bits(),
                    (true, false) => false,
                    (true, true) => from.bits() <= to.bits(),
                    (false, false) => {
                        let same_sign = from.is_signed_integer() == to.is_signed_integer();
                        from.bits() < to.bits() && (same_sign || to.is_signed_integer()) || *from == to
                    }
                };
                exact || *from == to
            };
            let sources: Vec<Scalar> = NUMBERS.into_iter().filter(narrower).collect();
            let from = self.random.pick(&sources);
            let value = self.boxed(from, depth, Typing::Strict);
            return Expr::scalar(to, Kind::From(value));
        }
        let from =
            if to.is_integer() && self.random.chance(12) { Scalar::Bool } else { self.random.pick(&NUMBERS) };
        let value = self.boxed(from, depth, Typing::Own);
        // A bare literal takes the type that it is cast to, which it may not fit.
        if value.is_bare_literal() { self.cast_literal(to) } else { Expr::scalar(to, Kind::Cast(value)) }
    }

    /// `300 as u16`: the literal has the type that it is cast to, if that is of its kind.
    fn cast_literal(&mut self, to: Scalar) -> Expr {
        let (from, digits) = if self.random.chance(50) {
            let from = if to.is_integer() { to } else { Scalar::I32 };
            (from, literals::integer_digits(self.random, from))
        } else {
            let from = if to.is_float() { to } else { Scalar::F64 };
            (from, literals::float_digits(self.random, from))
        };
        Expr::scalar(to, Kind::Cast(Box::new(Expr::leaf(Ty::Scalar(from), digits))))
    }

    fn index(&mut self, scalar: Scalar, depth: usize, typing: Typing) -> Expr {
        let length = 1 + self.random.below(4) as u32;
        let found =
            self.scope.iter().map(|(_, ty)| *ty).find(|ty| matches!(ty, Ty::Array(of, _) if *of == scalar));
        let ty = found.filter(|_| self.random.chance(70)).unwrap_or(Ty::Array(scalar, length));
        let length = if let Ty::Array(_, length) = ty { length } else { length };
        let base = Box::new(self.expr(ty, depth, typing));
        Expr::scalar(scalar, Kind::Index(base, self.random.below(length as usize) as u32))
    }

    fn array(&mut self, element: Scalar, length: u32, depth: usize, typing: Typing) -> Expr {
        let ty = Ty::Array(element, length);
        let names = self.names(ty, false);
        if !names.is_empty() && self.random.chance(60) {
            return Expr::leaf(ty, self.random.pick(&names));
        }
        let kind = match self.random.below(10) {
            0 if depth > 0 => return control::if_else(self, ty, depth - 1, typing),
            1 if depth > 0 => return control::match_(self, ty, depth - 1, typing),
            2 if depth > 0 => return control::block(self, ty, depth - 1, typing),
            3 => Kind::Repeat(self.boxed(element, depth.saturating_sub(1), typing), length),
            _ => {
                let telling = self.random.below(length as usize) as u32;
                let elements = (0..length).map(|index| {
                    let typing = if index == telling { typing } else { Typing::Given };
                    self.expr(Ty::Scalar(element), depth.saturating_sub(1), typing)
                });
                Kind::Array(elements.collect())
            }
        };
        Expr { ty, kind }
    }
}
