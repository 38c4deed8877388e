//! Values of variables (FMI 2.0 §2.1.7).

use crate::fmi::pointers::{array, room};
use crate::fmi2::calls::Call;
use crate::fmi2::entry::{enter, typed};
use crate::fmi2::types::*;

typed! {
    /// Values of Real variables. Outputs fit the inputs and parameters set last, evaluated in the present
    /// modes; transitions happen in fmi2DoStep only.
    fn fmi2GetReal(value: *mut fmi2Real) of GetReal, room, get_reals;
    /// Sets inputs, parameters before initialization ends, and tunable parameters at any time: all of
    /// them, or none if one value is refused. In Model Exchange states are set, too, as by fmi2SetContinuousStates with the
    /// others as they are.
    fn fmi2SetReal(value: *const fmi2Real) of SetReal, array, set_reals;
    /// Values of Integer variables and enumerations.
    fn fmi2GetInteger(value: *mut fmi2Integer) of GetInteger, room, get_integers;
    /// Sets Integer parameters and enumerations, like fmi2SetReal.
    fn fmi2SetInteger(value: *const fmi2Integer) of SetInteger, array, set_integers;
    /// Values of Boolean variables.
    fn fmi2GetBoolean(value: *mut fmi2Boolean) of GetBoolean, room, get_booleans;
    /// Sets Boolean parameters, like fmi2SetReal.
    fn fmi2SetBoolean(value: *const fmi2Boolean) of SetBoolean, array, set_booleans;
    /// No unit has String variables: only an empty list is accepted.
    fn fmi2GetString(value: *mut fmi2String) of GetString, room, refuse_strings;
    /// No unit has String variables: only an empty list is accepted.
    fn fmi2SetString(value: *const fmi2String) of SetString, array, refuse_strings;
}
