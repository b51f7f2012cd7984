//! Reductions with a tutorial's schedule, held to the judge at every length that cuts a warp, a block or a tile.

use wavefold::prelude::*;
use wavefold::tutorial;
use wavefold::{Inputs, IntoViews};

use crate::judge::{Judged, assert_same};
use crate::sizes::reduced;

/// Around the boundaries of warps and blocks, and of the schedule's own tile.
pub(crate) fn sizes(tile: u32) -> Vec<usize> {
    let tile = tile as usize;
    let mut sizes = if reduced() {
        vec![0, 1, 33, 257, tile + 1]
    } else {
        let around = [32, 64, 256, 512, 1024, tile].into_iter().flat_map(|k| [k - 1, k, k + 1]);
        [0, 1, 2, 3 * tile + 7].into_iter().chain(around).collect()
    };
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Lengths at which something else happens: nothing, a part of a block, a part of a second one, several.
pub(crate) fn few_sizes(tile: u32) -> Vec<usize> {
    let tile = tile as usize;
    if reduced() { vec![0, tile + 1] } else { vec![0, 1, 33, tile - 1, tile + 1, 3 * tile + 7] }
}

/// The result of `reduction` for the first elements of `input`, as many as each of `sizes` says.
pub(crate) fn check<R: Judged>(
    device: &Device,
    reduction: R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    schedule: tutorial::TutorialReduction,
    sizes: &[usize],
) where
    for<'a> <R::Inputs as Inputs>::Views<'a>: IntoViews<'a, R::Inputs>,
{
    let name = R::SPEC.item.name;
    let most = sizes.iter().copied().max().unwrap_or(0);
    let stream = device.stream().unwrap();
    let plan = reduction
        .plan_with(device, most, schedule)
        .unwrap_or_else(|error| panic!("`{name}` on {device} with {schedule:?}: {error}"));
    assert_eq!(plan.schedule(), Some(&schedule.into()));
    for &n in sizes {
        let part = R::Inputs::range(input, 0, n);
        // A buffer of no more than these elements: whatever is read behind them is a fault.
        let buffers = R::Inputs::upload(device, part).unwrap();
        let result = plan
            .launch(R::Inputs::views(&buffers), &stream)
            .unwrap_or_else(|error| panic!("`{name}` of {n} elements on {device} with {schedule:?}: {error}"));
        assert_same(&result, &reduction.judge(part), || {
            format!("`{name}` of {n} elements on {device} with {schedule:?}")
        });
    }
}
