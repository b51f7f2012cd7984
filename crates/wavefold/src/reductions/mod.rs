//! Reductions ready to use, typed by a parameter: `Sum::<f32>.run(&device, &values)`.
//!
//! Each is declared with [`reduction!`](crate::reduction) itself; the source of this module is a collection of examples.
//!
//! ```
//! use wavefold::prelude::*;
//! use wavefold::reductions::{ArgMax, Mean, Sum};
//!
//! # fn main() -> Result<(), wavefold::Error> {
//! let device = Device::best()?;
//! let values = [0.5_f32, 3.0, -1.5, 3.0];
//! assert_eq!(Sum::<f32>.run(&device, &values)?, 5.0);
//! assert_eq!(Mean::<f32>.run(&device, &values)?, Some(1.25));
//! assert_eq!(ArgMax::<f32>.run(&device, &values)?, Some((3.0, 1)));
//! # Ok(())
//! # }
//! ```
//!
//! What they have in common:
//!
//! - **Wide totals.** Sums of `f16` and `bf16` are `f32`, sums of integers 64 bits wide ([`Summable`]); integers wrap there.
//! - **NaN** propagates: one among the elements makes the result NaN, or is what [`ArgMin`] and [`ArgMax`] find.
//!   [`ignore_nan`] has sums, products, extremes, means and variances of what is not NaN; a declaration of one's own can do the
//!   same with `filter: !x.is_nan()`.
//! - **Ties** go to the lowest index.
//! - **Empty input** gives the neutral element where there is one, and `None` where there is none: extremes, means.
//! - **Bits** are the same on every device; of [`LogSumExp`], which needs `exp` and `ln`, within one family of devices.

mod extremes;
pub mod ignore_nan;
mod log_sum_exp;
mod logic;
mod moments;
mod norms;
mod sums;
mod widths;

pub use extremes::{ArgMax, ArgMin, Max, Min, MinMax};
pub use log_sum_exp::LogSumExp;
pub use logic::{All, Any, Count};
pub use moments::{Mean, Variance};
pub use norms::{Dot, L1Norm, L2Norm, MaxNorm};
pub use sums::{Product, Sum};
pub use widths::{Averaged, Summable};
