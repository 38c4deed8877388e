//! Clocks, configuration and model partitions (FMI 3.0 §2.2 and §5). Clocks are outputs that transitions trigger; of all else
//! no unit has any, and the functions answer fmi3Error.

use crate::fmi::pointers::{array, room};
use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, never};
use crate::fmi3::types::*;

/// Gives the clocks that tick in this event: of contacts and springs that make a transition (`contact.transition`), of a unit
/// built with `--clocks`. In Co-Simulation the clocks of a transition that ended a step tick from fmi3EnterEventMode to
/// fmi3UpdateDiscreteStates, which makes it; those of transitions that only this finds, by inputs that jumped or in Model
/// Exchange, tick from then on, with `*discreteStatesNeedUpdate`, to its next call. `contact.transitionFrom` and
/// `contact.transitionTo` are the states before and behind the last transition that ticked.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for as many.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetClock(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Clock,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetClock, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            simulation.get_clocks(references, room("values", values, nValueReferences)?)
        })
    }
}

never! {
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
    fn fmi3SetClock(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        values: *const fmi3Clock
    ) of SetClock;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetIntervalDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        intervals: *mut fmi3Float64, qualifiers: *mut fmi3IntervalQualifier
    ) of GetIntervalDecimal;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetIntervalFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *mut fmi3UInt64, resolutions: *mut fmi3UInt64,
        qualifiers: *mut fmi3IntervalQualifier
    ) of GetIntervalFraction;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetShiftDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        shifts: *mut fmi3Float64
    ) of GetShiftDecimal;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3GetShiftFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *mut fmi3UInt64, resolutions: *mut fmi3UInt64
    ) of GetShiftFraction;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetIntervalDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        intervals: *const fmi3Float64
    ) of SetIntervalDecimal;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetIntervalFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *const fmi3UInt64, resolutions: *const fmi3UInt64
    ) of SetIntervalFraction;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetShiftDecimal(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        shifts: *const fmi3Float64
    ) of SetShiftDecimal;
    /// Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3SetShiftFraction(
        valueReferences: *const fmi3ValueReference, nValueReferences: usize,
        counters: *const fmi3UInt64, resolutions: *const fmi3UInt64
    ) of SetShiftFraction;
    /// Returns fmi3Error: no unit has structural parameters.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3EnterConfigurationMode() of EnterConfigurationMode;
    /// Returns fmi3Error: no unit has structural parameters.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3ExitConfigurationMode() of ExitConfigurationMode;
    /// Returns fmi3Error: no unit offers Scheduled Execution.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance.
    fn fmi3ActivateModelPartition(
        clockReference: fmi3ValueReference, activationTime: fmi3Float64
    ) of ActivateModelPartition;
}
