//! Declarations stand wherever items stand: in functions, in modules, behind `cfg`, inside other macros.
#![deny(warnings, missing_docs)]

use wavefold::prelude::*;
use wavefold::{Histogram, Reduction};

/// A module.
pub mod inner {
    wavefold::reduction! {
        /// The sum.
        pub(super) Sum: fn(x: u32) -> u32 { op: |a, b| a + b, identity: 0 }
    }
}

reduction! {
    /// Absent.
    #[cfg(any())]
    pub Absent: fn(x: u32) -> u32 { op: |a, b| a + b, identity: MISSING }
}

histogram! {
    /// Absent.
    #[cfg(any())]
    pub AbsentCounts: fn(x: u32) -> u32 { bin: x, bins: MISSING }
}

reduction! {
    /// Old.
    #[deprecated]
    pub Old { scale: f32 }: fn(x: f32) -> f32 { map: x * scale, op: |a, b| a + b, identity: 0.0 }
}

macro_rules! declare {
    ($name:ident, $ty:ty, $scale:expr, $identity:literal, $block:expr) => {
        reduction! {
            #[doc = "Scaled."]
            pub $name: fn(x: $ty) -> $ty {
                map: x * $scale,
                op: |a, b| a + b,
                identity: $identity,
                block_size: $block,
            }
        }
    };
}

declare!(Twice, f32, 1.0 + 1.0, 0.0, 128);

reduction! {
    /// Names that are keywords or look like our own.
    pub Names { r#type: u32, value: u32, element: u32 }: fn(r#fn: u32, _index: u32) -> u32 {
        index: index,
        map: r#fn + _index + r#type + value + element + index as u32,
        op: |left, _right| left,
        identity: value,
        finish: |total| total + value,
    }
}

fn main() {
    reduction! { Local: fn(x: f64) -> f64 { op: |a, b| a * b, identity: 1.0 } }
    histogram! { LocalCounts: fn(x: u8) -> u32 { bin: x, bins: BINS } }
    const BINS: u32 = 16;

    assert_eq!(Local.op(2.0, 3.0), 6.0);
    assert_eq!(LocalCounts::SPEC.bins, Some(16));
    assert_eq!(inner::Sum.op(u32::MAX, 2), 1);
    assert_eq!(Twice.map((3.0,), 0), 6.0);
    assert_eq!(Twice::SPEC.item.pins.block_size, Some(128));
    let names = Names { r#type: 1, value: 2, element: 3 };
    assert_eq!(names.map((10, 20), 30), 66);
    assert_eq!(Names::SPEC.item.inputs[0].name, "fn");
}
