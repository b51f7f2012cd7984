//! NVIDIA GPUs, through the CUDA driver and NVRTC, both opened at run time.
