//! Argument types of FMI 3.0: what the official fmi3PlatformTypes.h declares.
#![allow(non_camel_case_types, non_upper_case_globals)]

use std::ffi::{c_char, c_void};

/// An instance of a unit, made by one of the functions fmi3Instantiate… and ended by fmi3FreeInstance.
pub type fmi3Instance = *mut c_void;
/// A pointer of the importer that is handed back to its callbacks.
pub type fmi3InstanceEnvironment = *mut c_void;
/// A saved state of an instance.
pub type fmi3FMUState = *mut c_void;
/// A variable: its place in the model's table, counted from 0; behind the table time and event indicators.
pub type fmi3ValueReference = u32;
/// No unit has variables of this type.
pub type fmi3Float32 = f32;
/// A value with a physical unit, always the coherent SI unit.
pub type fmi3Float64 = f64;
/// No unit has variables of this type.
pub type fmi3Int8 = i8;
/// No unit has variables of this type.
pub type fmi3UInt8 = u8;
/// No unit has variables of this type.
pub type fmi3Int16 = i16;
/// No unit has variables of this type.
pub type fmi3UInt16 = u16;
/// A count, or the number of a mode.
pub type fmi3Int32 = i32;
/// No unit has variables of this type.
pub type fmi3UInt32 = u32;
/// The number of an item of an enumeration.
pub type fmi3Int64 = i64;
/// No unit has variables of this type.
pub type fmi3UInt64 = u64;
/// Yes or no.
pub type fmi3Boolean = bool;
/// A byte of UTF-8.
pub type fmi3Char = c_char;
/// UTF-8 text that ends with a zero.
pub type fmi3String = *const fmi3Char;
/// A byte of a saved state.
pub type fmi3Byte = u8;
/// No unit has variables of this type.
pub type fmi3Binary = *const fmi3Byte;
/// True if a clock ticks.
pub type fmi3Clock = bool;
