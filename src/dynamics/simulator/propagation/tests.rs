use std::fmt::Write;
use std::sync::Arc;

use super::*;
use crate::dynamics::{Event, Simulator};
use crate::network::{self, Network};

/// Numbers in [0, 1) in an order that looks random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn within(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.next()
    }

    /// Returns a number over the decades from 10^least to 10^most.
    fn decades(&mut self, least: f64, most: f64) -> f64 {
        libm::exp10(self.within(least, most))
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() * count as f64) as usize
    }
}

/// A network of one to five bodies with forces by inputs, springs with and without gaps, dampers, and friction that is given or
/// that inputs press.
fn draw(random: &mut Random) -> Arc<Network> {
    let bodies = 1 + random.below(5);
    let mut text = "[model]\nname = \"Drawn\"\n".to_owned();
    let out = &mut text;
    for body in 0..bodies {
        let (mass, velocity) = (random.decades(-1.0, 1.0), random.within(-1.0, 1.0));
        write!(
            out,
            "[body.b{body}]\nmass = {mass}\nvelocity = {velocity}\nforce = {{ input = true }}\n"
        )
        .expect("a text");
        if random.next() < 0.3 {
            out.push_str("flange = true\n");
        }
    }
    if random.next() < 0.3 {
        out.push_str(
            "[body.wall]\nmotion = \"fixed\"\n[spring.held]\nbetween = [\"b0\", \"wall\"]\nstiffness = 10\n\
             [contact.w]\nbetween = [\"b0\", \"wall\"]\nlaw = \"coulomb\"\nkineticFriction = 0.5\nstaticFriction = 0.7\n",
        );
    }
    let between = |random: &mut Random| {
        let body = random.below(bodies);
        let other = random.below(bodies + 1);
        if other == bodies || other == body {
            format!("between = [\"b{body}\", \"ground\"]\n")
        } else {
            format!(
                "between = [\"b{body}\", \"b{other}\"]\nradii = [1.0, {}]\n",
                random.within(0.5, 2.0)
            )
        }
    };
    for contact in 0..1 + random.below(bodies + 1) {
        let (between, formula_load) = (between(random), random.next() < 0.4);
        let kinetic = random.decades(-1.0, 1.0);
        write!(out, "[contact.c{contact}]\n{between}law = \"coulomb\"\n").expect("a text");
        let numbers = if formula_load {
            format!(
                "kineticCoefficient = 0.3\nstaticCoefficient = 0.4\nnormalForce = {{ input = true, start = {kinetic} }}\n"
            )
        } else {
            format!(
                "kineticFriction = {kinetic}\nstaticFriction = {}\n",
                kinetic * random.within(1.0, 1.5)
            )
        };
        out.push_str(&numbers);
        if random.next() < 0.5 {
            writeln!(out, "viscous = {}", random.decades(-2.0, 1.0)).expect("a text");
        }
        if random.next() < 0.2 {
            writeln!(out, "surfaceVelocity = {}", random.within(-0.5, 0.5)).expect("a text");
        }
    }
    draw_elastic(random, bodies, &between, &mut text);
    Arc::new(network::read(&text, "drawn.toml").unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// Draws springs and a damper.
fn draw_elastic(
    random: &mut Random,
    bodies: usize,
    between: &impl Fn(&mut Random) -> String,
    out: &mut String,
) {
    for spring in 0..random.below(bodies + 2) {
        let (between, stiffness) = (between(random), random.decades(0.0, 5.0));
        write!(out, "[spring.s{spring}]\n{between}stiffness = {stiffness}\n").expect("a text");
        if random.next() < 0.5 {
            writeln!(out, "damping = {}", random.decades(-1.0, 1.0)).expect("a text");
        }
        if random.next() < 0.5 {
            writeln!(out, "backlash = {}", random.decades(-3.0, -1.0)).expect("a text");
        }
    }
    if random.next() < 0.3 {
        write!(out, "[damper.d]\n{}damping = 0.7\n", between(random)).expect("a text");
    }
}

/// A motion under inputs that are new at every communication point.
struct Driven {
    simulator: Simulator,
    parameters: Vec<f64>,
    inputs: Vec<f64>,
    events: Vec<Event>,
    /// Steps by a program.
    propagated: usize,
}

impl Driven {
    fn of(network: &Arc<Network>, by_programs: bool) -> Self {
        let mut simulator = Simulator::new(network.clone());
        let parameters = network.start_parameters();
        let inputs: Vec<f64> = network.start_inputs();
        simulator.initialise(0.0, &parameters, &inputs, 1e-10).expect("initialises");
        if !by_programs {
            *simulator.programs = Programs::default();
        }
        Self { simulator, parameters, inputs, events: Vec::new(), propagated: 0 }
    }

    fn step(&mut self, end: f64, inputs: &[f64]) {
        self.inputs.copy_from_slice(inputs);
        let before = self.simulator.state().position.clone();
        let events = &mut self.events;
        self.simulator
            .advance(end, &self.parameters, &self.inputs, &mut |event| events.push(event))
            .expect("moves");
        // A program takes what the state was in exchange.
        self.propagated += usize::from(self.simulator.programs.last().position == before);
    }
}

/// Swinging inputs, of which those that press stay above 0.
fn swing(network: &Network, start: &[f64], phase: f64, time: f64) -> Vec<f64> {
    let value = |(index, start): (usize, &f64)| {
        let swing = libm::sin(7.0 * time + phase + index as f64);
        if *start > 0.0 { start * (1.0 + 0.3 * swing) } else { 4.0 * swing }
    };
    assert_eq!(network.inputs.len(), start.len());
    start.iter().enumerate().map(value).collect()
}

fn is_close(found: &[f64], expected: &[f64], scale: f64) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= scale)
}

/// Compares the outputs of a state by the program of its modes with those by the series; false if there is no program.
fn check_observed(simulator: &mut Simulator, at: &str) -> bool {
    let mut found = simulator.observation().clone();
    let Dynamics { system, state, resolver, .. } = &mut simulator.dynamics;
    if !simulator.programs.observe((system, resolver), state, &mut found) {
        return false;
    }
    let programs = std::mem::take(&mut simulator.programs);
    simulator.observe_state();
    simulator.programs = programs;
    let expected = simulator.observation();
    for (name, found, expected) in [
        ("position", &found.position, &expected.position),
        ("velocity", &found.velocity, &expected.velocity),
        ("acceleration", &found.acceleration, &expected.acceleration),
        ("reaction", &found.reaction, &expected.reaction),
        ("effective mass", &found.effective_mass, &expected.effective_mass),
        ("friction", &found.friction, &expected.friction),
        ("slip", &found.slip_velocity, &expected.slip_velocity),
        ("power", &found.dissipated_power, &expected.dissipated_power),
        ("load", &found.normal_load, &expected.normal_load),
        ("spring force", &found.spring_force, &expected.spring_force),
        ("deflection", &found.deflection, &expected.deflection),
        ("damper force", &found.damper_force, &expected.damper_force),
    ] {
        let scale = expected.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
        assert!(is_close(found, expected, 1e-11 * scale), "{at}: {name} {found:?} {expected:?}");
    }
    assert_eq!(found.indeterminate, expected.indeterminate, "{at}");
    true
}

/// Against the series, with whose steps it shares no sum: motion, energy and mean forces of random networks, and the same
/// transitions.
#[test]
fn steps_of_programs_are_those_of_series() {
    let mut random = Random(1);
    let (mut propagated, mut steps, mut transitions, mut observed) = (0, 0, 0, 0);
    for case in 0..200 {
        let network = draw(&mut random);
        let [mut own, mut series] = [true, false].map(|by| Driven::of(&network, by));
        let (start, h) = (own.inputs.clone(), random.decades(-4.0, -2.5));
        let phase = random.within(0.0, 6.0);
        for step in 0..150 {
            let (begin, end) = (h * f64::from(step), h * f64::from(step + 1));
            let inputs = swing(&network, &start, phase, begin);
            own.step(end, &inputs);
            series.step(end, &inputs);
            let at = format!("case {case}, step {step}");
            assert_eq!(own.events.len(), series.events.len(), "{at}");
            observed += usize::from(step % 10 == 0 && check_observed(&mut own.simulator, &at));
            let [a, b] = [&own, &series].map(|one| one.simulator.state());
            let far = |values: &[f64]| values.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
            for (name, found, expected, tolerance) in [
                ("position", &a.position, &b.position, 1e-10),
                ("velocity", &a.velocity, &b.velocity, 1e-9),
                ("dissipated", &a.dissipated, &b.dissipated, 1e-9),
                ("mean", &a.mean_friction, &b.mean_friction, 1e-7),
            ] {
                let scale = tolerance * far(expected);
                assert!(is_close(found, expected, scale), "{at}: {name} {found:?} {expected:?}");
            }
        }
        for (found, expected) in own.events.iter().zip(&series.events) {
            assert!((found.time() - expected.time()).abs() < 1e-9, "{found:?} {expected:?}");
            assert_eq!(
                (found.element(), found.from(), found.to()),
                (expected.element(), expected.from(), expected.to())
            );
        }
        (propagated, steps) = (propagated + own.propagated, steps + 150);
        transitions += own.events.len();
        assert_eq!(series.propagated, 0);
    }
    println!(
        "{propagated} of {steps} steps by programs, {transitions} transitions, {observed} observed"
    );
    assert!(observed > 1_500, "{observed}");
    assert!(3 * propagated > steps && transitions > 200, "{propagated} {steps} {transitions}");
}

/// Stands, sticks and slips of the models of the library, most of them by programs.
#[test]
fn ready_made_units_move_by_programs() {
    for (name, least) in [
        ("SingleMassFriction", 0.9),
        ("CoupledClutches", 0.9),
        ("GearTrain", 0.8),
        ("SteeringSystem", 0.8),
    ] {
        let path = format!("{}/modelDescription/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a file");
        let network = Arc::new(network::read(&text, "unit.toml").expect("valid"));
        let mut own = Driven::of(&network, true);
        for step in 0..400 {
            let time = f64::from(step) * 1e-3;
            let mut inputs = own.inputs.clone();
            inputs[0] = 0.1 + 0.1 * time;
            own.step(time + 1e-3, &inputs);
        }
        assert!(own.propagated as f64 > least * 400.0, "{name}: {}", own.propagated);
    }
}

/// A motion that is saved and taken up elsewhere, where other parameters were, continues to the last bit: what decides for a
/// program is part of the state.
#[test]
fn a_saved_motion_continues_to_the_bit() {
    let text = "[model]\nname = \"Saved\"\n[body.a]\nmass = 1.0\nforce = \"input\"\n[body.b]\nmass = 2.0\n\
                [contact.c]\nbetween = [\"a\", \"b\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\nviscous = 0.3\n\
                [spring.s]\nbetween = \"b\"\nstiffness = 50.0\ncubic = 7.0\n";
    let network = Arc::new(network::read(text, "saved.toml").expect("valid"));
    let cubic = network.springs[0].characteristic.numbers().next().expect("a parameter").0;
    let of = |cubic_stiffness: f64| {
        let mut driven = Driven::of(&network, true);
        driven.parameters[cubic] = cubic_stiffness;
        let Driven { simulator, parameters, inputs, .. } = &mut driven;
        simulator.initialise(0.0, parameters, inputs, 1e-10).expect("initialises");
        driven
    };
    let force = |step: i32| [4.0 * libm::sin(0.05 * f64::from(step))];
    for saved_at in [1, 7, 38, 111] {
        let mut own = of(0.0);
        for step in 0..saved_at {
            own.step(1e-3 * f64::from(step + 1), &force(step));
        }
        let mut other = of(7.0);
        other.simulator.restore(&own.simulator.save()).expect("of this network");
        other.parameters.copy_from_slice(&own.parameters);
        for step in saved_at..160 {
            let end = 1e-3 * f64::from(step + 1);
            own.step(end, &force(step));
            other.step(end, &force(step));
            assert!(own.simulator.state() == other.simulator.state(), "{saved_at} {step}");
        }
        assert!(own.propagated > 100, "{}", own.propagated);
    }
}

/// The far end of a chain of twelve bodies moves from order 22 on; it holds up no propagator.
#[test]
fn chains_move_by_programs() {
    let mut text = "[model]\nname = \"Chain\"\n".to_owned();
    for body in 0..12 {
        let force = if body == 0 { "force = \"input\"\n" } else { "" };
        write!(text, "[body.b{body}]\nmass = 1.0\nvelocity = 1.0\n{force}").expect("a text");
        if body > 0 {
            let before = body - 1;
            write!(
                text,
                "[spring.s{body}]\nbetween = [\"b{before}\", \"b{body}\"]\nstiffness = 1e4\n"
            )
            .expect("a text");
        }
    }
    let network = Arc::new(network::read(&text, "chain.toml").expect("valid"));
    let [mut own, mut series] = [true, false].map(|by| Driven::of(&network, by));
    for step in 0..200 {
        let (end, inputs) = (1e-3 * f64::from(step + 1), [f64::from(step)]);
        own.step(end, &inputs);
        series.step(end, &inputs);
    }
    let [a, b] = [&own, &series].map(|one| one.simulator.state());
    assert!(own.propagated > 180, "{}", own.propagated);
    assert!(is_close(&a.position, &b.position, 1e-12) && is_close(&a.velocity, &b.velocity, 1e-11));
}
