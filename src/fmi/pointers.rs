//! Pointers of C made into references, with the checks that are possible: not NULL, aligned, not
//! absurdly long.

use std::ffi::{CStr, c_char, c_uint};
use std::mem::MaybeUninit;

use super::answer::Refusal;

/// Longest array taken: far more than any unit has variables, and small enough to catch a size that was
/// never set.
const LONGEST_ARRAY: usize = 1 << 24;

/// Returns an array of the caller. A length of 0 allows any pointer.
///
/// # Errors
/// NULL, misaligned or too long.
///
/// # Safety
/// Unless refused, `start` points to `count` values that nobody changes during `'a`.
pub unsafe fn array<'a, T>(name: &str, start: *const T, count: usize) -> Result<&'a [T], Refusal> {
    if count == 0 {
        return Ok(&[]);
    }
    check(name, start, count)?;
    // SAFETY: checked, and promised by the caller.
    Ok(unsafe { std::slice::from_raw_parts(start, count) })
}

/// Returns an array that the caller wants filled; its content is not read.
///
/// # Errors
/// Those of [`array()`].
///
/// # Safety
/// Unless refused, `start` points to room for `count` values that nobody else uses during `'a`.
pub unsafe fn room<'a, T>(
    name: &str,
    start: *mut T,
    count: usize,
) -> Result<&'a mut [MaybeUninit<T>], Refusal> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(name, start, count)?;
    // SAFETY: checked, and promised by the caller.
    Ok(unsafe { std::slice::from_raw_parts_mut(start.cast(), count) })
}

/// Returns the room for one value.
///
/// # Errors
/// NULL or misaligned.
///
/// # Safety
/// That of [`room`].
pub unsafe fn place<'a, T>(name: &str, at: *mut T) -> Result<&'a mut MaybeUninit<T>, Refusal> {
    check(name, at, 1)?;
    // SAFETY: checked, and promised by the caller.
    Ok(unsafe { &mut *at.cast() })
}

/// Returns one value of the caller.
///
/// # Errors
/// NULL or misaligned.
///
/// # Safety
/// That of [`array()`].
pub unsafe fn value<T: Copy>(name: &str, at: *const T) -> Result<T, Refusal> {
    check(name, at, 1)?;
    // SAFETY: checked, and promised by the caller.
    Ok(unsafe { *at })
}

/// Returns a text of the caller; None for NULL.
///
/// # Safety
/// NULL or a text that ends with a zero and that nobody changes during `'a`.
pub unsafe fn text<'a>(text: *const c_char) -> Option<&'a CStr> {
    // SAFETY: not NULL, and promised by the caller.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
}

/// Returns the number that C gave for an enumeration, which need not be one of its values.
pub fn number<E: Copy>(value: MaybeUninit<E>) -> c_uint {
    const { assert!(size_of::<E>() == size_of::<c_uint>()) };
    // SAFETY: an argument passed by value is always written, and each bit pattern is a number.
    unsafe { std::mem::transmute_copy(&value) }
}

fn check<T>(name: &str, start: *const T, count: usize) -> Result<(), Refusal> {
    let wrong = |what: String| Err(Refusal::Error(format!("{name} {what}")));
    if start.is_null() {
        return wrong(format!("is NULL, but {count} values were announced"));
    }
    if !start.is_aligned() {
        return wrong(format!(
            "is misaligned: its address must be a multiple of {}",
            align_of::<T>()
        ));
    }
    if count > LONGEST_ARRAY {
        return wrong(format!("has {count} values: must be at most {LONGEST_ARRAY}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(C)]
    #[derive(Clone, Copy)]
    #[allow(dead_code, reason = "of the first value only its number matters")]
    enum Two {
        First,
        Second,
    }

    fn message<T>(result: Result<T, Refusal>) -> String {
        match result {
            Err(Refusal::Error(message)) => message,
            Err(Refusal::Discard(message) | Refusal::Stop(message)) => {
                panic!("discarded: {message}")
            }
            Ok(_) => panic!("accepted"),
        }
    }

    #[test]
    fn an_empty_array_may_be_anywhere() {
        unsafe {
            assert!(array::<f64>("value", std::ptr::null(), 0).unwrap().is_empty());
            assert!(room::<f64>("value", std::ptr::dangling_mut(), 0).unwrap().is_empty());
        }
    }

    #[test]
    fn wrong_arrays_are_refused_by_name() {
        let values = [1.0, 2.0];
        unsafe {
            let null = array::<f64>("vr", std::ptr::null(), 2);
            assert_eq!(message(null), "vr is NULL, but 2 values were announced");
            let odd = values.as_ptr().byte_add(1);
            assert!(message(array("value", odd, 1)).contains("multiple of 8"));
            for count in [LONGEST_ARRAY + 1, usize::MAX] {
                assert!(message(array("value", values.as_ptr(), count)).contains("at most"));
                let room = room("value", values.as_ptr().cast_mut(), count);
                assert!(message(room).contains("at most"));
            }
            assert!(message(place::<f64>("size", std::ptr::null_mut())).contains("size is NULL"));
        }
    }

    #[test]
    fn numbers_outside_an_enumeration_are_told_apart() {
        let known = MaybeUninit::new(Two::Second);
        assert_eq!(number(known), 1);
        let mut strange = MaybeUninit::<Two>::uninit();
        unsafe { strange.as_mut_ptr().cast::<c_uint>().write(77) };
        assert_eq!(number(strange), 77);
    }
}
