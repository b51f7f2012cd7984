//! CUB through the library made of `peers/cub_peer.cu`.

use std::ffi::c_void;
use std::path::Path;
use std::ptr;

use anyhow::{Context, Result, ensure};
use libloading::{Library, Symbol};
use wavefold::prelude::*;

type Function =
    unsafe extern "C" fn(*mut c_void, *mut usize, *const c_void, *mut c_void, usize, *mut c_void) -> i32;

pub(crate) struct Peer {
    library: Library,
}

impl Peer {
    pub(crate) fn load(path: &Path) -> Result<Self> {
        // SAFETY: the library has no initialisers but CUDA's own.
        let library = unsafe { Library::new(path) }.with_context(|| format!("cannot load {}", path.display()))?;
        Ok(Self { library })
    }

    /// A function of CUB's on these arrays, with its scratch: to be called for every launch.
    ///
    /// # Safety
    /// The name is one of `cub_peer.cu`, `input` holds `n` elements of its type and `output` its result.
    pub(crate) unsafe fn call<'p>(
        &'p self,
        name: &str,
        input: *mut c_void,
        output: *mut c_void,
        n: usize,
        stream: &Stream,
    ) -> Result<impl FnMut(&Stream) -> Result<()> + 'p> {
        // SAFETY: every function there has this signature.
        let function: Symbol<'p, Function> = unsafe { self.library.get(name.as_bytes())? };
        let mut bytes = 0;
        // SAFETY: without scratch nothing is launched.
        let code = unsafe { function(ptr::null_mut(), &mut bytes, input, output, n, stream.as_raw()) };
        ensure!(code == 0, "{name}: CUB says {code}");
        let scratch = stream.device().zeroed::<u8>(bytes.max(1))?;
        Ok(move |stream: &Stream| {
            // SAFETY: the caller promises the arrays; the scratch is as large as asked for.
            let code = unsafe { function(scratch.as_raw().cast(), &mut bytes, input, output, n, stream.as_raw()) };
            ensure!(code == 0, "CUB says {code}");
            Ok(())
        })
    }
}
