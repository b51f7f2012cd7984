//! One table per trait: its functions become trait methods and the free functions that the macros call.

/// `functions! { trait Name: Super { f(x, y); g(x, count: u32) -> bool; } }` declares the trait and the free
/// functions. An argument or result without a type has the implementing type.
macro_rules! functions {
    (
        $(#[$trait_meta:meta])*
        trait $name:ident: $bound:path {
            $( $(#[$meta:meta])* $function:ident($($argument:ident $(: $ty:ty)?),*) $(-> $out:ty)?; )*
        }
    ) => {
        $(#[$trait_meta])*
        pub trait $name: $bound {
            $(
                $(#[$meta])*
                fn $function($($argument: or_else!([Self] $($ty)?)),*) -> or_else!([Self] $($out)?);
            )*
        }

        $(
            $(#[$meta])*
            #[inline(always)]
            pub fn $function<T: $name>($($argument: or_else!([T] $($ty)?)),*) -> or_else!([T] $($out)?) {
                <T as $name>::$function($($argument),*)
            }
        )*
    };
}

/// `implement! { Name for [a, b] { f(x, y) => x + y; g(x, count: u32) -> bool; } }`. Without a body the type's
/// own method of that name is called.
macro_rules! implement {
    ($name:ident for [$($implementor:ty),*] $functions:tt) => {
        $( implement! { @one $name, $implementor, $functions } )*
    };
    (
        @one $name:ident, $implementor:ty,
        { $( $function:ident($($argument:ident $(: $ty:ty)?),*) $(-> $out:ty)? $(=> $body:expr)?; )* }
    ) => {
        impl $name for $implementor {
            $(
                #[inline(always)]
                fn $function(
                    $($argument: or_else!([Self] $($ty)?)),*
                ) -> or_else!([Self] $($out)?) {
                    or_else!([<$implementor>::$function($($argument),*)] $($body)?)
                }
            )*
        }
    };
}

/// What follows the brackets, or else what is in them.
macro_rules! or_else {
    ([$($default:tt)*]) => { $($default)* };
    ([$($default:tt)*] $given:ty) => { $given };
    ([$($default:tt)*] $given:expr) => { $given };
}
