//! What numpy finds in the two files of `examples/data`: the table in the `README.md` there.

use super::Levels;
use super::options::Options;

/// The known results of the input, where it has any.
pub(crate) struct References {
    pub(crate) image: Option<Image>,
    pub(crate) column: Option<Column>,
}

/// Of `astronaut.png`.
pub(crate) struct Image {
    pub(crate) channel_sums: [u64; 3],
    /// The first counts of the histogram.
    pub(crate) luma: [u32; 4],
    /// The brightness of all pixels together, which every count has a part in.
    pub(crate) luma_sum: u64,
}

/// Of the column `co2` of `mauna_loa_co2.csv`.
pub(crate) struct Column {
    pub(crate) peak: [f64; 2],
    pub(crate) growth: f64,
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
    pub(crate) levels: [u32; 10],
    pub(crate) empty: u32,
}

/// The range that the reference counts are for.
pub(crate) const LEVELS: Levels = Levels { low: 310.0, high: 375.0 };

/// How far a float result may be from numpy's, relative to it. numpy adds and multiplies in another order; over
/// 2225 values each order is off by less than 2225 roundings of 2^-53, which is 2.5e-13.
pub(crate) const TOLERANCE: f64 = 1e-12;

/// The references for what the options choose.
pub(crate) fn of(options: &Options) -> References {
    References {
        image: (!options.is_own_image()).then_some(Image {
            channel_sums: [37109758, 27724204, 25290362],
            luma: [29404, 3469, 1696, 1299],
            luma_sum: 30156239,
        }),
        column: (!options.is_own_column()).then_some(Column {
            peak: [373.9, 2250.0],
            growth: 1.1752609933565301,
            mean: 340.1422471910112,
            deviation: 289.0021522535034,
            levels: [98, 371, 304, 248, 229, 211, 232, 231, 182, 119],
            empty: 59,
        }),
    }
}
