//! Whole kernels of structs and functions, made from descriptions.

mod aggregates;
mod functions;

use crate::{
    Binding, Expr, Field, Fp, GenerateError, Item, KernelText, Location, Op, Part, Pins, ReductionSchedule,
    ReductionSpec, Scalar, Struct, Type, WarpSize, reduction,
};

const A: Expr<'static> = Expr::Name("a");
const B: Expr<'static> = Expr::Name("b");
const X: Expr<'static> = Expr::Name("x");
const F32: Type<'static> = Type::Scalar(Scalar::F32);
const FIELDS: &[Field<'static>] =
    &[Field { name: "n", ty: F32, offset: 0 }, Field { name: "mean", ty: F32, offset: 4 }];
const MOMENTS: Type<'static> = Type::Struct(&Struct { name: "Moments", fields: FIELDS, size: 8, align: 4 });

const fn part(body: Expr<'_>) -> Part<'_> {
    Part { body, line: 0 }
}

/// The reduction `Name { parameters }: fn(x: input) -> accumulator` whose map and op are given.
fn spec<'a>(inputs: &'a [Binding<'a>], accumulator: Type<'a>, map: Expr<'a>, op: Expr<'a>) -> ReductionSpec<'a> {
    ReductionSpec {
        item: Item {
            name: "Name",
            arguments: &[],
            docs: &[],
            inputs,
            index: None,
            parameters: &[],
            filter: None,
            fp: Fp::Strict,
            pins: Pins::NONE,
            location: Location { file: "src/declared.rs", line: 1 },
        },
        accumulator,
        output: accumulator,
        map: Part { body: map, line: 2 },
        op: Op { left: "a", right: "b", part: Part { body: op, line: 3 } },
        identity: None,
        init: None,
        finish: None,
        exact: false,
        commutative: true,
        schedule: None,
    }
}

fn text(spec: &ReductionSpec<'_>) -> Result<KernelText, GenerateError> {
    let schedule = ReductionSchedule::documented(spec, WarpSize::W32).unwrap();
    reduction(spec, &[], &schedule)
}

/// The lines of the text that contain `what`.
fn lines<'t>(text: &'t KernelText, what: &str) -> Vec<&'t str> {
    text.source.lines().filter(|line| line.contains(what)).collect()
}
