//! A program of hiprtc: created, compiled, read, destroyed.

use std::ffi::{CStr, CString, c_char, c_int};

use crate::{Functions, hiprtcProgram, hiprtcResult};

/// A function that failed, or that is missing.
pub(crate) struct Failure {
    pub(crate) function: &'static str,
    pub(crate) result: Option<hiprtcResult>,
}

/// A program, destroyed at the end.
pub(crate) struct Program<'f> {
    functions: &'f Functions,
    program: hiprtcProgram,
}

impl<'f> Program<'f> {
    pub(crate) fn create(functions: &'f Functions, source: &CStr, file: &CStr) -> Result<Self, Failure> {
        let function = "hiprtcCreateProgram";
        let create = functions.hiprtcCreateProgram.ok_or(Failure { function, result: None })?;
        let mut program = hiprtcProgram::NULL;
        let none = std::ptr::null();
        // SAFETY: the strings are terminated and live through the call, which copies them; there are no headers.
        let result = unsafe { create(&mut program, source.as_ptr(), file.as_ptr(), 0, none, none) };
        checked(function, result)?;
        Ok(Self { functions, program })
    }

    /// # Safety
    /// As for [`Compiler::compile_unchecked`].
    pub(crate) unsafe fn compile(&self, options: &[CString]) -> Result<(), Failure> {
        let function = "hiprtcCompileProgram";
        let compile = self.functions.hiprtcCompileProgram.ok_or(Failure { function, result: None })?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let count = c_int::try_from(pointers.len())
            .map_err(|_| Failure { function, result: Some(hiprtcResult::INVALID_INPUT) })?;
        // SAFETY: the program is live, the options are terminated and live through the call; the rest is the caller's.
        checked(function, unsafe { compile(self.program, count, pointers.as_ptr()) })
    }

    pub(crate) fn log(&self) -> Result<String, Failure> {
        let names = ("hiprtcGetProgramLogSize", "hiprtcGetProgramLog");
        let bytes =
            self.bytes(names, self.functions.hiprtcGetProgramLogSize, self.functions.hiprtcGetProgramLog)?;
        Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
    }

    pub(crate) fn code(&self) -> Result<Vec<u8>, Failure> {
        let names = ("hiprtcGetCodeSize", "hiprtcGetCode");
        self.bytes(names, self.functions.hiprtcGetCodeSize, self.functions.hiprtcGetCode)
    }

    /// What `get` writes, whose size `size` says.
    fn bytes(
        &self,
        (size_name, get_name): (&'static str, &'static str),
        size: Option<unsafe extern "C" fn(hiprtcProgram, *mut usize) -> hiprtcResult>,
        get: Option<unsafe extern "C" fn(hiprtcProgram, *mut c_char) -> hiprtcResult>,
    ) -> Result<Vec<u8>, Failure> {
        let size = size.ok_or(Failure { function: size_name, result: None })?;
        let get = get.ok_or(Failure { function: get_name, result: None })?;
        let mut length = 0;
        // SAFETY: the program is live, and `length` a place for a number.
        checked(size_name, unsafe { size(self.program, &mut length) })?;
        // One more, should a version write a terminator that its size does not count.
        let mut bytes = vec![0u8; length + 1];
        // SAFETY: the program is live, and there is room for what the size says.
        checked(get_name, unsafe { get(self.program, bytes.as_mut_ptr().cast()) })?;
        bytes.truncate(length);
        Ok(bytes)
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        if let Some(destroy) = self.functions.hiprtcDestroyProgram {
            // SAFETY: the program is live, and not used again. A failure leaves nothing to be done.
            let _ = unsafe { destroy(&mut self.program) };
        }
    }
}

fn checked(function: &'static str, result: hiprtcResult) -> Result<(), Failure> {
    if result.is_success() { Ok(()) } else { Err(Failure { function, result: Some(result) }) }
}
