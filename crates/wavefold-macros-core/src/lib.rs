//! macros-core
