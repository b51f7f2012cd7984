//! `edges:`: bins between edges of the user's.
//!
//! Bin `k` holds the samples with `edges[k] <= x < edges[k + 1]`; where they are closed (`..=`), the last bin holds the
//! last edge too.

use std::fmt::Debug;
use std::sync::Arc;

use wavefold_codegen::{Type, Value};

use crate::even_range::Sample;
use crate::face::ToValue;
use crate::{Binning, Device, DeviceEdges, Element, Ends, Error, Place, RangeError};

/// The edges of bins, one more than bins, known only at run time: `histogram!` takes them as a parameter,
/// `pub Ages { levels: Edges<f32> }: fn(x: f32) -> u32 { edges: levels }`.
///
/// A clone shares them.
#[derive(Clone, PartialEq, Debug)]
pub struct Edges<T> {
    values: Arc<[T]>,
}

impl<T: Edge> Edges<T> {
    /// Edges that increase strictly.
    ///
    /// # Errors
    /// When there are fewer than two, one is NaN or infinite, or one is not below the next; the error names the first
    /// such edge.
    pub fn new(edges: impl AsRef<[T]>) -> Result<Self, RangeError> {
        let edges = edges.as_ref();
        if edges.len() < 2 {
            return Err(RangeError::TooFewEdges { given: edges.len() });
        }
        if u32::try_from(edges.len() - 1).is_err() {
            return Err(RangeError::TooManyEdges { given: edges.len() });
        }
        if let Some(index) = edges.iter().position(|edge| !edge.is_finite()) {
            return Err(RangeError::EdgeNotFinite { index, edge: T::ends(edges[index], edges[index]).low() });
        }
        if let Some(index) = edges.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(RangeError::EdgesUnordered { index, edges: T::ends(edges[index], edges[index + 1]) });
        }
        Ok(Self { values: edges.into() })
    }

    /// The edges.
    pub fn as_slice(&self) -> &[T] {
        &self.values
    }

    /// The number of bins between them.
    pub fn bins(&self) -> u32 {
        self.values.len() as u32 - 1
    }
}

/// The numbers that edges are: the samples' own, or `f32` for half floats.
pub trait Edge: Element + PartialOrd + ToValue + Debug {
    /// Whether it is a finite number.
    #[doc(hidden)]
    fn is_finite(self) -> bool;

    /// Two of them, for an error.
    #[doc(hidden)]
    fn ends(low: Self, high: Self) -> Ends;
}

macro_rules! edges {
    ($($ty:ident)*; $($integer:ident)*) => {
        $(impl Edge for $ty {
            fn is_finite(self) -> bool {
                self.is_finite()
            }

            fn ends(low: Self, high: Self) -> Ends {
                <$ty as Sample>::ends(low, high)
            }
        })*
        $(impl Edge for $integer {
            fn is_finite(self) -> bool {
                true
            }

            fn ends(low: Self, high: Self) -> Ends {
                Ends::Integer(low.into(), high.into())
            }
        })*
    };
}

edges! { f32 f64; i8 u8 i16 u16 i32 u32 i64 u64 }

/// Bins between edges, for samples of type `T`.
#[derive(Clone, PartialEq, Debug)]
pub struct EdgeBins<T: Sample> {
    edges: Edges<T::Edge>,
    closed: bool,
}

impl<T: Sample> EdgeBins<T> {
    /// The bins between these edges; `closed` if the last edge belongs to the last bin.
    ///
    /// # Errors
    /// As [`Edges::new`].
    pub fn new(edges: impl AsRef<[T::Edge]>, closed: bool) -> Result<Self, RangeError> {
        Ok(Self { edges: Edges::new(edges)?, closed })
    }

    /// As [`new`](Self::new), of edges that are samples: what a declaration lists whose samples only rustc knows.
    ///
    /// # Errors
    /// As [`Edges::new`].
    pub fn listed<const N: usize>(edges: [T; N], closed: bool) -> Result<Self, RangeError> {
        Self::new(edges.map(T::as_edge), closed)
    }

    /// The bins between edges that are known to be some.
    ///
    /// # Errors
    /// None; the type is that of the other ways to bins.
    pub fn of(edges: &Edges<T::Edge>, closed: bool) -> Result<Self, RangeError> {
        Ok(Self { edges: edges.clone(), closed })
    }

    /// The bin that `sample` falls into, or the side on which it misses them.
    #[inline(always)]
    pub fn place(&self, sample: T) -> Place {
        let (x, edges) = (sample.as_edge(), &*self.edges.values);
        let bins = edges.len() - 1;
        if x >= edges[0] && x < edges[bins] {
            Place::Bin(last_at_or_below(&edges[..bins], x))
        } else if x == edges[bins] && self.closed {
            Place::Bin(bins as u32 - 1)
        } else if x < edges[0] {
            Place::Below
        } else if x >= edges[bins] {
            Place::Above
        } else {
            Place::Nan
        }
    }
}

/// The number of the last edge that is not above `x`, by halving: as many steps for every `x`, none of which branches.
#[inline(always)]
fn last_at_or_below<T: PartialOrd + Copy>(edges: &[T], x: T) -> u32 {
    let (mut at, mut length) = (0, edges.len());
    while length > 1 {
        let half = length / 2;
        at += if edges[at + half] <= x { half } else { 0 };
        length -= half;
    }
    at as u32
}

impl<T: Sample> Binning for EdgeBins<T> {
    const SAMPLE: Option<Type<'static>> = Some(T::TYPE);
    const HAS_EDGES: bool = true;

    fn bins(&self) -> u32 {
        self.edges.bins()
    }

    fn fields(&self) -> Vec<Value> {
        Vec::new()
    }

    fn edge_values(&self) -> Vec<Value> {
        self.edges.values.iter().map(|edge| edge.to_value()).collect()
    }

    fn edges(&self, device: &Device) -> Result<Option<DeviceEdges>, Error> {
        DeviceEdges::upload(device, self.edges.as_slice()).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeBins, Edges};
    use crate::{Place, RangeError};

    #[test]
    fn edges_that_are_none_are_refused_with_their_numbers() {
        let error = |edges: &[f32]| Edges::new(edges).unwrap_err().to_string();
        assert_eq!(error(&[]), "bins need at least 2 edges, 0 were given");
        assert_eq!(error(&[1.0]), "bins need at least 2 edges, 1 were given");
        assert_eq!(error(&[0.0, f32::NAN, 1.0]), "edge 1 is NaN; give finite edges");
        assert_eq!(error(&[0.0, 1.0, f32::INFINITY]), "edge 2 is inf; give finite edges");
        let unordered = "edges must increase, but edge 1 is 2.0 and edge 2 is 1.5";
        assert!(error(&[0.0, 2.0, 1.5]).starts_with(unordered));
        assert!(error(&[-0.0, 0.0]).contains("edge 0 is -0.0 and edge 1 is 0.0"));
        let equal = Edges::new([3_u64, 3]).unwrap_err();
        assert!(matches!(equal, RangeError::EdgesUnordered { index: 0, .. }), "{equal}");
    }

    #[test]
    fn every_number_of_edges_is_searched_to_its_ends() {
        for bins in 1..=70 {
            let edges: Vec<i32> = (0..=bins).map(|k| 10 * k * k).collect();
            let (open, closed) = (EdgeBins::new(&edges, false).unwrap(), EdgeBins::new(&edges, true).unwrap());
            for (k, pair) in edges.windows(2).enumerate() {
                for x in [pair[0], pair[0] + 1, pair[1] - 1] {
                    assert_eq!(open.place(x), Place::Bin(k as u32), "{x} of {bins} bins");
                    assert_eq!(closed.place(x), Place::Bin(k as u32), "{x} of {bins} bins");
                }
            }
            let top = edges[bins as usize];
            assert_eq!((open.place(-1), open.place(top)), (Place::Below, Place::Above));
            assert_eq!((closed.place(top), closed.place(top + 1)), (Place::Bin(bins as u32 - 1), Place::Above));
        }
    }

    #[test]
    fn zero_has_no_sign_and_nan_no_bin() {
        let bins = EdgeBins::new([0.0_f64, 1.0, 2.0], true).unwrap();
        assert_eq!((bins.place(-0.0), bins.place(2.0)), (Place::Bin(0), Place::Bin(1)));
        assert_eq!((bins.place(f64::NAN), bins.place(-f64::NAN)), (Place::Nan, Place::Nan));
        assert_eq!((bins.place(f64::INFINITY), bins.place(f64::NEG_INFINITY)), (Place::Above, Place::Below));
    }
}
