//! Opening the vendor's libraries: every name that is tried, and what became of it.

use std::ffi::{OsStr, c_int};
use std::path::{Path, PathBuf};

use libloading::Library;

use crate::{Attempt, LibraryError};

/// A library that is there to stay: CUDA's libraries do not bear being closed.
#[derive(Debug)]
pub(super) struct Found<F: 'static> {
    /// The name or path by which it was opened.
    pub(super) name: String,
    /// Its functions.
    pub(super) functions: F,
}

/// Opens the first of these names or paths that is a library with all the functions that `bind` looks for.
pub(super) fn open<F>(
    what: &'static str,
    remedy: impl FnOnce() -> String,
    names: impl IntoIterator<Item = PathBuf>,
    bind: impl Fn(&Library, &Path) -> Result<F, String>,
) -> Result<Found<F>, LibraryError> {
    let mut attempts = Vec::new();
    for path in names {
        let name = path.display().to_string();
        match library(path.as_os_str()).and_then(|library| Ok((bind(&library, &path)?, library))) {
            Ok((functions, library)) => {
                std::mem::forget(library);
                return Ok(Found { name, functions });
            }
            Err(reason) => attempts.push(Attempt { name, reason }),
        }
    }
    Err(LibraryError { what, remedy: remedy(), attempts })
}

/// Opens one library.
pub(super) fn library(name: &OsStr) -> Result<Library, String> {
    // SAFETY: what its initialisers do is the vendor's business; loading it is what the user asks for by opening a
    // CUDA device.
    unsafe { Library::new(name) }.map_err(|error| reason(&name.to_string_lossy(), &error))
}

/// The loader's own words, which libloading keeps as the source of its error, without the name in front of them: that
/// stands beside them already.
fn reason(name: &str, error: &libloading::Error) -> String {
    let words = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    words.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).map(str::to_owned).unwrap_or(words)
}

/// A function's answer that is not success. Codes are numbers and not an enum: newer libraries have newer codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) function: &'static str,
    pub(super) code: c_int,
}

impl Failure {
    pub(super) fn unless_zero(function: &'static str, code: c_int) -> Result<(), Self> {
        if code == 0 { Ok(()) } else { Err(Self { function, code }) }
    }
}

/// Declares a struct of a library's functions, each a method of the same name that says whose failure it is.
macro_rules! functions {
    (
        $(#[$attribute:meta])*
        struct $name:ident;
        $(fn $function:ident($($argument:ident: $ty:ty),* $(,)?);)+
    ) => {
        $(#[$attribute])*
        // A function that others call in our place is looked up too, so that they find it.
        #[allow(non_snake_case, dead_code)]
        #[derive(Debug)]
        pub(super) struct $name {
            $($function: unsafe extern "system" fn($($ty),*) -> std::ffi::c_int,)+
        }

        // As the vendor writes them, and with the vendor's arguments.
        #[allow(non_snake_case, dead_code, clippy::too_many_arguments)]
        impl $name {
            /// Looks every function up.
            pub(super) fn bind(library: &libloading::Library) -> Result<Self, String> {
                $(
                    // SAFETY: the signature is the one that the vendor documents for this name.
                    let $function = *unsafe {
                        library.get::<unsafe extern "system" fn($($ty),*) -> std::ffi::c_int>(stringify!($function))
                    }
                    .map_err(|_| concat!("it has no function `", stringify!($function), "`").to_owned())?;
                )+
                Ok(Self { $($function),+ })
            }

            $(
                /// The vendor's function.
                ///
                /// # Safety
                /// What the vendor's documentation asks for.
                pub(super) unsafe fn $function(&self, $($argument: $ty),*) -> Result<(), $crate::cuda::library::Failure> {
                    // SAFETY: the caller keeps to the vendor's documentation.
                    let code = unsafe { (self.$function)($($argument),*) };
                    $crate::cuda::library::Failure::unless_zero(stringify!($function), code)
                }
            )+
        }
    };
}
pub(super) use functions;
