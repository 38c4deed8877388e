//! Saved states through the C interface: replay bit for bit, after reset, in another instance and from
//! bytes; and what is refused.

use std::ptr::{null_mut, without_provenance_mut};

use crate::fmi2_host::{Host, fmi2Error, fmi2OK};
use luztar::fmi2::*;
use luztar::network::PhysicalUnit;
use luztar::unit::{Causality, Kind, Variable, catalogue};

/// Communication steps before the state is saved, and after.
const BEFORE: usize = 150;
const AFTER: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };
const UNIT: &str = "TwoMassThreeContacts";

/// An input at a time: large enough that contacts slip and springs reach their ends.
fn stimulus(variable: &Variable, index: usize, time: f64) -> f64 {
    let amplitude = match variable.unit {
        PhysicalUnit::Newton | PhysicalUnit::NewtonMetre => 8.0,
        PhysicalUnit::Metre | PhysicalUnit::Radian => 0.05,
        _ => 0.5,
    };
    let value = amplitude * (2.0 * time + index as f64).sin();
    value.clamp(variable.min.unwrap_or(f64::MIN), variable.max.unwrap_or(f64::MAX))
}

/// A host that counts its steps, with what it saw.
struct Rehearsal {
    host: Host,
    step: usize,
    size: f64,
}

impl Rehearsal {
    fn new(unit: &str) -> Self {
        let host = Host::new(unit);
        let size = host.unit.network().experiment.step_size;
        Self { host, step: 0, size }
    }

    fn initialised(unit: &str) -> Self {
        let mut rehearsal = Self::new(unit);
        rehearsal.set_inputs();
        rehearsal.host.initialise();
        rehearsal
    }

    fn set_inputs(&mut self) {
        let time = self.step as f64 * self.size;
        let unit = self.host.unit.clone();
        for (index, variable) in unit.variables().iter().enumerate() {
            if variable.causality == Causality::Input {
                let value = stimulus(variable, index, time);
                assert_eq!(self.host.set(&variable.name, value), fmi2OK);
            }
        }
    }

    /// Makes steps; gives a digest of the bits of all outputs after each, and the transitions.
    fn run(&mut self, steps: usize) -> (Vec<u64>, Vec<luztar_Event>) {
        let (mut seen, mut events) = (Vec::new(), Vec::new());
        for _ in 0..steps {
            self.set_inputs();
            let status = self.host.step(self.step as f64 * self.size, self.size);
            assert_eq!(status, fmi2OK, "{:?}", self.host.messages());
            self.step += 1;
            seen.push(self.digest());
            events.extend(taken(&self.host));
        }
        (seen, events)
    }

    /// Bits of all outputs, mixed (FNV-1a).
    fn digest(&mut self) -> u64 {
        let unit = self.host.unit.clone();
        let outputs = unit.variables().iter().filter(|v| v.causality == Causality::Output);
        outputs.fold(0xcbf2_9ce4_8422_2325, |digest: u64, variable| {
            let bits = match variable.kind {
                Kind::Real => self.host.real(&variable.name).to_bits(),
                Kind::Boolean => self.host.boolean(&variable.name).into(),
                Kind::Integer | Kind::Named(_) => {
                    u64::from(self.host.integer(&variable.name).cast_unsigned())
                }
            };
            (digest ^ bits).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
        })
    }

    fn save(&self) -> fmi2FMUstate {
        let mut state = null_mut();
        assert_eq!(unsafe { fmi2GetFMUstate(self.host.c, &mut state) }, fmi2OK);
        assert!(!state.is_null());
        state
    }

    fn restore(&mut self, state: fmi2FMUstate, step: usize) {
        let status = unsafe { fmi2SetFMUstate(self.host.c, state) };
        assert_eq!(status, fmi2OK, "{:?}", self.host.messages());
        self.step = step;
    }

    fn bytes(&self, state: fmi2FMUstate) -> Vec<u8> {
        let mut size = 0;
        unsafe {
            assert_eq!(fmi2SerializedFMUstateSize(self.host.c, state, &mut size), fmi2OK);
            let mut bytes = vec![0_u8; size];
            let start = bytes.as_mut_ptr().cast();
            assert_eq!(fmi2SerializeFMUstate(self.host.c, state, start, size), fmi2OK);
            bytes
        }
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Result<fmi2FMUstate, String> {
        let mut state = null_mut();
        let start = bytes.as_ptr().cast();
        match unsafe { fmi2DeSerializeFMUstate(self.host.c, start, bytes.len(), &mut state) } {
            fmi2OK => Ok(state),
            _ => {
                assert!(state.is_null(), "a refused call writes nothing");
                Err(self.host.message())
            }
        }
    }
}

fn taken(host: &Host) -> Vec<luztar_Event> {
    let mut events = vec![
        luztar_Event {
            time: 0.0,
            kind: luztar_Kind::luztar_contact,
            element: 0,
            from: 0,
            to: 0
        };
        64
    ];
    let count = unsafe { luztar_take_events(host.c, events.as_mut_ptr(), events.len()) };
    events.truncate(count);
    events
}

#[test]
fn every_unit_replays_bit_for_bit() {
    let transitions: usize =
        catalogue::names().map(|unit| replays(Rehearsal::initialised(unit))).sum();
    assert!(transitions > 100, "{transitions} transitions in all");
}

#[test]
fn time_stepping_replays_bit_for_bit() {
    for unit in [UNIT, "GearTrain", "SteeringSystem"] {
        let mut rehearsal = Rehearsal::new(unit);
        let (method, moreau) = (rehearsal.host.vr("method"), 2);
        let status = unsafe { fmi2SetInteger(rehearsal.host.c, &method, 1, &moreau) };
        assert_eq!(status, fmi2OK);
        rehearsal.host.initialise();
        replays(rehearsal);
    }
}

/// Saves a run after a while and compares all ways to go on from there; gives the transitions afterwards.
fn replays(mut first: Rehearsal) -> usize {
    let unit = &first.host.unit.clone();
    let unit = unit.name();
    first.run(BEFORE);
    let state = first.save();
    let bytes = first.bytes(state);
    let expected = first.run(AFTER);

    first.restore(state, BEFORE);
    assert_eq!(first.run(AFTER), expected, "{unit}: after fmi2SetFMUstate");
    assert_eq!(first.bytes(state), bytes, "{unit}: a state does not change");

    assert_eq!(first.host.reset(), fmi2OK);
    let again = first.deserialize(&bytes).unwrap();
    first.restore(again, BEFORE);
    assert_eq!(first.run(AFTER), expected, "{unit}: from bytes, after fmi2Reset");

    let mut other = Rehearsal::new(unit);
    other.restore(state, BEFORE);
    assert_eq!(other.run(AFTER), expected, "{unit}: in an instance that never ran");
    expected.1.len()
}

#[test]
fn a_state_holds_every_point_of_an_instance_life() {
    let mut rehearsal = Rehearsal::new(UNIT);
    assert_eq!(rehearsal.host.set("body1.mass", 2.5), fmi2OK);
    assert_eq!(rehearsal.host.setup(1.0, Some(9.0), Some(1e-7)), fmi2OK);
    let instantiated = rehearsal.save();
    assert_eq!(rehearsal.host.enter(), fmi2OK);
    assert_eq!(rehearsal.host.set("body1.mass", 3.5), fmi2OK);
    let initialising = rehearsal.save();
    assert_eq!(rehearsal.host.exit(), fmi2OK);
    assert_eq!(rehearsal.host.step(1.0, 0.5), fmi2OK);
    let time = rehearsal.host.real("lastEventTime");
    assert_eq!(rehearsal.host.terminate(), fmi2OK);
    let terminated = rehearsal.save();

    rehearsal.restore(instantiated, 0);
    assert_eq!(rehearsal.host.real("body1.mass"), 2.5);
    assert_eq!(rehearsal.host.try_real("body1.velocity"), Err(fmi2Error));
    assert_eq!(rehearsal.host.enter(), fmi2OK);
    assert_eq!(rehearsal.host.exit(), fmi2OK);
    assert_eq!(rehearsal.host.step(8.5, 0.5), fmi2Error, "the experiment starts at 1 s");
    rehearsal.restore(initialising, 0);
    assert_eq!(rehearsal.host.real("body1.mass"), 3.5);
    assert_eq!(rehearsal.host.exit(), fmi2OK);
    assert_eq!(rehearsal.host.step(1.0, 0.5), fmi2OK);
    rehearsal.restore(terminated, 0);
    assert_eq!(rehearsal.host.real("lastEventTime"), time);
    assert_eq!(rehearsal.host.step(1.5, 0.5), fmi2Error, "terminated");
}

#[test]
fn values_set_but_not_yet_used_are_part_of_the_state() {
    let mut rehearsal = Rehearsal::initialised(UNIT);
    rehearsal.run(20);
    assert_eq!(rehearsal.host.set("body1.force", 7.0), fmi2OK);
    let state = rehearsal.save();
    let acceleration = rehearsal.host.real("body1.acceleration");
    assert_eq!(rehearsal.host.set("body1.force", -7.0), fmi2OK);
    rehearsal.restore(state, 20);
    assert_eq!(rehearsal.host.real("body1.force"), 7.0);
    assert_eq!(rehearsal.host.real("body1.acceleration"), acceleration);
}

#[test]
fn transitions_that_nobody_took_come_back() {
    let mut rehearsal = Rehearsal::initialised(UNIT);
    while rehearsal.host.integer("eventCount") < 3 {
        rehearsal.set_inputs();
        let time = rehearsal.step as f64 * rehearsal.size;
        assert_eq!(rehearsal.host.step(time, rehearsal.size), fmi2OK);
        rehearsal.step += 1;
    }
    let state = rehearsal.save();
    let events = taken(&rehearsal.host);
    assert!(events.len() >= 3);
    rehearsal.restore(state, 0);
    assert_eq!(taken(&rehearsal.host), events);
    assert_eq!(taken(&rehearsal.host), []);
}

#[test]
fn a_state_can_be_replaced_and_freed() {
    let mut rehearsal = Rehearsal::initialised(UNIT);
    let c = rehearsal.host.c;
    let mut state = rehearsal.save();
    let (first, empty) = (state, rehearsal.bytes(state));
    rehearsal.run(5);
    unsafe {
        assert_eq!(fmi2GetFMUstate(c, &mut state), fmi2OK);
        assert_eq!(state, first, "the same state, with other content");
        assert_ne!(rehearsal.bytes(state), empty);
        let start = empty.as_ptr().cast();
        assert_eq!(fmi2DeSerializeFMUstate(c, start, empty.len(), &mut state), fmi2OK);
        assert_eq!((state, rehearsal.bytes(state)), (first, empty));
        assert_eq!(fmi2FreeFMUstate(c, &mut state), fmi2OK);
        assert!(state.is_null());
        assert_eq!(fmi2FreeFMUstate(c, &mut state), fmi2OK, "NULL is ignored");
        assert_eq!(fmi2FreeFMUstate(c, null_mut()), fmi2OK, "NULL is ignored");
    }
    assert_eq!(rehearsal.host.messages(), []);
}

#[test]
fn what_is_no_state_is_refused_and_changes_nothing() {
    let mut rehearsal = Rehearsal::initialised(UNIT);
    rehearsal.run(5);
    let c = rehearsal.host.c;
    let state = rehearsal.save();
    let (mut freed, copy) = (state, state);
    assert_eq!(unsafe { fmi2FreeFMUstate(c, &mut freed) }, fmi2OK);
    let digest = rehearsal.digest();
    let mut place = 0.0_f64;
    let address: fmi2FMUstate = (&raw mut place).cast();
    let (mut size, mut byte) = (77, 0);
    for wrong in [null_mut(), copy, address, c, without_provenance_mut(usize::MAX)] {
        let mut kept = wrong;
        unsafe {
            assert_eq!(fmi2SetFMUstate(c, wrong), fmi2Error);
            assert!(rehearsal.host.message().contains("fmi2SetFMUstate: FMUstate"));
            assert_eq!(fmi2SerializedFMUstateSize(c, wrong, &mut size), fmi2Error);
            assert_eq!(fmi2SerializeFMUstate(c, wrong, &mut byte, 1), fmi2Error);
            if !wrong.is_null() {
                assert_eq!(fmi2GetFMUstate(c, &mut kept), fmi2Error);
                assert_eq!(fmi2FreeFMUstate(c, &mut kept), fmi2Error);
                assert_eq!(kept, wrong);
            }
        }
        rehearsal.host.messages();
    }
    assert_eq!((size, rehearsal.digest()), (77, digest));
    unsafe {
        assert_eq!(fmi2GetFMUstate(c, null_mut()), fmi2Error);
        assert!(rehearsal.host.message().contains("FMUstate is NULL"));
        let state = rehearsal.save();
        let length = rehearsal.bytes(state).len();
        let mut room = vec![0; length + 1];
        for size in [length - 1, length + 1, 0] {
            assert_eq!(fmi2SerializeFMUstate(c, state, room.as_mut_ptr(), size), fmi2Error);
            assert!(rehearsal.host.message().contains(&format!("must be {length}")));
        }
        assert_eq!(fmi2SerializedFMUstateSize(c, state, null_mut()), fmi2Error);
    }
}

#[test]
fn states_of_another_unit_are_refused() {
    let other = Rehearsal::initialised("GearTrain");
    let state = other.save();
    let bytes = other.bytes(state);
    let mut rehearsal = Rehearsal::initialised(UNIT);
    let digest = rehearsal.digest();
    assert_eq!(unsafe { fmi2SetFMUstate(rehearsal.host.c, state) }, fmi2Error);
    assert!(rehearsal.host.message().contains("the state belongs to the model with GUID"));
    let told = rehearsal.deserialize(&bytes).unwrap_err();
    assert!(told.contains("the state belongs to the model with GUID"), "{told}");
    assert_eq!(rehearsal.digest(), digest);
}

#[test]
fn damaged_bytes_are_refused_wherever_they_are_damaged() {
    let mut rehearsal = Rehearsal::initialised(UNIT);
    rehearsal.run(30);
    let state = rehearsal.save();
    let bytes = rehearsal.bytes(state);
    let digest = rehearsal.digest();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        let told = rehearsal.deserialize(&damaged).unwrap_err();
        assert!(told.starts_with("fmi2DeSerializeFMUstate: the bytes "), "{place}: {told}");
        assert!(rehearsal.deserialize(&bytes[..place]).is_err(), "{place} of {}", bytes.len());
    }
    assert_eq!(rehearsal.digest(), digest);
}

#[test]
fn states_end_with_the_instance_that_made_them() {
    let mut rehearsal = Rehearsal::initialised(UNIT);
    let state = {
        let other = Rehearsal::initialised(UNIT);
        let state = other.save();
        rehearsal.restore(state, 0);
        state
    };
    assert_eq!(unsafe { fmi2SetFMUstate(rehearsal.host.c, state) }, fmi2Error);
    assert!(rehearsal.host.message().contains("was freed"));
}
