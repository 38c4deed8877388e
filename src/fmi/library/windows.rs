//! Asks Windows for the module.

use std::ffi::{OsString, c_void};
use std::os::windows::ffi::OsStringExt;
use std::path::PathBuf;

/// `lpModuleName` is an address inside the module.
const FROM_ADDRESS: u32 = 4;
const UNCHANGED_COUNT: u32 = 2;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn GetModuleHandleExW(flags: u32, address: *const c_void, module: *mut *mut c_void) -> i32;
    fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
}

/// Returns the module's path; None if Windows does not return it in full.
pub fn path() -> Option<PathBuf> {
    let mut module = std::ptr::null_mut();
    let mut name = [0u16; super::LONGEST];
    // SAFETY: the address is in this module; the buffer holds as many units as it is said to.
    let length = unsafe {
        let address = super::anchor as *const () as *const c_void;
        if GetModuleHandleExW(FROM_ADDRESS | UNCHANGED_COUNT, address, &mut module) == 0 {
            return None;
        }
        GetModuleFileNameW(module, name.as_mut_ptr(), name.len() as u32) as usize
    };
    (0 < length && length < name.len()).then(|| OsString::from_wide(&name[..length]).into())
}
