//! From the runtime's report to a [`Fault`].

use super::fault::{Access, Fault, FaultKind, Target};
use super::image::Image;
use super::kernel::EmulatedKernel;
use super::locate::lines;
use super::regions::{Origin, Regions};

const FRAMES: usize = 12;
const WRITE: u32 = 1;
const ATOMIC: u32 = 2;
const OTHER_WRITE: u32 = 4;
const OTHER_ATOMIC: u32 = 8;
/// Farther from everything than this, an address is not worth relating to anything.
const NEAR: u64 = 1 << 20;

/// The runtime's `Report`.
#[repr(C)]
pub(crate) struct Report {
    kind: u32,
    block: u32,
    thread: u32,
    other_thread: u32,
    flags: u32,
    lane: u32,
    address: u64,
    size: u64,
    alignment: u64,
    frames: [u64; FRAMES],
    other_frames: [u64; FRAMES],
    detail: [u8; 128],
}

impl Default for Report {
    fn default() -> Self {
        Self {
            kind: 0,
            block: 0,
            thread: 0,
            other_thread: 0,
            flags: 0,
            lane: 0,
            address: 0,
            size: 0,
            alignment: 0,
            frames: [0; FRAMES],
            other_frames: [0; FRAMES],
            detail: [0; 128],
        }
    }
}

pub(crate) fn describe(kernel: &EmulatedKernel, report: &Report, regions: &Regions) -> Fault {
    let access = || Access {
        address: report.address,
        bytes: report.size,
        writes: report.flags & WRITE != 0,
        atomic: report.flags & ATOMIC != 0,
        target: target(report.address, regions, kernel.image()),
    };
    let other_lines = || lines(kernel, &report.other_frames);
    let detail =
        String::from_utf8_lossy(report.detail.split(|&byte| byte == 0).next().unwrap_or_default()).into_owned();
    // The numbers are the runtime's `FaultKind`.
    let kind = match report.kind {
        1 => FaultKind::OutOfBounds(access()),
        2 => FaultKind::WriteToReadOnly(access()),
        3 => FaultKind::UninitialisedShared(access()),
        4 => FaultKind::Misaligned {
            access: access(),
            alignment: report.alignment,
            type_name: Some(detail).filter(|name| !name.is_empty()),
        },
        5 => FaultKind::Race {
            access: access(),
            other_writes: report.flags & OTHER_WRITE != 0,
            other_atomic: report.flags & OTHER_ATOMIC != 0,
            other_thread: Some(report.other_thread).filter(|&other| other != report.thread),
            other_lines: other_lines(),
        },
        6 => FaultKind::DivergentBarrier { other_thread: report.other_thread, other_lines: other_lines() },
        7 => FaultKind::ExitedBeforeBarrier { other_thread: report.other_thread },
        8 => FaultKind::LaneOutsideGroup { lane: report.lane },
        9 => FaultKind::NoProgress,
        10 => FaultKind::StackOverflow,
        11 => FaultKind::Undefined(detail),
        _ => FaultKind::Trap,
    };
    Fault {
        entry: kernel.text().entry.clone(),
        block: report.block,
        thread: report.thread,
        kind,
        lines: lines(kernel, &report.frames),
    }
}

/// The region that holds `address`, or the nearest one that has a name.
fn target(address: u64, regions: &Regions, image: &Image) -> Target {
    let distance = |begin: u64, end: u64| {
        if address < begin {
            begin - address
        } else if address >= end {
            address - end + 1
        } else {
            0
        }
    };
    let nearest = regions.regions.iter().zip(&regions.origins).min_by_key(|(region, origin)| {
        let unnamed = matches!(origin, Origin::Constant);
        let distance = distance(region.begin, region.end);
        // An unnamed region counts only for addresses inside it.
        if unnamed && distance != 0 { u64::MAX } else { distance }
    });
    let Some((region, origin)) = nearest else {
        return Target::Unknown;
    };
    if distance(region.begin, region.end) > NEAR {
        return Target::Unknown;
    }
    let offset = address.wrapping_sub(region.begin) as i64;
    let bytes = region.end - region.begin;
    match *origin {
        Origin::Argument(index) => Target::Argument { index, offset, bytes },
        Origin::Variable(index) => image.variables.get(index).map_or(Target::Unknown, |variable| {
            Target::Variable { name: variable.name.clone(), shared: variable.shared, offset, bytes }
        }),
        Origin::Constant => Target::Constant,
    }
}
