//! The law check: looks for a counterexample to what a reduction promises about its `op`.
//!
//! The canonical order folds strided slots and then joins them in a tree, so `op` has to be associative and
//! commutative, up to rounding, and the identity neutral. With `commutative: false` the order is kept. The laws are tried on accumulators that really
//! occur: what `map` makes of sample elements that `filter` accepts and that `domain` names, and what `op` makes of those.

mod agreement;
mod samples;
mod violation;

#[cfg(test)]
mod tests;

pub(crate) use samples::samples;
pub use violation::LawViolation;

use agreement::{Agreement, agreement, is_finite};

use crate::element::bytes_of;
use crate::{Inputs, Reduction};

/// Distinct accumulators that are tried, before those that `op` makes: all triples of them.
const MOST_ACCUMULATORS: usize = 24;

/// Pairs whose join is tried as an accumulator too.
const JOINS: usize = 6;

/// Tries the laws on the samples of the library: small, large, negative and fractional values.
pub(crate) fn check_laws<R: Reduction>(reduction: &R) -> Result<(), LawViolation> {
    check_laws_on(reduction, &R::Inputs::samples())
}

/// Tries the laws on these elements; `elements[i]` has the index `i`.
pub(crate) fn check_laws_on<R: Reduction>(reduction: &R, elements: &[R::Inputs]) -> Result<(), LawViolation> {
    let laws = Laws { reduction, exact: R::SPEC.exact };
    let accumulators = laws.accumulators(elements);
    laws.check_associativity(&accumulators)?;
    if R::SPEC.commutative {
        laws.check_commutativity(&accumulators)?;
    }
    laws.check_identity(&accumulators)
}

struct Laws<'r, R> {
    reduction: &'r R,
    exact: bool,
}

impl<R: Reduction> Laws<'_, R> {
    fn op(&self, left: R::Accumulator, right: R::Accumulator) -> R::Accumulator {
        self.reduction.op(left, right)
    }

    /// Whether a law has to hold for these: with rounding it need not where something overflows.
    fn is_claimed(&self, accumulators: &[R::Accumulator]) -> bool {
        self.exact || accumulators.iter().all(is_finite)
    }

    fn accumulators(&self, elements: &[R::Inputs]) -> Vec<R::Accumulator> {
        let mut distinct: Vec<R::Accumulator> = Vec::new();
        let mut add = |accumulator: R::Accumulator| {
            let known = distinct.iter().any(|other| bytes_of(other) == bytes_of(&accumulator));
            if self.is_claimed(&[accumulator]) && !known {
                distinct.push(accumulator);
            }
            distinct.len()
        };
        for (&element, index) in elements.iter().zip(0..) {
            if self.reduction.accept(element, index)
                && self.reduction.in_domain(element, index)
                && add(self.reduction.map(element, index)) == MOST_ACCUMULATORS
            {
                break;
            }
        }
        let joins: Vec<_> = distinct.windows(2).take(JOINS).map(|pair| self.op(pair[0], pair[1])).collect();
        distinct.extend(joins.into_iter().filter(|&join| self.is_claimed(&[join])));
        distinct
    }

    fn check_associativity(&self, accumulators: &[R::Accumulator]) -> Result<(), LawViolation> {
        for &a in accumulators {
            for &b in accumulators {
                let ab = self.op(a, b);
                for &c in accumulators {
                    let bc = self.op(b, c);
                    let (left, right) = (self.op(ab, c), self.op(a, bc));
                    if !self.is_claimed(&[ab, bc, left, right]) {
                        continue;
                    }
                    match agreement(&left, &right, &[a, b, c, ab, bc]) {
                        Agreement::Bits => {}
                        Agreement::Value | Agreement::Rounding if !self.exact => {}
                        found => return Err(LawViolation::associativity::<R>([a, b, c], [left, right], found)),
                    }
                }
            }
        }
        Ok(())
    }

    fn check_commutativity(&self, accumulators: &[R::Accumulator]) -> Result<(), LawViolation> {
        for &a in accumulators {
            for &b in accumulators {
                let (left, right) = (self.op(a, b), self.op(b, a));
                if !self.is_claimed(&[left, right]) {
                    continue;
                }
                match agreement(&left, &right, &[a, b]) {
                    Agreement::Bits => {}
                    Agreement::Value | Agreement::Rounding if !self.exact => {}
                    found => return Err(LawViolation::commutativity::<R>([a, b], [left, right], found)),
                }
            }
        }
        Ok(())
    }

    /// The identity may itself be infinite (that of `min` is); a zero may change its sign.
    fn check_identity(&self, accumulators: &[R::Accumulator]) -> Result<(), LawViolation> {
        let Some(identity) = self.reduction.identity() else {
            return Ok(());
        };
        // Where joining a value with itself overflows, `op` may overflow with the identity too.
        let far_from_overflow = |&x: &R::Accumulator| is_finite(&x) && is_finite(&self.op(x, x));
        for x in accumulators.iter().copied().filter(far_from_overflow).chain([identity]) {
            for identity_first in [true, false] {
                let result = if identity_first { self.op(identity, x) } else { self.op(x, identity) };
                match agreement(&result, &x, &[x]) {
                    Agreement::Bits | Agreement::Value => {}
                    Agreement::Rounding if !self.exact => {}
                    _ => return Err(LawViolation::identity::<R>(identity, x, identity_first, result)),
                }
            }
        }
        Ok(())
    }
}
