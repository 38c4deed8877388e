//! Calls of FMI 3.0 in any order.

use std::ptr::null_mut;

use luztar::fmi3::*;

use super::source::{LONGEST, MOST, Source};
use super::{UNITS, told_no_breakdown};
use crate::fmi3_host::{COMBINATIONS, Host, fmi3OK};

/// `UNIT, INTERFACE`, then calls of one byte each with their arguments. The interface is one of the four combinations
/// of Co-Simulation, or Model Exchange.
pub fn calls3(data: &[u8]) {
    let mut source = Source::new(data);
    let unit = UNITS[usize::from(source.byte()) % UNITS.len()];
    let mut host = match COMBINATIONS.get(usize::from(source.byte()) % 5) {
        Some(combination) => Host::new(unit, *combination),
        None => Host::exchange(unit),
    };
    let (mut time, mut saved) = (0.0, null_mut());
    for _ in 0..MOST {
        if source.is_empty() {
            break;
        }
        call(&mut host, &mut source, &mut time, &mut saved);
        told_no_breakdown(host.messages().iter().map(String::as_str));
    }
    unsafe { fmi3FreeFMUState(host.c, &mut saved) };
}

fn call(host: &mut Host, source: &mut Source, time: &mut f64, saved: &mut fmi3FMUState) {
    let c = host.c;
    let (mut flags, mut x) = ([false; 6], [0.0; 64]);
    let [a, b, d, e, f, g] = &mut flags;
    let (states, indicators) = luztar::unit::exchange_sizes(&host.unit);
    let vr = u32::from(source.byte());
    let finite = |status, value: f64| {
        assert!(status != fmi3OK || value.is_finite(), "{value}");
    };
    unsafe {
        match source.byte() % 24 {
            0 => {
                let (tolerance, start, stop) = (source.number(), source.number(), source.number());
                let [with, until] = [source.byte(), source.byte()].map(|byte| byte % 2 == 1);
                fmi3EnterInitializationMode(c, with, tolerance, start, until, stop);
            }
            1 => _ = fmi3ExitInitializationMode(c),
            2 => _ = fmi3Terminate(c),
            3 => _ = fmi3Reset(c),
            4..=6 => _ = fmi3SetFloat64(c, &vr, 1, &source.number(), 1),
            7 => {
                let value = i32::from(source.byte());
                fmi3SetInt32(c, &vr, 1, &value, 1);
                fmi3SetInt64(c, &vr, 1, &value.into(), 1);
                fmi3SetBoolean(c, &vr, 1, &(value != 0), 1);
            }
            8 => {
                let mut value = 0.0;
                finite(fmi3GetFloat64(c, &vr, 1, &mut value, 1), value);
            }
            9..=11 => {
                let size = source.number().abs().min(LONGEST);
                let mut reached = *time;
                if fmi3DoStep(c, *time, size, true, a, b, d, &mut reached) == fmi3OK {
                    *time = reached;
                }
            }
            12 => _ = fmi3EnterEventMode(c),
            13 => _ = fmi3UpdateDiscreteStates(c, a, b, d, e, f, &mut x[0]),
            14 => _ = fmi3EnterStepMode(c),
            15 => _ = fmi3EvaluateDiscreteStates(c),
            16 => _ = fmi3EnterContinuousTimeMode(c),
            17 => _ = fmi3GetFMUState(c, saved),
            18 => _ = fmi3SetFMUState(c, *saved),
            19 => {
                let (order, mut value) = (i32::from(source.byte() % 8), 0.0);
                finite(fmi3GetOutputDerivatives(c, &vr, 1, &order, &mut value, 1), value);
            }
            20 => {
                let (known, seed, mut value) = (u32::from(source.byte()), source.number(), 0.0);
                let (vr, known) = (&raw const vr, &raw const known);
                let to = &raw mut value;
                finite(fmi3GetDirectionalDerivative(c, vr, 1, known, 1, &seed, 1, to, 1), *to);
                finite(fmi3GetAdjointDerivative(c, vr, 1, known, 1, &seed, 1, to, 1), *to);
            }
            21 => {
                *time = source.number();
                fmi3SetTime(c, *time);
            }
            22 => {
                x.fill_with(|| source.number());
                fmi3SetContinuousStates(c, x.as_ptr(), states.min(x.len()));
            }
            _ => {
                fmi3GetContinuousStateDerivatives(c, x.as_mut_ptr(), states.min(x.len()));
                fmi3GetEventIndicators(c, x.as_mut_ptr(), indicators.min(x.len()));
                fmi3CompletedIntegratorStep(c, true, f, g);
                assert!(x.iter().all(|value| value.is_finite()), "{x:?}");
            }
        }
    }
}
