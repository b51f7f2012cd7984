//! What hiprtc's functions return.

use std::fmt;

/// A result of hiprtc. Its own type, for hiprtc's numbers mean other things than the HIP runtime's; a code that this
/// crate does not know is kept as it is.
#[allow(non_camel_case_types, reason = "the library's name for it")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
#[must_use]
pub struct hiprtcResult(pub i32);

macro_rules! results {
    ($($(#[$doc:meta])* $constant:ident = $code:literal, $name:literal;)+) => {
        impl hiprtcResult {
            $($(#[$doc])* pub const $constant: Self = Self($code);)+

            /// The name in AMD's header; `None` for a code that this crate does not know.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($code => Some($name),)+
                    _ => None,
                }
            }
        }
    };
}

results! {
    /// All is well; there may be a log all the same.
    SUCCESS = 0, "HIPRTC_SUCCESS";
    /// Out of memory.
    OUT_OF_MEMORY = 1, "HIPRTC_ERROR_OUT_OF_MEMORY";
    /// The program cannot be created.
    PROGRAM_CREATION_FAILURE = 2, "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE";
    /// An argument is wrong: an empty source, say.
    INVALID_INPUT = 3, "HIPRTC_ERROR_INVALID_INPUT";
    /// The program is none, or destroyed.
    INVALID_PROGRAM = 4, "HIPRTC_ERROR_INVALID_PROGRAM";
    /// An option is not understood.
    INVALID_OPTION = 5, "HIPRTC_ERROR_INVALID_OPTION";
    /// The source does not compile: the log says why.
    COMPILATION = 6, "HIPRTC_ERROR_COMPILATION";
    /// A built-in operation failed.
    BUILTIN_OPERATION_FAILURE = 7, "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE";
    /// Name expressions come before compilation.
    NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8, "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
    /// Lowered names come after compilation.
    NO_LOWERED_NAMES_BEFORE_COMPILATION = 9, "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
    /// A name expression is not valid.
    NAME_EXPRESSION_NOT_VALID = 10, "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
    /// Something went wrong within.
    INTERNAL_ERROR = 11, "HIPRTC_ERROR_INTERNAL_ERROR";
    /// Linking failed.
    LINKING = 100, "HIPRTC_ERROR_LINKING";
}

impl hiprtcResult {
    /// Whether all is well.
    #[must_use]
    pub fn is_success(self) -> bool {
        self == Self::SUCCESS
    }
}

impl fmt::Display for hiprtcResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name().unwrap_or("a result of no known name"), self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::hiprtcResult;

    #[test]
    fn known_results_have_their_names_and_unknown_ones_keep_their_code() {
        assert_eq!(hiprtcResult::COMPILATION.to_string(), "HIPRTC_ERROR_COMPILATION (6)");
        assert_eq!(hiprtcResult(-7).to_string(), "a result of no known name (-7)");
        assert!(hiprtcResult(0).is_success() && !hiprtcResult(100).is_success());
    }
}
