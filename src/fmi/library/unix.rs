//! Asks the dynamic loader, and makes known to it that libm is needed.

use std::ffi::{CStr, OsStr};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// Returns the path as the loader knows it.
pub fn path() -> Option<PathBuf> {
    let mut info = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: dladdr fills `info` when it does not return 0; its texts live as long as the library.
    let name = unsafe {
        if libc::dladdr(super::anchor as *const () as *const _, info.as_mut_ptr()) == 0 {
            return None;
        }
        let name = info.assume_init().dli_fname;
        if name.is_null() {
            return None;
        }
        CStr::from_ptr(name)
    };
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}

/// Names libm as a needed library, which hosts without it rely on; linkers leave out a library of which
/// nothing is used.
#[cfg(target_os = "linux")]
#[used]
static NEEDS_LIBM: unsafe extern "C" fn(f64) -> f64 = erf;

#[cfg(target_os = "linux")]
#[link(name = "m")]
unsafe extern "C" {
    fn erf(x: f64) -> f64;
}
