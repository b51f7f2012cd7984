//! AMD GPUs, through the HIP runtime and hiprtc, both opened at run time.
