//! What a generic declaration asks of every type, and what has one answer for the type at hand: `is_nan` of an integer
//! is false, its `maximum` is its `max`, and what depends on such an answer is decided.

use super::types::Types;
use super::{Kind, Node};
use crate::{Binary, Method, Unary};

/// Folds `node`, whose parts are folded already.
pub(super) fn fold<'a>(node: &mut Node<'a>, types: &Types) {
    match &mut node.kind {
        Kind::Method(method, arguments) => {
            let Some(receiver) = arguments.first() else { return };
            let Some(scalar) = types.as_resolved_scalar(receiver.ty).filter(|scalar| scalar.is_integer()) else {
                return;
            };
            match method {
                Method::IsNan | Method::IsInfinite => node.kind = Kind::Bool(false),
                Method::IsFinite => node.kind = Kind::Bool(true),
                Method::IsSignNegative | Method::IsSignPositive if !scalar.is_signed_integer() => {
                    node.kind = Kind::Bool(*method == Method::IsSignPositive);
                }
                Method::IsSignNegative | Method::IsSignPositive => {
                    let operator = if *method == Method::IsSignNegative { Binary::Lt } else { Binary::Ge };
                    let zero = Node { kind: Kind::Integer(0), ty: receiver.ty };
                    let receiver = arguments.remove(0);
                    node.kind = Kind::Binary(operator, Box::new(receiver), Box::new(zero));
                }
                Method::Minimum => *method = Method::Min,
                Method::Maximum => *method = Method::Max,
                _ => {}
            }
        }
        Kind::Unary(Unary::Not, operand) => {
            if let Kind::Bool(value) = operand.kind {
                node.kind = Kind::Bool(!value);
            }
        }
        Kind::Binary(operator, left, right) => match (*operator, &left.kind, &right.kind) {
            (Binary::And | Binary::BitAnd, Kind::Bool(known), _)
            | (Binary::Or | Binary::BitOr, Kind::Bool(known), _) => {
                let decided = *known == matches!(operator, Binary::Or | Binary::BitOr);
                let chosen = if decided { left } else { right };
                *node = take(chosen);
            }
            (Binary::And | Binary::BitAnd, _, Kind::Bool(known))
            | (Binary::Or | Binary::BitOr, _, Kind::Bool(known)) => {
                let decided = *known == matches!(operator, Binary::Or | Binary::BitOr);
                let chosen = if decided { right } else { left };
                *node = take(chosen);
            }
            _ => {}
        },
        Kind::If(condition, then, otherwise) => {
            if let Kind::Bool(value) = condition.kind {
                let chosen = if value { then } else { otherwise };
                *node = take(chosen);
            }
        }
        _ => {}
    }
}

/// The node, which then stands nowhere else.
fn take<'a>(node: &mut Box<Node<'a>>) -> Node<'a> {
    let ty = node.ty;
    std::mem::replace(&mut **node, Node { kind: Kind::Bool(false), ty })
}
