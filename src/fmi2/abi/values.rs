//! Values of variables (FMI 2.0 §2.1.7).

use crate::fmi::pointers::{array, room};
use crate::fmi2::calls::Call;
use crate::fmi2::entry::enter;
use crate::fmi2::types::*;
use crate::unit::Value;

/// References are rows of the table.
fn rows(references: &[u32]) -> impl Iterator<Item = usize> + Clone {
    references.iter().map(|reference| *reference as usize)
}

/// Values of Real variables. Outputs fit the inputs and parameters set last, evaluated in the present
/// modes; transitions happen in fmi2DoStep only.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetReal, |simulation| {
            simulation.get_reals(array("vr", vr, nvr)?, room("value", value, nvr)?)
        })
    }
}

/// Values of Integer variables and enumerations.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Integer,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetInteger, |simulation| {
            simulation.get_integers(array("vr", vr, nvr)?, room("value", value, nvr)?)
        })
    }
}

/// Values of Boolean variables.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetBoolean, |simulation| {
            simulation.get_booleans(array("vr", vr, nvr)?, room("value", value, nvr)?)
        })
    }
}

/// No unit has String variables: only an empty list is accepted.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2String,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetString, |simulation| {
            room("value", value, nvr)?;
            simulation.refuse_kind(array("vr", vr, nvr)?, "String")
        })
    }
}

/// Sets inputs, parameters before initialization ends, and tunable parameters at any time: all of
/// them, or none if one value is refused. In Model Exchange states are set, too, as by fmi2SetContinuousStates with the
/// others as they are.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetReal, |simulation| {
            simulation.set(rows(array("vr", vr, nvr)?), array("value", value, nvr)?, Value::Real)
        })
    }
}

/// Sets Integer parameters and enumerations, like fmi2SetReal.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Integer,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetInteger, |simulation| {
            simulation.set(rows(array("vr", vr, nvr)?), array("value", value, nvr)?, Value::Integer)
        })
    }
}

/// Sets Boolean parameters, like fmi2SetReal.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetBoolean, |simulation| {
            simulation.set(rows(array("vr", vr, nvr)?), array("value", value, nvr)?, |value| {
                Value::Boolean(value != fmi2False)
            })
        })
    }
}

/// No unit has String variables: only an empty list is accepted.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2String,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetString, |simulation| {
            array("value", value, nvr)?;
            simulation.refuse_kind(array("vr", vr, nvr)?, "String")
        })
    }
}
