//! The kernels, as they were reviewed: one snapshot for each warp size, in `tests/snapshots`.

use downstream::{Largest, Product, Spread};
use wavefold::assert_kernel_snapshot;

#[test]
fn largest() {
    assert_kernel_snapshot!(Largest);
}

#[test]
fn product() {
    assert_kernel_snapshot!(Product);
}

#[test]
fn spread() {
    assert_kernel_snapshot!(Spread);
}
