//! Values of variables (FMI 3.0 §2.2). No unit has variables of the types Float32, Int8, UInt8, Int16, UInt16, UInt32,
//! UInt64, String and Binary: only empty lists are accepted of them.

use crate::fmi::pointers::{array, room};
use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, typeless};
use crate::fmi3::types::*;
use crate::unit::Value;

/// Values of Float64 variables. Outputs fit the inputs and parameters set last, evaluated in the present modes.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFloat64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Float64,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetFloat64, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = room("values", values, nValues)?;
            simulation.get_values(references, values, "Float64", |value| match value {
                Value::Real(x) => x,
                Value::Integer(n) => n.into(),
                Value::Boolean(b) => b.into(),
            })
        })
    }
}

/// Values of Int32 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetInt32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Int32,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetInt32, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = room("values", values, nValues)?;
            simulation.get_values(references, values, "Int32", |value| match value {
                Value::Integer(n) => n,
                Value::Real(_) | Value::Boolean(_) => 0,
            })
        })
    }
}

/// Values of enumerations.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetInt64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Int64,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetInt64, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = room("values", values, nValues)?;
            simulation.get_values(references, values, "Enumeration", |value| match value {
                Value::Integer(n) => n.into(),
                Value::Real(_) | Value::Boolean(_) => 0,
            })
        })
    }
}

/// Values of Boolean variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetBoolean(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Boolean,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetBoolean, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = room("values", values, nValues)?;
            simulation
                .get_values(references, values, "Boolean", |value| value == Value::Boolean(true))
        })
    }
}

typeless! {
    /// No unit has Float32 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetFloat32(values: *mut fmi3Float32) of GetFloat32, "Float32";
    /// No unit has Int8 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetInt8(values: *mut fmi3Int8) of GetInt8, "Int8";
    /// No unit has UInt8 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetUInt8(values: *mut fmi3UInt8) of GetUInt8, "UInt8";
    /// No unit has Int16 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetInt16(values: *mut fmi3Int16) of GetInt16, "Int16";
    /// No unit has UInt16 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetUInt16(values: *mut fmi3UInt16) of GetUInt16, "UInt16";
    /// No unit has UInt32 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetUInt32(values: *mut fmi3UInt32) of GetUInt32, "UInt32";
    /// No unit has UInt64 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetUInt64(values: *mut fmi3UInt64) of GetUInt64, "UInt64";
    /// No unit has String variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetString(values: *mut fmi3String) of GetString, "String";
    /// No unit has Binary variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetBinary(valueSizes: *mut usize, values: *mut fmi3Binary) of GetBinary, "Binary";
}
