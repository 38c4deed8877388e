//! The opaque handle of an instance: every call with one enters here. In this order it finds out
//! whether the handle is one, whether the instance is free, whether the call is legal, and whether it
//! panics.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::calls::Call;
use super::panic;
use super::simulation::{Answer, Refusal, Simulation};
use super::types::{fmi2Component, fmi2Status};

/// Marks a live instance. It is wiped at the end, so that a handle used too long is recognised as long
/// as its memory has not been given away.
const ALIVE: u64 = 0x6c75_7a74_6172_2121;

/// What a handle points to. The mark and the flag may be read by any thread; the rest belongs to the
/// one call that holds the flag.
#[repr(C)]
pub struct Component {
    mark: AtomicU64,
    busy: AtomicBool,
    simulation: UnsafeCell<Simulation>,
}

impl Component {
    /// Hands the simulation to C.
    pub fn into_handle(simulation: Simulation) -> fmi2Component {
        let component = Component {
            mark: AtomicU64::new(ALIVE),
            busy: AtomicBool::new(false),
            simulation: UnsafeCell::new(simulation),
        };
        Box::into_raw(Box::new(component)).cast()
    }

    /// # Safety
    /// `handle` is NULL, anything that is no aligned address, or points to readable memory; if that is
    /// a component it lives as long as the result.
    unsafe fn from_handle<'c>(handle: fmi2Component) -> Option<&'c Component> {
        let component: *const Component = handle.cast_const().cast();
        if component.is_null() || !component.is_aligned() {
            return None;
        }
        // SAFETY: readable by the caller's promise; only the mark is read before it is known to be a
        // component.
        unsafe {
            let mark = AtomicU64::from_ptr((&raw const (*component).mark).cast_mut().cast());
            (mark.load(Ordering::Relaxed) == ALIVE).then(|| &*component)
        }
    }

    /// Reserves the instance; None while another call is under way (of another thread, or of the host's
    /// logger in the midst of one).
    fn hold(&self) -> Option<Hold<'_>> {
        let free = self.busy.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed);
        free.is_ok().then(|| Hold(self))
    }
}

/// The right to use the simulation until the call ends.
struct Hold<'c>(&'c Component);

impl Hold<'_> {
    fn simulation(&mut self) -> &mut Simulation {
        // SAFETY: the flag is held, so no other reference to the simulation exists.
        unsafe { &mut *self.0.simulation.get() }
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Release);
    }
}

/// Runs `body` for an instance if `call` is legal in its state; a refusal or a panic goes to the logger.
///
/// # Safety
/// `handle` came from fmi2Instantiate and was not freed, or is NULL.
pub unsafe fn enter(
    handle: fmi2Component,
    call: Call,
    body: impl FnOnce(&mut Simulation) -> Answer,
) -> fmi2Status {
    // SAFETY: the caller's promise.
    let Some(mut hold) = unsafe { Component::from_handle(handle) }.and_then(Component::hold) else {
        return fmi2Status::fmi2Error;
    };
    let simulation = hold.simulation();
    let outcome = panic::inside(|| {
        let state = simulation.state();
        if !call.is_legal(state) {
            return refuse(simulation, Refusal::Error(call.refusal(state)), None);
        }
        match body(simulation) {
            Ok(()) => fmi2Status::fmi2OK,
            Err(refusal) => refuse(simulation, refusal, Some(call)),
        }
    });
    outcome.unwrap_or_else(|panic| {
        simulation.fail();
        let _ = panic::inside(|| {
            let message = format_args!("{call}: internal error, please report it: {panic}");
            simulation.logger.status(fmi2Status::fmi2Error, message);
        });
        fmi2Status::fmi2Error
    })
}

/// Tells the host why, with the function's name where the message lacks it.
fn refuse(simulation: &mut Simulation, refusal: Refusal, call: Option<Call>) -> fmi2Status {
    let (status, message) = match refusal {
        Refusal::Error(message) => (fmi2Status::fmi2Error, message),
        Refusal::Discard(message) => (fmi2Status::fmi2Discard, message),
    };
    match call {
        Some(call) => simulation.logger.status(status, format_args!("{call}: {message}")),
        None => simulation.logger.status(status, format_args!("{message}")),
    }
    status
}

/// Ends an instance. NULL, a handle that is none, and an instance in the midst of a call are left alone.
///
/// # Safety
/// As [`enter`]; the handle must not be used afterwards.
pub unsafe fn free(handle: fmi2Component) {
    // SAFETY: the caller's promise.
    let Some(component) = (unsafe { Component::from_handle(handle) }) else { return };
    let Some(hold) = component.hold() else { return };
    component.mark.store(0, Ordering::Relaxed);
    // The flag stays held: nobody enters a component that is being freed.
    std::mem::forget(hold);
    let component: *mut Component = handle.cast();
    // SAFETY: made by Box::into_raw, and the mark shows that it was not freed before. A panic of a
    // destructor ends here.
    let _ = panic::inside(|| drop(unsafe { Box::from_raw(component) }));
}
