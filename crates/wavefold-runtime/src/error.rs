//! What can go wrong, by cause.

/// A histogram's range that cannot be divided into bins.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// An end is NaN or infinite.
    #[error("the range {low}..{high} has an end that is not a finite number; give finite ends")]
    NotFinite {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
}
