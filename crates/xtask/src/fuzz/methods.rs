//! Calls of every method of the table.

use wavefold_codegen::{Binary, Method, Receiver, Scalar, Shape};

use super::generate::{Generator, NUMBERS};
use super::literals::Typing;
use super::tree::{Expr, Kind, Let, Ty};

/// A call whose result is `result`; another expression where no method has such a result.
pub(crate) fn method(from: &mut Generator<'_>, result: Scalar, depth: usize, typing: Typing) -> Expr {
    let candidates: Vec<(Method, Scalar)> = Method::ALL
        .iter()
        .filter(|method| from.transcendental || !method.is_transcendental())
        .flat_map(|&method| NUMBERS.map(|of| (method, of)))
        .filter(|&(method, of)| takes(method.receiver(), of) && gives(method.shape(), of) == result)
        .collect();
    let Some(&(method, _)) = (!candidates.is_empty()).then(|| &candidates[from.random.below(candidates.len())])
    else {
        return from.expr(Ty::Scalar(result), depth, typing);
    };
    let receivers: Vec<Scalar> =
        candidates.iter().filter(|(other, _)| *other == method).map(|&(_, of)| of).collect();
    let of = from.random.pick(&receivers);
    call(from, method, of, depth, typing)
}

fn takes(receiver: Receiver, of: Scalar) -> bool {
    match receiver {
        Receiver::Float => of.is_float(),
        Receiver::Half => of.is_half(),
        Receiver::Integer => of.is_integer(),
        Receiver::Signed => of.is_signed_integer(),
        Receiver::Unsigned => of.is_integer() && !of.is_signed_integer(),
        Receiver::Negatable => of.is_float() || of.is_signed_integer(),
        Receiver::Any => of != Scalar::Bool,
    }
}

fn gives(shape: Shape, of: Scalar) -> Scalar {
    match shape {
        Shape::Like | Shape::WithCount | Shape::WithPower | Shape::FromBits => of,
        Shape::Predicate => Scalar::Bool,
        Shape::Integer32 => Scalar::U32,
        Shape::Single => Scalar::F32,
        Shape::Bits => of.to_unsigned(),
    }
}

fn call(from: &mut Generator<'_>, method: Method, of: Scalar, depth: usize, typing: Typing) -> Expr {
    let on = from.random.chance(20).then_some(of);
    let own = if on.is_some() { Typing::Given } else { typing };
    let result = Ty::Scalar(gives(method.shape(), of));
    let mut arguments = Vec::new();
    match method.shape() {
        Shape::Like => {
            let telling = from.random.below(method.arguments() + 1);
            for index in 0..=method.arguments() {
                let typing = if index == telling || own == Typing::Strict { own } else { Typing::Given };
                arguments.push(from.expr(Ty::Scalar(of), depth, typing));
            }
            if method == Method::Copysign {
                arguments[1] = settled(from, arguments[1].clone(), depth);
            }
        }
        Shape::Predicate | Shape::Integer32 | Shape::Single => {
            let typing = if on.is_some() { Typing::Given } else { Typing::Own };
            let mut receiver = from.expr(Ty::Scalar(of), depth, typing);
            if matches!(method, Method::IsSignNegative | Method::IsSignPositive) {
                receiver = settled(from, receiver, depth);
            }
            arguments.push(receiver);
        }
        Shape::WithCount | Shape::WithPower => {
            let count = if method.shape() == Shape::WithCount { Scalar::U32 } else { Scalar::I32 };
            arguments.push(from.expr(Ty::Scalar(of), depth, own));
            arguments.push(from.expr(Ty::Scalar(count), depth.min(2), Typing::Given));
        }
        Shape::Bits => {
            // What is known of the result says nothing about the receiver.
            let (first, second) = match on {
                Some(_) => (Typing::Given, Typing::Given),
                None => (Typing::Strict, Typing::Given),
            };
            let receiver = from.expr(Ty::Scalar(of), depth, first);
            if method == Method::ToBits {
                arguments.push(settled(from, receiver, depth));
            } else {
                arguments.push(receiver);
                for _ in 0..method.arguments() {
                    arguments.push(from.expr(Ty::Scalar(of), depth, second));
                }
            }
        }
        Shape::FromBits => {
            arguments.push(from.expr(Ty::Scalar(of.to_unsigned()), depth, Typing::Given));
            return Expr { ty: result, kind: Kind::Method(method, Some(of), arguments) };
        }
    }
    Expr { ty: result, kind: Kind::Method(method, on, arguments) }
}

/// `value` where its bits are looked at: those of a computed NaN are up to the machine, so it becomes a number.
fn settled(from: &mut Generator<'_>, value: Expr, depth: usize) -> Expr {
    let ty = value.ty;
    let names = from.names(ty, true);
    if !names.is_empty() && from.random.chance(30) {
        return Expr::leaf(ty, from.random.pick(&names));
    }
    if from.random.chance(50) {
        // NaN loses in `max`, but only against a number.
        let low = Expr::leaf(ty, format!("-1.5{}", ty.rust()));
        return Expr { ty, kind: Kind::Method(Method::Max, None, vec![value, low]) };
    }
    let name = "settled".to_owned();
    let twice = || Box::new(Expr::leaf(ty, name.clone()));
    let is_number = Expr::scalar(Scalar::Bool, Kind::Binary(Binary::Eq, twice(), twice()));
    let otherwise = from.expr(ty, depth.min(1), Typing::Given);
    let zero = Expr::leaf(ty, format!("-0.0{}", ty.rust()));
    let otherwise = if matches!(otherwise.kind, Kind::Leaf(ref text) if text.starts_with(|c: char| c.is_ascii_digit()))
    {
        otherwise
    } else {
        zero
    };
    let choice = Expr { ty, kind: Kind::If(Box::new(is_number), twice(), Box::new(otherwise)) };
    let lets = vec![Let { name: name.clone(), annotated: true, value }];
    Expr { ty, kind: Kind::Block(lets, Box::new(choice)) }
}
