//! Random calls of both versions in one process and from several threads at once, over all four combinations and Model
//! Exchange, plain units and ones with arrays and clocks: none crashes, breaks down, leaves memory behind, or changes anything
//! where it is refused. `LUZTAR_RANDOM_CALLS_3=10000000 cargo test --test fmi fmi3::random` makes more.

use std::ptr::{null, null_mut};

use luztar::fmi2::{
    fmi2DoStep, fmi2GetReal, fmi2SetReal, fmi2Status, fmi2Terminate, fmi2Type, luztar_take_events,
};
use luztar::fmi3::*;
use luztar::unit::{Form, catalogue};

use crate::counting;
use crate::fmi2_host;
use crate::fmi3_host::{COMBINATIONS, Host, fmi3OK};

const CALLS: u64 = 250_000;
const THREADS: u64 = 4;
const UNITS: [&str; 5] =
    ["SingleMassFriction", "TwoMassThreeContacts", "GearTrain", "BristleElement", "FreeplaySpring"];

/// A generator of 64 bits (xorshift*).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    /// A number as hosts have them, and some that none should have.
    fn number(&mut self) -> f64 {
        match self.below(12) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => -1e300,
            3 => 0.0,
            4 => f64::MIN_POSITIVE,
            _ => (self.below(2001) as f64 - 1000.0) * 1e-2,
        }
    }
}

/// Bytes that a thread may keep: the shelf of saved states and the GUIDs of units, whichever thread needs them first.
const LEFT: isize = 100_000;

/// Calls between two looks at all outputs.
const LOOKED: usize = 100;

struct Subject {
    host: Host,
    states: Vec<fmi3FMUState>,
    /// An instance of FMI 2.0 of the same unit, which moves between its calls.
    other: fmi2_host::Host,
    /// Present time of that, s.
    time: f64,
}

impl Subject {
    fn new(draw: &mut Draw) -> Self {
        let unit = UNITS[draw.below(UNITS.len())];
        let combination = COMBINATIONS.get(draw.below(5)).copied();
        let form = Form { arrays: draw.below(2) == 0, clocks: draw.below(2) == 0 };
        let mut host = match combination {
            _ if draw.below(4) == 0 => {
                Host::in_form(&catalogue::unit(unit).unwrap(), form, combination)
            }
            Some(combination) => Host::new(unit, combination),
            None => Host::exchange(unit),
        };
        let kind = match draw.below(2) {
            0 => fmi2Type::fmi2CoSimulation,
            _ => fmi2Type::fmi2ModelExchange,
        };
        let mut other = fmi2_host::Host::of_type(unit, kind, false);
        other.initialise();
        if draw.below(8) > 0 {
            host.enter();
            unsafe { fmi3ExitInitializationMode(host.c) };
        }
        Self { host, states: Vec::new(), other, time: 0.0 }
    }

    fn reference(&self, draw: &mut Draw) -> u32 {
        draw.below(self.host.unit.variables().len() + 12) as u32
    }

    fn time(&mut self) -> f64 {
        let reference = self.host.unit.variables().len() as u32;
        self.host.try_real(reference).unwrap_or(0.0)
    }

    /// One call; its status.
    fn call(&mut self, draw: &mut Draw) -> fmi3Status {
        let c = self.host.c;
        let (vr, other) = (self.reference(draw), self.reference(draw));
        let (mut x, mut y) = (draw.number(), [0.0; 64]);
        let (mut flags, mut int, mut long) = ([false; 6], draw.below(9) as i32 - 4, 1_i64);
        let [a, b, d, e, f, g] = &mut flags;
        unsafe {
            match draw.below(34) {
                0..=3 => {
                    let time = if draw.below(20) == 0 { x } else { self.time() };
                    let size = if draw.below(20) == 0 { x } else { 0.01 };
                    fmi3DoStep(c, time, size, true, a, b, d, &mut x)
                }
                4 => fmi3EnterEventMode(c),
                5 => fmi3UpdateDiscreteStates(c, a, b, d, e, f, &mut x),
                6 => fmi3EnterStepMode(c),
                7 => fmi3EvaluateDiscreteStates(c),
                8 => fmi3EnterContinuousTimeMode(c),
                9 | 10 => fmi3SetFloat64(c, &vr, 1, &x, 1),
                11 => fmi3GetFloat64(c, &vr, 1, &mut x, 1),
                12 => fmi3GetInt32(c, &vr, 1, &mut int, 1),
                13 => fmi3SetInt32(c, &vr, 1, &int, 1),
                14 => fmi3GetInt64(c, &vr, 1, &mut long, 1),
                15 => fmi3SetInt64(c, &vr, 1, &i64::from(int), 1),
                16 => fmi3GetBoolean(c, &vr, 1, g, 1),
                17 => fmi3SetBoolean(c, &vr, 1, g, 1),
                18 => fmi3GetOutputDerivatives(c, &vr, 1, &int, &mut x, 1),
                19 => fmi3GetDirectionalDerivative(c, &vr, 1, &other, 1, &x, 1, y.as_mut_ptr(), 1),
                20 => fmi3GetAdjointDerivative(c, &vr, 1, &other, 1, &x, 1, y.as_mut_ptr(), 1),
                21 => {
                    let mut state = match self.states.len() {
                        0..=3 => null_mut(),
                        count => self.states[draw.below(count)],
                    };
                    let status = fmi3GetFMUState(c, &mut state);
                    if status == fmi3OK && !self.states.contains(&state) {
                        self.states.push(state);
                    }
                    status
                }
                22 => {
                    let state = self.states.get(draw.below(5)).copied().unwrap_or(null_mut());
                    fmi3SetFMUState(c, state)
                }
                23 => fmi3SetTime(c, x),
                24 => fmi3SetContinuousStates(c, y.as_ptr(), draw.below(8)),
                25 => fmi3GetContinuousStates(c, y.as_mut_ptr(), draw.below(8)),
                26 => fmi3GetContinuousStateDerivatives(c, y.as_mut_ptr(), draw.below(8)),
                27 => fmi3GetEventIndicators(c, y.as_mut_ptr(), draw.below(8)),
                28 => fmi3GetFloat64(c, null(), draw.below(3), null_mut(), draw.below(3)),
                29 => match draw.below(20) {
                    0 => fmi3Reset(c),
                    1 => fmi3Terminate(c),
                    2 => fmi3EnterInitializationMode(c, *a, x, 0.0, *b, 5.0),
                    3 => fmi3ExitInitializationMode(c),
                    _ => fmi3CompletedIntegratorStep(c, true, a, b),
                },
                30 => {
                    let mut count = 0;
                    fmi3GetNumberOfVariableDependencies(c, vr, &mut count)
                }
                31 => fmi3GetNominalsOfContinuousStates(c, y.as_mut_ptr(), draw.below(8)),
                32 => fmi3GetClock(c, &vr, 1, a),
                _ => self.both(draw),
            }
        }
    }
}

impl Subject {
    /// Calls of FMI 2.0: for the instance of it, which moves, and for one of FMI 3.0, which refuses them; and the other way
    /// round.
    fn both(&mut self, draw: &mut Draw) -> fmi3Status {
        let (c, two, mut x) = (self.host.c, self.other.c, draw.number());
        let vr = draw.below(self.other.unit.variables().len() + 2) as u32;
        unsafe {
            match draw.below(5) {
                0 => _ = fmi2DoStep(c, x, 0.1, 1),
                1 => _ = fmi2Terminate(c),
                2 => _ = fmi2SetReal(two, &vr, 1, &x),
                3 => {
                    let status = fmi2GetReal(two, &vr, 1, &mut x);
                    assert!(status != fmi2Status::fmi2OK || x.is_finite());
                }
                _ => assert_eq!(fmi3GetFloat64(two, &vr, 1, &mut x, 1), fmi3Status::fmi3Error),
            }
            if fmi2DoStep(two, self.time, 0.01, 1) == fmi2Status::fmi2OK {
                self.time += 0.01;
            }
            luztar_take_events(c, null_mut(), 0);
        }
        let told = self.other.messages();
        assert!(!told.iter().any(|message| message.text.contains("internal error")));
        fmi3OK
    }
}

#[test]
fn random_calls_of_both_versions_break_nothing() {
    let calls = std::env::var("LUZTAR_RANDOM_CALLS_3");
    let calls: u64 = calls.map_or(CALLS, |text| text.parse().expect("a number"));
    let run = |thread| move || random_calls(0x9e37_79b9_7f4a_7c15 ^ thread, calls / THREADS);
    let threads: Vec<_> = (1..=THREADS).map(|thread| std::thread::spawn(run(thread))).collect();
    let counts: Vec<(u64, u64)> = threads.into_iter().map(|one| one.join().unwrap()).collect();
    let (accepted, refused): (u64, u64) =
        counts.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    assert!(accepted > calls / 10 && refused > calls / 10, "{accepted} {refused}");
    println!("{calls} calls: {accepted} accepted, {refused} refused");
}

/// So many calls, from a seed on; how many were accepted and refused. What they allocate is freed.
fn random_calls(seed: u64, calls: u64) -> (u64, u64) {
    // Tables of the library that are made once.
    drop(Subject::new(&mut Draw(seed)));
    let before = counting::living();
    let counts = random_calls_of(seed, calls);
    let left = counting::living() - before;
    assert!(left.abs() <= LEFT, "{left} bytes stay in use");
    counts
}

fn random_calls_of(seed: u64, calls: u64) -> (u64, u64) {
    let mut draw = Draw(seed);
    let mut subject = Subject::new(&mut draw);
    let (mut accepted, mut refused) = (0_u64, 0_u64);
    for number in 0..calls {
        if draw.below(400) == 0 {
            subject = Subject::new(&mut draw);
        }
        let checked = draw.below(LOOKED) == 0;
        let before = checked.then(|| look(&mut subject));
        subject.host.messages();
        match subject.call(&mut draw) {
            fmi3OK => accepted += 1,
            fmi3Status::fmi3Fatal | fmi3Status::fmi3Warning => panic!("call {number}"),
            status => {
                refused += 1;
                let told = subject.host.messages();
                let discarded = status == fmi3Status::fmi3Discard;
                assert!(
                    discarded || !told.is_empty(),
                    "call {number}: {status:?} without a reason"
                );
                let broken = told.iter().find(|text| text.contains("internal error"));
                assert_eq!(broken, None, "call {number}");
                if let Some(before) = before {
                    assert_eq!(look(&mut subject), before, "call {number}: {told:?}");
                }
            }
        }
    }
    (accepted, refused)
}

/// All outputs, as bits; None where they cannot be read.
fn look(subject: &mut Subject) -> Vec<Option<u64>> {
    let names = crate::fmi3_host::outputs(&subject.host.unit);
    let references: Vec<u32> = names.iter().map(|name| subject.host.vr(name)).collect();
    let read = |reference: &u32| subject.host.try_real(*reference).ok().map(f64::to_bits);
    references.iter().map(read).collect()
}
