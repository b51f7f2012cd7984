//! hiprtc, opened at run time.
