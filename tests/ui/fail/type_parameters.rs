//! Type parameters that an item cannot have, and bounds that are missing.
use wavefold::prelude::*;
use wavefold::{Element, Number};

reduction! { pub Lifetimes<'a, T: Number = f32, const N: usize = 2>: fn(x: T) -> T { op: |a, b| a + b, identity: none } }
reduction! { pub Unused<T: Number, U: Number> { scale: T }: fn(x: T) -> T { op: |a, b| a * scale, identity: none } }
reduction! { pub Unbounded<T: Element>: fn(x: T) -> T { op: |a, b| a + b, identity: T::ZERO } }
reduction! { pub Nothing<T>: fn(x: T) -> T { op: |a, b| a + b, identity: none } }
reduction! { pub Sum<T: Number>: fn(x: T) -> T { op: |a, b| a + b, identity: T::ZERO } }

fn main() -> Result<(), wavefold::Error> {
    let device = Device::cpu();
    Sum::<String>.run(&device, &[])?;
    Ok(())
}
