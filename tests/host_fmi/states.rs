//! FMU states through `fmi`: what follows is the same to the last bit, in the same instance and, by way of bytes,
//! in another one.

use fmi::fmi2::instance::{CoSimulation, Common, InstanceCS};
use fmi::traits::FmiStatus;
use luztar::unit::{Kind, Model, catalogue};

use super::{Pair, STEP, import, input, inputs, outputs};

/// Steps before the state is saved, and after.
const BEFORE: usize = 40;
const AFTER: usize = 60;

/// Real outputs after each of [`AFTER`] steps from `time` on, as bits.
fn run(hosted: &mut InstanceCS, unit: &Model, mut time: f64) -> Vec<u64> {
    let reals = outputs(unit).filter(|&index| unit.variables()[index].kind == Kind::Real);
    let reals: Vec<u32> = reals.map(|index| index as u32).collect();
    let mut values = vec![0.0; reals.len()];
    let mut seen = Vec::new();
    for _ in 0..AFTER {
        for (index, start) in inputs(unit) {
            hosted.set_real(&[index as u32], &[input(index, start, time)]).unwrap();
        }
        hosted.do_step(time, STEP, true).unwrap();
        time += STEP;
        hosted.get_real(&reals, &mut values).unwrap();
        seen.extend(values.iter().map(|value| value.to_bits()));
    }
    seen
}

#[test]
fn states_of_every_unit_replay_exactly() {
    for name in catalogue::names() {
        let imported = import(name);
        let mut pair = Pair::new(name, &imported);
        pair.start();
        pair.steps(BEFORE);
        let (time, unit) = (pair.time, pair.own.unit().clone());
        let hosted = &mut pair.hosted;
        let state = hosted.get_fmu_state().unwrap();
        let expected = run(hosted, &unit, time);
        hosted.set_fmu_state(&state).ok().unwrap();
        assert!(run(hosted, &unit, time) == expected, "{name} after a rollback");

        let bytes = hosted.serialize_fmu_state(&state).unwrap();
        let mut other = imported.instantiate_cs("other", false, false).unwrap();
        let state = other.deserialize_fmu_state(&bytes).unwrap();
        other.set_fmu_state(&state).ok().unwrap();
        assert!(run(&mut other, &unit, time) == expected, "{name} in another instance");
        other.update_fmu_state(&state).ok().unwrap();
        other.reset().unwrap();
        other.set_fmu_state(&state).ok().unwrap();
        let later = time + AFTER as f64 * STEP;
        assert!(run(hosted, &unit, later) == run(&mut other, &unit, later), "{name} after a reset");
    }
}

#[test]
fn bytes_of_another_unit_and_damaged_ones_are_refused() {
    let (one, other) = (import("SingleMassFriction"), import("BearingFriction"));
    let mut saved = Pair::new("SingleMassFriction", &one);
    saved.start();
    let state = saved.hosted.get_fmu_state().unwrap();
    let mut bytes = saved.hosted.serialize_fmu_state(&state).unwrap();
    let mut hosted = other.instantiate_cs("other", false, false).unwrap();
    assert!(hosted.deserialize_fmu_state(&bytes).is_err());
    assert!(saved.hosted.deserialize_fmu_state(&bytes).is_ok());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    assert!(saved.hosted.deserialize_fmu_state(&bytes).is_err());
}
