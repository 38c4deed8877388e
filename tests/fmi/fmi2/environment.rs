//! What calls need of the host's thread, and what they leave as it was: its stack, its floating-point environment.

use std::ptr::null_mut;

use crate::fmi2_host::{Host, fmi2OK};
use luztar::fmi2::*;
use luztar::unit::{Kind, catalogue};

/// Value references of all real variables of a unit.
fn reals(host: &Host) -> Vec<u32> {
    let variables = host.unit.variables().iter().enumerate();
    variables.filter(|(_, one)| one.kind == Kind::Real).map(|(index, _)| index as u32).collect()
}

/// Saves the state, and goes on from its bytes.
fn pass_through_bytes(host: &Host, call: &mut dyn FnMut(&mut dyn FnMut())) {
    let (mut state, mut size, mut bytes) = (null_mut(), 0, Vec::new());
    call(&mut || assert_eq!(unsafe { fmi2GetFMUstate(host.c, &mut state) }, fmi2OK));
    call(&mut || {
        let status = unsafe { fmi2SerializedFMUstateSize(host.c, state, &mut size) };
        assert_eq!(status, fmi2OK);
    });
    bytes.resize(size, 0);
    let place = bytes.as_mut_ptr();
    call(&mut || {
        let status = unsafe { fmi2SerializeFMUstate(host.c, state, place, size) };
        assert_eq!(status, fmi2OK);
    });
    call(&mut || {
        let status = unsafe { fmi2DeSerializeFMUstate(host.c, place, size, &mut state) };
        assert_eq!(status, fmi2OK);
    });
    call(&mut || assert_eq!(unsafe { fmi2SetFMUstate(host.c, state) }, fmi2OK));
    call(&mut || assert_eq!(unsafe { fmi2FreeFMUstate(host.c, &mut state) }, fmi2OK));
}

/// Bits of all reals at the start and after each step of an instance's life, each of whose calls is made by `call`.
fn life(mut host: Host, call: &mut dyn FnMut(&mut dyn FnMut())) -> Vec<u64> {
    let (wanted, name) = (reals(&host), host.unit.name().to_owned());
    let step = host.unit.network().experiment.step_size;
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
        assert_eq!(status, Some(fmi2OK), "{name} at {time}");
        read(&mut host, call);
        if number == 10 {
            pass_through_bytes(&host, call);
        }
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
            let calm = life(Host::new(unit), &mut |job| job());
            assert!(calm == life(Host::new(unit), &mut call), "{unit}");
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod stack {
    use std::ffi::{CString, c_int, c_void};
    use std::sync::Arc;

    use super::*;
    use crate::fmi2_host::guid;
    use luztar::export;
    use luztar::unit::Model;

    /// Stack that any call may take, bytes: what docs/c.md says.
    const MOST: usize = 48 << 10;
    const SIZE: usize = 256 << 10;
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

    /// Bytes of stack that the calls of an instance's life take at most: the one that makes it, and the others.
    fn taken(unit: &Arc<Model>, guid: &CString, resources: Option<&CString>) -> [usize; 2] {
        let idle = written(&mut || {});
        let (mut instantiation, mut others) = (0, 0);
        for kind in [fmi2Type::fmi2ModelExchange, fmi2Type::fmi2CoSimulation] {
            let mut made = None;
            let took = written(&mut || {
                let source = (guid.as_c_str(), resources.map(CString::as_c_str));
                made = Some(Host::of_model(unit.clone(), source, kind, false));
            });
            instantiation = instantiation.max(took - idle);
            if kind == fmi2Type::fmi2CoSimulation {
                life(made.unwrap(), &mut |job| others = others.max(written(job) - idle));
            }
        }
        [instantiation, others]
    }

    #[test]
    fn calls_take_little_stack() {
        let files = [
            include_str!("../../../examples/networks/HotBrake.toml"),
            include_str!("../../../examples/networks/DwellTime.toml"),
            include_str!("../../../examples/networks/IwanStack.toml"),
        ];
        let folders = files.map(|text| {
            let folder = tempfile::tempdir().unwrap();
            let unit = Model::read(text, "network.toml").unwrap();
            export::write_resources(&unit, folder.path()).unwrap();
            let location = CString::new(format!("file://{}", folder.path().display())).unwrap();
            (unit.clone(), CString::new(export::guid(&unit)).unwrap(), Some((folder, location)))
        });
        let known =
            catalogue::names().map(|name| (catalogue::unit(name).unwrap(), guid(name), None));
        for (unit, guid, resources) in known.chain(folders) {
            let taken = taken(&unit, &guid, resources.as_ref().map(|(_, location)| location));
            println!("{}: {taken:?} bytes", unit.name());
            assert!(taken.iter().all(|bytes| *bytes <= MOST), "{}: {taken:?} bytes", unit.name());
        }
    }
}
