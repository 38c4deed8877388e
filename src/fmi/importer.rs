//! Wishes of an importer of Co-Simulation at instantiation (FMI 3.0 §4.2).

use std::ffi::c_void;

use super::panic;

/// The importer's callback within a step.
pub type Callback = unsafe extern "C" fn(
    environment: *mut c_void,
    time: f64,
    set_requested: bool,
    get_allowed: bool,
    step_finished: bool,
    can_return_early: bool,
    early_return_requested: *mut bool,
    early_return_time: *mut f64,
);

/// Properties of steps that the importer asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Importer {
    /// True if it handles transitions in Event Mode.
    pub event_mode: bool,
    /// True if a step may end before its end.
    pub early_return: bool,
    pub update: Option<Update>,
}

/// The callback with what it is called with.
#[derive(Clone, Copy, Debug)]
pub struct Update {
    pub callback: Callback,
    pub environment: *mut c_void,
}

impl Update {
    /// Reports to the importer that an internal step ended at `time`; when it wants the communication step to end, if it does.
    pub fn call(&self, time: f64, can_return_early: bool) -> Option<f64> {
        // A foreign program may write any byte for a truth value.
        let (mut requested, mut until) = (0_u8, time);
        let answer = (&raw mut requested).cast();
        let (callback, environment) = (self.callback, self.environment);
        // SAFETY: the importer promised a callback of this type; both pointers have room for one value.
        panic::outside(|| unsafe {
            callback(environment, time, true, true, true, can_return_early, answer, &mut until);
        });
        (requested != 0 && can_return_early).then_some(if until.is_nan() { time } else { until })
    }
}
