//! Stands in for the generator of `wavefold_codegen` until that is merged: the same names and signatures.

use wavefold_codegen::{Constant, HistogramSchedule, HistogramSpec, ReductionSchedule, ReductionSpec};

/// A self-contained source and the name of its kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelText {
    /// The text.
    pub source: String,
    /// The kernel.
    pub entry: String,
}

/// A spec that cannot become text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {}

pub(crate) fn reduction(
    spec: &ReductionSpec<'_>,
    _constants: &[Constant<'_>],
    schedule: &ReductionSchedule,
) -> Result<KernelText, GenerateError> {
    Ok(KernelText { source: format!("// {} {schedule:?}", spec.item.name), entry: "reduce".into() })
}

pub(crate) fn histogram(
    spec: &HistogramSpec<'_>,
    _constants: &[Constant<'_>],
    schedule: &HistogramSchedule,
) -> Result<KernelText, GenerateError> {
    Ok(KernelText { source: format!("// {} {schedule:?}", spec.item.name), entry: "count".into() })
}
