//! Opening a ROCm library by the first of several names that works, and saying why the others did not.
//!
//! ```
//! use hip_sys::load::{Library, candidates};
//!
//! let names = candidates(&["libamdhip64.so.7", "libamdhip64.so.6"]);
//! // SAFETY: nothing but ROCm has libraries of these names, and those may be loaded at any time.
//! match unsafe { Library::open(&names) } {
//!     Ok(library) => println!("found {}", library.name()),
//!     Err(error) => println!("{error}"), // every name, with its reason
//! }
//! ```

use std::error::Error as _;
use std::fmt;
use std::mem::{ManuallyDrop, size_of};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A library that is loaded, and stays loaded until the process ends: GPU runtimes keep threads and exit handlers, so
/// that their code must not go away. What was looked up in it may therefore be kept anywhere.
#[derive(Debug)]
pub struct Library {
    library: ManuallyDrop<libloading::Library>,
    name: String,
}

impl Library {
    /// Opens the first of the candidates that can be loaded. A candidate with a directory is that file, one without is
    /// searched for where the system searches.
    ///
    /// # Errors
    /// When none can; the error has each of them with its reason.
    ///
    /// # Safety
    /// A library's initialisers run when it is loaded, so they must be sound to run here.
    pub unsafe fn open<P: AsRef<Path>>(candidates: &[P]) -> Result<Self, LoadError> {
        // SAFETY: the caller promises it.
        unsafe { Self::open_with(candidates, |_| Ok(())) }.map(|(library, ())| library)
    }

    /// Opens the first of the candidates that can be loaded and of which `bind` does not say what it lacks: a certain
    /// function, say. Gives what `bind` has found there too.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    ///
    /// # Safety
    /// As for [`open`](Self::open), of refused candidates too: they stay loaded.
    pub unsafe fn open_with<P: AsRef<Path>, T>(
        candidates: &[P],
        bind: impl Fn(&Self) -> Result<T, String>,
    ) -> Result<(Self, T), LoadError> {
        let mut attempts = Vec::new();
        for candidate in candidates {
            let path = candidate.as_ref();
            let name = path.display().to_string();
            // SAFETY: the caller promises it.
            let opened = unsafe { libloading::Library::new(path.as_os_str()) }
                .map_err(|error| reason(&name, &error))
                .map(|library| Self { library: ManuallyDrop::new(library), name: name.clone() });
            match opened.and_then(|library| bind(&library).map(|bound| (library, bound))) {
                Ok(found) => return Ok(found),
                Err(reason) => attempts.push(Attempt { name, reason }),
            }
        }
        Err(LoadError { attempts })
    }

    /// The candidate that it was loaded by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The function of this name; `None` where the library has none.
    ///
    /// # Safety
    /// `F` is a function pointer of the function's type.
    pub unsafe fn function<F: Copy>(&self, name: &str) -> Option<F> {
        const { assert!(size_of::<F>() == size_of::<fn()>(), "`F` is a function pointer") };
        // SAFETY: the caller promises the type; the library is never unloaded, so that the copy stays valid.
        unsafe { self.library.get::<F>(name) }.ok().map(|symbol| *symbol)
    }
}

/// No candidate could be loaded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub struct LoadError {
    /// Every candidate, in the order in which they were tried.
    pub attempts: Vec<Attempt>,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no library could be loaded")?;
        self.attempts.iter().try_for_each(|attempt| write!(f, "\n  tried {attempt}"))
    }
}

/// One try to load a library.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// The name or path.
    pub name: String,
    /// Why it did not do, in the system's words.
    pub reason: String,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)
    }
}

/// Where ROCm's libraries of these names may be, in the order to try them: in the installation that `ROCM_PATH` names
/// (on Windows `HIP_PATH` too, which the HIP SDK sets), where the system searches, and in `/opt/rocm`. Within each, the
/// names keep their order, so give the newest first.
pub fn candidates(names: &[&str]) -> Vec<PathBuf> {
    let variables: &[&str] = if cfg!(windows) { &["ROCM_PATH", "HIP_PATH"] } else { &["ROCM_PATH"] };
    let roots = variables.iter().filter_map(std::env::var_os).filter(|root| !root.is_empty()).map(PathBuf::from);
    candidates_of(&roots.collect::<Vec<_>>(), names)
}

fn candidates_of(roots: &[PathBuf], names: &[&str]) -> Vec<PathBuf> {
    let (folder, usual) =
        if cfg!(windows) { ("bin", None) } else { ("lib", Some(PathBuf::from("/opt/rocm/lib"))) };
    let named = roots.iter().map(|root| root.join(folder));
    let mut places: Vec<PathBuf> = named.chain([PathBuf::new()]).chain(usual).collect();
    let mut seen = Vec::new();
    places.retain(|place| {
        let new = !seen.contains(place);
        seen.push(place.clone());
        new
    });
    places.iter().flat_map(|place| names.iter().map(move |name| place.join(name))).collect()
}

/// The system's words without the name in front of them, which stands beside them already.
fn reason(name: &str, error: &libloading::Error) -> String {
    let text = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    text.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn candidates_go_by_place_and_then_by_name() {
        let paths = candidates_of(&["/a".into()], &["x.so.2", "x.so.1"]);
        let expected =
            ["/a/lib/x.so.2", "/a/lib/x.so.1", "x.so.2", "x.so.1", "/opt/rocm/lib/x.so.2", "/opt/rocm/lib/x.so.1"];
        assert_eq!(paths, expected.map(PathBuf::from));
        let usual = candidates_of(&["/opt/rocm".into()], &["x.so"]);
        assert_eq!(usual, ["/opt/rocm/lib/x.so", "x.so"].map(PathBuf::from), "no place twice");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_first_library_that_does_is_opened_and_the_reasons_are_kept() {
        let names = ["libwavefold-none.so.1", "libc.so.6", "libm.so.6"];
        // SAFETY: the C library is loaded already.
        let library = unsafe { Library::open(&names) }.unwrap();
        assert_eq!(library.name(), "libc.so.6");

        // SAFETY: as above.
        let refused: Result<(Library, ()), _> =
            unsafe { Library::open_with(&names[..2], |library| Err(format!("not {}", library.name()))) };
        let attempts = refused.unwrap_err().attempts;
        assert_eq!(attempts.len(), 2, "{attempts:?}");
        assert_eq!(
            attempts[0].to_string(),
            "libwavefold-none.so.1: cannot open shared object file: No such file or directory"
        );
        assert_eq!(attempts[1].to_string(), "libc.so.6: not libc.so.6");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_function_is_found_by_name_or_is_none() {
        // SAFETY: the C library is loaded already.
        let library = unsafe { Library::open(&["libc.so.6"]) }.unwrap();
        type Abs = unsafe extern "C" fn(i32) -> i32;
        // SAFETY: the C library's `abs` has this type; nothing has the other name.
        let (abs, none) = unsafe { (library.function::<Abs>("abs"), library.function::<Abs>("wavefold_none")) };
        // SAFETY: `abs` takes any number but the least.
        assert_eq!(abs.map(|abs| unsafe { abs(-3) }), Some(3));
        assert!(none.is_none());
    }
}
