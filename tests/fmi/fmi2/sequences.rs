//! Orders of calls modelled on hosts in use, with every unit of the catalogue: libcosim's and MasterSim's
//! after their sources, the others after what is generally known of them; none is a trace of a run
//! (FMPy and libcosim themselves run in tests/python). What they set is the same, so the outputs at the
//! end must be the same bits, but where one host sets nothing and a body moves on by itself.

use std::ptr::{null, null_mut};

use crate::fmi2_host::{Host, fmi2Error, fmi2OK};
use luztar::fmi2::*;
use luztar::unit::{Causality, Kind, Value, catalogue};

const STEPS: usize = 20;
const SIZE: f64 = 0.01;

fn end_of(step: usize) -> f64 {
    step as f64 * SIZE
}

/// Sets start values, one call a variable.
fn set_starts(host: &mut Host, wanted: &[Causality]) {
    let unit = host.unit.clone();
    for (index, variable) in unit.variables().iter().enumerate() {
        let Some(start) = variable.start.filter(|_| wanted.contains(&variable.causality)) else {
            continue;
        };
        let (c, vr) = (host.c, index as u32);
        let status = unsafe {
            match start {
                Value::Real(x) => fmi2SetReal(c, &vr, 1, &x),
                Value::Integer(n) => fmi2SetInteger(c, &vr, 1, &n),
                Value::Boolean(b) => fmi2SetBoolean(c, &vr, 1, &b.into()),
            }
        };
        assert_eq!(status, fmi2OK, "{}: {:?}", variable.name, host.messages());
    }
}

const PARAMETERS: &[Causality] = &[Causality::Parameter];
const INPUTS: &[Causality] = &[Causality::Input];
const SETTABLE: &[Causality] = &[Causality::Parameter, Causality::Input];
const READABLE: &[Causality] =
    &[Causality::Parameter, Causality::Input, Causality::Output, Causality::Local];

fn references(host: &Host, kind: fn(&Kind) -> bool, wanted: &[Causality]) -> Vec<u32> {
    let variables = host.unit.variables().iter().enumerate();
    let chosen = variables.filter(|(_, v)| kind(&v.kind) && wanted.contains(&v.causality));
    chosen.map(|(index, _)| index as u32).collect()
}

/// Values of all wanted variables, one call a type; their bits.
fn read(host: &mut Host, wanted: &[Causality]) -> Vec<u64> {
    let reals = references(host, |kind| *kind == Kind::Real, wanted);
    let booleans = references(host, |kind| *kind == Kind::Boolean, wanted);
    let integers = references(host, |kind| matches!(kind, Kind::Integer | Kind::Named(_)), wanted);
    let mut values = vec![f64::NAN; reals.len()];
    let mut numbers = vec![i32::MIN; integers.len()];
    let mut truths = vec![i32::MIN; booleans.len()];
    unsafe {
        let c = host.c;
        let real = fmi2GetReal(c, reals.as_ptr(), reals.len(), values.as_mut_ptr());
        let integer = fmi2GetInteger(c, integers.as_ptr(), integers.len(), numbers.as_mut_ptr());
        let boolean = fmi2GetBoolean(c, booleans.as_ptr(), booleans.len(), truths.as_mut_ptr());
        let string = fmi2GetString(c, null(), 0, null_mut());
        assert_eq!([real, integer, boolean, string], [fmi2OK; 4], "{:?}", host.messages());
    }
    assert!(values.iter().all(|value| value.is_finite()), "{values:?}");
    let integers = numbers.iter().chain(&truths).map(|number| u64::from(number.cast_unsigned()));
    values.iter().map(|value| value.to_bits()).chain(integers).collect()
}

fn outputs(host: &mut Host) -> Vec<u64> {
    read(host, &[Causality::Output, Causality::Local])
}

/// Empty calls with NULL, as a host may make them for types of which it exchanges nothing.
fn set_nothing(host: &Host) {
    unsafe {
        assert_eq!(fmi2SetReal(host.c, null(), 0, null()), fmi2OK);
        assert_eq!(fmi2SetInteger(host.c, null(), 0, null()), fmi2OK);
        assert_eq!(fmi2SetBoolean(host.c, null(), 0, null()), fmi2OK);
        assert_eq!(fmi2SetString(host.c, null(), 0, null()), fmi2OK);
    }
}

/// FMPy: start values and inputs before initialisation, inputs before each step.
fn fmpy(unit: &str) -> Vec<u64> {
    let mut host = Host::new(unit);
    assert_eq!(host.setup(0.0, None, None), fmi2OK);
    set_starts(&mut host, PARAMETERS);
    set_starts(&mut host, INPUTS);
    assert_eq!(host.enter(), fmi2OK);
    assert_eq!(host.exit(), fmi2OK);
    outputs(&mut host);
    for step in 0..STEPS {
        set_starts(&mut host, INPUTS);
        assert_eq!(host.step(end_of(step), SIZE), fmi2OK, "{:?}", host.messages());
        outputs(&mut host);
    }
    let values = outputs(&mut host);
    assert_eq!(host.terminate(), fmi2OK);
    values
}

/// libcosim: parameters before everything, all variables read from Initialization Mode on, inputs set
/// and outputs read several times in it; calls with empty lists in between.
fn libcosim(unit: &str) -> Vec<u64> {
    let mut host = Host::new(unit);
    set_starts(&mut host, PARAMETERS);
    set_nothing(&host);
    assert_eq!(host.setup(0.0, None, None), fmi2OK);
    assert_eq!(host.enter(), fmi2OK);
    read(&mut host, READABLE);
    for _ in 0..2 {
        set_starts(&mut host, INPUTS);
        read(&mut host, READABLE);
    }
    set_starts(&mut host, INPUTS);
    assert_eq!(host.exit(), fmi2OK);
    read(&mut host, READABLE);
    for step in 0..STEPS {
        set_nothing(&host);
        set_starts(&mut host, INPUTS);
        assert_eq!(host.step(end_of(step), SIZE), fmi2OK, "{:?}", host.messages());
        read(&mut host, READABLE);
    }
    let values = outputs(&mut host);
    assert_eq!(host.terminate(), fmi2OK);
    values
}

/// MasterSim: stop time and tolerance given, all parameters and inputs set before initialisation and
/// inputs in it, the time added up by the host; no fmi2Terminate.
fn mastersim(unit: &str) -> Vec<u64> {
    let mut host = Host::with_logging(unit, true);
    assert_eq!(host.setup(0.0, Some(end_of(STEPS)), Some(1e-4)), fmi2OK);
    set_starts(&mut host, SETTABLE);
    assert_eq!(host.enter(), fmi2OK);
    outputs(&mut host);
    set_starts(&mut host, INPUTS);
    assert_eq!(host.exit(), fmi2OK);
    let mut time = 0.0;
    for step in 0..STEPS {
        set_starts(&mut host, INPUTS);
        assert_eq!(host.step(end_of(step), SIZE), fmi2OK, "{:?}", host.messages());
        time += SIZE;
        outputs(&mut host);
    }
    assert!((time - end_of(STEPS)).abs() < 1e-12);
    outputs(&mut host)
}

/// OMSimulator: start values before fmi2SetupExperiment, parameters and inputs read before
/// initialisation, algebraic loops solved in it, and a second run after fmi2Reset.
fn omsimulator(unit: &str) -> Vec<u64> {
    let mut host = Host::with_logging(unit, true);
    let mut values = Vec::new();
    for run in 0..2 {
        unsafe { assert_eq!(fmi2SetDebugLogging(host.c, fmi2False, 0, null()), fmi2OK) };
        set_starts(&mut host, SETTABLE);
        read(&mut host, SETTABLE);
        assert_eq!(host.setup(0.0, Some(end_of(STEPS)), Some(1e-4)), fmi2OK);
        assert_eq!(host.enter(), fmi2OK);
        for _ in 0..3 {
            outputs(&mut host);
            set_starts(&mut host, INPUTS);
        }
        assert_eq!(host.exit(), fmi2OK);
        for step in 0..STEPS {
            assert_eq!(host.step(end_of(step), SIZE), fmi2OK, "{:?}", host.messages());
            set_starts(&mut host, INPUTS);
            outputs(&mut host);
        }
        let end = outputs(&mut host);
        assert!(run == 0 || end == values, "{unit}: after fmi2Reset");
        values = end;
        assert_eq!(host.terminate(), fmi2OK);
        assert_eq!(host.reset(), fmi2OK);
    }
    values
}

/// OpenModelica before August 2026: all parameters once more after initialisation.
fn openmodelica(unit: &str) -> Vec<u64> {
    let mut host = Host::new(unit);
    set_starts(&mut host, SETTABLE);
    assert_eq!(host.setup(0.0, Some(end_of(STEPS)), None), fmi2OK);
    assert_eq!(host.enter(), fmi2OK);
    assert_eq!(host.exit(), fmi2OK);
    set_starts(&mut host, PARAMETERS);
    for step in 0..STEPS {
        set_starts(&mut host, INPUTS);
        assert_eq!(host.step(end_of(step), SIZE), fmi2OK, "{:?}", host.messages());
        outputs(&mut host);
    }
    outputs(&mut host)
}

/// fmusim: no values set at all, everything read after each step, fmi2FreeInstance at once.
fn fmusim(unit: &str) -> Vec<u64> {
    let mut host = Host::new(unit);
    assert_eq!(host.setup(0.0, Some(end_of(STEPS)), None), fmi2OK);
    assert_eq!(host.enter(), fmi2OK);
    assert_eq!(host.exit(), fmi2OK);
    read(&mut host, READABLE);
    for step in 0..STEPS {
        assert_eq!(host.step(end_of(step), SIZE), fmi2OK, "{:?}", host.messages());
        read(&mut host, READABLE);
    }
    outputs(&mut host)
}

/// Whether a body is given a velocity from the start on: who gives its position anew at every point takes it back there, and
/// begins its motion anew; for who gives nothing it goes on.
fn drives(unit: &str) -> bool {
    let unit = catalogue::unit(unit).expect("a ready-made unit");
    let moves = |start| matches!(start, Some(Value::Real(velocity)) if velocity != 0.0);
    let mut variables = unit.variables().iter();
    variables.any(|one| {
        let names_velocity =
            one.name.ends_with(".velocity") || one.name.ends_with(".angularVelocity");
        one.causality == Causality::Input && names_velocity && moves(one.start)
    })
}

/// Whether bits are those of the same integers, and of the same reals but for round-off.
fn are_alike(one: &[u64], other: &[u64]) -> bool {
    let is_whole = |bits: u64| bits <= u64::from(u32::MAX);
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + a.abs());
    one.len() == other.len()
        && one.iter().zip(other).all(|(&a, &b)| {
            a == b || !is_whole(a) && !is_whole(b) && near(f64::from_bits(a), f64::from_bits(b))
        })
}

#[test]
fn all_hosts_come_to_the_same_end() {
    let mut units = 0;
    for unit in catalogue::names() {
        let expected = fmpy(unit);
        assert_eq!(libcosim(unit), expected, "{unit} in libcosim's order");
        assert_eq!(mastersim(unit), expected, "{unit} in MasterSim's order");
        assert_eq!(omsimulator(unit), expected, "{unit} in OMSimulator's order");
        assert_eq!(openmodelica(unit), expected, "{unit} in OpenModelica's order");
        let unset = fmusim(unit);
        let same = if drives(unit) { are_alike(&unset, &expected) } else { unset == expected };
        assert!(same, "{unit} in fmusim's order: {unset:x?} for {expected:x?}");
        units += 1;
    }
    assert!(units > 0);
}

/// The same in Model Exchange: in the first Event Mode nothing changes by it.
#[test]
fn all_parameters_may_be_set_again_in_event_mode() {
    for unit in catalogue::names() {
        let mut host = Host::of_type(unit, fmi2Type::fmi2ModelExchange, false);
        set_starts(&mut host, SETTABLE);
        host.initialise();
        let before = outputs(&mut host);
        set_starts(&mut host, PARAMETERS);
        assert_eq!(outputs(&mut host), before, "{unit}");
    }
}

/// Another value than the one that it has is still refused.
#[test]
fn a_fixed_parameter_keeps_its_value_after_initialisation() {
    let mut host = Host::initialised("SingleMassFriction");
    let mass = host.real("body.mass");
    assert_eq!(host.set("body.mass", mass), fmi2OK);
    assert_eq!(host.set("body.mass", mass.next_up()), fmi2Error);
    assert!(host.message().contains("body.mass cannot be set after initialisation"));
    assert_eq!(host.real("body.mass"), mass);
}
