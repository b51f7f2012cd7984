//! Rust that kernels do not have, and what to write instead.
use wavefold::prelude::*;

reduction! {
    pub Everything: fn(x: f32) -> f32 {
        filter: if let Some(y) = x { true } else { false },
        map: {
            for i in 0..3 {}
            while x > 0.0 {}
            loop { break }
            x += 1.0;
            x = 2.0;
            return x;
            x?;
            (|y| y)(x);
            println!("{x}");
            const N: u32 = 3;
            unsafe { x };
            *(&x);
            "text";
            'c';
            b'c';
            (0..3);
            ();
            async { x };
            <f32>::MAX;
            Vec::<f32>::LEN;
            'label: { x };
            x.max(1.0);
            if x > 0.0 { x };
            x
        },
        op: |a, b| if a > b { a },
        identity: matches!(1, 1),
        finish: |t| { t; },
    }
}
reduction! {
    pub Bindings: fn(x: f32) -> f32 {
        map: {
            let mut a = x;
            let (b, c) = x;
            let d;
            let Some(e) = x else { x };
            let f: usize = x;
            let _ = x;
            #[cfg(test)]
            let g = x;
            a + b
        },
        op: |a, b| { let c = a + b; },
        identity: {},
    }
}

fn main() {}
