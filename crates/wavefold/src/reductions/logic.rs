//! Truth values.

use crate::prelude::*;

reduction! {
    /// Whether any element is true; `false` for empty input.
    pub Any: fn(x: bool) -> bool { op: |a, b| a | b, identity: false, exact: true }
}

reduction! {
    /// Whether all elements are true; `true` for empty input.
    pub All: fn(x: bool) -> bool { op: |a, b| a & b, identity: true, exact: true }
}

reduction! {
    /// How many elements are true; 0 for empty input.
    pub Count: fn(x: bool) -> u64 { map: x as u64, op: |a, b| a + b, identity: 0, exact: true }
}
