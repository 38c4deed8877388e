//! Clocks, configuration and model partitions (FMI 3.0 §2.2 and §5): no unit has any, and each function answers
//! fmi3Error.

use crate::fmi3::calls::Call;
use crate::fmi3::entry::enter;
use crate::fmi3::types::*;

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetClock(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Clock,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, values);
    unsafe { enter(instance, Call::GetClock, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetClock(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Clock,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, values);
    unsafe { enter(instance, Call::SetClock, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetIntervalDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    intervals: *mut fmi3Float64,
    qualifiers: *mut fmi3IntervalQualifier,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, intervals, qualifiers);
    unsafe { enter(instance, Call::GetIntervalDecimal, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetIntervalFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    counters: *mut fmi3UInt64,
    resolutions: *mut fmi3UInt64,
    qualifiers: *mut fmi3IntervalQualifier,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions, qualifiers);
    unsafe { enter(instance, Call::GetIntervalFraction, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetShiftDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    shifts: *mut fmi3Float64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, shifts);
    unsafe { enter(instance, Call::GetShiftDecimal, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetShiftFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    counters: *mut fmi3UInt64,
    resolutions: *mut fmi3UInt64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions);
    unsafe { enter(instance, Call::GetShiftFraction, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetIntervalDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    intervals: *const fmi3Float64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, intervals);
    unsafe { enter(instance, Call::SetIntervalDecimal, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetIntervalFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    counters: *const fmi3UInt64,
    resolutions: *const fmi3UInt64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions);
    unsafe { enter(instance, Call::SetIntervalFraction, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetShiftDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    shifts: *const fmi3Float64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, shifts);
    unsafe { enter(instance, Call::SetShiftDecimal, |_| Ok(())) }
}

/// Always fmi3Error: no unit has clocks.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetShiftFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    counters: *const fmi3UInt64,
    resolutions: *const fmi3UInt64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions);
    unsafe { enter(instance, Call::SetShiftFraction, |_| Ok(())) }
}

/// Always fmi3Error: no unit has structural parameters.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterConfigurationMode(instance: fmi3Instance) -> fmi3Status {
    unsafe { enter(instance, Call::EnterConfigurationMode, |_| Ok(())) }
}

/// Always fmi3Error: no unit has structural parameters.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ExitConfigurationMode(instance: fmi3Instance) -> fmi3Status {
    unsafe { enter(instance, Call::ExitConfigurationMode, |_| Ok(())) }
}

/// Always fmi3Error: no unit offers Scheduled Execution.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ActivateModelPartition(
    instance: fmi3Instance,
    clockReference: fmi3ValueReference,
    activationTime: fmi3Float64,
) -> fmi3Status {
    let _ = (clockReference, activationTime);
    unsafe { enter(instance, Call::ActivateModelPartition, |_| Ok(())) }
}
