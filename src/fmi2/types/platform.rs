//! Argument types of FMI 2.0: what the official fmi2TypesPlatform.h declares.
#![allow(non_camel_case_types, non_upper_case_globals)]

use std::ffi::{c_char, c_int, c_uint, c_void};

/// An instance of a unit, made by fmi2Instantiate and ended by fmi2FreeInstance.
pub type fmi2Component = *mut c_void;
/// A pointer of the host that is handed back to its logger.
pub type fmi2ComponentEnvironment = *mut c_void;
/// A saved state of an instance.
pub type fmi2FMUstate = *mut c_void;
/// A variable: its place in the model's table, counted from 0.
pub type fmi2ValueReference = c_uint;
/// A value with a physical unit, always the coherent SI unit.
pub type fmi2Real = f64;
/// A count, the number of a mode, or of an item.
pub type fmi2Integer = c_int;
/// fmi2False or any other value for true.
pub type fmi2Boolean = c_int;
/// A byte of UTF-8.
pub type fmi2Char = c_char;
/// UTF-8 text that ends with a zero.
pub type fmi2String = *const fmi2Char;
/// A byte of a saved state.
pub type fmi2Byte = c_char;

/// Yes.
pub const fmi2True: c_int = 1;
/// No.
pub const fmi2False: c_int = 0;
