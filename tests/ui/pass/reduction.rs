//! Every part of a reduction, called through its trait.
#![deny(warnings)]

use wavefold::__private::codegen;
use wavefold::Reduction;
use wavefold::prelude::{ReductionExt, WarpSize, reduction};

reduction! {
    /// Largest absolute value; 0 for empty input.
    pub MaxAbs: fn(x: f32) -> f32 {
        map: x.abs(),
        op: |a, b| a.max(b),
        identity: 0.0,
        warp_size: [32, 64], block_size: 256, items_per_thread: 16, vector_width: 4,
    }
}

reduction! {
    /// The sum of the squared deviations from a mean known only at run time.
    pub SquaredDeviation {
        /// The mean.
        mean: f32,
        pub(crate) unused: u32,
    }: fn(x: f32) -> f32 {
        filter: !x.is_nan(),
        map: (x - mean) * (x - mean),
        op: |a, b| a + b,
        identity: 0.0
    }
}

// The element itself is the accumulator; nothing for empty input.
reduction! { Least: fn(x: i64) -> i64 { op: |a, b| a.min(b), identity: none, exact: true } }

reduction! {
    #[allow(dead_code)]
    #[derive(PartialEq)]
    Position: fn(x: u8, y: u16) -> [u64; 2] {
        index: i,
        filter: y > 3,
        map: [i, u64::from(x)],
        op: |a, b| if a[1] >= b[1] { a } else { b },
        identity: [0, 0],
        init: [7; 2],
    }
}

const LIMIT: u32 = 10;
mod limits {
    pub const LOW: i8 = -3;
}

reduction! {
    /// Numbers of every kind.
    Mixed { shift: u8 }: fn(x: i32) -> f64 {
        accumulator: u32,
        map: {
            let low = limits::LOW as i32;
            let class: u32 = match x {
                -5 | -3..=-1 => 1,
                0 => 2,
                LIMIT_OF_X.. => 3,
                n if n > low => (n as u32) << shift,
                _ => !0,
            };
            class.clamp(0, LIMIT) & 0xff | 1_000 % 7
        },
        op: |a, b| a.wrapping_add(b),
        identity: u32::MIN,
        finish: |total| if total == LIMIT && true { f64::from(total) } else { -std::f64::consts::PI * total as f64 },
    }
}
const LIMIT_OF_X: i32 = 100;

fn main() {
    assert_eq!(MaxAbs.map((-2.5,), 0), 2.5);
    assert_eq!(MaxAbs.op(1.0, 2.0), 2.0);
    assert_eq!(MaxAbs.identity(), Some(0.0));
    assert_eq!(MaxAbs::output(3.0, true), 3.0);
    assert_eq!(MaxAbs::SPEC.item.docs, ["Largest absolute value; 0 for empty input."]);
    assert_eq!(MaxAbs::SPEC.item.location.line, 8);
    assert_eq!(MaxAbs::SPEC.map.line, 11);
    assert_eq!(MaxAbs::SPEC.item.pins.vector_width, Some(4));

    let deviation = SquaredDeviation { mean: 1.0, unused: 2 };
    assert!(!deviation.accept((f32::NAN,), 0));
    assert_eq!(deviation.map((3.0,), 0), 4.0);
    assert_eq!(deviation.parameters()[0].as_bytes(), 1.0_f32.to_ne_bytes());
    assert_eq!(SquaredDeviation::SPEC.item.parameters.len(), 2);

    assert_eq!((Least.map((3,), 0), Least.identity(), Least.init()), (3, None, None));
    assert_eq!((Least::output(3, true), Least::output(3, false)), (Some(3), None));
    assert!(Least::SPEC.exact);
    assert_eq!(Least::SPEC.item.pins, codegen::Pins::NONE);

    assert_eq!(Position.map((200, 0), 5), [5, 200]);
    assert_eq!(Position.op([1, 2], [3, 4]), [3, 4]);
    assert_eq!(Position.init(), Some([7, 7]));
    assert!(!Position.accept((0, 3), 0) && Position.accept((0, 4), 0));

    let mixed = Mixed { shift: 33 };
    let classes = [-5, -2, 0, 100, 1, -4].map(|x| mixed.map((x,), 0));
    assert_eq!(classes, [7, 7, 6, 7, 6, 10].map(|class: u32| class & 0xff | 6));
    assert_eq!(mixed.finish(10), 10.0);
    assert_eq!(mixed.finish(2), -std::f64::consts::PI * 2.0);
    let names: Vec<_> = Mixed::constants().into_iter().map(|constant| (constant.name, constant.value.bits)).collect();
    assert_eq!(names, [("limits::LOW", 0xfd), ("LIMIT_OF_X", 100), ("LIMIT", 10)]);

    for warp_size in WarpSize::ALL {
        let sources = [MaxAbs::source, SquaredDeviation::source, Least::source, Position::source, Mixed::source];
        for source in sources {
            source(warp_size).unwrap();
        }
    }

    reduction! { Inside: fn(x: u32) -> u32 { op: |a, b| a ^ b, identity: 0 } }
    assert_eq!(Inside.op(5, 6), 3);
}
