//! Values of variables (FMI 3.0 §2.2).

use crate::fmi::pointers::{array, room};
use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, typed, typeless};
use crate::fmi3::types::*;

typed! {
    /// Values of Float64 variables. Outputs fit the inputs and parameters set last, evaluated in the present modes.
    fn fmi3GetFloat64(values: *mut fmi3Float64) of GetFloat64, f64, room, get_values;
    /// Sets inputs, parameters before initialization ends, and tunable parameters between steps: all of them, or none if
    /// one value is refused. Inputs that jump are set in Event Mode where the instance has one. In Model Exchange continuous
    /// states are set, too, as by fmi3SetContinuousStates with the others as they are.
    fn fmi3SetFloat64(values: *const fmi3Float64) of SetFloat64, f64, array, set_values;
    /// Values of Int32 variables.
    fn fmi3GetInt32(values: *mut fmi3Int32) of GetInt32, i32, room, get_values;
    /// Sets Int32 parameters, like fmi3SetFloat64.
    fn fmi3SetInt32(values: *const fmi3Int32) of SetInt32, i32, array, set_values;
    /// Values of enumerations.
    fn fmi3GetInt64(values: *mut fmi3Int64) of GetInt64, i64, room, get_values;
    /// Sets enumerations, like fmi3SetFloat64.
    fn fmi3SetInt64(values: *const fmi3Int64) of SetInt64, i64, array, set_values;
    /// Values of Boolean variables.
    fn fmi3GetBoolean(values: *mut fmi3Boolean) of GetBoolean, u8, room, get_values;
    /// Sets Boolean parameters, like fmi3SetFloat64.
    fn fmi3SetBoolean(values: *const fmi3Boolean) of SetBoolean, u8, array, set_values;
}

typeless! {
    fn fmi3GetFloat32(values: *mut fmi3Float32) of GetFloat32, "Float32";
    fn fmi3SetFloat32(values: *const fmi3Float32) of SetFloat32, "Float32";
    fn fmi3GetInt8(values: *mut fmi3Int8) of GetInt8, "Int8";
    fn fmi3SetInt8(values: *const fmi3Int8) of SetInt8, "Int8";
    fn fmi3GetUInt8(values: *mut fmi3UInt8) of GetUInt8, "UInt8";
    fn fmi3SetUInt8(values: *const fmi3UInt8) of SetUInt8, "UInt8";
    fn fmi3GetInt16(values: *mut fmi3Int16) of GetInt16, "Int16";
    fn fmi3SetInt16(values: *const fmi3Int16) of SetInt16, "Int16";
    fn fmi3GetUInt16(values: *mut fmi3UInt16) of GetUInt16, "UInt16";
    fn fmi3SetUInt16(values: *const fmi3UInt16) of SetUInt16, "UInt16";
    fn fmi3GetUInt32(values: *mut fmi3UInt32) of GetUInt32, "UInt32";
    fn fmi3SetUInt32(values: *const fmi3UInt32) of SetUInt32, "UInt32";
    fn fmi3GetUInt64(values: *mut fmi3UInt64) of GetUInt64, "UInt64";
    fn fmi3SetUInt64(values: *const fmi3UInt64) of SetUInt64, "UInt64";
    fn fmi3GetString(values: *mut fmi3String) of GetString, "String";
    fn fmi3SetString(values: *const fmi3String) of SetString, "String";
    fn fmi3GetBinary(valueSizes: *mut usize, values: *mut fmi3Binary) of GetBinary, "Binary";
    fn fmi3SetBinary(valueSizes: *const usize, values: *const fmi3Binary) of SetBinary, "Binary";
}
