//! Buffers are moved apart for the time of a launch.
//!
//! In the caller's memory the byte after one buffer may be the first of another; an access one past the end would then
//! look fine. The kernel therefore works on copies with wide gaps between them. Buffers that overlap stay
//! together, and every address keeps its place within a page, so alignment is what the caller has.

use super::argument::Argument;

const PAGE: usize = 4096;
/// Address space only: nothing is committed for it.
const GAP: usize = 1 << 20;

/// Buffers that overlap: one piece of the caller's memory.
#[derive(Debug)]
pub(crate) struct Span {
    begin: usize,
    end: usize,
    /// Where it begins in the arena.
    offset: usize,
    writable: bool,
    /// Indices of the arguments.
    pub(crate) members: Vec<usize>,
}

impl Span {
    pub(crate) fn bytes(&self) -> usize {
        self.end - self.begin
    }

    pub(crate) fn writable(&self) -> bool {
        self.writable
    }
}

/// Where each buffer lies in the arena.
#[derive(Debug)]
pub(crate) struct Staging {
    pub(crate) spans: Vec<Span>,
    /// The size of the arena.
    pub(crate) bytes: usize,
}

impl Staging {
    pub(crate) fn new(arguments: &[Argument<'_>]) -> Self {
        let mut buffers: Vec<(usize, usize, bool, usize)> = arguments
            .iter()
            .enumerate()
            .filter_map(|(index, argument)| match argument {
                Argument::Buffer { pointer, bytes, writable } => {
                    Some((*pointer as usize, *bytes, *writable, index))
                }
                Argument::Value(_) => None,
            })
            .collect();
        buffers.sort_unstable();

        let mut spans: Vec<Span> = Vec::new();
        for (begin, bytes, writable, index) in buffers {
            let end = begin.saturating_add(bytes);
            match spans.last_mut() {
                Some(span) if begin < span.end && bytes != 0 => {
                    span.end = span.end.max(end);
                    span.writable |= writable;
                    span.members.push(index);
                }
                _ => spans.push(Span { begin, end, offset: 0, writable, members: vec![index] }),
            }
        }
        let mut bytes = 0;
        for span in &mut spans {
            span.offset = bytes + GAP + span.begin % PAGE;
            bytes = (span.offset + span.bytes()).next_multiple_of(PAGE);
        }
        Self { spans, bytes: bytes + GAP }
    }

    /// The address that the kernel sees for `address` of the caller, which lies in `span`.
    pub(crate) fn placed(arena: *mut u8, span: &Span, address: usize) -> u64 {
        (arena as usize + span.offset + (address - span.begin)) as u64
    }

    /// # Safety
    /// `arena` has `self.bytes` bytes; the buffers of the arguments are readable.
    pub(crate) unsafe fn copy_in(&self, arena: *mut u8) {
        for span in &self.spans {
            // SAFETY: the span is the union of overlapping buffers, so all of it is readable; its place lies in the arena.
            unsafe {
                std::ptr::copy_nonoverlapping(span.begin as *const u8, arena.add(span.offset), span.bytes())
            };
        }
    }

    /// Copies what the kernel may have written back to the caller.
    ///
    /// # Safety
    /// As for [`Self::copy_in`]; writable buffers are writable, and nobody else uses them.
    pub(crate) unsafe fn copy_out(&self, arena: *const u8, arguments: &[Argument<'_>]) {
        for span in self.spans.iter().filter(|span| span.writable) {
            for argument in span.members.iter().filter_map(|&index| arguments.get(index)) {
                if let Argument::Buffer { pointer, bytes, writable: true } = argument {
                    let place = span.offset + (*pointer as usize - span.begin);
                    // SAFETY: the argument is writable for its length and lies in the span, whose copy lies in the arena.
                    unsafe { std::ptr::copy_nonoverlapping(arena.add(place), *pointer, *bytes) };
                }
            }
        }
    }
}
