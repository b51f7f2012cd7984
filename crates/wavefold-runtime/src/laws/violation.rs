//! What is said about a law that does not hold.

use super::agreement::Agreement;
use crate::element::Written;
use crate::{DeviceType, Reduction};

/// A counterexample to a law that a reduction relies on. The values are written as `#[derive(Debug)]` writes them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LawViolation {
    /// Grouping changes the result.
    #[error(
        "`{name}`: op is not associative: with {operands} as a, b, c, op(op(a, b), c) is {left}, but op(a, op(b, c)) is \
         {right}; elements are joined in a tree, so write an op that gives the same for any grouping"
    )]
    Associativity {
        /// The declaration.
        name: &'static str,
        /// The three operands.
        operands: String,
        /// `op(op(a, b), c)`
        left: String,
        /// `op(a, op(b, c))`
        right: String,
    },
    /// The order of the operands changes the result.
    #[error(
        "`{name}`: op is not commutative: op({a}, {b}) is {left}, but op({b}, {a}) is {right}; elements that are \
         no neighbours are joined too, so write an op that gives the same for any order"
    )]
    Commutativity {
        /// The declaration.
        name: &'static str,
        /// One operand.
        a: String,
        /// The other operand.
        b: String,
        /// `op(a, b)`
        left: String,
        /// `op(b, a)`
        right: String,
    },
    /// Order or grouping change the last bits, but `exact: true` says that they do not.
    #[error(
        "`{name}`: `exact: true` promises the same bits in any order, but of {operands} one order makes {left}, \
         another {right}; leave `exact: true` out"
    )]
    NotExact {
        /// The declaration.
        name: &'static str,
        /// What is joined.
        operands: String,
        /// The result in one order.
        left: String,
        /// The result in another order.
        right: String,
    },
    /// The identity changes what it is joined with.
    #[error(
        "`{name}`: the identity {identity} is not neutral: op({}) is {result}, not {value}; give the value that \
         changes no other, or `identity: none` if there is none; a value to start from is `init:`",
        if *identity_first { format!("{identity}, {value}") } else { format!("{value}, {identity}") }
    )]
    Identity {
        /// The declaration.
        name: &'static str,
        /// The identity.
        identity: String,
        /// What it is joined with, and what should have come out.
        value: String,
        /// Whether the identity is the left operand.
        identity_first: bool,
        /// What came out.
        result: String,
    },
}

impl LawViolation {
    pub(super) fn associativity<R: Reduction>(
        operands: [R::Accumulator; 3],
        results: [R::Accumulator; 2],
        found: Agreement,
    ) -> Self {
        if found != Agreement::Different {
            return Self::not_exact::<R>(&operands, results);
        }
        let [left, right] = results.map(written);
        Self::Associativity { name: R::SPEC.item.name, operands: list(&operands), left, right }
    }

    pub(super) fn commutativity<R: Reduction>(
        operands: [R::Accumulator; 2],
        results: [R::Accumulator; 2],
        found: Agreement,
    ) -> Self {
        if found != Agreement::Different {
            return Self::not_exact::<R>(&operands, results);
        }
        let [a, b] = operands.map(written);
        let [left, right] = results.map(written);
        Self::Commutativity { name: R::SPEC.item.name, a, b, left, right }
    }

    pub(super) fn identity<R: Reduction>(
        identity: R::Accumulator,
        value: R::Accumulator,
        identity_first: bool,
        result: R::Accumulator,
    ) -> Self {
        Self::Identity {
            name: R::SPEC.item.name,
            identity: written(identity),
            value: written(value),
            identity_first,
            result: written(result),
        }
    }

    fn not_exact<R: Reduction>(operands: &[R::Accumulator], results: [R::Accumulator; 2]) -> Self {
        let [left, right] = results.map(written);
        Self::NotExact { name: R::SPEC.item.name, operands: list(operands), left, right }
    }
}

fn list<A: DeviceType>(values: &[A]) -> String {
    values.iter().map(|&value| written(value)).collect::<Vec<_>>().join(", ")
}

fn written(value: impl DeviceType) -> String {
    format!("{:?}", Written::of(&value))
}
