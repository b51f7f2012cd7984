//! What a declaration fixes of how it is compiled: `warp_size`, `block_size`, `items_per_thread`, `vector_width`, `fp`.

use wavefold_codegen::{Fp, MAX_VECTOR_BYTES, WarpSize};

use super::entries::{Entries, Given};
use super::header::Header;
use crate::parse::integer_value;
use crate::report::Report;

/// The fixed parts, checked.
#[derive(Clone)]
pub(crate) struct Pins {
    pub(crate) warp_sizes: Vec<WarpSize>,
    pub(crate) block_size: Option<u32>,
    pub(crate) items_per_thread: Option<u32>,
    pub(crate) vector_width: Option<u32>,
    pub(crate) fp: Fp,
}

impl Pins {
    pub(super) fn parse(report: &mut Report, header: &Header, entries: &mut Entries) -> Self {
        let warp_sizes = warp_sizes(report, entries);
        let block_size = power_of_two(report, entries, "block_size", 64, 1024);
        let items = power_of_two(report, entries, "items_per_thread", 1, 256);
        let vector = power_of_two(report, entries, "vector_width", 1, 16);
        if let Some((width, value)) = &vector {
            check_width(report, header, *width, value);
        }
        if let (Some((items, value)), Some((width, _))) = (&items, &vector)
            && items < width
        {
            report.error(
                value,
                format_args!(
                    "a thread holds at least one load: with `vector_width: {width}`, `items_per_thread` is {width} or \
                     a larger power of two"
                ),
            );
        }
        let number = |pin: Option<(u32, syn::Expr)>| pin.map(|(number, _)| number);
        Self {
            warp_sizes,
            block_size: number(block_size),
            items_per_thread: number(items),
            vector_width: number(vector),
            fp: fp(report, entries),
        }
    }
}

/// `fp: strict` or `fp: fast`
fn fp(report: &mut Report, entries: &mut Entries) -> Fp {
    let Given::Value(_, value) = entries.expr("fp") else { return Fp::Strict };
    match &value {
        syn::Expr::Path(path) if path.path.is_ident("strict") => Fp::Strict,
        syn::Expr::Path(path) if path.path.is_ident("fast") => Fp::Fast,
        _ => {
            report.error(
                &value,
                "`fp` takes `strict`, floats exactly as written, or `fast`: `a * b + c` may be rounded once, and the bits \
                 differ between devices",
            );
            Fp::Strict
        }
    }
}

fn warp_sizes(report: &mut Report, entries: &mut Entries) -> Vec<WarpSize> {
    let Given::Value(key, value) = entries.expr("warp_size") else {
        return WarpSize::ALL.to_vec();
    };
    let written: Vec<&syn::Expr> = match &value {
        syn::Expr::Array(array) => array.elems.iter().collect(),
        single => vec![single],
    };
    if written.is_empty() {
        report.error(&value, "this list is empty; write 32, 64 or [32, 64]");
    }
    let mut sizes = Vec::new();
    for one in written {
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(_), .. }) = one else {
            report.error(one, format_args!("`{key}` takes 32, 64 or [32, 64]"));
            continue;
        };
        let Some(lanes) = integer_value(report, "warp_size", one) else { continue };
        match WarpSize::ALL.into_iter().find(|size| u128::from(size.lanes()) == lanes) {
            Some(size) if sizes.contains(&size) => {
                report.error(one, format_args!("warp size {lanes} is listed twice; keep one of the two"));
            }
            Some(size) => sizes.push(size),
            None => report.error(
                one,
                format_args!(
                    "no device has warps of {lanes} lanes; write 32 (NVIDIA, AMD RDNA), 64 (AMD GCN, CDNA) or both"
                ),
            ),
        }
    }
    sizes.sort_unstable();
    sizes
}

fn power_of_two(
    report: &mut Report,
    entries: &mut Entries,
    key: &'static str,
    least: u32,
    most: u32,
) -> Option<(u32, syn::Expr)> {
    let Given::Value(_, value) = entries.expr(key) else { return None };
    let number = integer_value(report, key, &value)?;
    match u32::try_from(number) {
        Ok(legal) if legal.is_power_of_two() && (least..=most).contains(&legal) => Some((legal, value)),
        _ => {
            let near = number.clamp(least.into(), most.into()) as u32;
            let above = near.next_power_of_two();
            let nearest = if above - near <= near - above / 2 { above } else { above / 2 };
            report.error(
                &value,
                format_args!(
                    "`{key}` is a power of two from {least} to {most}, not {number}; the nearest is {nearest}"
                ),
            );
            None
        }
    }
}

/// A load has at most 16 bytes; of types that only rustc knows, the schedule is checked when the kernel is made.
fn check_width(report: &mut Report, header: &Header, width: u32, value: &syn::Expr) {
    let known = header.inputs.iter().filter_map(|input| input.ty.as_ref()).filter_map(|ty| Some((ty.size()?, ty)));
    let Some((size, ty)) = known.max_by_key(|(size, _)| *size) else { return };
    if u64::from(width) * size <= u64::from(MAX_VECTOR_BYTES) {
        return;
    }
    let most = 1 << (u64::from(MAX_VECTOR_BYTES) / size).max(1).ilog2();
    if width > most {
        report.error(
            value,
            format_args!(
                "a load has at most {MAX_VECTOR_BYTES} bytes: `vector_width` for `{ty}` ({size} bytes) is at most {most}"
            ),
        );
    }
}
