//! Where C++ needs parentheses, and where a reader does.

use crate::Binary;

/// How tightly a piece of text holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    Ternary,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

/// An expression's text and how tightly it holds together.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) level: Level,
}

impl Piece {
    pub(crate) fn primary(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Level::Primary }
    }

    pub(crate) fn unary(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Level::Unary }
    }

    /// The text as an operand of something that holds together at `level` or tighter.
    pub(crate) fn at_least(self, level: Level) -> String {
        if self.level >= level { self.text } else { format!("({})", self.text) }
    }

    /// The text before a `?`; compilers warn of `a & b ? c : d`.
    pub(crate) fn into_condition(self) -> String {
        match self.level {
            Level::BitOr | Level::BitXor | Level::BitAnd => format!("({})", self.text),
            _ => self.at_least(Level::Or),
        }
    }
}

pub(crate) const fn level(operator: Binary) -> Level {
    match operator {
        Binary::Mul | Binary::Div | Binary::Rem => Level::Product,
        Binary::Add | Binary::Sub => Level::Sum,
        Binary::Shl | Binary::Shr => Level::Shift,
        Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => Level::Relation,
        Binary::Eq | Binary::Ne => Level::Equality,
        Binary::BitAnd => Level::BitAnd,
        Binary::BitXor => Level::BitXor,
        Binary::BitOr => Level::BitOr,
        Binary::And => Level::And,
        Binary::Or => Level::Or,
    }
}

/// `left operator right`.
///
/// Beyond what the grammar asks for, mixtures that compilers warn of (`a & b == c`, `a + b << c`,
/// `a && b || c`) get their parentheses.
pub(crate) fn binary(operator: Binary, left: Piece, right: Piece) -> Piece {
    let own = level(operator);
    let wrap = |piece: Piece, bare: fn(Level, Level) -> bool| {
        if bare(own, piece.level) { piece.text } else { format!("({})", piece.text) }
    };
    let left = wrap(left, bare_left);
    let right = wrap(right, bare_right);
    Piece { text: format!("{left} {} {right}", operator.symbol()), level: own }
}

/// Whether a left operand of level `left` stands bare beside an operator of level `own`.
const fn bare_left(own: Level, left: Level) -> bool {
    match own {
        Level::Relation | Level::Equality | Level::Sum => {
            matches!(left, Level::Sum | Level::Product) || is_tight(left)
        }
        Level::And | Level::Or => {
            same(own, left) || matches!(left, Level::Relation | Level::Equality) || is_tight(left)
        }
        // A chain of shifts reads ambiguously.
        Level::Shift => is_tight(left),
        _ => same(own, left) || is_tight(left),
    }
}

/// The same for the right operand.
const fn bare_right(own: Level, right: Level) -> bool {
    // Sums and products of floats are not associative: the tree's grouping must stay.
    !same(own, right) && bare_left(own, right)
}

const fn is_tight(level: Level) -> bool {
    matches!(level, Level::Unary | Level::Primary)
}

const fn same(a: Level, b: Level) -> bool {
    a as u8 == b as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Piece {
        Piece::primary(text)
    }

    #[test]
    fn the_tree_decides() {
        let product = binary(Binary::Mul, binary(Binary::Add, name("a"), name("b")), name("c"));
        assert_eq!(product.text, "(a + b) * c");
        let masked = binary(Binary::Eq, binary(Binary::BitAnd, name("a"), name("b")), name("c"));
        assert_eq!(masked.text, "(a & b) == c");
        let right = binary(Binary::Sub, name("a"), binary(Binary::Sub, name("b"), name("c")));
        assert_eq!(right.text, "a - (b - c)");
        let left = binary(Binary::Sub, binary(Binary::Sub, name("a"), name("b")), name("c"));
        assert_eq!(left.text, "a - b - c");
        let shifted = binary(Binary::Shr, binary(Binary::Add, name("a"), name("b")), name("c"));
        assert_eq!(shifted.text, "(a + b) >> c");
        let mixed = binary(Binary::Or, binary(Binary::And, name("a"), name("b")), name("c"));
        assert_eq!(mixed.text, "(a && b) || c");
        let sum = binary(Binary::Add, binary(Binary::Mul, name("a"), name("b")), name("c"));
        assert_eq!(sum.text, "a * b + c");
    }
}
