//! What becomes of a row whose result is not the CPU's.

use clap::Parser;
use wavefold::{Device, Error, Stream, WarpSize};

use super::Race;
use crate::program::device::Place;
use crate::program::options::Options;
use crate::program::progress::Progress;
use crate::program::record::Outcome;
use crate::program::rungs::{self, Step};
use crate::program::work::{Blocks, Prepared, Work};

/// Work that comes to 1, and whose second block is wrong.
struct One {
    device: Device,
    expected: &'static str,
}

impl Work for One {
    fn name(&self) -> &str {
        "One"
    }

    fn n(&self) -> usize {
        512
    }

    fn element_bytes(&self) -> usize {
        4
    }

    fn device(&self) -> &Device {
        &self.device
    }

    fn expected(&self) -> &str {
        self.expected
    }

    fn prepare(&self, _step: Step) -> Result<Box<dyn Prepared + '_>, Error> {
        Ok(Box::new(PreparedOne))
    }

    fn source(&self, _step: Step, _warp_size: WarpSize) -> Result<String, Error> {
        Ok(String::new())
    }
}

struct PreparedOne;

impl Prepared for PreparedOne {
    fn kernels(&self) -> Vec<String> {
        vec!["one".into()]
    }

    fn launches(&self) -> usize {
        1
    }

    fn scratch_bytes(&self) -> usize {
        0
    }

    fn shape(&self) -> (u32, u32) {
        (256, 1)
    }

    fn enqueue(&self, _stream: &Stream) -> Result<(), Error> {
        Ok(())
    }

    fn result(&self, _stream: &Stream) -> Result<String, Error> {
        Ok("1".into())
    }

    fn check_blocks(&self, _stream: &Stream) -> Result<Blocks, Error> {
        Ok(Blocks::Wrong("block 1 left 3, the CPU has 2".into()))
    }
}

/// What the first row says, with these options.
fn outcome(expected: &'static str, arguments: &[&str]) -> Outcome {
    let options = Options::parse_from(["ladder"].iter().chain(arguments));
    let place = Place { device: Device::cpu(), counts: true };
    let progress = Progress::new(1);
    let race = Race { options: &options, place: &place, bandwidth: None, progress: &progress };
    let mut records = race.run(&One { device: Device::cpu(), expected }, &rungs::all()[..1]).unwrap();
    assert_eq!((records[0].row, records[0].blocks_checked), ("global_memory", 0));
    records.remove(0).outcome
}

#[test]
fn another_result_is_wrong() {
    assert!(matches!(outcome("1", &[]), Outcome::Counted(_)));
    let Outcome::Wrong(what) = outcome("2", &[]) else { panic!("2 is not 1") };
    assert_eq!(what, "the result is 1, the CPU has 2");
}

#[test]
fn another_total_of_a_block_is_wrong() {
    let Outcome::Wrong(what) = outcome("1", &["--check-partials"]) else { panic!("a block is wrong") };
    assert_eq!(what, "block 1 left 3, the CPU has 2");
}
