//! Single expressions as text: each case once came out wrong.

use super::Definitions;
use super::expression::function;
use super::names::Scope;
use crate::infer::{Ty, infer};
use crate::{Binding, Expr, Scalar, Type, Unary};

const fn number(value: u128) -> Expr<'static> {
    Expr::Integer { value, suffix: None }
}

/// The function `f` whose body is `body`, with the helpers and types that it needs before it.
fn text(body: &Expr<'_>, scope: &[Binding<'_>], result: Scalar) -> String {
    let typed = infer("map", body, scope, &[], Some(Type::Scalar(result))).unwrap();
    let (mut names, mut definitions) = (Scope::default(), Definitions::default());
    let parameters: Vec<(String, Ty)> =
        scope.iter().map(|binding| (names.bind(binding.name), binding.ty.into())).collect();
    function("f", &parameters, names, &typed, &mut definitions)
}

#[test]
fn a_literal_takes_the_type_it_is_cast_to() {
    let least = Expr::Unary(Unary::Neg, &number(1 << 63));
    let cast = text(&Expr::Cast(&least, Scalar::I64), &[], Scalar::I64);
    assert!(cast.contains("return (-9223372036854775807ll - 1);"), "{cast}");
    // Through f64 it would be rounded twice, to 16777216.
    let halfway = Expr::Float { digits: "16777217.000000001", suffix: None };
    let cast = text(&Expr::Cast(&halfway, Scalar::F32), &[], Scalar::F32);
    assert!(cast.contains("return 16777218.0f;"), "{cast}");
}
