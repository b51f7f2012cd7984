//! Structs, tuples, half floats, truth values and functions of the user's, in kernels made from descriptions: their
//! results to the byte, for both warp sizes.

mod aggregates;
mod halves;

use std::fmt::Debug;

use super::{input, launch, output};
use crate::emulator::{Argument, Emulator};
use wavefold_codegen::{
    Binary, Binding, Expr, Fp, Item, Location, Op, Part, Pins, ReductionSchedule, ReductionSpec, Scalar, Type,
    WarpSize, reduction,
};

const X: Expr<'static> = Expr::Name("x");
const A: Expr<'static> = Expr::Name("a");
const B: Expr<'static> = Expr::Name("b");
const F32: Type<'static> = Type::Scalar(Scalar::F32);

const fn part(body: Expr<'_>) -> Part<'_> {
    Part { body, line: 0 }
}

const fn float(digits: &str) -> Expr<'_> {
    Expr::Float { digits, suffix: None }
}

const fn binary<'a>(operator: Binary, left: &'a Expr<'a>, right: &'a Expr<'a>) -> Expr<'a> {
    Expr::Binary(operator, left, right)
}

/// `map: x, op: |a, b| …, identity: none` over the one input `x`; tests change what they are about.
fn over<'a>(inputs: &'a [Binding<'a>], accumulator: Type<'a>, op: Expr<'a>) -> ReductionSpec<'a> {
    ReductionSpec {
        item: Item {
            name: "Folded",
            arguments: &[],
            docs: &[],
            inputs,
            index: None,
            parameters: &[],
            filter: None,
            fp: Fp::Strict,
            pins: Pins::NONE,
            location: Location { file: "", line: 0 },
        },
        accumulator,
        output: accumulator,
        map: part(X),
        op: Op { left: "a", right: "b", part: part(op) },
        identity: None,
        init: None,
        finish: None,
        exact: false,
        commutative: true,
        schedule: None,
    }
}

/// Runs the documented kernels of `spec`, which must agree; gives the bytes of the result, and whether there is one.
fn folded<T: bytemuck::Pod>(spec: &ReductionSpec<'_>, data: &[T], parameters: &[&[u8]]) -> (Vec<u8>, bool) {
    let mut results = WarpSize::ALL.map(|warp| {
        let schedule = ReductionSchedule::documented(spec, warp).unwrap();
        let text = reduction(spec, &[], &schedule).unwrap();
        let kernel = Emulator::new(warp).and_then(|emulator| emulator.compile_text(&text));
        let kernel = kernel.unwrap_or_else(|error| panic!("{error}\n{}", text.source));
        let n = data.len() as u64;
        let grid = schedule.grid(n);
        // Buffers of the host are aligned as the type is, and no more.
        let mut partials = vec![0_u64; grid as usize * spec.partial_bytes().div_ceil(8) as usize];
        let (mut arrivals, mut result, mut found) = ([0_u32], vec![0xff_u8; spec.output.size() as usize], [0_u32]);
        let (n, mut arguments) = (n.to_ne_bytes(), vec![input(data)]);
        arguments.push(Argument::Value(&n));
        arguments.extend(parameters.iter().map(|&parameter| Argument::Value(parameter)));
        let mut aligned = vec![0_u64; result.len().div_ceil(8)];
        arguments.extend([output(&mut partials), output(&mut arrivals)]);
        arguments.extend([output(&mut aligned), output(&mut found)]);
        launch(&kernel, grid, schedule.block_size, &arguments)
            .unwrap_or_else(|fault| panic!("{fault}\n{}", text.source));
        let bytes = result.len();
        result.copy_from_slice(&bytemuck::cast_slice(&aligned)[..bytes]);
        (result, found[0] == 1)
    });
    let [narrow, wide] = &mut results;
    assert_eq!(narrow, wide, "warps of 32 and 64 lanes");
    std::mem::take(narrow)
}

/// The canonical tree over values of which each has a slot of its own: neighbours join, what is alone stays.
fn tree<T: Clone + Debug>(mut values: Vec<T>, op: impl Fn(T, T) -> T) -> Option<T> {
    while values.len() > 1 {
        values = values
            .chunks(2)
            .map(|pair| match pair {
                [left, right] => op(left.clone(), right.clone()),
                alone => alone[0].clone(),
            })
            .collect();
    }
    values.pop()
}
