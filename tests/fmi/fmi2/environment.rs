//! What calls need of the host's thread, and what they leave as it was: its stack, its floating-point environment.

use crate::fmi2_host::{Host, fmi2OK};
use luztar::fmi2::{fmi2FreeInstance, fmi2GetReal, fmi2Type};
use luztar::unit::{Kind, catalogue};

/// Value references of all real variables of a unit.
fn reals(host: &Host) -> Vec<u32> {
    let variables = host.unit.variables().iter().enumerate();
    variables.filter(|(_, one)| one.kind == Kind::Real).map(|(index, _)| index as u32).collect()
}

/// Bits of all reals at the start and after each step of a life, each of whose calls from initialisation on is made by
/// `call`.
fn life(unit: &str, call: &mut dyn FnMut(&mut dyn FnMut())) -> Vec<u64> {
    let mut host = Host::new(unit);
    let step = host.unit.network().experiment.step_size;
    let wanted = reals(&host);
    let mut bits = Vec::new();
    let mut read = |host: &mut Host, call: &mut dyn FnMut(&mut dyn FnMut())| {
        let (mut values, mut status) = (vec![0.0; wanted.len()], None);
        let (out, references) = (values.as_mut_ptr(), wanted.as_ptr());
        call(&mut || status = Some(unsafe { fmi2GetReal(host.c, references, wanted.len(), out) }));
        assert_eq!(status, Some(fmi2OK));
        bits.extend(values.into_iter().map(f64::to_bits));
    };
    call(&mut || host.initialise());
    read(&mut host, call);
    for number in 0..20 {
        let time = f64::from(number) * step;
        let mut status = None;
        call(&mut || status = Some(host.step(time, step)));
        assert_eq!(status, Some(fmi2OK), "{unit} at {time}");
        read(&mut host, call);
    }
    call(&mut || assert_eq!(host.terminate(), fmi2OK));
    bits
}

#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
mod strict {
    use std::ptr::null;

    use super::*;
    use crate::fmi2_host::strict::call;
    use crate::fmi2_host::{NOBODY, callbacks, guid, kind};
    use luztar::fmi2::fmi2Instantiate;

    /// An instance is made, and freed.
    fn instantiate(unit: &str) {
        let (guid, log) = (guid(unit), Default::default());
        let functions = callbacks(&log);
        for of in [fmi2Type::fmi2CoSimulation, fmi2Type::fmi2ModelExchange] {
            let (of, mut made) = (kind(of), NOBODY);
            let (name, guid) = (c"test".as_ptr(), guid.as_ptr());
            call(&mut || {
                made = unsafe { fmi2Instantiate(name, of, guid, null(), &functions, 0, 0) };
            });
            call(&mut || unsafe { fmi2FreeInstance(made) });
            assert!(made != NOBODY);
        }
    }

    /// Every unit moves as it does elsewhere, bit for bit, and the host is not killed.
    #[test]
    fn a_host_may_trap_floating_point_exceptions() {
        for unit in catalogue::names() {
            instantiate(unit);
            assert!(life(unit, &mut |job| job()) == life(unit, &mut call), "{unit}");
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod stack {
    use std::ffi::{c_int, c_void};
    use std::ptr::null_mut;

    use super::*;

    /// Stack that any call may take, bytes: what docs/c.md says.
    const MOST: usize = 80 << 10;
    const SIZE: usize = 1 << 20;
    const PAINT: u8 = 0xA5;

    unsafe extern "C" {
        fn pthread_attr_setstack(
            attributes: *mut libc::pthread_attr_t,
            stack: *mut c_void,
            size: usize,
        ) -> c_int;
    }

    type Job<'j> = &'j mut dyn FnMut();

    extern "C" fn run(job: *mut c_void) -> *mut c_void {
        let job = unsafe { &mut *job.cast::<Job>() };
        job();
        null_mut()
    }

    /// Bytes of its stack that a thread writes to while it does a job.
    fn written(mut job: Job) -> usize {
        // As a mapping of its own it begins at a page.
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        unsafe {
            let stack = libc::mmap(null_mut(), SIZE, protection, flags, -1, 0);
            assert!(stack != libc::MAP_FAILED);
            stack.cast::<u8>().write_bytes(PAINT, SIZE);
            let (mut attributes, mut thread) = (std::mem::zeroed(), std::mem::zeroed());
            assert_eq!(libc::pthread_attr_init(&mut attributes), 0);
            assert_eq!(pthread_attr_setstack(&mut attributes, stack, SIZE), 0);
            let job = (&raw mut job).cast();
            assert_eq!(libc::pthread_create(&mut thread, &attributes, run, job), 0);
            assert_eq!(libc::pthread_join(thread, null_mut()), 0);
            let bytes = std::slice::from_raw_parts(stack.cast::<u8>(), SIZE);
            let untouched = bytes.iter().take_while(|byte| **byte == PAINT).count();
            libc::munmap(stack, SIZE);
            SIZE - untouched
        }
    }

    #[test]
    fn calls_take_little_stack() {
        let idle = written(&mut || {});
        for kind in [fmi2Type::fmi2CoSimulation, fmi2Type::fmi2ModelExchange] {
            for unit in ["SteeringSystem", "BristleElement", "TrainDraftGears"] {
                let mut made = null_mut();
                let took = written(&mut || {
                    let host = Host::of_type(unit, kind, false);
                    made = host.c;
                    std::mem::forget(host);
                });
                unsafe { fmi2FreeInstance(made) };
                assert!(took - idle <= MOST, "{unit}: {} bytes", took - idle);
            }
        }
        for unit in catalogue::names() {
            let took = written(&mut || drop(life(unit, &mut |job| job())));
            println!("{unit}: {} bytes", took - idle);
            assert!(took - idle <= MOST, "{unit}: {} bytes", took - idle);
        }
    }
}
