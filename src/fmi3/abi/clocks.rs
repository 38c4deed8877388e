//! Clocks, configuration and model partitions (FMI 3.0 §2.2 and §5): no unit has any, and each function answers
//! fmi3Error.

use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, never};
use crate::fmi3::types::*;

never! {
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3GetClock(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize, values: *mut fmi3Clock
    ) of GetClock;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetClock(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        values: *const fmi3Clock
    ) of SetClock;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetIntervalDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        intervals: *mut fmi3Float64, qualifiers: *mut fmi3IntervalQualifier
    ) of GetIntervalDecimal;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetIntervalFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *mut fmi3UInt64, resolutions: *mut fmi3UInt64,
        qualifiers: *mut fmi3IntervalQualifier
    ) of GetIntervalFraction;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetShiftDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        shifts: *mut fmi3Float64
    ) of GetShiftDecimal;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetShiftFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *mut fmi3UInt64, resolutions: *mut fmi3UInt64
    ) of GetShiftFraction;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetIntervalDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        intervals: *const fmi3Float64
    ) of SetIntervalDecimal;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetIntervalFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *const fmi3UInt64, resolutions: *const fmi3UInt64
    ) of SetIntervalFraction;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetShiftDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        shifts: *const fmi3Float64
    ) of SetShiftDecimal;
    /// Always fmi3Error: no unit has clocks.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetShiftFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *const fmi3UInt64, resolutions: *const fmi3UInt64
    ) of SetShiftFraction;
    /// Always fmi3Error: no unit has structural parameters.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3EnterConfigurationMode() of EnterConfigurationMode;
    /// Always fmi3Error: no unit has structural parameters.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3ExitConfigurationMode() of ExitConfigurationMode;
    /// Always fmi3Error: no unit offers Scheduled Execution.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3ActivateModelPartition(
        clockReference: fmi3ValueReference, activationTime: fmi3Float64
    ) of ActivateModelPartition;
}
