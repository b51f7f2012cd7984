//! Expressions as a person would write them in Rust: parentheses only where Rust needs them, or where the
//! tree asks for them.

use wavefold_codegen::{Binary, Shape};

use super::tree::{Expr, Kind};

/// How tightly Rust's operators hold together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// `if`, `match` and blocks, which end a statement that they begin.
    Statement,
    Or,
    And,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    Postfix,
}

pub(crate) fn rust(expr: &Expr) -> String {
    match &expr.kind {
        Kind::Leaf(text) => text.clone(),
        Kind::Neg(operand) => format!("-{}", at_least(operand, Level::Unary)),
        Kind::Not(operand) => format!("!{}", at_least(operand, Level::Unary)),
        Kind::Binary(operator, left, right) => binary(*operator, left, right),
        Kind::Cast(operand) => format!("{} as {}", at_least(operand, Level::Cast), expr.ty.rust()),
        Kind::From(operand) => format!("{}::from({})", expr.ty.rust(), rust(operand)),
        Kind::Index(base, index) => format!("{}[{index}]", at_least(base, Level::Postfix)),
        Kind::Method(method, on, arguments) => match (on, arguments.split_first()) {
            (None, Some((receiver, rest))) if method.shape() != Shape::FromBits => {
                format!("{}.{}({})", at_least(receiver, Level::Postfix), method.name(), list(rest))
            }
            (on, _) => {
                let on = on.map_or_else(|| expr.ty.rust(), |on| on.to_string());
                format!("{on}::{}({})", method.name(), list(arguments))
            }
        },
        Kind::If(condition, then, otherwise) => {
            let otherwise = match otherwise.kind {
                Kind::If(..) => rust(otherwise),
                _ => format!("{{ {} }}", rust(otherwise)),
            };
            format!("if {} {{ {} }} else {otherwise}", rust(condition), rust(then))
        }
        Kind::Match(scrutinee, arms) => {
            let arms: Vec<String> = arms
                .iter()
                .map(|arm| {
                    let guard = arm.guard.as_ref().map(|guard| format!(" if {}", rust(guard)));
                    format!("{}{} => {}", arm.pattern, guard.unwrap_or_default(), rust(&arm.body))
                })
                .collect();
            format!("match {} {{ {} }}", rust(scrutinee), arms.join(", "))
        }
        Kind::Block(lets, value) => {
            let lets: String = lets
                .iter()
                .map(|binding| {
                    let ty = binding.annotated.then(|| format!(": {}", binding.value.ty.rust()));
                    format!("let {}{} = {}; ", binding.name, ty.unwrap_or_default(), rust(&binding.value))
                })
                .collect();
            format!("{{ {lets}{} }}", rust(value))
        }
        Kind::Array(elements) => format!("[{}]", list(elements)),
        Kind::Repeat(value, length) => format!("[{}; {length}]", rust(value)),
        Kind::Paren(inner) => format!("({})", rust(inner)),
    }
}

fn list(exprs: &[Expr]) -> String {
    exprs.iter().map(rust).collect::<Vec<_>>().join(", ")
}

fn binary(operator: Binary, left: &Expr, right: &Expr) -> String {
    let own = level(operator);
    // Rust's comparisons do not chain.
    let left_level = if own == Level::Comparison { tighter(own) } else { own };
    let mut first = at_least(left, left_level);
    // After `as T`, rustc reads `<` as the start of type arguments.
    let generic = matches!(operator, Binary::Lt | Binary::Le | Binary::Shl);
    if generic && level_of(left) >= left_level && ends_in_cast(left) {
        first = format!("({first})");
    }
    format!("{first} {} {}", operator.symbol(), at_least(right, tighter(own)))
}

fn ends_in_cast(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Cast(_) => true,
        Kind::Binary(_, _, right) => level_of(right) > level_of(expr) && ends_in_cast(right),
        _ => false,
    }
}

fn at_least(expr: &Expr, level: Level) -> String {
    if level_of(expr) >= level { rust(expr) } else { format!("({})", rust(expr)) }
}

fn tighter(level: Level) -> Level {
    match level {
        Level::Statement => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Comparison,
        Level::Comparison => Level::BitOr,
        Level::BitOr => Level::BitXor,
        Level::BitXor => Level::BitAnd,
        Level::BitAnd => Level::Shift,
        Level::Shift => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Cast,
        Level::Cast => Level::Unary,
        Level::Unary | Level::Postfix => Level::Postfix,
    }
}

fn level_of(expr: &Expr) -> Level {
    match &expr.kind {
        // `-128i8` is one literal.
        Kind::Leaf(text) if text.starts_with('-') => Level::Unary,
        Kind::Neg(_) | Kind::Not(_) => Level::Unary,
        Kind::Binary(operator, ..) => level(*operator),
        Kind::Cast(_) => Level::Cast,
        // `1.` before a method would be a range.
        Kind::Leaf(text) if text.ends_with('.') => Level::Unary,
        Kind::If(..) | Kind::Match(..) | Kind::Block(..) => Level::Statement,
        _ => Level::Postfix,
    }
}

fn level(operator: Binary) -> Level {
    match operator {
        Binary::Or => Level::Or,
        Binary::And => Level::And,
        Binary::BitOr => Level::BitOr,
        Binary::BitXor => Level::BitXor,
        Binary::BitAnd => Level::BitAnd,
        Binary::Shl | Binary::Shr => Level::Shift,
        Binary::Add | Binary::Sub => Level::Sum,
        Binary::Mul | Binary::Div | Binary::Rem => Level::Product,
        _ => Level::Comparison,
    }
}
