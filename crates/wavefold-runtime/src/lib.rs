//! runtime

pub mod emulator;
