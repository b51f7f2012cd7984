//! Patterns of `match`.
use wavefold::prelude::*;

reduction! {
    pub Patterns: fn(x: i32) -> i32 {
        map: match x {
            1.0 => 1,
            -1.0..=2.0 => 2,
            Some(y) => y,
            (a, b) => a,
            [a, ..] => a,
            &y => y,
            ref y => y,
            y @ 1..=3 => y,
            1 | y => y,
            "a" => 1,
            #[cfg(test)]
            3 => 1,
            4 if y => y,
            _ => 0,
        },
        op: |a, b| match a {},
        identity: 0,
    }
}

fn main() {}
