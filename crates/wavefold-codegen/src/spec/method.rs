//! The numeric methods of the subset: one table for the macro, the inference and the printers.

use Receiver::{Any, Float, Half, Integer, Negatable, Signed, Unsigned};
use Shape::{Bits, FromBits, Integer32, Like, Predicate, Single, WithCount, WithPower};

/// Which receivers a method has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// `f16` to `f64`
    Float,
    /// `f16`, `bf16`
    Half,
    /// Any integer.
    Integer,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floats and signed integers.
    Negatable,
    /// Any number; what only floats can be (`is_nan`) no integer is.
    Any,
}

/// How the types of a method's arguments and result follow from its receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// All arguments and the result have the receiver's type.
    Like,
    /// The result is a `bool`; the arguments have the receiver's type.
    Predicate,
    /// The result is a `u32` (`count_ones`).
    Integer32,
    /// The result is an `f32` (`to_f32`).
    Single,
    /// The one argument is a `u32`, the result has the receiver's type (`pow`, shifts, rotations).
    WithCount,
    /// The one argument is an `i32`, the result has the receiver's type (`powi`).
    WithPower,
    /// The result is the unsigned integer of the receiver's size (`to_bits`, `abs_diff`, `unsigned_abs`).
    Bits,
    /// The argument is the unsigned integer of the size of the type it is called on (`f32::from_bits`).
    FromBits,
}

macro_rules! methods {
    ($($variant:ident $name:literal $receiver:ident $arguments:literal $shape:ident,)*) => {
        /// A method or associated function of the numeric types that exists on every face.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Method {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Method {
            /// Every method, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its Rust name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The name of the variant, for a macro that prints it as a token.
            pub const fn variant_name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant),)* }
            }

            /// What it may be called on.
            pub const fn receiver(self) -> Receiver {
                match self { $(Self::$variant => $receiver,)* }
            }

            /// How many arguments it takes besides the receiver.
            pub const fn arguments(self) -> usize {
                match self { $(Self::$variant => $arguments,)* }
            }

            /// How its types follow from the receiver.
            pub const fn shape(self) -> Shape {
                match self { $(Self::$variant => $shape,)* }
            }
        }
    };
}

methods! {
    // Any number.
    Abs "abs" Negatable 0 Like,
    Signum "signum" Negatable 0 Like,
    Min "min" Any 1 Like,
    Max "max" Any 1 Like,
    Clamp "clamp" Any 2 Like,
    RemEuclid "rem_euclid" Any 1 Like,
    DivEuclid "div_euclid" Any 1 Like,
    Minimum "minimum" Any 1 Like,
    Maximum "maximum" Any 1 Like,
    IsNan "is_nan" Any 0 Predicate,
    IsInfinite "is_infinite" Any 0 Predicate,
    IsFinite "is_finite" Any 0 Predicate,
    IsSignNegative "is_sign_negative" Any 0 Predicate,
    IsSignPositive "is_sign_positive" Any 0 Predicate,
    // Floats: exact or correctly rounded, so the same bits everywhere.
    Sqrt "sqrt" Float 0 Like,
    Floor "floor" Float 0 Like,
    Ceil "ceil" Float 0 Like,
    Trunc "trunc" Float 0 Like,
    Round "round" Float 0 Like,
    RoundTiesEven "round_ties_even" Float 0 Like,
    Fract "fract" Float 0 Like,
    Recip "recip" Float 0 Like,
    Copysign "copysign" Float 1 Like,
    MulAdd "mul_add" Float 2 Like,
    Powi "powi" Float 1 WithPower,
    ToF32 "to_f32" Half 0 Single,
    ToBits "to_bits" Float 0 Bits,
    FromBits "from_bits" Float 0 FromBits,
    // Floats: transcendental, so the bits depend on the device family.
    Exp "exp" Float 0 Like,
    Exp2 "exp2" Float 0 Like,
    Ln "ln" Float 0 Like,
    Log2 "log2" Float 0 Like,
    Log10 "log10" Float 0 Like,
    Sin "sin" Float 0 Like,
    Cos "cos" Float 0 Like,
    Tan "tan" Float 0 Like,
    Asin "asin" Float 0 Like,
    Acos "acos" Float 0 Like,
    Atan "atan" Float 0 Like,
    Atan2 "atan2" Float 1 Like,
    Sinh "sinh" Float 0 Like,
    Cosh "cosh" Float 0 Like,
    Tanh "tanh" Float 0 Like,
    Cbrt "cbrt" Float 0 Like,
    Hypot "hypot" Float 1 Like,
    Powf "powf" Float 1 Like,
    // Integers.
    Pow "pow" Integer 1 WithCount,
    WrappingAdd "wrapping_add" Integer 1 Like,
    WrappingSub "wrapping_sub" Integer 1 Like,
    WrappingMul "wrapping_mul" Integer 1 Like,
    WrappingNeg "wrapping_neg" Integer 0 Like,
    SaturatingAdd "saturating_add" Integer 1 Like,
    SaturatingSub "saturating_sub" Integer 1 Like,
    AbsDiff "abs_diff" Integer 1 Bits,
    UnsignedAbs "unsigned_abs" Signed 0 Bits,
    CountOnes "count_ones" Integer 0 Integer32,
    CountZeros "count_zeros" Integer 0 Integer32,
    LeadingZeros "leading_zeros" Integer 0 Integer32,
    TrailingZeros "trailing_zeros" Integer 0 Integer32,
    RotateLeft "rotate_left" Integer 1 WithCount,
    RotateRight "rotate_right" Integer 1 WithCount,
    IsPowerOfTwo "is_power_of_two" Unsigned 0 Predicate,
}

impl Method {
    /// The method that Rust calls `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|method| method.name() == name)
    }

    /// Whether its last bits may differ between device families (libm, not arithmetic).
    pub const fn is_transcendental(self) -> bool {
        use Method::*;
        matches!(
            self,
            Exp | Exp2
                | Ln
                | Log2
                | Log10
                | Sin
                | Cos
                | Tan
                | Asin
                | Acos
                | Atan
                | Atan2
                | Sinh
                | Cosh
                | Tanh
                | Cbrt
                | Hypot
                | Powf
        )
    }
}
