//! Setting values of variables (FMI 3.0 §2.2).

use crate::fmi::pointers::array;
use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, typed, typeless};
use crate::fmi3::types::*;

typed! {
    /// Sets inputs, parameters before initialization ends, and tunable parameters between steps: all of them, or none if
    /// one value is refused. Inputs that jump are set in Event Mode where the instance has one. In Model Exchange continuous
    /// states are set, too, as by fmi3SetContinuousStates with the others as they are.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
    fn fmi3SetFloat64(values: *const fmi3Float64) of SetFloat64, f64, array, set_values;
    /// Sets Int32 parameters, like fmi3SetFloat64.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
    fn fmi3SetInt32(values: *const fmi3Int32) of SetInt32, i32, array, set_values;
    /// Sets enumerations, like fmi3SetFloat64.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
    fn fmi3SetInt64(values: *const fmi3Int64) of SetInt64, i64, array, set_values;
    /// Sets Boolean parameters, like fmi3SetFloat64.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`.
    fn fmi3SetBoolean(values: *const fmi3Boolean) of SetBoolean, u8, array, set_values;
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
