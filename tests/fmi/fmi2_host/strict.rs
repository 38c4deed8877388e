//! A host in whose floating-point environment every exception kills, inexact results included, and that rounds up.

use std::ffi::c_int;

/// FE_ALL_EXCEPT and FE_UPWARD of x86.
const ALL: c_int = 0x3D;
const UPWARD: c_int = 0x800;

unsafe extern "C" {
    fn feenableexcept(exceptions: c_int) -> c_int;
    fn fedisableexcept(exceptions: c_int) -> c_int;
    fn feclearexcept(exceptions: c_int) -> c_int;
    fn fetestexcept(exceptions: c_int) -> c_int;
    fn fesetround(mode: c_int) -> c_int;
}

/// Makes a call in that environment, which must be the same afterwards.
pub fn call(job: &mut dyn FnMut()) {
    let (enabled, raised) = unsafe {
        feclearexcept(ALL);
        fesetround(UPWARD);
        feenableexcept(ALL);
        job();
        let raised = fetestexcept(ALL);
        (fedisableexcept(ALL), raised)
    };
    // The mode to the nearest is 0; the one before is not told.
    assert_eq!(unsafe { fesetround(0) }, 0);
    assert_eq!((enabled, raised), (ALL, 0), "the environment is not what it was");
}
