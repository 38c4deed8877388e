//! Setting values of variables (FMI 3.0 §2.2).

use crate::fmi::pointers::array;
use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, typeless};
use crate::fmi3::types::*;
use crate::unit::Value;

/// Sets inputs, parameters before initialization ends, and tunable parameters between steps: all of them, or none if
/// one value is refused. Inputs that jump are set in Event Mode where the instance has one.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFloat64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Float64,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SetFloat64, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = array("values", values, nValues)?;
            simulation.set_values(references, values, "Float64", |x| Ok(Value::Real(x)))
        })
    }
}

/// Sets Int32 parameters, like fmi3SetFloat64.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Int32,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SetInt32, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = array("values", values, nValues)?;
            simulation.set_values(references, values, "Int32", |n| Ok(Value::Integer(n)))
        })
    }
}

/// Sets enumerations, like fmi3SetFloat64.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Int64,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SetInt64, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = array("values", values, nValues)?;
            simulation.set_values(references, values, "Enumeration", |n| {
                let item =
                    i32::try_from(n).map_err(|_| format!("{n} is no item of an enumeration"))?;
                Ok(Value::Integer(item))
            })
        })
    }
}

/// Sets Boolean parameters, like fmi3SetFloat64.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetBoolean(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Boolean,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SetBoolean, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let values = array("values", values.cast::<u8>(), nValues)?;
            simulation.set_values(references, values, "Boolean", |b| Ok(Value::Boolean(b != 0)))
        })
    }
}

typeless! {
    /// No unit has Float32 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetFloat32(values: *const fmi3Float32) of SetFloat32, "Float32";
    /// No unit has Int8 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetInt8(values: *const fmi3Int8) of SetInt8, "Int8";
    /// No unit has UInt8 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetUInt8(values: *const fmi3UInt8) of SetUInt8, "UInt8";
    /// No unit has Int16 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetInt16(values: *const fmi3Int16) of SetInt16, "Int16";
    /// No unit has UInt16 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetUInt16(values: *const fmi3UInt16) of SetUInt16, "UInt16";
    /// No unit has UInt32 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetUInt32(values: *const fmi3UInt32) of SetUInt32, "UInt32";
    /// No unit has UInt64 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetUInt64(values: *const fmi3UInt64) of SetUInt64, "UInt64";
    /// No unit has String variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetString(values: *const fmi3String) of SetString, "String";
    /// No unit has Binary variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetBinary(valueSizes: *const usize, values: *const fmi3Binary) of SetBinary, "Binary";
}
