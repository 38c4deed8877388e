//! States from bytes that are forged so well that their checksum fits.

use std::ptr::null_mut;

use luztar::fmi2::*;
use luztar::unit::Kind;
use sha2::{Digest, Sha256};

use super::{UNITS, assert_no_breakdown};
use crate::fmi2_host::Host;

/// Bytes before the checksum, and up to its end (src/fmi/saved.rs).
const MAGIC: usize = 8;
const HEAD: usize = MAGIC + 32;

/// `UNIT, TYPE, PLACE (2), LENGTH, BYTES`: of a genuine state of the unit, LENGTH bytes from PLACE on are
/// replaced. An instance that takes the forgery goes on; whether it did.
pub fn state(data: &[u8]) -> bool {
    let [unit, kind, low, high, length, bytes @ ..] = data else { return false };
    let kind = match kind % 2 {
        0 => fmi2Type::fmi2CoSimulation,
        _ => fmi2Type::fmi2ModelExchange,
    };
    let mut host = Host::of_type(UNITS[usize::from(*unit) % UNITS.len()], kind, false);
    host.initialise();
    host.step(0.0, 0.1);
    let mut forged = genuine(&host);
    let body = forged.len() - HEAD;
    let place = HEAD + usize::from(u16::from_le_bytes([*low, *high])) % body;
    let end = (place + usize::from(*length)).min(forged.len());
    forged.splice(place..end, bytes.iter().copied());
    let digest = Sha256::digest(&forged[HEAD..]);
    forged[MAGIC..HEAD].copy_from_slice(&digest);
    let mut state = null_mut();
    let start = forged.as_ptr().cast();
    let answer = unsafe { fmi2DeSerializeFMUstate(host.c, start, forged.len(), &mut state) };
    let taken = answer == fmi2Status::fmi2OK;
    if taken {
        unsafe { fmi2SetFMUstate(host.c, state) };
        go_on(&mut host);
    }
    assert_no_breakdown(&mut host);
    taken
}

fn genuine(host: &Host) -> Vec<u8> {
    let (mut state, mut size) = (null_mut(), 0);
    unsafe {
        fmi2GetFMUstate(host.c, &mut state);
        fmi2SerializedFMUstateSize(host.c, state, &mut size);
        let mut bytes = vec![0; size];
        let status = fmi2SerializeFMUstate(host.c, state, bytes.as_mut_ptr().cast(), size);
        assert_eq!(status, fmi2Status::fmi2OK);
        bytes
    }
}

/// All that an instance can be asked for, wherever it is in its life.
fn go_on(host: &mut Host) {
    let variables = host.unit.variables().iter().enumerate();
    let reals = variables.filter(|(_, variable)| variable.kind == Kind::Real);
    let reals: Vec<u32> = reals.map(|(index, _)| index as u32).collect();
    let mut time = 0.0;
    for vr in &reals {
        let mut value = f64::NAN;
        if unsafe { fmi2GetReal(host.c, vr, 1, &mut value) } == fmi2Status::fmi2OK {
            assert!(value.is_finite(), "{value}");
        }
    }
    let kind = asked(fmi2StatusKind::fmi2LastSuccessfulTime);
    unsafe {
        fmi2GetRealStatus(host.c, kind, &mut time);
        fmi2DoStep(host.c, time, 1e-3, fmi2True);
        fmi2EnterEventMode(host.c);
        let mut info = std::mem::MaybeUninit::uninit();
        fmi2NewDiscreteStates(host.c, info.as_mut_ptr());
        let mut event = [luztar_Event {
            time: 0.0,
            kind: luztar_Kind::luztar_contact,
            element: 0,
            from: 0,
            to: 0,
        }; 8];
        luztar_take_events(host.c, event.as_mut_ptr(), event.len());
        let mut again = null_mut();
        fmi2GetFMUstate(host.c, &mut again);
    }
}

fn asked(kind: fmi2StatusKind) -> std::mem::MaybeUninit<fmi2StatusKind> {
    std::mem::MaybeUninit::new(kind)
}
