//! What the functions answer with.

use std::ffi::c_uint;
use std::fmt;

/// The answer of almost every function: success, or why not. Newer runtimes have codes that this version does not know;
/// those are representable and have no [`name`](Self::name).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
#[must_use]
pub struct hipError_t(pub c_uint);

/// The codes, each with its meaning.
macro_rules! codes {
    ($($name:ident = $code:literal, $meaning:literal;)+) => {
        $(
            #[doc = concat!($meaning, ".")]
            pub const $name: hipError_t = hipError_t($code);
        )+

        impl hipError_t {
            /// Every code that has a name here.
            pub const KNOWN: &[Self] = &[$($name),+];

            /// The code's name, `hipErrorNoDevice` say; `None` where this version does not know the code.
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($code => Some(stringify!($name)),)+
                    _ => None,
                }
            }

            /// What the code means, for runtimes without `hipGetErrorString`; `None` as for [`name`](Self::name).
            pub const fn meaning(self) -> Option<&'static str> {
                match self.0 {
                    $($code => Some($meaning),)+
                    _ => None,
                }
            }
        }
    };
}

codes! {
    hipSuccess = 0, "The call did what it was asked for";
    hipErrorInvalidValue = 1, "An argument is not valid";
    hipErrorOutOfMemory = 2, "There is not so much memory left";
    hipErrorNotInitialized = 3, "The runtime could not be initialised";
    hipErrorDeinitialized = 4, "The runtime is shutting down";
    hipErrorProfilerDisabled = 5, "The profiler is disabled";
    hipErrorProfilerNotInitialized = 6, "The profiler is not initialised";
    hipErrorProfilerAlreadyStarted = 7, "The profiler is running already";
    hipErrorProfilerAlreadyStopped = 8, "The profiler is not running";
    hipErrorInvalidConfiguration = 9, "The launch asks for more than the device has";
    hipErrorInvalidPitchValue = 12, "The pitch is not valid";
    hipErrorInvalidSymbol = 13, "There is no such symbol";
    hipErrorInvalidDevicePointer = 17, "The pointer is none of the device's";
    hipErrorInvalidMemcpyDirection = 21, "The direction of the copy is not valid";
    hipErrorInsufficientDriver = 35, "The driver is older than the runtime needs";
    hipErrorMissingConfiguration = 52, "The launch has no configuration";
    hipErrorPriorLaunchFailure = 53, "An earlier launch failed";
    hipErrorInvalidDeviceFunction = 98, "There is no such device function";
    hipErrorNoDevice = 100, "There is no device that the runtime can use";
    hipErrorInvalidDevice = 101, "There is no device of this number";
    hipErrorInvalidImage = 200, "The code object is not valid";
    hipErrorInvalidContext = 201, "The context is not valid";
    hipErrorContextAlreadyCurrent = 202, "The context is current already";
    hipErrorMapFailed = 205, "The memory could not be mapped";
    hipErrorUnmapFailed = 206, "The memory could not be unmapped";
    hipErrorArrayIsMapped = 207, "The array is mapped";
    hipErrorAlreadyMapped = 208, "The resource is mapped already";
    hipErrorNoBinaryForGpu = 209, "The code object is for another architecture than the device's";
    hipErrorAlreadyAcquired = 210, "The resource is acquired already";
    hipErrorNotMapped = 211, "The resource is not mapped";
    hipErrorNotMappedAsArray = 212, "The resource is not mapped as an array";
    hipErrorNotMappedAsPointer = 213, "The resource is not mapped as a pointer";
    hipErrorECCNotCorrectable = 214, "The device's memory has an error that ECC cannot correct";
    hipErrorUnsupportedLimit = 215, "The device has no such limit";
    hipErrorContextAlreadyInUse = 216, "The context is in use by another thread";
    hipErrorPeerAccessUnsupported = 217, "The devices cannot reach each other's memory";
    hipErrorInvalidKernelFile = 218, "The kernel file is not valid";
    hipErrorInvalidGraphicsContext = 219, "The graphics context is not valid";
    hipErrorInvalidSource = 300, "The kernel source is not valid";
    hipErrorFileNotFound = 301, "There is no such file";
    hipErrorSharedObjectSymbolNotFound = 302, "The shared object has no such symbol";
    hipErrorSharedObjectInitFailed = 303, "The shared object could not be initialised";
    hipErrorOperatingSystem = 304, "The operating system refused";
    hipErrorInvalidHandle = 400, "The handle is not valid";
    hipErrorIllegalState = 401, "What the call needs is not in the state for it";
    hipErrorNotFound = 500, "There is nothing of this name";
    hipErrorNotReady = 600, "The work is not done yet";
    hipErrorIllegalAddress = 700, "A kernel accessed memory that is not its";
    hipErrorLaunchOutOfResources = 701, "The launch needs more resources than the device has";
    hipErrorLaunchTimeOut = 702, "A kernel ran longer than it may";
    hipErrorPeerAccessAlreadyEnabled = 704, "The devices can reach each other's memory already";
    hipErrorPeerAccessNotEnabled = 705, "Access to the other device's memory is not enabled";
    hipErrorSetOnActiveProcess = 708, "The setting comes too late: the device is in use";
    hipErrorContextIsDestroyed = 709, "The context is gone";
    hipErrorAssert = 710, "An assertion in a kernel failed";
    hipErrorHostMemoryAlreadyRegistered = 712, "The host memory is registered already";
    hipErrorHostMemoryNotRegistered = 713, "The host memory is not registered";
    hipErrorLaunchFailure = 719, "A kernel failed while it ran";
    hipErrorCooperativeLaunchTooLarge = 720, "A cooperative launch has more blocks than fit at a time";
    hipErrorNotSupported = 801, "The device or the runtime has no such thing";
    hipErrorStreamCaptureUnsupported = 900, "The call is not allowed while the stream is captured";
    hipErrorStreamCaptureInvalidated = 901, "An earlier error has spoilt the capture";
    hipErrorStreamCaptureMerge = 902, "The call would merge two captures";
    hipErrorStreamCaptureUnmatched = 903, "The stream did not begin this capture";
    hipErrorStreamCaptureUnjoined = 904, "The capture has work in a stream that was not joined";
    hipErrorStreamCaptureIsolation = 905, "The call would tie the capture to work outside it";
    hipErrorStreamCaptureImplicit = 906, "The call would tie the capture to the legacy stream";
    hipErrorCapturedEvent = 907, "The event belongs to a capture";
    hipErrorStreamCaptureWrongThread = 908, "Another thread began the capture";
    hipErrorGraphExecUpdateFailure = 910, "The graph cannot be updated to this one";
    hipErrorInvalidChannelDescriptor = 911, "The channel descriptor is not valid";
    hipErrorInvalidTexture = 912, "The texture is not valid";
    hipErrorUnknown = 999, "The runtime does not say what is wrong";
    hipErrorRuntimeMemory = 1052, "The HSA runtime cannot get memory";
    hipErrorRuntimeOther = 1053, "The HSA runtime failed";
}

impl hipError_t {
    /// Success as `Ok`, everything else as `Err`.
    ///
    /// # Errors
    /// The code, where it is not success.
    pub const fn result(self) -> Result<(), Self> {
        match self {
            hipSuccess => Ok(()),
            error => Err(error),
        }
    }

    /// Whether the device is of no use to this process after it: a kernel ran astray, or the memory is damaged.
    pub const fn is_sticky(self) -> bool {
        matches!(
            self,
            hipErrorECCNotCorrectable
                | hipErrorIllegalAddress
                | hipErrorLaunchTimeOut
                | hipErrorContextIsDestroyed
                | hipErrorAssert
                | hipErrorLaunchFailure
        )
    }
}

impl fmt::Debug for hipError_t {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "hipError_t({})", self.0),
        }
    }
}

impl fmt::Display for hipError_t {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self.meaning()) {
            (Some(name), Some(meaning)) => write!(f, "{name} ({}): {meaning}", self.0),
            _ => write!(f, "an error of code {}, which is newer than these bindings", self.0),
        }
    }
}

impl std::error::Error for hipError_t {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_names_and_unknown_ones_are_representable() {
        assert_eq!(hipErrorNoDevice.name(), Some("hipErrorNoDevice"));
        assert_eq!(format!("{:?}", hipError_t(700)), "hipErrorIllegalAddress");
        assert_eq!(hipError_t(54_321).name(), None);
        assert_eq!(format!("{:?}", hipError_t(54_321)), "hipError_t(54321)");
        assert_eq!(hipError_t(54_321).result(), Err(hipError_t(54_321)));
        assert_eq!(hipError_t(0).result(), Ok(()));
    }
}
