//! Kernel text into images that the driver loads.

use std::ffi::CString;

use wavefold_codegen::KernelText;

use super::nvrtc::{Nvrtc, Refusal, Target};
use crate::{Error, compile};

/// The compiler of a device.
#[derive(Debug)]
pub(super) struct Compiler {
    nvrtc: &'static Nvrtc,
}

impl Compiler {
    /// Opens a compiler for a driver that is as new as this CUDA, and has it compile a first text.
    pub(super) fn open(driver_major: u32) -> Result<Self, Error> {
        let nvrtc = Nvrtc::get(driver_major).map_err(Box::new)?;
        nvrtc.warm();
        Ok(Self { nvrtc })
    }

    /// The image of a text for a device of this architecture (`sm_90` is 90).
    ///
    /// Machine code, where the compiler knows the architecture. Where the device is newer than the compiler, PTX of the
    /// newest architecture that it knows: the driver compiles that when it is loaded.
    pub(super) fn compile(&self, text: &KernelText, architecture: u32) -> Result<Vec<u8>, Error> {
        let nvrtc = self.nvrtc;
        let refused =
            |log: &str| Error::from(compile::refused(text, &nvrtc.title(), &format!("sm_{architecture}"), log));
        let target = target(nvrtc.architectures(), architecture).ok_or_else(|| Error::UnknownArchitecture {
            compiler: nvrtc.title(),
            architecture: format!("sm_{architecture}"),
            known: nvrtc.architectures().iter().map(|known| format!("sm_{known}")).collect(),
        })?;
        let holds_nul = |_| refused("the text holds a NUL character, where it would end");
        let source = CString::new(compile::marked(text)).map_err(holds_nul)?;
        let name = CString::new(compile::kernel_file(&text.entry)).map_err(holds_nul)?;
        nvrtc.compile(&source, &name, target, text.fp).map_err(|refusal| match refusal {
            Refusal::Text(log) => refused(&log),
            Refusal::Compiler(error) => error,
        })
    }
}

/// What to compile for, for a device of this architecture; `None` where it is older than all that the compiler knows.
fn target(known: &[u32], architecture: u32) -> Option<Target> {
    if known.contains(&architecture) {
        return Some(Target::Machine(architecture));
    }
    known.iter().copied().filter(|known| *known < architecture).max().map(Target::Virtual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_code_where_the_compiler_knows_the_device_and_ptx_for_newer_devices() {
        let known = [75, 80, 90, 100];
        assert_eq!(target(&known, 90), Some(Target::Machine(90)));
        assert_eq!(target(&known, 121), Some(Target::Virtual(100)));
        assert_eq!(target(&known, 89), Some(Target::Virtual(80)), "between two known ones");
        assert_eq!(target(&known, 70), None, "older than all of them");
    }
}
