//! wavefold
