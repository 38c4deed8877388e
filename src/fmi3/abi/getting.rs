//! Values of variables (FMI 3.0 §2.2). No unit has variables of the types Float32, Int8, UInt8, Int16, UInt16, UInt32,
//! UInt64, String and Binary: only empty lists are accepted of them.

use crate::fmi::pointers::{array, room};
use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, typed, typeless};
use crate::fmi3::types::*;

typed! {
    /// Values of Float64 variables. Outputs fit the inputs and parameters set last, evaluated in the present modes.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
    fn fmi3GetFloat64(values: *mut fmi3Float64) of GetFloat64, f64, room, get_values;
    /// Values of Int32 variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
    fn fmi3GetInt32(values: *mut fmi3Int32) of GetInt32, i32, room, get_values;
    /// Values of enumerations.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
    fn fmi3GetInt64(values: *mut fmi3Int64) of GetInt64, i64, room, get_values;
    /// Values of Boolean variables.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for `nValues`.
    fn fmi3GetBoolean(values: *mut fmi3Boolean) of GetBoolean, u8, room, get_values;
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
