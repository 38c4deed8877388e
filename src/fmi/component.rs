//! The opaque handle of an instance: every call with one enters here. In this order it finds out
//! whether the handle is one, whether the instance is free, whether the call is legal, and whether it
//! panics.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::answer::{Answer, Refusal, Status};
use super::calls::{Row, State};
use super::panic;
use super::simulation::FmuInstance;

/// An instance as C knows it.
pub type Handle = *mut c_void;

/// Marks a live instance. It is wiped at the end, so that a handle used too long is recognised as long
/// as its memory has not been given away.
const ALIVE: u64 = 0x6c75_7a74_6172_2121;

/// An instance to which a handle points. The mark and the flag may be read by any thread; the rest belongs to the
/// one call that holds the flag.
#[repr(C)]
pub struct Component {
    mark: AtomicU64,
    busy: AtomicBool,
    simulation: UnsafeCell<FmuInstance>,
}

impl Component {
    /// Hands the simulation to C.
    pub fn into_handle(simulation: FmuInstance) -> Handle {
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
    unsafe fn from_handle<'c>(handle: Handle) -> Option<&'c Component> {
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
    fn simulation(&mut self) -> &mut FmuInstance {
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
/// `handle` came from [`Component::into_handle`] and was not freed, or is NULL.
pub unsafe fn enter(
    handle: Handle,
    call: impl Into<&'static Row>,
    body: impl FnOnce(&mut FmuInstance) -> Answer,
) -> Status {
    // SAFETY: the caller's promise.
    let Some(mut hold) = unsafe { Component::from_handle(handle) }.and_then(Component::hold) else {
        return Status::Error;
    };
    let (simulation, call) = (hold.simulation(), call.into());
    let outcome = panic::inside(|| {
        let (state, kind, version) = (simulation.state(), simulation.kind(), simulation.version());
        if !call.is_legal(state, kind, version) {
            return refuse(simulation, Refusal::Error(call.refusal(state, kind, version)), None);
        }
        match body(simulation) {
            Ok(()) => {
                simulation.report_warning();
                Status::Ok
            }
            Err(refusal) => refuse(simulation, refusal, Some(call)),
        }
    });
    outcome.unwrap_or_else(|panic| {
        simulation.fail();
        let _ = panic::inside(|| {
            let message = format_args!("{call}: internal error, please report it: {panic}");
            simulation.logger.status(Status::Error, message);
        });
        Status::Error
    })
}

/// Reports to the host why, with the function's name where the message lacks it.
fn refuse(simulation: &mut FmuInstance, refusal: Refusal, call: Option<&Row>) -> Status {
    let function = call.map_or_else(String::new, |call| format!("{call}: "));
    let logger = &mut simulation.logger;
    let (status, message) = match refusal {
        Refusal::Error(message) => (Status::Error, message),
        Refusal::Discard(message) => (Status::Discard, message),
        Refusal::Stop(message) => {
            logger.event(format_args!("{function}{message}"));
            return Status::Discard;
        }
    };
    logger.status(status, format_args!("{function}{message}"));
    status
}

/// Ends an instance. NULL, a handle that is none, and an instance in the midst of a call or of a step are left alone.
///
/// # Safety
/// Those of [`enter`]; the handle must not be used afterwards.
pub unsafe fn free(handle: Handle) {
    // SAFETY: the caller's promise.
    let Some(component) = (unsafe { Component::from_handle(handle) }) else { return };
    let Some(mut hold) = component.hold() else { return };
    if hold.simulation().state() == State::IntermediateUpdateMode {
        return;
    }
    component.mark.store(0, Ordering::Relaxed);
    // The flag stays held: nobody enters a component that is being freed.
    std::mem::forget(hold);
    let component: *mut Component = handle.cast();
    // SAFETY: made by Box::into_raw, and the mark shows that it was not freed before. A panic of a
    // destructor ends here.
    let _ = panic::inside(|| drop(unsafe { Box::from_raw(component) }));
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;
    use std::mem::MaybeUninit;

    use super::*;
    use crate::fmi::calls::{Interface, Version};
    use crate::fmi::logger::Logger;
    use crate::unit::{Value, catalogue};

    fn component() -> Handle {
        let unit = catalogue::unit("SingleMassFriction").unwrap();
        panic::install_hook();
        let logger = Logger::new(None, CString::default(), false);
        let made = (Version::Two, Interface::CoSimulation);
        Component::into_handle(FmuInstance::new(unit, "{1}", made, logger))
    }

    /// A function that every state but a failed one allows.
    static ANY: Row = Row { name: "any", legal: &LIVING, never: "", only: None, version: None };
    static LIVING: [State; 4] =
        [State::Instantiated, State::InitializationMode, State::StepMode, State::Terminated];
    static STEP: Row = Row { legal: &[State::StepMode], ..row("step") };
    /// One that every state allows.
    static ALWAYS: Row = Row {
        legal: &[State::Instantiated, State::StepMode, State::Terminated, State::Failed],
        ..row("always")
    };

    const fn row(name: &'static str) -> Row {
        Row { name, legal: &[], never: "never", only: None, version: None }
    }

    fn break_down(c: Handle) -> Status {
        unsafe { enter(c, &ANY, |_| panic!("broken")) }
    }

    fn initialise(c: Handle) -> [Status; 2] {
        unsafe {
            [
                enter(c, &ANY, |one| one.enter_initialization_mode()),
                enter(c, &ANY, |one| one.exit_initialization_mode(State::StepMode)),
            ]
        }
    }

    fn step(c: Handle) -> Status {
        unsafe { enter(c, &STEP, |_| Ok(())) }
    }

    fn terminate(c: Handle) -> Status {
        unsafe { enter(c, &ALWAYS, |simulation| simulation.terminate()) }
    }

    fn reset(c: Handle) -> Status {
        unsafe { enter(c, &ALWAYS, |simulation| simulation.reset()) }
    }

    #[test]
    fn a_panic_fails_the_instance_until_it_is_reset() {
        let c = component();
        let mut room = [MaybeUninit::uninit()];
        let mut get = || unsafe { enter(c, &ANY, |one| one.get_reals(&[0], &mut room)) };
        let set =
            || unsafe { enter(c, &ANY, |one| one.set(std::iter::once(0), &[0.0], Value::Real)) };
        assert_eq!(initialise(c), [Status::Ok; 2]);
        assert_eq!(break_down(c), Status::Error);
        assert_eq!(step(c), Status::Error);
        assert_eq!(get(), Status::Error);
        assert_eq!(set(), Status::Error);
        assert_eq!(terminate(c), Status::Ok);
        assert_eq!(get(), Status::Error);
        assert_eq!(reset(c), Status::Ok);
        assert_eq!(initialise(c), [Status::Ok; 2]);
        assert_eq!(step(c), Status::Ok);
        unsafe { free(c) };
    }

    #[test]
    fn a_failed_instance_can_be_freed() {
        let c = component();
        assert_eq!(break_down(c), Status::Error);
        unsafe { free(c) };
    }

    #[test]
    fn an_instance_in_the_midst_of_a_call_takes_no_other() {
        let c = component();
        unsafe {
            let outer = enter(c, &ANY, |_| {
                assert_eq!(reset(c), Status::Error);
                assert_eq!(terminate(c), Status::Error);
                free(c);
                Ok(())
            });
            assert_eq!(outer, Status::Ok);
            assert_eq!(terminate(c), Status::Ok);
            free(c);
        }
    }

    #[test]
    fn an_illegal_call_does_not_run() {
        let c = component();
        let mut ran = false;
        let status = unsafe {
            enter(c, &STEP, |_| {
                ran = true;
                Ok(())
            })
        };
        assert_eq!((status, ran), (Status::Error, false));
        unsafe { free(c) };
    }

    #[test]
    fn the_mark_is_what_makes_a_handle() {
        let c = component();
        unsafe {
            let component = Component::from_handle(c).unwrap();
            component.mark.store(0, Ordering::Relaxed);
            assert_eq!(terminate(c), Status::Error);
            free(c);
            component.mark.store(ALIVE, Ordering::Relaxed);
            assert_eq!(terminate(c), Status::Ok);
            free(c);
        }
    }
}
