//! Implementations for tuples of every length that kernels take.

/// `for_tuples! { implement }` calls `implement! { A 0 }`, `implement! { A 0, B 1 }`, … up to twelve.
macro_rules! for_tuples {
    ($implement:ident) => {
        for_tuples! { @ $implement [] [A 0] [B 1] [C 2] [D 3] [E 4] [F 5] [G 6] [H 7] [I 8] [J 9] [K 10] [L 11] }
    };
    (@ $implement:ident [$($before:tt)*]) => {};
    (@ $implement:ident [$($before:tt)*] [$($next:tt)*] $($after:tt)*) => {
        $implement! { $($before)* $($next)* }
        for_tuples! { @ $implement [$($before)* $($next)*,] $($after)* }
    };
}
