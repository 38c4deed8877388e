//! Saved states by the pointers of C, as both versions hand them out.

use std::ptr::null_mut;

use super::FmuInstance;
use crate::fmi::answer::Answer;
use crate::fmi::pointers::{array, place, value};
use crate::fmi::states::{self, StateHandle};

/// Name of the argument in messages, a word that fits both versions.
const STATE: &str = "FMUstate";

impl FmuInstance {
    /// # Safety
    /// `at` is NULL or points to a state or NULL.
    pub unsafe fn save_at(&mut self, at: *mut StateHandle) -> Answer {
        unsafe {
            let handle = self.save(value(STATE, at)?)?;
            place(STATE, at)?.write(handle);
        }
        Ok(())
    }

    /// # Safety
    /// `size` has room for one value, or is NULL.
    pub unsafe fn size_at(&self, handle: StateHandle, size: *mut usize) -> Answer {
        let length = self.serialize(handle)?.len();
        unsafe { place("size", size)?.write(length) };
        Ok(())
    }

    /// # Safety
    /// `bytes` holds `size` bytes; `at` as in [`FmuInstance::save_at`].
    pub unsafe fn deserialize_at(
        &self,
        bytes: *const u8,
        size: usize,
        at: *mut StateHandle,
    ) -> Answer {
        unsafe {
            let bytes = array("serializedState", bytes, size)?;
            let handle = self.deserialize(bytes, value(STATE, at)?)?;
            place(STATE, at)?.write(handle);
        }
        Ok(())
    }
}

/// Ends a state and forgets it; NULL is ignored.
///
/// # Safety
/// Those of [`FmuInstance::save_at`].
pub unsafe fn free_at(at: *mut StateHandle) -> Answer {
    if at.is_null() {
        return Ok(());
    }
    unsafe {
        let present = value(STATE, at)?;
        if !present.is_null() {
            states::end(present)?;
            place(STATE, at)?.write(null_mut());
        }
    }
    Ok(())
}
