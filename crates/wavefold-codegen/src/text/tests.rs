//! Single expressions as text: each case once came out wrong.

use super::Definitions;
use super::expression::function;
use super::names::Scope;
use crate::infer::{Ty, infer};
use crate::{Arm, Binary, Binding, Expr, Let, Method, Pattern, Scalar, Type, Unary};

const X: Expr<'static> = Expr::Name("x");

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

fn scalar(name: &str, scalar: Scalar) -> Binding<'_> {
    Binding { name, ty: Type::Scalar(scalar) }
}

#[test]
fn a_literal_takes_the_type_it_is_cast_to() {
    let least = Expr::Unary(Unary::Neg, &number(1 << 63));
    let cast = text(&Expr::Cast(&least, Type::Scalar(Scalar::I64)), &[], Scalar::I64);
    assert!(cast.contains("return (-9223372036854775807ll - 1);"), "{cast}");
    // Through f64 it would be rounded twice, to 16777216.
    let halfway = Expr::Float { digits: "16777217.000000001", suffix: None };
    let cast = text(&Expr::Cast(&halfway, Type::Scalar(Scalar::F32)), &[], Scalar::F32);
    assert!(cast.contains("return 16777218.0f;"), "{cast}");
}

#[test]
fn what_a_guard_hoists_stands_before_the_chain() {
    let inner = Expr::Match {
        scrutinee: &X,
        arms: &[
            Arm { pattern: Pattern::Literal(number(3)), guard: None, body: Expr::Bool(true) },
            Arm { pattern: Pattern::Wild, guard: None, body: Expr::Bool(false) },
        ],
    };
    let arms = [
        Arm { pattern: Pattern::Literal(number(1)), guard: None, body: number(10) },
        Arm { pattern: Pattern::Binding("y"), guard: Some(inner), body: number(20) },
        Arm { pattern: Pattern::Wild, guard: None, body: number(30) },
    ];
    let chain = text(&Expr::Match { scrutinee: &X, arms: &arms }, &[scalar("x", Scalar::I32)], Scalar::I32);
    let hoisted = "    bool chosen;\n    if (x == 3) {\n        chosen = true;\n    } else {\n        chosen = false;\n    }\n";
    let chained = "    if (x == 1) {\n        return 10;\n    } else if (chosen) {\n        return 20;\n    } else {\n        return 30;\n    }\n";
    assert!(chain.contains(&format!("{hoisted}{chained}")), "{chain}");
}

#[test]
fn what_has_no_influence_is_left_out() {
    let lets = [
        Let { name: "a", ty: None, value: X },
        Let { name: "b", ty: None, value: Expr::Name("a") },
        Let { name: "x", ty: None, value: number(5) },
    ];
    let block = text(&Expr::Block { lets: &lets, value: &X }, &[scalar("x", Scalar::I32)], Scalar::I32);
    assert_eq!(block, "__device__ i32 f(i32 x)\n{\n    const i32 x_2 = 5;\n    return x_2;\n}\n");

    // Arms that nothing reaches, and a match that does not look at its value.
    let guard = Expr::Binary(Binary::Lt, &X, &number(3));
    let arms = [
        Arm { pattern: Pattern::Wild, guard: Some(guard), body: number(1) },
        Arm { pattern: Pattern::Binding("n"), guard: None, body: number(2) },
        Arm { pattern: Pattern::Literal(number(7)), guard: Some(guard), body: number(3) },
    ];
    let sum = Expr::Binary(Binary::Add, &X, &number(1));
    let chosen = text(&Expr::Match { scrutinee: &sum, arms: &arms }, &[scalar("x", Scalar::U32)], Scalar::U32);
    assert_eq!(chosen, "__device__ u32 f(u32 x) { return x < 3u ? 1u : 2u; }\n");
}

#[test]
fn a_tuple_that_is_taken_apart_at_once_is_none() {
    let (y, both) = (Expr::Name("y"), Expr::Name("a.b"));
    let taken = |values: &[Expr<'_>], names: [&str; 2]| {
        let [first, second] = [("0", names[0]), ("1", names[1])].map(|(field, name)| Let {
            name,
            ty: None,
            value: Expr::Field(&both, field),
        });
        let lets = [Let { name: "a.b", ty: None, value: Expr::Tuple(values) }, first, second];
        let (a, b) = (Expr::Name(names[0]), Expr::Name(names[1]));
        let value = Expr::Binary(Binary::Sub, &a, &b);
        let scope = [scalar("x", Scalar::F32), scalar("y", Scalar::F32)];
        text(&Expr::Block { lets: &lets, value: &value }, &scope, Scalar::F32)
    };
    let sum = Expr::Binary(Binary::Add, &X, &y);
    let apart = taken(&[sum, X], ["a", "b"]);
    assert!(
        apart.ends_with("    const float a = x + y;\n    const float b = x;\n    return a - b;\n}\n"),
        "{apart}"
    );
    // The second value is the old `x`.
    let swapped = taken(&[y, X], ["x", "y"]);
    assert!(swapped.contains("const tuple_f32_f32 a_b = tuple_f32_f32{y, x};\n"), "{swapped}");
    assert!(swapped.contains("const float x_2 = a_b._0;\n"), "{swapped}");
}

#[test]
fn overloads_and_braces_see_the_narrow_type() {
    let masked = Expr::Binary(Binary::BitAnd, &X, &number(15));
    let arguments = [masked, number(3)];
    let call = Expr::Method { method: Method::Max, on: None, arguments: &arguments };
    let scope = [scalar("x", Scalar::U8)];
    let printed = text(&call, &scope, Scalar::U8);
    assert!(printed.contains("max_number((u8)(x & 15), (u8)3)"), "{printed}");
    let array = Expr::Index(&Expr::Array(&arguments), 0);
    let printed = text(&array, &scope, Scalar::U8);
    assert!(printed.contains("u8x2{{(u8)(x & 15), 3}}.element[0]"), "{printed}");
    let shifted = Expr::Binary(Binary::Shr, &X, &number(1));
    let printed = text(&Expr::Unary(Unary::Neg, &shifted), &[scalar("x", Scalar::I8)], Scalar::I8);
    assert!(printed.contains("wrapping_neg((i8)(x >> 1))"), "{printed}");
}

#[test]
fn powi_is_not_hips() {
    let arguments = [X, number(3)];
    let call = Expr::Method { method: Method::Powi, on: None, arguments: &arguments };
    let printed = text(&call, &[scalar("x", Scalar::F64)], Scalar::F64);
    assert!(printed.contains("return integer_power(x, 3);"), "{printed}");
}

#[test]
fn a_bitwise_condition_is_in_parentheses() {
    let both = Expr::Binary(Binary::BitXor, &X, &X);
    let choice = Expr::If { condition: &both, then: &number(1), otherwise: &number(2) };
    let printed = text(&choice, &[scalar("x", Scalar::Bool)], Scalar::I32);
    assert!(printed.contains("return (x ^ x) ? 1 : 2;"), "{printed}");
}

#[test]
fn a_xor_of_literals_does_not_look_like_a_power() {
    let printed = text(&Expr::Binary(Binary::BitXor, &number(10), &number(3)), &[], Scalar::U32);
    assert!(printed.contains("return 0xau ^ 3u;"), "{printed}");
}

#[test]
fn nothing_unsigned_is_compared_with_zero_in_a_range() {
    let range = Pattern::Range { low: Some(number(0)), high: Some(number(9)), closed: true };
    let arms = [
        Arm { pattern: range, guard: None, body: number(1) },
        Arm { pattern: Pattern::Wild, guard: None, body: number(2) },
    ];
    let matching = Expr::Match { scrutinee: &X, arms: &arms };
    let unsigned = text(&matching, &[scalar("x", Scalar::U16)], Scalar::I32);
    assert!(unsigned.contains("if (x <= 9) {"), "{unsigned}");
    let signed = text(&matching, &[scalar("x", Scalar::I16)], Scalar::I32);
    assert!(signed.contains("if (x >= 0 && x <= 9) {"), "{signed}");
}

#[test]
fn truth_values_are_joined_by_logic() {
    let is_nan = |arguments| Expr::Method { method: Method::IsNan, on: None, arguments };
    let (left, right) = (is_nan(&[X]), is_nan(&[Expr::Name("y")]));
    let either = Expr::Binary(Binary::BitOr, &left, &right);
    let printed = text(&either, &[scalar("x", Scalar::F32), scalar("y", Scalar::F32)], Scalar::Bool);
    assert!(printed.contains("return is_nan(x) || is_nan(y);"), "{printed}");
}

#[test]
fn bit_counts_pass_what_the_intrinsics_take() {
    let call = |method, of| {
        let arguments = [Expr::Binary(Binary::BitOr, &X, &number(1))];
        text(&Expr::Method { method, on: None, arguments: &arguments }, &[scalar("x", of)], Scalar::U32)
    };
    let zeros = call(Method::LeadingZeros, Scalar::U64);
    assert!(zeros.contains("return (u32)__clzll((i64)(x | 1ull));"), "{zeros}");
    let zeros = call(Method::LeadingZeros, Scalar::I16);
    assert!(zeros.contains("return (u32)__clz((u16)(x | 1)) - 16u;"), "{zeros}");
    let ones = call(Method::CountOnes, Scalar::I32);
    assert!(ones.contains("return (u32)__popc((u32)(x | 1));"), "{ones}");
}

#[test]
fn what_only_floats_can_be_is_known_of_integers() {
    let is = |method, of| {
        let arguments = [X];
        let call = Expr::Method { method, on: None, arguments: &arguments };
        let refused = Expr::Unary(Unary::Not, &call);
        let both = Expr::Binary(Binary::And, &refused, &Expr::Binary(Binary::Lt, &X, &number(9)));
        text(&both, &[scalar("x", of)], Scalar::Bool)
    };
    assert_eq!(is(Method::IsNan, Scalar::I32), "__device__ bool f(i32 x) { return x < 9; }\n");
    assert_eq!(is(Method::IsInfinite, Scalar::U8), "__device__ bool f(u8 x) { return x < 9; }\n");
    assert!(is(Method::IsFinite, Scalar::I32).contains("return false;"));
    assert!(is(Method::IsSignNegative, Scalar::U32).contains("return x < 9u;"));
    assert!(is(Method::IsSignPositive, Scalar::I32).contains("return !(x >= 0) && x < 9;"));
    assert!(is(Method::IsSignNegative, Scalar::I32).contains("return !(x < 0) && x < 9;"));

    let extreme = |method| {
        let arguments = [X, X];
        text(&Expr::Method { method, on: None, arguments: &arguments }, &[scalar("x", Scalar::I64)], Scalar::I64)
    };
    assert!(extreme(Method::Maximum).contains("return max_number(x, x);"));
    assert!(extreme(Method::Minimum).contains("return min_number(x, x);"));
}

#[test]
fn a_decided_choice_is_none() {
    let scope = [scalar("x", Scalar::F32)];
    let known = Expr::Binary(Binary::Or, &Expr::Bool(true), &Expr::Binary(Binary::Lt, &X, &X));
    let choice = Expr::If { condition: &known, then: &X, otherwise: &Expr::Float { digits: "0.0", suffix: None } };
    assert!(text(&choice, &scope, Scalar::F32).contains("{ return x; }"));
    let either = Expr::Binary(Binary::Or, &Expr::Binary(Binary::Lt, &X, &X), &Expr::Bool(false));
    assert!(text(&either, &scope, Scalar::Bool).contains("{ return x < x; }"));
    let neither = Expr::Binary(Binary::And, &either, &Expr::Unary(Unary::Not, &Expr::Bool(true)));
    assert_eq!(text(&neither, &scope, Scalar::Bool), "__device__ bool f(float x) { return false; }\n");
}

#[test]
fn a_range_of_floats_keeps_its_lower_end() {
    let range = |of| {
        let low = Some(Expr::Numeric(of, crate::NumericConst::Min));
        let high = Some(Expr::Numeric(of, crate::NumericConst::Max));
        let arms = [
            Arm { pattern: Pattern::Range { low, high, closed: true }, guard: None, body: number(1) },
            Arm { pattern: Pattern::Wild, guard: None, body: number(2) },
        ];
        text(&Expr::Match { scrutinee: &X, arms: &arms }, &[scalar("x", of)], Scalar::I32)
    };
    assert!(range(Scalar::F32).contains("if (x >= -3.4028235e38f && x <= 3.4028235e38f) {"));
    assert!(range(Scalar::U32).contains("if (x <= 4294967295u) {"));
}

#[test]
fn half_floats_read_as_floats_do() {
    let half = Type::Scalar(Scalar::F16);
    let tenth = Expr::Cast(&Expr::Float { digits: "0.1", suffix: None }, half);
    let scope = [scalar("x", Scalar::F16)];
    let product = Expr::Binary(Binary::Mul, &Expr::Binary(Binary::Sub, &X, &tenth), &X);
    let printed = text(&product, &scope, Scalar::F16);
    // 0.1, rounded to a half float once.
    assert_eq!(printed, "__device__ f16 f(f16 x) { return (x - to_f16(0.099975586f)) * x; }\n");

    let negative = Expr::Cast(&Expr::Unary(Unary::Neg, &Expr::Float { digits: "1e9", suffix: None }), half);
    assert!(text(&negative, &[], Scalar::F16).contains("return f16{0xfc00};"));
    let arguments = [X];
    let call = |method| Expr::Method { method, on: None, arguments: &arguments };
    let printed = text(&call(Method::Sqrt), &scope, Scalar::F16);
    assert!(printed.contains("return to_f16(sqrtf(to_f32(x)));"), "{printed}");
    let printed = text(&call(Method::IsNan), &scope, Scalar::Bool);
    assert!(printed.contains("return is_nan(to_f32(x));"), "{printed}");
    let printed = text(&call(Method::ToBits), &scope, Scalar::U16);
    assert!(printed.contains("return x.bits;"), "{printed}");
    let printed = text(&call(Method::ToF32), &scope, Scalar::F32);
    assert!(printed.contains("return to_f32(x);"), "{printed}");
    let bits = [number(0x3c00)];
    let from_bits = Expr::Method { method: Method::FromBits, on: Some(half), arguments: &bits };
    let printed = text(&from_bits, &[], Scalar::F16);
    assert!(printed.contains("return f16{(u16)15360};"), "{printed}");
    let arguments = [X, number(3)];
    let power = Expr::Method { method: Method::Powi, on: None, arguments: &arguments };
    let printed = text(&power, &scope, Scalar::F16);
    assert!(printed.contains("return to_f16(integer_power(to_f32(x), 3));"), "{printed}");

    let cast = |from, to| text(&Expr::Cast(&X, Type::Scalar(to)), &[scalar("x", from)], to);
    assert!(cast(Scalar::F16, Scalar::F64).contains("return (double)to_f32(x);"));
    assert!(cast(Scalar::F16, Scalar::I8).contains("return saturate_i8(to_f32(x));"));
    assert!(cast(Scalar::F64, Scalar::BF16).contains("return to_bf16((float)x);"));
    assert!(cast(Scalar::I32, Scalar::F16).contains("return to_f16((float)x);"));
    assert!(cast(Scalar::F16, Scalar::BF16).contains("return to_bf16(to_f32(x));"));
    assert!(cast(Scalar::F32, Scalar::F16).contains("return to_f16(x);"));
}
