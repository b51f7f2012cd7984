//! Functions of the user's: once each, callee before caller, with names of their own and the user's lines.

use super::{A, B, F32, X, lines, spec, text};
use crate::{Binary, Binding, Constant, Expr, Function, GenerateError, Location, Part, Scalar, Type, Value};

const INPUT: &[Binding<'static>] = &[Binding { name: "x", ty: F32 }];
const PAIR: &[Binding<'static>] = &[Binding { name: "a", ty: F32 }, Binding { name: "b", ty: F32 }];
const SUM: Expr<'static> = Expr::Binary(Binary::Add, &A, &B);

const fn function(
    name: &'static str,
    parameters: &'static [Binding<'static>],
    body: Expr<'static>,
    line: u32,
) -> Function<'static> {
    let location = Location { file: "src/functions.rs", line };
    let (result, body) = (F32, Part { body, line });
    Function { name, docs: &[], parameters, result, body, constants: Vec::new, location }
}

const fn call(function: &'static Function<'static>, arguments: &'static [Expr<'static>]) -> Expr<'static> {
    Expr::Call { function, arguments }
}

static INNER: Function<'static> = Function {
    docs: &["Half of both. \\", "More of it."],
    constants: || vec![Constant { name: "HALF", value: Value { scalar: Scalar::F32, bits: 0x3f00_0000 } }],
    ..function("inner", PAIR, Expr::Binary(Binary::Mul, &SUM, &Expr::Outer("HALF")), 10)
};
static OUTER: Function<'static> = function("outer", PAIR, call(&INNER, &[A, A]), 20);

#[test]
fn each_stands_once_before_its_caller() {
    let both = Expr::Binary(Binary::Add, &call(&OUTER, &[A, B]), &call(&INNER, &[A, B]));
    let text = text(&spec(INPUT, F32, call(&INNER, &[X, X]), both)).unwrap();
    let printed = "\
// Half of both.
__device__ float inner(float a, float b) { return (a + b) * 0.5f; }

__device__ float outer(float a, float) { return inner(a, a); }

__device__ float map(float x) { return inner(x, x); }
__device__ float op(float a, float b) { return outer(a, b) + inner(a, b); }
";
    assert!(text.source.contains(printed), "{}", text.source);
    let found: Vec<(&str, u32, u32)> =
        text.origins.iter().map(|of| (of.file.as_str(), of.line, of.lines.len() as u32)).collect();
    let own = "src/functions.rs";
    assert_eq!(found, [(own, 10, 2), (own, 20, 1), ("src/declared.rs", 2, 1), ("src/declared.rs", 3, 1)]);
    for (origin, name) in text.origins.iter().zip([" inner(", " outer(", " map(", " op("]) {
        let last = text.source.lines().nth(origin.lines.end as usize - 2).unwrap();
        assert!(last.starts_with("__device__") && last.contains(name), "{last}");
    }
}

#[test]
fn what_is_not_called_is_not_there() {
    let never = Expr::If { condition: &Expr::Bool(false), then: &call(&OUTER, &[X, X]), otherwise: &X };
    let text = text(&spec(INPUT, F32, never, A)).unwrap();
    assert!(!text.source.contains("outer") && !text.source.contains("inner"), "{}", text.source);
    assert_eq!(lines(&text, "return x;").len(), 1, "{}", text.source);
}

#[test]
fn names_are_taken_once() {
    // Two functions of one name, named as a part, as the kernel and as a parameter.
    static OP: Function<'static> = function("op", &[], Expr::Float { digits: "1.0", suffix: None }, 1);
    static NAME: Function<'static> = function("name", &[], Expr::Float { digits: "2.0", suffix: None }, 2);
    static OTHER: Function<'static> = function("name", &[], Expr::Float { digits: "3.0", suffix: None }, 3);
    static OF_X: Function<'static> = function("x", INPUT, X, 4);
    let sum = Expr::Binary(Binary::Add, &call(&OP, &[]), &call(&NAME, &[]));
    let sum = Expr::Binary(Binary::Add, &sum, &call(&OTHER, &[]));
    let of_x = [X];
    let of_x = Expr::Call { function: &OF_X, arguments: &of_x };
    let map = Expr::Binary(Binary::Add, &of_x, &sum);
    let text = text(&spec(INPUT, F32, map, A)).unwrap();
    assert_eq!(text.entry, "name");
    for line in [
        "__device__ float op_() { return 1.0f; }",
        "__device__ float name_2() { return 2.0f; }",
        "__device__ float name_3() { return 3.0f; }",
        "__device__ float x(float x_2) { return x_2; }",
        "__device__ float map(float x_2) { return x(x_2) + (op_() + name_2() + name_3()); }",
    ] {
        assert_eq!(lines(&text, line), [line], "{}", text.source);
    }
}

#[test]
fn one_place_can_hold_several() {
    // As one function with a type parameter does.
    static NARROW: Function<'static> = function("twice", INPUT, Expr::Binary(Binary::Add, &X, &X), 5);
    static WIDE: Function<'static> = Function {
        parameters: &[Binding { name: "x", ty: Type::Scalar(Scalar::F64) }],
        result: Type::Scalar(Scalar::F64),
        ..NARROW
    };
    static AGAIN: Function<'static> = NARROW;
    let wide = Expr::Cast(&X, Type::Scalar(Scalar::F64));
    let wide = [wide];
    let wide = Expr::Call { function: &WIDE, arguments: &wide };
    let narrow = Expr::Binary(Binary::Add, &call(&NARROW, &[X]), &call(&AGAIN, &[X]));
    let map = Expr::Binary(Binary::Add, &narrow, &Expr::Cast(&wide, F32));
    let text = text(&spec(INPUT, F32, map, A)).unwrap();
    assert_eq!(
        lines(&text, "return twice(x) + twice(x) + (float)twice_2((double)x);").len(),
        1,
        "{}",
        text.source
    );
    assert_eq!(lines(&text, " twice").len(), 3, "{}", text.source);
}

#[test]
fn what_is_wrong_with_a_function_is_an_error() {
    let error = |function: &'static Function<'static>, arguments: &'static [Expr<'static>]| {
        text(&spec(INPUT, F32, call(function, arguments), A)).unwrap_err()
    };
    let few = error(&INNER, &[X]).to_string();
    assert_eq!(few, "`map:` calls `inner` with 1 arguments, but it takes 2");
    let wrong = error(&INNER, &[X, Expr::Bool(true)]).to_string();
    assert_eq!(wrong, "`map:` needs `f32` but has `bool`");
    static TRUE: Function<'static> = function("always", &[], Expr::Bool(true), 1);
    assert_eq!(error(&TRUE, &[]).to_string(), "`fn always:` needs `f32` but has `bool`");
    static FIRST: Function<'static> =
        function("first", INPUT, Expr::Call { function: &SECOND, arguments: &[X] }, 1);
    static SECOND: Function<'static> =
        function("second", INPUT, Expr::Call { function: &FIRST, arguments: &[X] }, 2);
    assert_eq!(error(&FIRST, &[X]), GenerateError::Recursion { function: "first".into() });
}
