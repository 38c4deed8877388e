//! The life of an instance: phases, values, steps, and that a refused call changes nothing.

use luztar::dynamics::{ContactId, Element};
use luztar::unit::{Fault, Phase, Simulation, Value};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::support::{BLOCK, Named, started, unit, units};

/// Spring–mass with dry friction: k = 100, m = 1, FT0 = 3, z(0) = 0.2 (J1 §3.1).
const OSCILLATOR: &str = r#"
[model]
name = "Oscillator"
description = "a mass on a spring and rough ground"
reference = "J1 §3.1"
equations = []
[experiment]
stopTime = 2.0
stepSize = 0.01
[body.slider]
mass = 1.0
position = 0.2
[spring.coil]
between = ["slider"]
stiffness = 100.0
[contact.floor]
between = ["slider"]
law = "coulomb"
kineticFriction = 3.0
"#;

/// Values of all variables that can be read, by their bits.
fn snapshot(instance: &mut Simulation) -> Vec<Option<(u64, &'static str)>> {
    let bits = |value| match value {
        Value::Real(x) => (x.to_bits(), "real"),
        Value::Integer(n) => (n as u64, "integer"),
        Value::Boolean(b) => (u64::from(b), "boolean"),
    };
    (0..instance.unit().variables().len()).map(|index| instance.get(index).ok().map(bits)).collect()
}

fn refused<T: std::fmt::Debug>(result: Result<T, Fault>, words: &[&str]) {
    let message = result.expect_err("must be refused").to_string();
    assert!(words.iter().all(|word| message.contains(word)), "{message}");
}

#[test]
fn calls_out_of_phase_are_refused() {
    let mut instance = Simulation::new(unit(BLOCK));
    refused(instance.step(0.0, 0.1), &["step", "before initialisation"]);
    refused(instance.exit_initialization(), &["before initialisation"]);
    let position = instance.index("mover.position");
    let message = instance.get(position).unwrap_err().to_string();
    assert!(message.contains("mover.position"), "{message}");
    instance.enter_initialization().unwrap();
    refused(instance.enter_initialization(), &["during initialisation"]);
    refused(instance.setup_experiment(0.0, None, None), &["during initialisation"]);
    refused(instance.step(0.0, 0.1), &["during initialisation"]);
    instance.exit_initialization().unwrap();
    refused(instance.exit_initialization(), &["after initialisation"]);
    refused(instance.setup_experiment(0.0, None, None), &["after initialisation"]);
    instance.step(0.0, 0.1).unwrap();
    assert_eq!((instance.phase(), instance.time()), (Phase::Stepping, 0.1));
}

#[test]
fn experiments_that_make_no_sense_are_refused() {
    let mut instance = Simulation::new(unit(BLOCK));
    refused(instance.setup_experiment(f64::NAN, None, None), &["start time"]);
    refused(instance.setup_experiment(2.0, Some(1.0), None), &["stop time", "1"]);
    refused(instance.setup_experiment(0.0, Some(f64::NAN), None), &["stop time", "NaN"]);
    refused(instance.setup_experiment(0.0, Some(f64::NEG_INFINITY), None), &["stop time", "-inf"]);
    refused(instance.setup_experiment(0.0, None, Some(0.0)), &["tolerance"]);
    instance.setup_experiment(2.0, Some(3.0), Some(1e-4)).unwrap();
    assert_eq!(instance.time(), 2.0);
}

#[test]
fn initialisation_is_solved_whenever_something_is_read() {
    let mut instance = Simulation::new(unit(BLOCK));
    instance.put("mover.position0", 0.7);
    instance.enter_initialization().unwrap();
    assert_eq!(instance.real("mover.position"), 0.7);
    instance.put("mover.velocity0", 1.5);
    assert_eq!(instance.real("mover.velocity"), 1.5);
    assert_eq!(instance.real("floor.state"), 1.0);
    assert_eq!(instance.real("floor.frictionForce"), 3.0 + 0.5 * 1.5);
    instance.put("mover.velocity0", 0.0);
    instance.put("mover.force", 3.5);
    assert_eq!(instance.real("floor.state"), 0.0);
    assert_eq!(instance.real("floor.frictionForce"), 3.5);
    instance.exit_initialization().unwrap();
    assert_eq!(instance.real("eventCount"), 0.0);
    assert_eq!(instance.real("lastEventTime"), 0.0);
}

#[test]
fn outputs_follow_inputs_without_a_step_and_modes_do_not() {
    let mut instance = started(&unit(BLOCK));
    instance.put("mover.force", 2.5);
    assert_eq!(instance.real("mover.force"), 2.5);
    assert_eq!(instance.real("floor.frictionForce"), 2.5);
    assert_eq!(instance.real("mover.acceleration"), 0.0);
    instance.put("mover.force", 50.0);
    instance.real("floor.frictionForce");
    assert_eq!(instance.real("floor.state"), 0.0);
    assert_eq!(instance.real("eventCount"), 0.0);
    instance.put("mover.force", -1.0);
    assert_eq!(instance.real("floor.frictionForce"), -1.0);
    instance.step(0.0, 0.1).unwrap();
    assert_eq!(instance.real("eventCount"), 0.0);
    instance.put("mover.force", 7.0);
    instance.step(0.1, 0.1).unwrap();
    assert_eq!(instance.real("floor.state"), 1.0);
    assert_eq!(instance.real("floor.stickToSlipCount"), 1.0);
    assert_eq!(instance.real("floor.lastEventTime"), 0.1);
}

#[test]
fn values_out_of_bounds_are_refused_with_the_rule() {
    let mut instance = Simulation::new(unit(BLOCK));
    let mut refuse = |name: &str, value: Value, rule: &str| {
        let before = snapshot(&mut instance);
        refused(instance.set(instance.index(name), value), &[name, rule]);
        assert_eq!(snapshot(&mut instance), before);
    };
    refuse("mover.mass", Value::Real(0.0), "must be > 0");
    refuse("mover.mass", Value::Real(-1.0), "must be > 0");
    refuse("floor.kineticFriction", Value::Real(-1e-9), "≥ 0");
    refuse("relativeTolerance", Value::Real(0.0), "≥ 1e-14");
    refuse("relativeTolerance", Value::Real(1.0), "≤ 0.01");
    refuse("method", Value::Integer(0), "≥ 1");
    refuse("method", Value::Integer(3), "≤ 2");
    refuse("moreauStep", Value::Real(-1e-3), "≥ 0");
    for hostile in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        refuse("mover.force", Value::Real(hostile), "finite");
        refuse("mover.position0", Value::Real(hostile), "finite");
    }
    refuse("mover.force", Value::Integer(1), "Real");
    refuse("method", Value::Real(1.0), "Integer");
    refuse("stopAtEvents", Value::Integer(0), "Boolean");
    refuse("floor.viscous", Value::Real(0.1), "constant");
    refuse("mover.position", Value::Real(0.1), "calculated");
    let count = instance.unit().variables().len();
    for index in [count, usize::MAX] {
        refused(instance.set(index, Value::Real(0.0)), &["does not exist"]);
        assert!(instance.get(index).is_err());
    }
}

#[test]
fn fixed_parameters_end_with_initialisation_and_tunable_ones_do_not() {
    for unit in units() {
        let mut instance = started(&unit);
        for (index, variable) in unit.variables().iter().enumerate() {
            let Some(start) = variable.start else { continue };
            let tunable = ["tunable", "continuous"].contains(&variable.variability.name());
            let other = match start {
                Value::Real(x) => Value::Real(x.next_up()),
                Value::Integer(n) => Value::Integer(n + 1),
                Value::Boolean(b) => Value::Boolean(!b),
            };
            let result = instance.set(index, other);
            assert_eq!(result.is_ok(), tunable, "{}: {result:?}", variable.name);
            let constant = variable.variability.name() == "constant";
            let result = instance.set(index, start);
            assert_eq!(result.is_ok(), !constant, "{}: {result:?}", variable.name);
        }
    }
}

#[test]
fn rules_on_several_parameters_wait_for_the_end_of_initialisation() {
    let mut instance = Simulation::new(unit(BLOCK));
    instance.enter_initialization().unwrap();
    instance.put("floor.kineticFriction", 5.0);
    refused(instance.exit_initialization(), &["floor", "static"]);
    assert_eq!(instance.phase(), Phase::Initialising);
    instance.put("floor.staticFriction", 6.0);
    instance.put("mover.force", 5.5);
    instance.exit_initialization().unwrap();
    assert_eq!(instance.real("floor.frictionForce"), 5.5);
}

#[test]
fn rules_on_several_parameters_wait_for_the_next_step() {
    let mut instance = started(&unit(BLOCK));
    instance.put("mover.force", 3.0);
    instance.step(0.0, 0.1).unwrap();
    instance.put("floor.kineticFriction", 5.0);
    assert_eq!(instance.real("floor.frictionForce"), 3.0);
    refused(instance.step(0.1, 0.1), &["floor", "static"]);
    assert_eq!(instance.time(), 0.1);
    instance.put("floor.staticFriction", 6.0);
    instance.step(0.1, 0.1).unwrap();
    assert_eq!((instance.time(), instance.real("eventCount")), (0.2, 0.0));
}

#[test]
fn step_times_are_checked() {
    let mut instance = Simulation::new(unit(BLOCK));
    instance.setup_experiment(1.0, Some(2.0), None).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    for size in [0.0, -0.1, f64::NAN, f64::INFINITY] {
        refused(instance.step(1.0, size), &["step size", "> 0"]);
    }
    refused(instance.step(1.0, 5e-324), &["step size = 5e-324: ", "too small"]);
    for time in [0.9, 1.1, f64::NAN, f64::INFINITY, 1.0 + 3e-9] {
        refused(instance.step(time, 0.1), &["time of the step", "present time 1"]);
    }
    refused(instance.step(1.0, 1.1), &["stop time 2"]);
    assert_eq!(instance.time(), 1.0);
    instance.step(1.0 + 5e-10, 0.5).unwrap();
    assert_eq!(instance.time(), 1.0 + 5e-10 + 0.5);
    instance.step(1.5, 0.5 + 5e-10).unwrap();
    assert_eq!(instance.time(), 2.0 + 5e-10);
}

/// Times and values of messages have an exponent where they would have hundreds of zeros.
#[test]
fn messages_have_no_rows_of_zeros() {
    let mut instance = started(&unit(BLOCK));
    instance.step(0.0, 1e-200).unwrap();
    let message = instance.step(1e-200, 5e-324).unwrap_err().to_string();
    let rule = "is too small: it must end after the present time 1e-200";
    assert_eq!(message, format!("step size = 5e-324: {rule}"));
    refused(instance.step(2e300, 1.0), &["step = 2e300: ", "present time 1e-200 within"]);
    let time = 3e-310;
    let motion = luztar::dynamics::Fault::Step { time, rule: "ends".to_owned() };
    assert_eq!(motion.to_string(), "at t = 3e-310 s: ends");
}

#[test]
fn an_infinite_stop_time_is_none() {
    let mut instance = Simulation::new(unit(BLOCK));
    instance.setup_experiment(0.0, Some(f64::INFINITY), None).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.step(0.0, 1e3).unwrap();
    assert_eq!(instance.time(), 1e3);
}

#[test]
fn reset_is_a_fresh_instance() {
    let unit = unit(OSCILLATOR);
    let mut instance = started(&unit);
    instance.step(0.0, 0.5).unwrap();
    assert!(instance.real("eventCount") > 0.0);
    instance.reset();
    assert_eq!(snapshot(&mut instance), snapshot(&mut Simulation::new(unit.clone())));
    assert_eq!((instance.phase(), instance.time()), (Phase::Instantiated, 0.0));
    assert!(instance.step_events().is_empty());
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.step(0.0, 0.7).unwrap();
    let mut fresh = started(&unit);
    fresh.step(0.0, 0.7).unwrap();
    assert_eq!(snapshot(&mut instance), snapshot(&mut fresh));
}

#[test]
fn transitions_are_listed_by_step_and_queued() {
    let mut instance = started(&unit(OSCILLATOR));
    let mut steps = Vec::new();
    for step in 0..100 {
        instance.step(0.01 * f64::from(step), 0.01).unwrap();
        steps.extend_from_slice(instance.step_events());
    }
    let turns: Vec<f64> = steps.iter().map(|event| event.time()).collect();
    let expected = [1.0, 2.0, 3.0].map(|n| n * std::f64::consts::PI / 10.0);
    assert_eq!(turns.len(), 3, "{steps:?}");
    assert!(turns.iter().zip(expected).all(|(turn, time)| (turn - time).abs() < 1e-9), "{turns:?}");
    let (modes, floor) = ([(-1, 1), (1, -1), (-1, 0)], Element::Contact(ContactId(0)));
    for (event, (from, to)) in steps.iter().zip(modes) {
        assert_eq!((event.from(), event.to(), event.element()), (from, to, floor));
    }
    assert_eq!(instance.take_events(2).collect::<Vec<_>>(), steps[..2]);
    assert_eq!(instance.take_events(2).collect::<Vec<_>>(), steps[2..]);
    assert_eq!(instance.lost_events(), 0);
}

#[test]
fn the_tighter_tolerance_of_host_and_parameter_counts() {
    let end = |own: f64, host: Option<f64>| {
        let mut instance = Simulation::new(unit(OSCILLATOR));
        instance.setup_experiment(0.0, None, host).unwrap();
        instance.put("relativeTolerance", own);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance.step(0.0, 0.9).unwrap();
        instance.real("slider.position").to_bits()
    };
    assert_ne!(end(1e-3, None), end(1e-12, None), "the tolerance has an effect");
    assert_eq!(end(1e-12, Some(1e-3)), end(1e-12, None));
    assert_eq!(end(1e-3, Some(1e-12)), end(1e-12, None));
}

/// One call of a host, legal or not.
#[derive(Clone, Debug)]
enum Call {
    Setup(f64, Option<f64>, Option<f64>),
    Enter,
    Exit,
    Set(usize, Value),
    Get(usize),
    /// Offset of the host's clock, and size.
    Step(f64, f64),
    Take(usize),
    Reset,
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => -10.0..10.0,
        2 => prop::sample::select(vec![0.0, -0.0, 1.0, 4.0, 1e-300, 1e300, -1e300, 1e9]),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
    ]
}

/// Sizes that are refused, whatever the time.
fn wrong_size() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY])
}

fn call() -> impl Strategy<Value = Call> {
    let value = prop_oneof![
        8 => number().prop_map(Value::Real),
        1 => (-3..4).prop_map(Value::Integer),
        1 => any::<bool>().prop_map(Value::Boolean),
    ];
    let clock = prop_oneof![6 => Just(0.0), 1 => Just(5e-10), 1 => number()];
    // Short steps: stiff networks take many internal ones.
    let size = prop_oneof![6 => 1e-4..0.02, 1 => wrong_size()];
    let option = || prop::option::of(number());
    prop_oneof![
        1 => (number(), option(), option()).prop_map(|(a, b, c)| Call::Setup(a, b, c)),
        3 => Just(Call::Enter),
        3 => Just(Call::Exit),
        8 => (0..130_usize, value).prop_map(|(index, value)| Call::Set(index, value)),
        4 => (0..130_usize).prop_map(Call::Get),
        8 => (clock, size).prop_map(|(offset, size)| Call::Step(offset, size)),
        1 => (0..5_usize).prop_map(Call::Take),
        1 => Just(Call::Reset),
    ]
}

fn apply(instance: &mut Simulation, call: &Call) -> Result<(), Fault> {
    match *call {
        Call::Setup(start, stop, tolerance) => instance.setup_experiment(start, stop, tolerance),
        Call::Enter => instance.enter_initialization(),
        Call::Exit => instance.exit_initialization(),
        Call::Set(index, value) => instance.set(index, value),
        Call::Get(index) => instance.get(index).map(drop),
        Call::Step(offset, size) => instance.step(instance.time() + offset, size).map(|_| ()),
        Call::Take(count) => {
            drop(instance.take_events(count));
            Ok(())
        }
        Call::Reset => {
            instance.reset();
            Ok(())
        }
    }
}

/// A fixed seed: hostile numbers can make a motion slow, and the tests must not be now and then.
fn hostile() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(4);
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::with_cases(512) }
}

proptest! {
    #![proptest_config(hostile())]

    #[test]
    fn any_sequence_of_calls_is_safe_and_a_refused_one_changes_nothing(
        which in any::<prop::sample::Index>(),
        running in any::<bool>(),
        calls in prop::collection::vec(call(), 1..60),
    ) {
        let units: Vec<_> = units().collect();
        let unit = which.get(&units).clone();
        let mut instance = if running { started(&unit) } else { Simulation::new(unit) };
        for call in &calls {
            let (before, phase, time) = (snapshot(&mut instance), instance.phase(), instance.time());
            if apply(&mut instance, call).is_err() {
                prop_assert_eq!(&snapshot(&mut instance), &before, "{:?}", call);
                prop_assert_eq!((instance.phase(), instance.time()), (phase, time));
            }
            for (value, variable) in snapshot(&mut instance).iter().zip(instance.unit().variables()) {
                if let Some((bits, "real")) = value {
                    prop_assert!(f64::from_bits(*bits).is_finite(), "{}", variable.name);
                }
            }
        }
    }
}
