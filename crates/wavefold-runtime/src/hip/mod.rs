//! AMD GPUs, through the HIP runtime and hiprtc, both opened at run time.

#[allow(dead_code, reason = "the backend that compiles with it is on its way")]
mod compiler;
