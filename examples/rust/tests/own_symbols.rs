//! A program that has functions of FMI of its own links luztar, and they stay its own.

use std::ffi::{CStr, c_char};

use luztar::unit::{Model, catalogue};

#[unsafe(no_mangle)]
extern "C" fn fmi2GetVersion() -> *const c_char {
    c"its own".as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn fmi3GetVersion() -> *const c_char {
    c"its own".as_ptr()
}

#[test]
fn names_of_fmi_stay_free() {
    // Something of every layer is linked.
    let unit: std::sync::Arc<Model> =
        catalogue::unit("BrakeMechanism").expect("a unit of the catalogue");
    assert!(!luztar::export::model_description(&unit).is_empty());
    // SAFETY: they return texts that live for ever.
    let told = unsafe { [CStr::from_ptr(fmi2GetVersion()), CStr::from_ptr(fmi3GetVersion())] };
    assert_eq!(told, [c"its own"; 2]);
    let luztars = luztar::fmi2::fmi2GetVersion();
    // SAFETY: as above.
    assert_eq!(unsafe { CStr::from_ptr(luztars) }, c"2.0");
}
