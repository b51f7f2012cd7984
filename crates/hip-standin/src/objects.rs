//! Live objects by handle.

use std::collections::BTreeMap;
use std::ffi::c_void;

/// The objects of one kind. A handle is a number that looks like a pointer and is never given twice.
#[derive(Debug)]
pub(crate) struct Objects<T> {
    kind: &'static str,
    /// The upper bits of its handles, so that a handle of another kind is none of this.
    tag: usize,
    made: usize,
    live: BTreeMap<usize, T>,
}

const TAG_SHIFT: u32 = 32;

impl<T> Objects<T> {
    pub(crate) const fn new(kind: &'static str, tag: usize) -> Self {
        Self { kind, tag, made: 0, live: BTreeMap::new() }
    }

    /// A new object; its handle.
    pub(crate) fn insert(&mut self, object: T) -> *mut c_void {
        self.made += 1;
        self.live.insert(self.made, object);
        ((self.tag << TAG_SHIFT) | self.made) as *mut c_void
    }

    /// The number of the handle, if it is one of this kind.
    fn number(&self, handle: *mut c_void) -> Option<usize> {
        let handle = handle as usize;
        (handle >> TAG_SHIFT == self.tag).then_some(handle & ((1 << TAG_SHIFT) - 1))
    }

    pub(crate) fn get(&mut self, handle: *mut c_void) -> Option<&mut T> {
        self.live.get_mut(&self.number(handle)?)
    }

    pub(crate) fn remove(&mut self, handle: *mut c_void) -> Option<T> {
        self.live.remove(&self.number(handle)?)
    }

    /// Every live object with its handle.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (*mut c_void, &T)> {
        self.live.iter().map(|(number, object)| (((self.tag << TAG_SHIFT) | number) as *mut c_void, object))
    }

    /// How a trace calls the handle: `stream 1`.
    pub(crate) fn name(&self, handle: *mut c_void) -> String {
        match self.number(handle) {
            Some(number) => format!("{} {number}", self.kind),
            None => format!("no {} ({handle:?})", self.kind),
        }
    }

    /// How many are live, in words; `None` where there is none.
    pub(crate) fn count(&self) -> Option<String> {
        (!self.live.is_empty()).then(|| format!("{} × {}", self.live.len(), self.kind))
    }
}
