//! Snapshots of expansions: what a declaration becomes, as one would read it in an editor.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use wavefold_codegen::tutorial::{self, Axis, BlockFold, GridFold, Load, TutorialCounts, WarpFold};

use crate::{device_type, histogram, reduction};

fn device_fn(function: TokenStream) -> TokenStream {
    crate::device_fn(TokenStream::new(), function)
}

/// Formatted, and without the paths that every expansion is full of.
fn pretty(tokens: TokenStream) -> String {
    let mut text = tokens.to_string();
    for path in [
        ":: wavefold :: __private :: codegen :: ",
        ":: wavefold :: __private :: ",
        ":: core :: option :: Option :: ",
    ] {
        text = text.replace(path, "");
    }
    let tokens: TokenStream = text.parse().expect("a shortened expansion lexes");
    let mut file: syn::File = syn::parse2(tokens).expect("an expansion consists of items");
    for item in &mut file.items {
        if let syn::Item::Struct(item) = item {
            drop_kernel(&mut item.attrs);
        }
    }
    prettyplease::unparse(&file)
}

/// The kernel text has snapshots of its own; here only its heading stays.
fn drop_kernel(attributes: &mut Vec<syn::Attribute>) {
    let mut in_kernel = false;
    attributes.retain(|attribute| {
        let text = attribute.to_token_stream().to_string();
        let dropped = in_kernel && attribute.path().is_ident("doc");
        in_kernel |= text.contains("# Kernel");
        !dropped
    });
}

macro_rules! snapshot {
    ($name:ident: $macro_name:ident! { $($declaration:tt)* }) => {
        #[test]
        fn $name() {
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path("../snapshots");
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            let expansion = pretty($macro_name(quote!($($declaration)*)));
            settings.bind(|| insta::assert_snapshot!(stringify!($name), expansion));
        }
    };
}

snapshot! {
    largest_absolute_value: reduction! {
        /// Largest absolute value; 0 for empty input.
        pub MaxAbs: fn(x: f32) -> f32 { map: x.abs(), op: |a, b| a.max(b), identity: 0.0, block_size: 128 }
    }
}

snapshot! {
    parameters_and_filter: reduction! {
        #[cfg(feature = "deviation")]
        pub(crate) SquaredDeviation {
            /// The mean.
            mean: f32,
            pub limit: u8,
        }: fn(x: f32, y: u8) -> f32 {
            filter: !x.is_nan() && y < limit,
            map: { let d = x - mean; d * d },
            op: |a, b| a + b,
            identity: none,
            init: mean,
        }
    }
}

snapshot! {
    constants_match_and_arrays: reduction! {
        Classes: fn(x: i32) -> f64 {
            index: i,
            accumulator: [u64; 2],
            map: match x {
                -5 | 0..=LIMIT => [i, 1],
                n if n as u8 as i32 > config::LOW => [0; 2],
                _ => [u64::MAX, if x > 3 { 1 } else { 2 }],
            },
            op: |a, b| [a[0] + b[0], a[1]],
            identity: [0, 0],
            finish: |t| t[0] as f64 / std::f64::consts::PI,
        }
    }
}

snapshot! {
    bins_by_number: histogram! {
        pub Luma: fn(px: [u8; 3]) -> u32 {
            bin: (px[0] as u32 * 77 + px[1] as u32 * 150) >> 8,
            bins: BINS,
            filter: px[2] != 0,
        }
    }
}

snapshot! {
    bins_of_a_range: histogram! {
        Between { low: i16 }: fn(x: i32) -> u64 { range: low..=100, bins: 10, outside: count }
    }
}

snapshot! {
    structs_and_functions: reduction! {
        pub Variance { shift: stats::Shift<f32> }: fn(x: f32, w: [f16; LANES]) -> (f32, bool) {
            accumulator: stats::Moments<f32>,
            map: stats::Moments::<f32> { n: 1.0, mean: x - shift.by, m2: 0.0 },
            op: |a, b| stats::merge(a, b),
            identity: none,
            finish: |m| { let (n, m2) = (m.n, m.m2); (m2 / n, n > 1.0) },
            domain: x.abs() < LARGEST,
            commutative: false,
            fp: fast,
        }
    }
}

snapshot! {
    type_parameters: reduction! {
        /// The mean and the place of the largest.
        pub Largest<T: Summable, const N: usize>: fn(x: T) -> (f64, u64) where T::Total: Copy {
            index: i,
            accumulator: ((T::Total, u64), T),
            map: ((T::Total::from(x), 1), x.max(T::ZERO)),
            op: |((s, n), a), ((t, _), b)| ((s + t, n + 1), T::max(a, b as T)),
            identity: ((0 as T::Total, 0), T::LOWEST),
            finish: |((s, n), _)| (s as f64 / n as f64, n),
        }
    }
}

snapshot! {
    type_parameter_of_a_parameter: histogram! {
        Scaled<T: Number> { scale: T }: fn(x: T) -> u32 { bin: (x * scale) as i32, bins: 4 }
    }
}

snapshot! {
    a_step_of_a_tutorial: reduction! {
        Sum: fn(x: f32) -> f32 {
            op: |a, b| a + b,
            identity: 0.0,
            schedule: tutorial::last_warp_unrolled,
            block_size: 128,
            items_per_thread: 8,
        }
    }
}

snapshot! {
    a_schedule_by_its_axes: histogram! {
        Levels: fn(x: u8) -> u32 { bin: x, bins: 256, schedule: { counts: slices }, block_size: 64 }
    }
}

snapshot! {
    function: device_fn! {
        /// Chan's formula.
        pub(crate) fn merge(a: Moments, b: Moments) -> Moments {
            let n = a.n + b.n;
            let d = (b.mean - a.mean) * SCALE;
            if n == 0.0 { a } else { Moments { n, mean: mix(a.mean, d), m2: a.m2 + f16::MAX as f32 } }
        }
    }
}

snapshot! {
    derived_type: device_type! {
        #[repr(C, align(16))]
        pub struct Pair<T: Element> { r#type: [T; 2], pub flag: bool }
    }
}

snapshot! {
    item_beside_errors: reduction! {
        pub Broken { mean: f32 }: fn(x: f32) -> [f32; 2] { map: [x, maen], op: |a| a, identity: none }
    }
}

/// Whatever the tokens are, the answer is tokens.
#[test]
fn never_panics_on_tokens() {
    let whole = "/// d\n pub A { p: f32 }: fn(x: [u8; 3], y: f32) -> f32 { index: i, filter: !x[0] == 1, \
                 map: match x { 1 | 2..=3 => y, n if n > 0 => -1.0, _ => { let z: f32 = y; z } } as f32 + C, \
                 op: |a, b| if a { b } else { f32::max(a, 1e3) }, identity: [0; 2], finish: |t| m::L, \
                 range: -1..=p, bins: 0x10, outside: count, warp_size: [32, 64], vector_width: 4 }";
    never_panics(whole);
}

/// The same for schedules.
#[test]
fn never_panics_on_schedules() {
    for schedule in ["::wavefold::tutorial::sequential", "{ load: first_add(2), block: warps, counts: shared }"] {
        never_panics(&format!(
            "A: fn(x: f32) -> u32 {{ op: |a, b| a, identity: 0, bin: 1, bins: 2, schedule: {schedule}, block_size: 0, \
             items_per_thread: 4294967295, vector_width: 4, commutative: false }}"
        ));
    }
}

/// The same for what only rustc knows.
#[test]
fn never_panics_on_other_items() {
    let whole = "pub A<T: B, const N: usize> { p: T, q: m::P }: fn(x: T, y: [f32; N]) -> (T::Total, bool) where T: C { \
                 accumulator: (S<T>, [u8; 2]), map: (m::S::<T> { a: x, b: y[0], ..c }, [1; 2]), \
                 op: |(a, (_, c)), b| f(a, T::max(b.0.1, 1 as T)), domain: T::ZERO < x, fp: fast, identity: none, \
                 finish: |(s, _)| { let (u, v): (T, u8) = s; (T::Total::from(u), m::g(v)) }, bin: 1.5 as f16, bins: 3 }";
    never_panics(whole);
}

/// The same for the macros that stand on items.
#[test]
fn never_panics_on_items() {
    let function = "#[doc = \"d\"] pub fn merge<T>(a: (T, u64), mut b: &f32) -> Moments where T: A { let (s, _) = a; \
                    Moments { n: s as T, mean: T::max(b, merge(a, b)), m2, ..a } }";
    let structure = "#[repr(C, packed(2))] struct A<'a, T: E> where T: F { a: [T; 2], b: (u8, &'a f32) }";
    for (whole, expand) in [(function, device_fn as fn(TokenStream) -> TokenStream), (structure, device_type)] {
        let tokens: Vec<_> = whole.parse::<TokenStream>().expect("lexes").into_iter().collect();
        for skipped in variants(&tokens) {
            let expansion = expand(skipped.clone());
            assert!(syn::parse2::<syn::File>(expansion.clone()).is_ok(), "{skipped}\n=> {expansion}");
        }
    }
}

/// Compilers recurse: what would overflow their stack is an error.
#[test]
fn deep_expressions() {
    for (terms, refused) in [(250, 0), (1000, 1)] {
        let sum = vec!["x"; terms].join(" + ");
        let text = format!("A: fn(x: f32) -> f32 {{ map: {sum}, op: |a, b| a + b, identity: none }}");
        let expansion = reduction(text.parse().expect("lexes")).to_string();
        assert_eq!(expansion.matches("expressions within each other").count(), refused, "{terms} terms");
    }
}

/// Expands a declaration and all that is nearly it, with both macros.
fn never_panics(whole: &str) {
    let tokens: Vec<_> = whole.parse::<TokenStream>().expect("lexes").into_iter().collect();
    for skipped in variants(&tokens) {
        for expand in [reduction, histogram] {
            let expansion = expand(skipped.clone());
            assert!(syn::parse2::<syn::File>(expansion.clone()).is_ok(), "{skipped}\n=> {expansion}");
        }
    }
}

/// The tokens with one left out, one doubled, and cut off at one, at every depth.
fn variants(tokens: &[proc_macro2::TokenTree]) -> Vec<TokenStream> {
    let mut all = vec![tokens.iter().cloned().collect()];
    for (at, token) in tokens.iter().enumerate() {
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        let with = |middle: &[proc_macro2::TokenTree]| before.iter().chain(middle).chain(after).cloned().collect();
        all.push(with(&[]));
        all.push(with(&[token.clone(), token.clone()]));
        all.push(before.iter().cloned().collect());
        if let proc_macro2::TokenTree::Group(group) = token {
            let inside: Vec<_> = group.stream().into_iter().collect();
            for variant in variants(&inside) {
                all.push(with(&[proc_macro2::Group::new(group.delimiter(), variant).into()]));
            }
        }
    }
    all
}

/// The documentation of the macros names every method, and every schedule.
#[test]
fn every_word_is_documented() {
    let documentation = include_str!("../../wavefold-macros/src/lib.rs");
    let words: Vec<_> = documentation.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    for method in wavefold_codegen::Method::ALL {
        assert!(words.contains(&method.name()), "`{}` is missing", method.name());
    }
    let code: Vec<_> = documentation.split('`').skip(1).step_by(2).collect();
    let presets = tutorial::REDUCTIONS.iter().map(|(name, _)| *name);
    let presets = presets.chain(tutorial::HISTOGRAMS.iter().map(|(name, _)| *name));
    let values = names::<Load>().chain(names::<BlockFold>()).chain(names::<WarpFold>()).chain(names::<GridFold>());
    for name in presets.chain(values).chain(names::<TutorialCounts>()) {
        let is_it = |code: &&str| code.trim_start_matches("tutorial::").split('(').next() == Some(name);
        assert!(code.iter().any(is_it), "`{name}` is missing");
    }
}

/// What an axis and its values are called.
fn names<A: Axis>() -> impl Iterator<Item = &'static str> {
    std::iter::once(A::KEY).chain(A::ALL.iter().map(|value| value.name()))
}
