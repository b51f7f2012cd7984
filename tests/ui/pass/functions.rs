//! Functions of the user's: in every part, by every kind of path, from each other, and from Rust.
#![deny(warnings)]
use wavefold::prelude::*;

const WEIGHT: i32 = 3;

/// Has a name that numbers have as a method.
#[device_fn]
fn max(a: i32, b: i32) -> i32 {
    if a < b { b } else { a }
}

mod steps {
    use wavefold::prelude::*;

    pub const LIMIT: i32 = 100;

    /// Wraps in Rust as in a kernel.
    #[device_fn]
    pub fn double(x: i32) -> i32 {
        x + x
    }

    #[device_fn]
    #[inline(always)]
    pub(crate) fn clipped(x: i32, _unused: bool) -> i32 {
        let twice = self::double(x);
        match twice {
            LIMIT => LIMIT,
            other if other > LIMIT => LIMIT,
            other => other,
        }
    }
}
use steps::clipped;

reduction! {
    pub Clipped { floor: i32 }: fn(x: i32) -> i32 {
        filter: max(x, floor) > floor,
        domain: clipped(x, true) < 50,
        map: clipped(x, false) * WEIGHT,
        op: |a, b| max(a, b),
        identity: max(i32::MIN, i32::MIN),
        finish: |t| crate::steps::double(t),
    }
}

histogram! { Bins: fn(x: i32) -> u32 { bin: max(x, steps::double(1)), bins: 4 } }

fn main() -> Result<(), wavefold::Error> {
    assert_eq!(steps::double(i32::MAX), -2);
    let device = Device::cpu();
    assert_eq!(Clipped { floor: 1 }.run(&device, &[0, 1, 2, 7])?, 84);
    assert_eq!(Clipped { floor: 1 }.run(&device, &[90, 51])?, 600);
    assert_eq!(Bins.run(&device, &[0, 1, 2, 3, 3, 9])?, [0, 0, 3, 2]);

    // Functions may stand where declarations may: in a function.
    #[device_fn]
    fn third(x: [f32; 3]) -> f32 {
        x[2]
    }
    reduction! { Thirds: fn(x: [f32; 3]) -> f32 { map: third(x), op: |a, b| a + b, identity: 0.0 } }
    assert_eq!(Thirds.run(&device, &[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])?, 9.0);
    Ok(())
}
