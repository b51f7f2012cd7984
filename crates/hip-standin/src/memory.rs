//! Device memory: host memory whose bounds are known, in a file that another process can map.

use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::{io, process, ptr};

/// What fresh memory holds, so that reading it is noticed.
const POISON: u8 = 0xA5;
/// Fresh memory is poisoned up to here; beyond, it takes too long.
const MOST_POISONED: usize = 1 << 24;
const PAGE: usize = 4096;

/// All of it.
#[derive(Debug)]
pub(crate) struct Memory {
    /// Made when it is first needed; it lies in memory itself.
    file: Option<File>,
    end: usize,
    made: usize,
    allocations: Vec<Allocation>,
    /// Bytes that the device has.
    pub(crate) capacity: usize,
}

/// A part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allocation {
    pub(crate) number: usize,
    pub(crate) address: usize,
    pub(crate) bytes: usize,
    /// Where in the file it begins.
    pub(crate) place: usize,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self { file: None, end: 0, made: 0, allocations: Vec::new(), capacity: 1 << 34 }
    }

    pub(crate) fn used(&self) -> usize {
        self.allocations.iter().map(|allocation| allocation.bytes).sum()
    }

    pub(crate) fn free_bytes(&self) -> usize {
        self.capacity.saturating_sub(self.used())
    }

    pub(crate) fn live(&self) -> &[Allocation] {
        &self.allocations
    }

    fn file(&mut self) -> io::Result<&File> {
        if self.file.is_none() {
            // SAFETY: a name that ends with a zero; the descriptor is new, and nobody else's.
            let made = unsafe { libc::memfd_create(c"device memory".as_ptr(), libc::MFD_CLOEXEC) };
            if made < 0 {
                return Err(io::Error::last_os_error());
            }
            // SAFETY: as above.
            self.file = Some(unsafe { File::from_raw_fd(made) });
        }
        self.file.as_ref().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The file it lies in, as another process can open it.
    pub(crate) fn path(&mut self) -> io::Result<String> {
        Ok(format!("/proc/{}/fd/{}", process::id(), self.file()?.as_raw_fd()))
    }

    pub(crate) fn allocate(&mut self, bytes: usize) -> io::Result<Allocation> {
        let (place, length) = (self.end, bytes.div_ceil(PAGE) * PAGE);
        let file = self.file()?;
        file.set_len((place + length) as u64)?;
        let (protection, offset) = (libc::PROT_READ | libc::PROT_WRITE, place as libc::off_t);
        // SAFETY: a new mapping of a file that is so long, wherever the system likes.
        let address =
            unsafe { libc::mmap(ptr::null_mut(), length, protection, libc::MAP_SHARED, file.as_raw_fd(), offset) };
        if address == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: just mapped, writable and so long.
        unsafe { ptr::write_bytes(address.cast::<u8>(), POISON, bytes.min(MOST_POISONED)) };
        self.made += 1;
        let allocation = Allocation { number: self.made, address: address as usize, bytes, place };
        self.end += length;
        self.allocations.push(allocation);
        Ok(allocation)
    }

    /// Frees the allocation that begins here.
    pub(crate) fn free(&mut self, address: usize) -> Option<Allocation> {
        let index = self.allocations.iter().position(|allocation| allocation.address == address)?;
        let freed = self.allocations.swap_remove(index);
        let length = freed.bytes.div_ceil(PAGE) * PAGE;
        // SAFETY: mapped by `allocate` with this length, and no longer in the table.
        unsafe { libc::munmap(address as *mut _, length) };
        if let Some(file) = &self.file {
            let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            // SAFETY: our own file. Should the hole not be made, memory is held for longer.
            unsafe { libc::fallocate(file.as_raw_fd(), mode, freed.place as libc::off_t, length as libc::off_t) };
        }
        Some(freed)
    }

    /// The allocation that holds all of these bytes, and where in it they begin.
    pub(crate) fn find(&self, address: usize, bytes: usize) -> Option<(Allocation, usize)> {
        self.allocations.iter().find_map(|&allocation| {
            let offset = address.checked_sub(allocation.address)?;
            (offset.checked_add(bytes)? <= allocation.bytes).then_some((allocation, offset))
        })
    }

    /// How a trace calls an address: `memory 1 + 64`.
    pub(crate) fn name(&self, address: usize, bytes: usize) -> String {
        match self.find(address, bytes) {
            Some((allocation, 0)) => format!("memory {}", allocation.number),
            Some((allocation, offset)) => format!("memory {} + {offset}", allocation.number),
            None => "no memory".into(),
        }
    }
}
