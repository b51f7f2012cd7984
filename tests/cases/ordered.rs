//! Ops that are associative and not commutative: only the order of the input is right.

use wavefold::prelude::*;

reduction! {
    /// numba#2480, cccl#774: the product of 2×2 matrices, row by row.
    Product: fn(x: [i32; 4]) -> [i32; 4] {
        op: |a, b| [
            a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
            a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        ],
        identity: [1, 0, 0, 1],
        exact: true,
        commutative: false,
    }
}

/// Integers wrap, so every bracketing is exact.
fn matrices(device: &Device) {
    let xs: Vec<[i32; 4]> = (0..1_000_000).map(|i| [i % 7 - 3, i % 5 + 1, i % 3 - 1, i % 11 - 5]).collect();
    let multiply = |a: [i32; 4], b: [i32; 4]| {
        let dot = |row: usize, column: usize| {
            a[row].wrapping_mul(b[column]).wrapping_add(a[row + 1].wrapping_mul(b[column + 2]))
        };
        [dot(0, 0), dot(0, 1), dot(2, 0), dot(2, 1)]
    };
    for n in [0, 1, 2, 33, 4096, 4097, 1_000_000] {
        let expected = xs[..n].iter().fold([1, 0, 0, 1], |product, x| multiply(product, *x));
        assert_eq!(Product.run(device, &xs[..n]).unwrap(), expected, "{n} matrices on {device}");
    }
    let expected = xs[..10_000].iter().fold([1, 0, 0, 1], |product, x| multiply(product, *x));
    assert_eq!(Product.run_chunks(device, xs[..10_000].chunks(777)).unwrap(), expected, "in chunks on {device}");
}

reduction! {
    /// The first element that is not zero, and the last one.
    Ends: fn(x: u32) -> [u32; 2] {
        filter: x != 0, map: [x, x], op: |a, b| [a[0], b[1]], identity: none, commutative: false
    }
}

fn ends(device: &Device) {
    let mut xs = vec![0; 50_000];
    assert_eq!(Ends.run(device, &xs).unwrap(), None);
    (xs[17], xs[18], xs[20_000], xs[49_998]) = (3, 9, 8, 4);
    assert_eq!(Ends.run(device, &xs).unwrap(), Some([3, 4]));
    assert_eq!(Ends.run(device, &xs[..18]).unwrap(), Some([3, 3]));
    assert_eq!(Ends.run_chunks(device, xs.chunks(20_000)).unwrap(), Some([3, 4]));
}

on_every_backend!(matrices, ends);
