//! The schedules of tutorials.

use proc_macro2::TokenStream;
use quote::quote;
use wavefold_codegen::tutorial::{Axis, TutorialHistogram, TutorialReduction};

pub(super) fn reduction(schedule: TutorialReduction) -> TokenStream {
    let TutorialReduction { block_size, load, block, warp, grid } = schedule;
    let (load, block, warp, grid) = (value(load), value(block), value(warp), value(grid));
    quote!(::wavefold::__private::codegen::tutorial::TutorialReduction {
        block_size: #block_size,
        load: ::wavefold::__private::codegen::tutorial::Load::#load,
        block: ::wavefold::__private::codegen::tutorial::BlockFold::#block,
        warp: ::wavefold::__private::codegen::tutorial::WarpFold::#warp,
        grid: ::wavefold::__private::codegen::tutorial::GridFold::#grid,
    })
}

pub(super) fn histogram(schedule: TutorialHistogram) -> TokenStream {
    let TutorialHistogram { block_size, items_per_thread, counts } = schedule;
    let counts = value(counts);
    quote!(::wavefold::__private::codegen::tutorial::TutorialHistogram {
        block_size: #block_size,
        items_per_thread: #items_per_thread,
        counts: ::wavefold::__private::codegen::tutorial::TutorialCounts::#counts,
    })
}

/// A variant with its fields, which are numbers: what `Debug` prints is also how Rust writes it, `FirstAdd { items: 2 }`.
fn value(value: impl Axis) -> TokenStream {
    format!("{value:?}").parse().unwrap_or_else(|error| syn::Error::from(error).into_compile_error())
}
