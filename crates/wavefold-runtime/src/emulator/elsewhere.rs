//! The emulator on hosts where it does not run: its errors, and a type that nobody can make.

mod argument;
mod counters;
mod error;
mod fault;
mod message;

pub use argument::Argument;
pub use counters::{Counters, LaunchCounts};
pub use error::EmulatorError;
pub use fault::{Access, Fault, FaultKind, SourceLine, Target};

use wavefold_codegen::{KernelText, WarpSize};

use crate::FoundCompiler;

/// Refuses.
pub(crate) fn probe() -> Result<FoundCompiler, EmulatorError> {
    Err(EmulatorError::UnsupportedHost)
}

/// Does not exist on this host.
#[derive(Clone, Debug)]
pub enum Emulator {}

impl Emulator {
    /// Refuses.
    ///
    /// # Errors
    /// Always [`EmulatorError::UnsupportedHost`].
    pub fn new(_warp_size: WarpSize) -> Result<Self, EmulatorError> {
        Err(EmulatorError::UnsupportedHost)
    }

    /// Refuses.
    ///
    /// # Errors
    /// Always [`EmulatorError::UnsupportedHost`].
    pub fn counting(_warp_size: WarpSize) -> Result<Self, EmulatorError> {
        Err(EmulatorError::UnsupportedHost)
    }

    /// Cannot be called.
    pub fn warp_size(&self) -> WarpSize {
        match *self {}
    }

    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    pub fn compile(&self, _source: &str, _entry: &str) -> Result<EmulatedKernel, EmulatorError> {
        match *self {}
    }

    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    pub fn compile_text(&self, _text: &KernelText) -> Result<EmulatedKernel, EmulatorError> {
        match *self {}
    }
}

/// Does not exist on this host.
#[derive(Debug)]
pub enum EmulatedKernel {}

impl EmulatedKernel {
    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    ///
    /// # Safety
    /// Nothing to keep.
    pub unsafe fn launch(
        &self,
        _grid: u32,
        _block: u32,
        _arguments: &[Argument<'_>],
    ) -> Result<(), EmulatorError> {
        match *self {}
    }

    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    ///
    /// # Safety
    /// Nothing to keep.
    pub unsafe fn launch_with_shared(
        &self,
        _grid: u32,
        _block: u32,
        _shared_bytes: usize,
        _arguments: &[Argument<'_>],
    ) -> Result<(), EmulatorError> {
        match *self {}
    }

    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    ///
    /// # Safety
    /// Nothing to keep.
    pub unsafe fn launch_counted(
        &self,
        _grid: u32,
        _block: u32,
        _shared_bytes: usize,
        _arguments: &[Argument<'_>],
    ) -> Result<LaunchCounts, EmulatorError> {
        match *self {}
    }
}
