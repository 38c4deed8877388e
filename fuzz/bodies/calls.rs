//! Calls in any order through the C interface.

use std::ptr::null_mut;

use luztar::fmi2::*;

use super::source::{LONGEST, MOST, Source};
use super::{UNITS, assert_no_breakdown};
use crate::fmi2_host::Host;

/// `UNIT, TYPE`, then calls of one byte each with their arguments.
pub fn calls(data: &[u8]) {
    let mut source = Source::new(data);
    let unit = UNITS[usize::from(source.byte()) % UNITS.len()];
    let kind = match source.byte() % 2 {
        0 => fmi2Type::fmi2CoSimulation,
        _ => fmi2Type::fmi2ModelExchange,
    };
    let mut host = Host::of_type(unit, kind, false);
    let (mut time, mut saved) = (0.0, null_mut());
    for _ in 0..MOST {
        if source.is_empty() {
            break;
        }
        call(&mut host, &mut source, &mut time, &mut saved);
        assert_no_breakdown(&mut host);
    }
}

fn call(host: &mut Host, source: &mut Source, time: &mut f64, saved: &mut fmi2FMUstate) {
    let c = host.c;
    let status = |kind| std::mem::MaybeUninit::new(kind);
    let mut x = [0.0; 64];
    let (states, indicators) = luztar::unit::exchange_sizes(&host.unit);
    unsafe {
        match source.byte() % 20 {
            0 => _ = host.setup(source.number(), None, None),
            1 => _ = host.enter(),
            2 => _ = host.exit(),
            3 => _ = host.terminate(),
            4 => _ = host.reset(),
            5..=7 => {
                let (vr, value) = (u32::from(source.byte()), source.number());
                fmi2SetReal(c, &vr, 1, &value);
            }
            8 => {
                let (vr, value) = (u32::from(source.byte()), i32::from(source.byte()));
                fmi2SetInteger(c, &vr, 1, &value);
                fmi2SetBoolean(c, &vr, 1, &value);
            }
            9 => {
                let (vr, mut value) = (u32::from(source.byte()), 0.0);
                if fmi2GetReal(c, &vr, 1, &mut value) == fmi2Status::fmi2OK {
                    assert!(value.is_finite(), "{value}");
                }
            }
            10..=12 => {
                let size = source.number().abs().min(LONGEST);
                fmi2DoStep(c, *time, size, fmi2True);
                fmi2GetRealStatus(c, status(fmi2StatusKind::fmi2LastSuccessfulTime), time);
            }
            13 => _ = fmi2GetFMUstate(c, saved),
            14 => _ = fmi2SetFMUstate(c, *saved),
            15 => {
                let (vr, order, value) = (u32::from(source.byte()), 1, source.number());
                fmi2SetRealInputDerivatives(c, &vr, 1, &order, &value);
            }
            16 => {
                let mut info = std::mem::MaybeUninit::uninit();
                fmi2EnterEventMode(c);
                fmi2NewDiscreteStates(c, info.as_mut_ptr());
                fmi2EnterContinuousTimeMode(c);
            }
            17 => {
                *time = source.number();
                fmi2SetTime(c, *time);
            }
            18 => {
                x.fill_with(|| source.number());
                fmi2SetContinuousStates(c, x.as_ptr(), states.min(x.len()));
            }
            _ => {
                fmi2GetDerivatives(c, x.as_mut_ptr(), states.min(x.len()));
                fmi2GetEventIndicators(c, x.as_mut_ptr(), indicators.min(x.len()));
                assert!(x.iter().all(|value| value.is_finite()), "{x:?}");
            }
        }
    }
}
