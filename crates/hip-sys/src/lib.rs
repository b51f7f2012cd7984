//! The HIP runtime, opened at run time.

pub mod load;
