//! Setting values of variables (FMI 3.0 §2.2).

use crate::fmi::pointers::array;
use crate::fmi3::calls::Call;
use crate::fmi3::entry::enter;
use crate::fmi3::types::*;
use crate::unit::Value;

/// No unit has Float32 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFloat32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Float32,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetFloat32, |simulation| {
            simulation.refuse_type(
                array("valueReferences", valueReferences, nValueReferences)?,
                "Float32",
            )
        })
    }
}

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

/// No unit has Int8 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt8(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Int8,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetInt8, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "Int8")
        })
    }
}

/// No unit has UInt8 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt8(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3UInt8,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetUInt8, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "UInt8")
        })
    }
}

/// No unit has Int16 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt16(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Int16,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetInt16, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "Int16")
        })
    }
}

/// No unit has UInt16 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt16(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3UInt16,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetUInt16, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "UInt16")
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

/// No unit has UInt32 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3UInt32,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetUInt32, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "UInt32")
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

/// No unit has UInt64 variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3UInt64,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetUInt64, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "UInt64")
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

/// No unit has String variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetString(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3String,
    nValues: usize,
) -> fmi3Status {
    let _ = (values, nValues);
    unsafe {
        enter(instance, Call::SetString, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "String")
        })
    }
}

/// No unit has Binary variables.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetBinary(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    valueSizes: *const usize,
    values: *const fmi3Binary,
    nValues: usize,
) -> fmi3Status {
    let _ = (valueSizes, values, nValues);
    unsafe {
        enter(instance, Call::SetBinary, |simulation| {
            simulation
                .refuse_type(array("valueReferences", valueReferences, nValueReferences)?, "Binary")
        })
    }
}
