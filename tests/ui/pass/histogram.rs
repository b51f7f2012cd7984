//! Every part of a histogram, called through its trait.
#![deny(warnings)]

use wavefold::__private::codegen::{Binning as Kind, Outside};
use wavefold::prelude::{Edges, HistogramExt, WarpSize, histogram};
use wavefold::{Counted, Histogram, Place, RangeError};

histogram! {
    /// Luma of an RGB pixel.
    pub Luma: fn(px: [u8; 3]) -> u32 {
        bin: (px[0] as u32 * 77 + px[1] as u32 * 150 + px[2] as u32 * 29) >> 8,
        bins: 256,
    }
}
histogram! { Unit: fn(x: f32) -> u64 { range: 0.0..=1.0, bins: 1000, outside: count } }
histogram! { Ages: fn(x: u8) -> u32 { range: 0..256, bins: AGES, outside: clamp } }
histogram! { Between { low: f64, high: f64 }: fn(x: f64) -> u32 { filter: x != 0.0, range: low..high * 2.0, bins: 4 } }
histogram! { Wide { low: i16 }: fn(x: i32) -> u32 { range: low..=limits::HIGH, bins: limits::BINS } }
histogram! { Joint { scale: u16 }: fn(x: u8, y: u16) -> u32 { index: i, filter: i > 2, bin: x as u16 * scale + y, bins: 10 } }

histogram! { Levels { levels: Edges<u8> }: fn(x: u8) -> u32 { edges: ..=levels } }
histogram! { Fixed { at: f64 }: fn(x: f64) -> u32 { edges: [limits::HIGH as f64, at, 1e9] } }
histogram! { Constant: fn(x: i16) -> u32 { edges: limits::EDGES } }
histogram! { Numbered { count: u32 }: fn(x: u16) -> u32 { bin: x, bins: count } }

const AGES: usize = 4;
mod limits {
    pub const HIGH: i64 = 7;
    pub const BINS: u8 = 2;
    pub const EDGES: &[i16] = &[-1, 3, 9];
}

fn main() {
    assert_eq!(Luma.place(&Luma.binning().unwrap(), ([255, 255, 255],), 0), Place::Bin(255));
    assert_eq!(Luma::output(vec![1, 2]), vec![1, 2]);
    assert_eq!((Luma::SPEC.bins, Luma::SPEC.outside), (Some(256), Outside::Drop));

    let binning = Unit.binning().unwrap();
    assert_eq!(Unit.place(&binning, (1.0,), 0), Place::Bin(999));
    assert_eq!(Unit.place(&binning, (f32::NAN,), 0), Place::Nan);
    assert_eq!(Unit::output(vec![5, 1, 2, 3]), Counted { bins: vec![5], below: 1, above: 2, nan: 3 });
    assert!(matches!(Unit::SPEC.binning, Kind::Even { closed: true, .. }));

    assert_eq!(Ages::SPEC.bins, Some(4));
    assert_eq!(Ages.place(&Ages.binning().unwrap(), (255,), 0), Place::Bin(3));

    let between = Between { low: 1.0, high: 1.5 };
    assert_eq!(between.place(&between.binning().unwrap(), (2.9,), 0), Place::Bin(3));
    assert!(!between.accept((0.0,), 0));
    let reversed: Result<_, RangeError> = Between { low: 4.0, high: 1.5 }.binning();
    assert!(reversed.is_err());

    let wide = Wide { low: -1 };
    assert_eq!(wide.place(&wide.binning().unwrap(), (7,), 0), Place::Bin(1));
    assert_eq!(wide.binning().unwrap().edge(1), 3);
    assert!(Wide::constants().is_empty(), "the ends of a range are arguments");

    let levels = Levels { levels: Edges::new([3, 7, 9]).unwrap() }.clone();
    assert_eq!(levels.place(&levels.binning().unwrap(), (9,), 0), Place::Bin(1));
    assert_eq!(Levels::SPEC.bins, None);
    let fixed = Fixed { at: 8.0 };
    assert_eq!(fixed.place(&fixed.binning().unwrap(), (7.5,), 0), Place::Bin(0));
    assert!(Fixed { at: 7.0 }.binning().is_err());
    assert_eq!((Fixed::SPEC.bins, Constant::SPEC.bins), (Some(2), Some(2)));
    assert_eq!(Constant.place(&Constant.binning().unwrap(), (-2,), 0), Place::Below);
    let numbered = Numbered { count: 5 };
    assert_eq!(numbered.place(&numbered.binning().unwrap(), (5,), 0), Place::Above);
    assert!(Numbered { count: 0 }.binning().is_err());

    let joint = Joint { scale: 3 };
    assert_eq!(joint.place(&joint.binning().unwrap(), (2, 1), 0), Place::Bin(7));
    for warp_size in WarpSize::ALL {
        let sources = [
            Luma::source,
            Unit::source,
            Ages::source,
            Between::source,
            Wide::source,
            Joint::source,
            Levels::source,
            Fixed::source,
            Constant::source,
            Numbered::source,
        ];
        for source in sources {
            source(warp_size).unwrap();
        }
    }
    assert!(joint.accept((0, 0), 3) && !joint.accept((0, 0), 2));
}
