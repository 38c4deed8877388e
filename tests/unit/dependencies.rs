//! The declared dependencies hold: what reacts to a change is declared to.

use std::sync::Arc;

use luztar::unit::dependencies::{Dependencies, When};
use luztar::unit::{Causality, Initial, Model, Simulation, Value, Variability};

use crate::bristles::{LAWS, bristle_element};
use crate::support::{Named, Random, started, unit, units};

/// Values that inputs have in a step, others that they are moved to after it, and moves of parameters as
/// factors and offsets.
const HELD: [f64; 4] = [-2.5, 0.3, 1.7, 40.0];
const MOVED: [f64; 4] = [-3.0, 0.1, 0.9, 35.0];
/// As often with small random values: within gaps, at rest, slow.
const RANDOM_ROUNDS: usize = 12;
const PARAMETERS: [(f64, f64); 3] = [(1.01, 0.0), (0.7, 0.0), (1.0, 0.4)];

fn calculated(unit: &Model) -> Vec<usize> {
    let rows = unit.variables().iter().enumerate();
    rows.filter(|(_, row)| row.initial == Some(Initial::Calculated))
        .map(|(index, _)| index)
        .collect()
}

fn inputs(unit: &Model) -> Vec<usize> {
    let rows = unit.variables().iter().enumerate();
    rows.filter(|(_, row)| row.causality == Causality::Input).map(|(index, _)| index).collect()
}

fn values(instance: &mut Simulation, of: &[usize]) -> Vec<Value> {
    of.iter().map(|&index| instance.get(index).unwrap()).collect()
}

/// Fails if a calculated variable reacts to `known` and does not declare it.
fn require_declared(
    unit: &Model,
    known: usize,
    before: &[Value],
    after: &[Value],
    declared: impl Fn(usize) -> Vec<usize>,
) {
    for ((&index, before), after) in calculated(unit).iter().zip(before).zip(after) {
        let (name, cause) = (&unit.variables()[index].name, &unit.variables()[known].name);
        assert!(
            before == after || declared(index).contains(&known),
            "{}: {name} reacts to {cause}: {before} → {after}",
            unit.name()
        );
    }
}

#[test]
fn outputs_react_to_declared_inputs_only() {
    let (mut reactions, mut random) = (0, Random(1));
    for unit in units().chain(LAWS.map(bristle_element)) {
        let dependencies = Dependencies::new(&unit);
        let outputs = calculated(&unit);
        for round in 0..HELD.len() + RANDOM_ROUNDS {
            let base = HELD.get(round);
            let mut instance = started(&unit);
            for (turn, &input) in inputs(&unit).iter().enumerate() {
                let sign = if turn % 2 == 0 { 1.0 } else { -1.0 };
                let value = base.map_or_else(|| random.motion(), |base| sign * base);
                instance.set(input, Value::Real(value)).unwrap();
            }
            instance.step(0.0, 0.02).unwrap_or_else(|fault| panic!("{}: {fault}", unit.name()));
            let end_of_step = values(&mut instance, &outputs);
            for &input in &inputs(&unit) {
                let held = instance.get(input).unwrap();
                let moved = MOVED.map(|moved| {
                    let moved = if base.is_some() { moved } else { random.motion() };
                    instance.set(input, Value::Real(moved)).unwrap();
                    values(&mut instance, &outputs)
                });
                let seen = [&[end_of_step.clone()][..], &moved].concat();
                for pair in seen.windows(2) {
                    let declared = |index| dependencies.while_stepping(index);
                    require_declared(&unit, input, &pair[0], &pair[1], declared);
                    reactions += usize::from(pair[0] != pair[1]);
                }
                instance.set(input, held).unwrap();
                assert_eq!(
                    values(&mut instance, &outputs),
                    end_of_step,
                    "looking changed something"
                );
            }
        }
    }
    assert!(reactions > 0);
}

/// An instance that a host integrates, from the given start velocity of all bodies on, or from their own.
fn integrated(unit: &Arc<Model>, velocity: Option<f64>, random: &mut Random) -> Simulation {
    let mut instance = Simulation::exchange(unit.clone());
    for (index, row) in unit.variables().iter().enumerate() {
        let start = row.name.ends_with("elocity0") && row.variability == Variability::Fixed;
        let value = match row.causality {
            Causality::Parameter if start => velocity,
            Causality::Input => Some(random.motion().clamp(row.min.unwrap_or(-1e3), 1e3)),
            _ => None,
        };
        if let Some(value) = value {
            instance.set(index, Value::Real(value)).unwrap();
        }
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap_or_else(|fault| panic!("{}: {fault}", unit.name()));
    instance.make_transitions().unwrap();
    instance.end_event();
    instance
}

/// Bodies that are stuck together, among them, whose velocities follow one another.
#[test]
fn outputs_react_to_declared_states_and_inputs_only_where_a_host_integrates() {
    let (mut reactions, mut random) = ([0; 2], Random(2));
    for unit in units().chain(LAWS.map(bristle_element)).chain([unit(PAIRS)]) {
        let dependencies = Dependencies::new(&unit);
        let (outputs, variables) = (calculated(&unit), unit.variables());
        let states: Vec<usize> = variables.iter().filter_map(|row| row.derivative_of).collect();
        for velocity in [None, Some(0.0), Some(0.0), Some(0.1)] {
            let mut instance = integrated(&unit, velocity, &mut random);
            let x = instance.continuous_states().unwrap().to_vec();
            let before = values(&mut instance, &outputs);
            let mut seen = |instance: &mut Simulation, known: usize, kind: usize| {
                let after = values(instance, &outputs);
                let declared = |index| dependencies.while_integrated(index);
                require_declared(&unit, known, &before, &after, declared);
                reactions[kind] += usize::from(before != after);
            };
            for (place, &state) in states.iter().enumerate() {
                let mut moved = x.clone();
                moved[place] += random.motion();
                instance.set_states(&moved).unwrap();
                seen(&mut instance, state, 0);
                instance.set_states(&x).unwrap();
            }
            for &input in &inputs(&unit) {
                let held = instance.get(input).unwrap();
                let least = variables[input].min.unwrap_or(f64::MIN);
                instance.set(input, Value::Real(random.motion().max(least))).unwrap();
                seen(&mut instance, input, 1);
                instance.set(input, held).unwrap();
            }
        }
    }
    assert!(reactions.iter().all(|count| *count > 50), "{reactions:?}");
}

#[test]
fn initial_values_react_to_declared_parameters_and_inputs_only() {
    for unit in units().chain(LAWS.map(bristle_element)) {
        let dependencies = Dependencies::new(&unit);
        let outputs = calculated(&unit);
        let mut instance = Simulation::new(unit.clone());
        instance.enter_initialization().unwrap();
        let before = values(&mut instance, &outputs);
        for (known, variable) in unit.variables().iter().enumerate() {
            let Some(Value::Real(start)) = variable.start else { continue };
            if variable.variability == Variability::Constant {
                continue;
            }
            for (factor, offset) in PARAMETERS {
                let moved = Value::Real(start * factor + offset);
                if instance.set(known, moved).is_err() {
                    continue;
                }
                let after: Result<Vec<Value>, _> =
                    outputs.iter().map(|&index| instance.get(index)).collect();
                if let Ok(after) = after {
                    let declared = |index| dependencies.at_initialisation(index);
                    require_declared(&unit, known, &before, &after, declared);
                }
            }
            instance.set(known, Value::Real(start)).unwrap();
        }
        assert_eq!(values(&mut instance, &outputs), before);
    }
}

/// Two pairs of bodies on one prescribed plate: the pairs share the plate and nothing else.
const PAIRS: &str = r#"
[model]
name = "Pairs"
description = "two pairs of bodies on one plate"
reference = "test"
equations = []
[experiment]
stopTime = 1.0
stepSize = 0.01
[body.plate]
motion = "prescribed"
[body.a]
mass = 1.0
force = "input"
[body.b]
mass = 1.0
[body.c]
mass = 1.0
force = "input"
[contact.ab]
between = ["a", "b"]
law = "coulomb"
kineticFriction = 1.0
[contact.bplate]
between = ["b", "plate"]
law = "coulomb"
kineticFriction = 1.0
[spring.cplate]
between = ["c", "plate"]
stiffness = 10.0
"#;

fn names(unit: &Arc<Model>, output: &str) -> Vec<String> {
    let index = started(unit).index(output);
    let known = Dependencies::new(unit).while_stepping(index);
    known.into_iter().map(|index| unit.variables()[index].name.clone()).collect()
}

#[test]
fn components_end_at_prescribed_bodies() {
    let unit = unit(PAIRS);
    let pair = ["a.force", "a.velocity", "b.velocity", "plate.acceleration", "plate.velocity"];
    let sorted = |output| {
        let mut names = names(&unit, output);
        names.sort();
        names
    };
    for output in ["a.acceleration", "b.acceleration", "ab.frictionForce", "ab.dissipatedPower"] {
        assert_eq!(sorted(output), pair, "{output}");
    }
    assert_eq!(sorted("c.acceleration"), ["c.force", "c.position", "plate.position"]);
    assert_eq!(sorted("cplate.force"), ["c.position", "plate.position"]);
    assert_eq!(sorted("bplate.slipVelocity"), ["b.velocity", "plate.velocity"]);
    assert_eq!(sorted("ab.slipVelocity"), ["a.velocity", "b.velocity"]);
    let all = ["a.force", "a.velocity", "b.velocity", "c.position"];
    let plate = ["plate.acceleration", "plate.position", "plate.velocity"];
    assert_eq!(sorted("plate.reaction"), [&all[..], &plate[..]].concat());
    assert_eq!(sorted("a.position"), ["a.position"]);
    for output in ["ab.state", "eventCount", "indeterminate", "ab.meanFrictionForce"] {
        assert!(sorted(output).is_empty(), "{output}");
    }
}

/// Where a host integrates, the mean force is the present one, and what may be stuck together moves as one: with a plate of
/// given motion, too, which joins no others.
#[test]
fn velocities_of_what_may_stick_together_depend_on_one_another_where_a_host_integrates() {
    let unit = unit(PAIRS);
    let known = |output: &str| {
        let index = unit.find(output).unwrap();
        let known = Dependencies::new(&unit).while_integrated(index);
        known.into_iter().map(|index| unit.variables()[index].name.as_str()).collect::<Vec<&str>>()
    };
    let moves = ["plate.velocity", "a.velocity", "b.velocity"];
    for output in ["a.velocity", "b.velocity", "ab.slipVelocity", "bplate.slipVelocity"] {
        assert_eq!(sorted(known(output)), sorted(moves.to_vec()), "{output}");
    }
    assert_eq!(known("c.velocity"), ["c.velocity"], "a spring joins it");
    assert_eq!(known("ab.meanFrictionForce"), known("ab.frictionForce"));
    assert!(!known("ab.frictionForce").is_empty());
    assert_eq!(known("a.position"), ["a.position"]);
    for output in ["ab.state", "eventCount", "indeterminate"] {
        assert!(known(output).is_empty(), "{output}");
    }
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}

/// Of a large network the lists of what friction decides are left out: reactions of bodies of given motion that rub against
/// it, at either end of a contact, but not of one that a spring alone joins to it. Where a host integrates, nor have velocities.
#[test]
fn what_friction_decides_in_a_large_network_has_no_list() {
    let chain = |count: usize| {
        let text = format!(
            "[model]\nname = \"Chain\"\n[body.b]\nrepeat = {{ i = [1, {count}] }}\nmass = 1.0\nforce = \"input\"\n\
             [contact.c]\nrepeat = {{ i = [1, {}] }}\nbetween = [\"b{{i}}\", \"b{{i+1}}\"]\nlaw = \"coulomb\"\n\
             kineticFriction = 1.0\n[body.floor]\nmotion = \"prescribed\"\n[body.roof]\nmotion = \"prescribed\"\n\
             [body.hand]\nmotion = \"prescribed\"\n[contact.below]\nbetween = [\"b1\", \"floor\"]\nlaw = \"coulomb\"\n\
             kineticFriction = 1.0\n[contact.above]\nbetween = [\"roof\", \"b2\"]\nlaw = \"coulomb\"\n\
             kineticFriction = 1.0\n[spring.s]\nbetween = [\"b1\", \"hand\"]\nstiffness = 1.0\n",
            count - 1
        );
        let unit = unit(&text);
        let dependencies = Dependencies::new(&unit);
        let too_many = |name, when| {
            let index = unit.find(name).unwrap_or_else(|| panic!("{name}"));
            dependencies.are_too_many(index, when)
        };
        let accelerated = ["floor.reaction", "roof.reaction", "hand.reaction", "b1.acceleration"];
        let forces = ["c1.frictionForce", "c1.meanFrictionForce", "s.force"];
        let moves = ["b1.velocity", "c1.slipVelocity"];
        let names = accelerated.iter().chain(&forces).chain(&moves);
        [When::Stepping, When::Integrating].map(|when| {
            let found = names.clone().filter(|name| too_many(name, when));
            found.copied().collect::<Vec<&str>>()
        })
    };
    assert_eq!(chain(5), [(); 2].map(|()| Vec::<&str>::new()));
    let rubs = ["floor.reaction", "roof.reaction", "b1.acceleration", "c1.frictionForce"];
    let moves = ["c1.meanFrictionForce", "b1.velocity", "c1.slipVelocity"];
    assert_eq!(chain(80), [rubs.to_vec(), [&rubs[..], &moves[..]].concat()]);
}
