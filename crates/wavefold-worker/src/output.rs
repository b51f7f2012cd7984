//! The pipe to the client, out of the compiler's reach.

use std::fs::File;
use std::io;

/// The standard output as this program's own. What the compiler prints goes to the standard error instead, where it
/// cannot get between two answers. And a crash, which is expected here, leaves no core file.
#[cfg(unix)]
pub(crate) fn claim() -> io::Result<File> {
    use std::os::fd::AsFd;
    let own = io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: both are this process' standard descriptors, and nothing has been written to the first yet.
    if unsafe { libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) } < 0 {
        return Err(io::Error::last_os_error());
    }
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit lives through the call. Where it cannot be set, core files are merely a nuisance.
    unsafe { libc::setrlimit(libc::RLIMIT_CORE, &none) };
    Ok(own.into())
}

/// The standard output. A print of the compiler's between two answers is noticed by the client, and fails the request.
#[cfg(windows)]
pub(crate) fn claim() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}
