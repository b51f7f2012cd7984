//! Which names an expression takes from outside.

use crate::{Expr, Pattern};

/// Whether `expr` uses `name` where nothing inside `expr` binds it.
pub(crate) fn uses(expr: &Expr<'_>, name: &str) -> bool {
    match *expr {
        Expr::Name(used) => used == name,
        Expr::Integer { .. } | Expr::Float { .. } | Expr::Bool(_) | Expr::Numeric(..) | Expr::Outer(_) => false,
        Expr::Unary(_, a) | Expr::Cast(a, _) | Expr::Index(a, _) => uses(a, name),
        Expr::Binary(_, a, b) => uses(a, name) || uses(b, name),
        Expr::Method { arguments, .. } | Expr::Array(arguments) => arguments.iter().any(|expr| uses(expr, name)),
        Expr::If { condition, then, otherwise } => {
            [condition, then, otherwise].iter().any(|expr| uses(expr, name))
        }
        Expr::Match { scrutinee, arms } => {
            uses(scrutinee, name)
                || arms.iter().any(|arm| {
                    let bound = matches!(arm.pattern, Pattern::Binding(bound) if bound == name);
                    !bound && (uses(&arm.body, name) || arm.guard.as_ref().is_some_and(|guard| uses(guard, name)))
                })
        }
        Expr::Block { lets, value } => {
            for binding in lets {
                if uses(&binding.value, name) {
                    return true;
                }
                if binding.name == name {
                    return false;
                }
            }
            uses(value, name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::uses;
    use crate::{Binary, Expr, Let};

    #[test]
    fn a_let_hides_a_name_from_there_on() {
        let twice = Expr::Binary(Binary::Add, &Expr::Name("x"), &Expr::Name("x"));
        let lets = [Let { name: "x", ty: None, value: Expr::Name("y") }];
        let block = Expr::Block { lets: &lets, value: &twice };
        assert!(uses(&twice, "x"));
        assert!(!uses(&block, "x"));
        assert!(uses(&block, "y"));
    }
}
