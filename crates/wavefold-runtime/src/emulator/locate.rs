//! From return addresses to lines of the kernel text, by the image's debug information.

use addr2line::Loader;

use super::fault::SourceLine;
use super::kernel::EmulatedKernel;
use super::runtime::KERNEL_FILE;

/// The lines of a chain of return addresses (relative to the image; 0 ends it), innermost first. Lines of the emulator's
/// own header and trampoline are left out. Empty when the image cannot be read: a fault without a line is still a fault.
pub(crate) fn lines(kernel: &EmulatedKernel, addresses: &[u64]) -> Vec<SourceLine> {
    let Ok(loader) = Loader::new(kernel.path()) else {
        return Vec::new();
    };
    let directory = kernel.runtime().directory().to_string_lossy();
    let mut lines = Vec::new();
    for &address in addresses.iter().take_while(|&&address| address != 0) {
        // A return address may already belong to the next line.
        let Ok(mut frames) = loader.find_frames(address - 1) else {
            continue;
        };
        while let Ok(Some(frame)) = frames.next() {
            let Some(location) = frame.location else {
                continue;
            };
            let (Some(file), Some(line)) = (location.file, location.line) else {
                continue;
            };
            let file = file.strip_prefix(&*directory).map_or(file, |rest| rest.trim_start_matches('/'));
            if !file.starts_with("wavefold-") && !file.starts_with("runtime.") {
                lines.push(source_line(kernel, file, line));
            }
        }
    }
    lines
}

fn source_line(kernel: &EmulatedKernel, file: &str, line: u32) -> SourceLine {
    let (mut text, mut declared) = (None, None);
    if file == KERNEL_FILE {
        text =
            kernel.text().source.lines().nth(line.saturating_sub(1) as usize).map(|text| text.trim().to_owned());
        declared = kernel.text().origin_of(line).map(|origin| (origin.file.clone(), origin.line));
    }
    SourceLine { file: file.to_owned(), line, text, declared }
}
