//! The HIP runtime, opened at run time.
