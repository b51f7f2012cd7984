//! Type inference: the untyped tree becomes a typed one, by the rules that rustc applies to the Rust face.
//!
//! rustc checks the same expressions, so what fails here has failed there too; the errors exist for specs
//! that are built by hand.

mod aggregates;
mod fold;
mod prune;
mod tree;
mod types;

use crate::{
    Arm, Binary, Binding, Constant, Expr, GenerateError, Method, NumericConst, Pattern, Scalar, Shape, Type, Unary,
};
pub(crate) use prune::uses;
pub(crate) use tree::{Kind, Node, TypedArm, TypedPattern};
pub(crate) use types::Ty;
use types::{Class, Mismatch, TypeId, Types};

/// A typed expression with the table of its types.
#[derive(Debug)]
pub(crate) struct Typed<'a> {
    pub(crate) root: Node<'a>,
    types: Types,
}

impl Typed<'_> {
    pub(crate) fn ty(&self, node: &Node<'_>) -> Ty {
        self.types.resolve(node.ty)
    }

    /// The scalar type of `node`; other types do not reach where this is asked.
    pub(crate) fn scalar(&self, node: &Node<'_>) -> Scalar {
        self.types.as_resolved_scalar(node.ty).unwrap_or(Scalar::U32)
    }
}

/// Gives every node of `body` its type.
///
/// `scope` holds the names that the expression may use; `result` is what it must be, if that is known.
pub(crate) fn infer<'a>(
    part: &str,
    body: &Expr<'a>,
    scope: &[Binding<'a>],
    constants: &[Constant<'_>],
    result: Option<Type<'_>>,
) -> Result<Typed<'a>, GenerateError> {
    let mut inference =
        Inference { part, types: Types::default(), scope: Vec::new(), constants, bits: Vec::new() };
    for binding in scope {
        let ty = inference.types.known(binding.ty);
        inference.scope.push((binding.name, ty));
    }
    let root = inference.expr(body)?;
    if let Some(result) = result {
        let expected = inference.types.known(result);
        inference.unify(expected, root.ty)?;
    }
    inference.settle_bits()?;
    let typed = Typed { root, types: inference.types };
    aggregates::check_operands(part, &typed)?;
    let Typed { mut root, types } = typed;
    prune::prune(&mut root, &types);
    Ok(Typed { root, types })
}

struct Inference<'a, 'c> {
    /// What the errors call the expression.
    part: &'c str,
    types: Types,
    scope: Vec<(&'a str, TypeId)>,
    constants: &'c [Constant<'c>],
    /// Receivers and results of methods whose result is the unsigned type of the receiver's size.
    bits: Vec<(TypeId, TypeId)>,
}

impl<'a> Inference<'a, '_> {
    fn unify(&mut self, expected: TypeId, found: TypeId) -> Result<(), GenerateError> {
        self.types.unify(expected, found).map_err(|Mismatch { expected, found }| GenerateError::TypeMismatch {
            part: self.part.into(),
            expected,
            found,
        })
    }

    fn expr(&mut self, expr: &Expr<'a>) -> Result<Node<'a>, GenerateError> {
        let (kind, ty) = match *expr {
            Expr::Integer { value, suffix } => (Kind::Integer(value), self.literal(suffix, Class::Integer)),
            Expr::Float { digits, suffix } => (Kind::Float(digits), self.literal(suffix, Class::Float)),
            Expr::Bool(value) => (Kind::Bool(value), self.types.scalar(Scalar::Bool)),
            Expr::Name(name) => (Kind::Name(name), self.lookup(name)?),
            Expr::Numeric(of, constant) => {
                let ty = if constant == NumericConst::Bits { Scalar::U32 } else { of };
                (Kind::Numeric(of, constant), self.types.scalar(ty))
            }
            Expr::Outer(name) => {
                let constant = self.constants.iter().find(|constant| constant.name == name);
                let value = constant.ok_or_else(|| self.unknown(name))?.value;
                (Kind::Constant(value), self.types.scalar(value.scalar))
            }
            Expr::Unary(operator, operand) => {
                let operand = self.expr(operand)?;
                let ty = operand.ty;
                (Kind::Unary(operator, Box::new(operand)), ty)
            }
            Expr::Binary(operator, left, right) => self.binary(operator, left, right)?,
            Expr::Cast(operand, to) => {
                let to = to.scalar().ok_or_else(|| GenerateError::NotANumber {
                    part: self.part.into(),
                    what: "`as` gives",
                    found: to.to_string(),
                })?;
                (Kind::Cast(Box::new(self.cast(operand, to)?)), self.types.scalar(to))
            }
            Expr::Index(base, index) => {
                let base = self.expr(base)?;
                let element = self.types.element(base.ty).ok_or_else(|| GenerateError::NotAnArray {
                    part: self.part.into(),
                    found: self.types.resolve(base.ty).to_string(),
                })?;
                (Kind::Index(Box::new(base), index), element)
            }
            Expr::Method { method, on, arguments } => self.method(method, on, arguments)?,
            Expr::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let (then, otherwise) = (self.expr(then)?, self.expr(otherwise)?);
                self.unify(then.ty, otherwise.ty)?;
                let ty = then.ty;
                (Kind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty)
            }
            Expr::Match { scrutinee, arms } => self.match_(scrutinee, arms)?,
            Expr::Block { lets, value } => {
                let outer = self.scope.len();
                let mut bound = Vec::new();
                for binding in lets {
                    let node = self.expr(&binding.value)?;
                    if let Some(ty) = binding.ty {
                        let expected = self.types.known(ty);
                        self.unify(expected, node.ty)?;
                    }
                    self.scope.push((binding.name, node.ty));
                    bound.push((binding.name, node));
                }
                let value = self.expr(value)?;
                self.scope.truncate(outer);
                let ty = value.ty;
                (Kind::Block(bound, Box::new(value)), ty)
            }
            Expr::Field(base, name) => self.field(base, name)?,
            Expr::Tuple(fields) => self.tuple(fields)?,
            Expr::Struct { ty, fields } => self.struct_(ty, fields)?,
            Expr::Call { function, arguments } => self.call(function, arguments)?,
            Expr::Array(elements) => {
                let element = self.types.open(Class::Anything);
                let mut nodes = Vec::new();
                for value in elements {
                    let node = self.expr(value)?;
                    self.unify(element, node.ty)?;
                    nodes.push(node);
                }
                let ty = self.types.array(element, elements.len() as u32);
                (Kind::Array(nodes), ty)
            }
        };
        Ok(Node { kind, ty })
    }

    fn literal(&mut self, suffix: Option<Scalar>, class: Class) -> TypeId {
        match suffix {
            Some(scalar) => self.types.scalar(scalar),
            None => self.types.open(class),
        }
    }

    /// A literal under `as` to a type of its kind takes that type, as in Rust, and is rounded only once.
    fn cast(&mut self, operand: &Expr<'a>, to: Scalar) -> Result<Node<'a>, GenerateError> {
        let node = self.expr(operand)?;
        let literal = match &node.kind {
            Kind::Unary(Unary::Neg, positive) => &positive.kind,
            kind => kind,
        };
        let same_kind = match literal {
            Kind::Integer(_) => to.is_integer(),
            Kind::Float(_) => to.is_float(),
            _ => false,
        };
        if same_kind && self.types.as_scalar(node.ty).is_none() {
            let to = self.types.scalar(to);
            self.unify(to, node.ty)?;
        }
        Ok(node)
    }

    fn lookup(&self, name: &'a str) -> Result<TypeId, GenerateError> {
        // Later bindings shadow earlier ones.
        let found = self.scope.iter().rev().find(|(bound, _)| *bound == name);
        found.map(|&(_, ty)| ty).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> GenerateError {
        GenerateError::UnknownName { part: self.part.into(), name: name.into() }
    }

    fn condition(&mut self, expr: &Expr<'a>) -> Result<Node<'a>, GenerateError> {
        let node = self.expr(expr)?;
        let bool = self.types.scalar(Scalar::Bool);
        self.unify(bool, node.ty)?;
        Ok(node)
    }

    fn binary(
        &mut self,
        operator: Binary,
        left: &Expr<'a>,
        right: &Expr<'a>,
    ) -> Result<(Kind<'a>, TypeId), GenerateError> {
        let (left, right) = match operator {
            Binary::And | Binary::Or => (self.condition(left)?, self.condition(right)?),
            _ => (self.expr(left)?, self.expr(right)?),
        };
        // A shift count has a type of its own.
        if !matches!(operator, Binary::Shl | Binary::Shr) {
            self.unify(left.ty, right.ty)?;
        }
        let ty = if operator.is_comparison() { self.types.scalar(Scalar::Bool) } else { left.ty };
        Ok((Kind::Binary(operator, Box::new(left), Box::new(right)), ty))
    }

    fn method(
        &mut self,
        method: Method,
        on: Option<Type<'a>>,
        arguments: &[Expr<'a>],
    ) -> Result<(Kind<'a>, TypeId), GenerateError> {
        let nodes = arguments.iter().map(|argument| self.expr(argument)).collect::<Result<Vec<_>, _>>()?;
        let receiver = match nodes.first() {
            Some(node) if method.shape() != Shape::FromBits => node.ty,
            _ => self.types.open(Class::Float),
        };
        if let Some(on) = on {
            let on = self.types.known(on);
            self.unify(on, receiver)?;
        }
        let ty = match method.shape() {
            Shape::Like => receiver,
            Shape::Predicate => self.types.scalar(Scalar::Bool),
            Shape::Integer32 => self.types.scalar(Scalar::U32),
            Shape::Single => self.types.scalar(Scalar::F32),
            Shape::WithCount | Shape::WithPower => {
                let count = if method.shape() == Shape::WithCount { Scalar::U32 } else { Scalar::I32 };
                let count = self.types.scalar(count);
                for node in nodes.iter().skip(1) {
                    self.unify(count, node.ty)?;
                }
                return Ok((Kind::Method(method, nodes), receiver));
            }
            Shape::Bits => {
                let bits = self.types.open(Class::Integer);
                self.bits.push((receiver, bits));
                bits
            }
            Shape::FromBits => {
                for node in &nodes {
                    self.bits.push((receiver, node.ty));
                }
                return Ok((Kind::Method(method, nodes), receiver));
            }
        };
        for node in nodes.iter().skip(1) {
            self.unify(receiver, node.ty)?;
        }
        if method.shape() == Shape::Bits {
            // `let b = x.to_bits(); b as u8` must see the type now if it is known.
            self.settle_bits_where_known()?;
        }
        Ok((Kind::Method(method, nodes), ty))
    }

    fn match_(&mut self, scrutinee: &Expr<'a>, arms: &[Arm<'a>]) -> Result<(Kind<'a>, TypeId), GenerateError> {
        let scrutinee = self.expr(scrutinee)?;
        let result = self.types.open(Class::Anything);
        let mut typed = Vec::new();
        for arm in arms {
            let outer = self.scope.len();
            let pattern = self.pattern(&arm.pattern, scrutinee.ty)?;
            let guard = arm.guard.as_ref().map(|guard| self.condition(guard)).transpose()?;
            let body = self.expr(&arm.body)?;
            self.unify(result, body.ty)?;
            self.scope.truncate(outer);
            typed.push(TypedArm { pattern, guard, body });
        }
        Ok((Kind::Match(Box::new(scrutinee), typed), result))
    }

    fn pattern(&mut self, pattern: &Pattern<'a>, ty: TypeId) -> Result<TypedPattern<'a>, GenerateError> {
        let mut literal = |expr: &Expr<'a>| {
            let node = self.expr(expr)?;
            self.unify(ty, node.ty)?;
            Ok::<_, GenerateError>(node)
        };
        Ok(match pattern {
            Pattern::Wild => TypedPattern::Wild,
            Pattern::Binding(name) => {
                self.scope.push((name, ty));
                TypedPattern::Binding(name)
            }
            Pattern::Literal(value) => TypedPattern::Literal(literal(value)?),
            Pattern::Range { low, high, closed } => TypedPattern::Range {
                low: low.as_ref().map(&mut literal).transpose()?,
                high: high.as_ref().map(&mut literal).transpose()?,
                closed: *closed,
            },
            Pattern::Any(patterns) => TypedPattern::Any(
                patterns.iter().map(|pattern| self.pattern(pattern, ty)).collect::<Result<_, _>>()?,
            ),
        })
    }

    fn settle_bits_where_known(&mut self) -> Result<(), GenerateError> {
        let (known, open) = std::mem::take(&mut self.bits)
            .into_iter()
            .partition(|&(float, _)| self.types.as_scalar(float).is_some());
        self.bits = open;
        self.unify_bits(known)
    }

    fn settle_bits(&mut self) -> Result<(), GenerateError> {
        let all = std::mem::take(&mut self.bits);
        self.unify_bits(all)
    }

    fn unify_bits(&mut self, pairs: Vec<(TypeId, TypeId)>) -> Result<(), GenerateError> {
        for (receiver, bits) in pairs {
            if let Ty::Scalar(scalar) = self.types.resolve(receiver) {
                let unsigned = self.types.scalar(scalar.to_unsigned());
                self.unify(unsigned, bits)?;
            }
        }
        Ok(())
    }
}
