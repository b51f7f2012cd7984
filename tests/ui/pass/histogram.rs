//! Every part of a histogram, called through its trait.
#![deny(warnings)]

use wavefold::__private::codegen::{Binning as Kind, Outside, Scalar};
use wavefold::prelude::{Edges, HistogramExt, WarpSize, histogram};
use wavefold::{Counted, Histogram, Integer, Place, RangeError, Sample, f16};

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
histogram! { Array { levels: [f32; 3] }: fn(x: f32) -> u32 { edges: ..=levels } }
histogram! { Half { low: f32 }: fn(x: f16) -> u32 { range: low..1e6, bins: 2 } }
histogram! { Brain: fn(x: bf16) -> u32 { edges: [0.0, 0.1] } }

/// A type that only rustc knows.
type Depth = u16;
histogram! { Alias { low: Depth }: fn(x: Depth) -> u32 { range: low..=10, bins: 4 } }
histogram! { OfAlias: fn(x: Depth) -> u32 { edges: [1, 5, 10] } }
histogram! { Generic<T: Sample> { low: T, high: T }: fn(x: T) -> u32 { range: low..high, bins: 2, outside: count } }
histogram! { Around<T: Sample> { levels: [T; 3] }: fn(x: T) -> u32 { edges: ..=levels } }
histogram! { ByLevels<T: Sample> { levels: Edges<T::Edge> }: fn(x: T) -> u64 { edges: levels } }
histogram! { Modulo<T: Integer, const BINS: u32>: fn(x: T) -> u32 { bin: x as u64 % BINS as u64, bins: BINS } }

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

    let array = Array { levels: [0.0, 1.0, 8.0] };
    assert_eq!(array.place(&array.binning().unwrap(), (8.0,), 0), Place::Bin(1));
    assert_eq!(Array::SPEC.bins, Some(2));
    let half = Half { low: -1e6 };
    assert_eq!(half.place(&half.binning().unwrap(), (f16::MIN,), 0), Place::Bin(0));
    assert_eq!(Brain.place(&Brain.binning().unwrap(), (wavefold::bf16::from_f32(0.1),), 0), Place::Above);

    let alias = Alias { low: 2 };
    assert_eq!(alias.place(&alias.binning().unwrap(), (10,), 0), Place::Bin(3));
    assert_eq!(OfAlias.place(&OfAlias.binning().unwrap(), (5,), 0), Place::Bin(1));
    let generic = Generic { low: f16::ZERO, high: f16::ONE };
    assert_eq!(generic.place(&generic.binning().unwrap(), (f16::MIN_POSITIVE,), 0), Place::Bin(0));
    assert!(matches!(Generic::<f16>::SPEC.binning, Kind::Even { sample: Scalar::F16, closed: false }));
    let around = Around { levels: [i64::MIN, 0, i64::MAX] };
    assert_eq!(around.place(&around.binning().unwrap(), (i64::MAX,), 0), Place::Bin(1));
    let by_levels = ByLevels::<f64> { levels: Edges::new([0.0, 0.5]).unwrap() }.clone();
    assert_eq!(by_levels.place(&by_levels.binning().unwrap(), (0.25,), 0), Place::Bin(0));
    assert_eq!(format!("{by_levels:?}"), "ByLevels { levels: Edges { values: [0.0, 0.5] } }");
    assert_eq!(Modulo::<i8, 3>.place(&Modulo::<i8, 3>.binning().unwrap(), (5,), 0), Place::Bin(2));

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
            Array::source,
            Half::source,
            Brain::source,
            Alias::source,
            OfAlias::source,
            Generic::<f16>::source,
            Around::<i64>::source,
            ByLevels::<f64>::source,
            Modulo::<i8, 3>::source,
        ];
        for source in sources {
            source(warp_size).unwrap();
        }
    }
    assert!(joint.accept((0, 0), 3) && !joint.accept((0, 0), 2));
}
