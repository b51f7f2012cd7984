//! The kernels that a device has compiled in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use wavefold_codegen::KernelText;

use crate::Error;
use crate::backend::{Jit, Kernel};

/// A kernel, or nothing yet; locked while it is compiled.
type Entry = Arc<Mutex<Option<Arc<dyn Kernel>>>>;

/// Compiled kernels by their name and whole text, so that a changed declaration never finds an old kernel. How floats are to
/// be compiled stands in the text too. Run-time parameters and ranges are arguments and not part of it.
#[derive(Default)]
pub(crate) struct Kernels {
    /// A source has a kernel, or a few.
    by_source: Mutex<HashMap<String, Vec<(String, Entry)>>>,
}

impl Kernels {
    /// The kernel of this text. Threads that ask for one text at the same time compile it once; other texts
    /// are compiled beside it. A failure is not kept.
    pub(crate) fn get_or_compile(&self, text: &KernelText, jit: &dyn Jit) -> Result<Arc<dyn Kernel>, Error> {
        let entry = self.entry(text);
        let mut kernel = entry.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = &*kernel {
            return Ok(Arc::clone(kernel));
        }
        let compiled: Arc<dyn Kernel> = Arc::from(jit.compile(text)?);
        *kernel = Some(Arc::clone(&compiled));
        Ok(compiled)
    }
    fn entry(&self, text: &KernelText) -> Entry {
        let mut sources = self.by_source.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = match sources.get_mut(&text.source) {
            Some(entries) => entries,
            None => sources.entry(text.source.clone()).or_default(),
        };
        if let Some((_, entry)) = entries.iter().find(|(name, _)| *name == text.entry) {
            return Arc::clone(entry);
        }
        let entry = Entry::default();
        entries.push((text.entry.clone(), Arc::clone(&entry)));
        entry
    }
}
