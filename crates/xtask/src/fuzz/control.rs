//! `if`, `match` and blocks with bindings.

use wavefold_codegen::Scalar;

use super::generate::{Generator, NUMBERS};
use super::literals::{self, Typing};
use super::tree::{Arm, Expr, Kind, Let, Ty};

/// Names for bindings: everyday ones, those of the inputs, and names that kernel text uses itself.
const NAMES: &[&str] = &[
    "t",
    "u",
    "v",
    "x",
    "y",
    "p",
    "r#type",
    "_s",
    "float",
    "n",
    "result",
    "chosen",
    "matched",
    "x_2",
    "t_2",
    "count",
    "max_number",
    "fmod",
    "u8x2",
    "größe",
    "auto",
    "__a",
    "map",
    "i",
];

pub(crate) fn if_else(from: &mut Generator<'_>, ty: Ty, depth: usize, typing: Typing) -> Expr {
    let (first, second) = from.shared(typing);
    let condition = from.boxed(Scalar::Bool, depth, Typing::Own);
    let (then, otherwise) = (from.expr(ty, depth, first), from.expr(ty, depth, second));
    Expr { ty, kind: Kind::If(condition, Box::new(then), Box::new(otherwise)) }
}

pub(crate) fn block(from: &mut Generator<'_>, ty: Ty, depth: usize, typing: Typing) -> Expr {
    let mark = from.scope.len();
    let mut lets = Vec::new();
    for _ in 0..from.random.below(4) {
        let value_ty = match from.random.below(10) {
            0 => Ty::Scalar(Scalar::Bool),
            1 => Ty::Array(from.random.pick(&NUMBERS), 1 + from.random.below(3) as u32),
            2..=4 => ty,
            _ => Ty::Scalar(from.random.pick(&NUMBERS)),
        };
        let annotated = from.random.chance(35);
        let typing = if annotated { Typing::Given } else { Typing::Strict };
        let value = from.expr(value_ty, depth, typing);
        let name = from.random.pick(NAMES).to_owned();
        from.scope.push((name.clone(), value_ty));
        lets.push(Let { name, annotated, value });
    }
    // A literal whose type only a later use tells.
    if let Ty::Scalar(scalar) = ty
        && scalar != Scalar::Bool
        && from.random.chance(25)
    {
        let open = if scalar.is_float() { "2.5" } else { "7" };
        let names = ["late".to_owned(), "told".to_owned()];
        let told = from.boxed(scalar, depth.min(2), Typing::Strict);
        let late = Box::new(Expr::leaf(ty, names[0].clone()));
        let sum = Expr { ty, kind: Kind::Binary(wavefold_codegen::Binary::Add, late, told) };
        let values = [Expr::leaf(ty, open), sum];
        for (name, value) in names.into_iter().zip(values) {
            from.scope.push((name.clone(), ty));
            lets.push(Let { name, annotated: false, value });
        }
    }
    let value = Box::new(from.expr(ty, depth, typing));
    from.scope.truncate(mark);
    Expr { ty, kind: Kind::Block(lets, value) }
}

pub(crate) fn match_(from: &mut Generator<'_>, ty: Ty, depth: usize, typing: Typing) -> Expr {
    let of = if from.random.chance(15) { Scalar::Bool } else { from.random.pick(&NUMBERS[..8]) };
    let scrutinee = from.boxed(of, depth, Typing::Strict);
    let count = 1 + from.random.below(4);
    let telling = from.random.below(count);
    let mut arms = Vec::new();
    for index in 0..count {
        let last = index + 1 == count;
        let mark = from.scope.len();
        let pattern = if from.random.chance(25) || last && from.random.chance(30) {
            let name = from.random.pick(NAMES).to_owned();
            from.scope.push((name.clone(), Ty::Scalar(of)));
            name
        } else if last {
            "_".into()
        } else {
            pattern(from, of)
        };
        let guard = (!last && from.random.chance(35))
            .then(|| from.expr(Ty::Scalar(Scalar::Bool), depth.min(3), Typing::Own));
        let typing = if index == telling || typing == Typing::Strict { typing } else { Typing::Given };
        let body = from.expr(ty, depth, typing);
        from.scope.truncate(mark);
        arms.push(Arm { pattern, guard, body });
    }
    Expr { ty, kind: Kind::Match(scrutinee, arms) }
}

fn pattern(from: &mut Generator<'_>, of: Scalar) -> String {
    if of == Scalar::Bool {
        return from.random.pick(&["true", "false", "_", "true | false"]).into();
    }
    let cases = 1 + from.random.below(3);
    let cases: Vec<String> = (0..cases).map(|_| case(from, of)).collect();
    cases.join(" | ")
}

fn case(from: &mut Generator<'_>, of: Scalar) -> String {
    let name = of.rust_name().to_uppercase();
    match from.random.below(10) {
        0 => format!("{of}::MIN"),
        1 => format!("LOW_{name}"),
        2 => format!("limits::HIGH_{name}"),
        3 => format!("..={}", literals::integer_digits(from.random, of)),
        4 => format!("{}..", from.random.below(100)),
        5 => format!("{}..{}", from.random.below(50), 51 + from.random.below(70)),
        6 => format!("{}::MIN..={}", of, literals::literal(from.random, of, Typing::Given)),
        7 => format!("{}..={of}::MAX", literals::integer_digits(from.random, of)),
        8 => format!("{low}..={low}", low = literals::integer_digits(from.random, of)),
        _ => literals::literal(from.random, of, Typing::Given),
    }
}
