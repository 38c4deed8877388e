//! Networks with equal numbers under ramps whose corners come to limits exactly: what happens there must not depend on how
//! many communication points the ramps have.

use std::fmt::Write;
use std::sync::Arc;

use luztar::unit::{ContactId, Element, Event, Fault, ForceId, Model, Simulation, SpringId, Value};

use crate::draws::Draws;
use crate::support::{Named, unit};

/// Time between corners of the inputs, s, and their number.
const LENGTH: f64 = 0.5;
const CORNERS: usize = 8;

/// Differences of times (s), positions (m) and velocities (m/s) that are none: where a slip only just comes to 0, round-off of
/// velocities, 1e-16, moves that by its root.
const CLOSE: f64 = 1e-7;

/// Masses, stiffnesses, limits, and steps between the corners of the inputs.
const NUMBERS: [f64; 3] = [1.0, 2.0, 0.5];

/// A network file, and the values of each input at the corners.
struct Drawn {
    text: String,
    inputs: Vec<(String, Vec<f64>)>,
}

/// A chain or tree of bodies on ground, with springs between some of them.
fn drawn(seed: u64) -> Drawn {
    let mut draws = Draws::new(seed);
    let mut text =
        "[model]\nname = \"Equal\"\n[experiment]\nstopTime = 4.0\nstepSize = 0.5\n".to_owned();
    let mut inputs = Vec::new();
    let bodies = 1 + draws.below(4);
    for body in 0..bodies {
        let mass = draws.pick(&NUMBERS);
        writeln!(text, "[body.b{body}]\nmass = {mass:?}").unwrap();
        if draws.chance(0.2) {
            writeln!(text, "velocity = {:?}", draws.pick(&[1.0, -1.0, 0.5])).unwrap();
        }
        if body == 0 || draws.chance(0.5) {
            let start = ramps(&mut draws, &mut inputs, format!("b{body}.force"), -3.0);
            writeln!(text, "force = {{ input = true, start = {start:?} }}").unwrap();
        }
    }
    let contacts = 1 + draws.below(2 * bodies);
    for contact in 0..contacts {
        contact_of(&mut draws, (contact, bodies), &mut text, &mut inputs);
    }
    for spring in 0..draws.below(3) {
        let (ends, stiffness) = (ends(&mut draws, bodies), draws.pick(&NUMBERS));
        write!(text, "[spring.s{spring}]\n{ends}stiffness = {stiffness:?}\n").unwrap();
        if draws.chance(0.5) {
            writeln!(text, "damping = {:?}", draws.pick(&NUMBERS)).unwrap();
        }
    }
    Drawn { text, inputs }
}

fn contact_of(
    draws: &mut Draws,
    (contact, bodies): (usize, usize),
    text: &mut String,
    inputs: &mut Vec<(String, Vec<f64>)>,
) {
    let (ends, kinetic) = (ends(draws, bodies), draws.pick(&NUMBERS));
    let loaded = draws.chance(0.3);
    let [kind, other] = match loaded {
        true => ["kineticCoefficient", "staticCoefficient"],
        false => ["kineticFriction", "staticFriction"],
    };
    write!(text, "[contact.c{contact}]\n{ends}law = \"coulomb\"\n{kind} = {kinetic:?}\n").unwrap();
    if draws.chance(0.3) {
        writeln!(text, "{other} = {:?}", 2.0 * kinetic).unwrap();
    }
    if loaded {
        let start = ramps(draws, inputs, format!("c{contact}.normalForce"), 0.0);
        writeln!(text, "normalForce = {{ input = true, start = {start:?} }}").unwrap();
    }
}

fn ends(draws: &mut Draws, bodies: usize) -> String {
    let (one, other) = (draws.below(bodies), draws.below(bodies + 1));
    let ratio = if draws.chance(0.1) { "ratio = 2.0\n" } else { "" };
    match other == bodies || other == one {
        true => format!("between = \"b{one}\"\n"),
        false => format!("between = [\"b{one}\", \"b{other}\"]\n{ratio}"),
    }
}

/// Draws an input that is at least `least`; its start value.
fn ramps(draws: &mut Draws, inputs: &mut Vec<(String, Vec<f64>)>, name: String, least: f64) -> f64 {
    let mut value = if least < 0.0 { 0.0 } else { 1.0 };
    let mut values = Vec::new();
    for _ in 0..=CORNERS {
        values.push(value);
        let step = draws.pick(&NUMBERS) * draws.pick(&[1.0, -1.0, 1.0, -1.0, 0.0]);
        value = (value + step).clamp(least, 3.0);
    }
    inputs.push((name, values));
    inputs.last().expect("one more").1[0]
}

/// Transitions, and positions and velocities at the corners.
type Run = Result<(Vec<Event>, Vec<f64>), Fault>;

/// A run with so many communication steps from corner to corner, all inputs times a factor.
fn run(unit: &Arc<Model>, inputs: &[(String, Vec<f64>)], steps: usize, factor: f64) -> Run {
    let mut instance = Simulation::new(unit.clone());
    let (mut events, mut motion) = (Vec::new(), Vec::new());
    let names: Vec<usize> = inputs.iter().map(|(name, _)| instance.index(name)).collect();
    instance.setup_experiment(0.0, None, None)?;
    instance.enter_initialization()?;
    instance.exit_initialization()?;
    for corner in 0..inputs[0].1.len() - 1 {
        for step in 0..steps {
            let time = |step: usize| LENGTH * (corner as f64 + step as f64 / steps as f64);
            for (name, (_, values)) in names.iter().zip(inputs) {
                let rate = (values[corner + 1] - values[corner]) / LENGTH;
                let value = values[corner] + rate * (time(step) - time(0));
                instance.set(*name, Value::Real(factor * value))?;
                instance.set_input_derivative(*name, factor * rate)?;
            }
            instance.step(time(step), time(step + 1) - time(step))?;
            events.extend_from_slice(instance.step_events());
        }
        for body in 0..unit.network().bodies.len() {
            motion.push(instance.real(&format!("b{body}.position")));
            motion.push(instance.real(&format!("b{body}.velocity")));
        }
    }
    Ok((events, motion))
}

/// Transitions of each element in order of time; those at the end of the run may be behind it.
fn by_element(events: &[Event]) -> Vec<Event> {
    let end = LENGTH * CORNERS as f64 - CLOSE;
    let within = events.iter().filter(|one| one.time() < end);
    let mut list: Vec<_> = within.copied().collect();
    list.sort_by_key(|one| match one.element() {
        Element::Contact(ContactId(place)) => (0, place),
        Element::Spring(SpringId(place)) => (1, place),
        Element::Force(ForceId(place)) => (2, place),
    });
    list
}

/// Returns the first difference of two runs, if there is one.
fn difference(one: &Run, other: &Run) -> Option<String> {
    let (one, other) = match (one, other) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(fault), _) | (_, Err(fault)) => return Some(fault.to_string()),
    };
    let (events, others) = (by_element(&one.0), by_element(&other.0));
    let close = |x: f64, y: f64| (x - y).abs() <= CLOSE;
    let same = |(one, other): (&Event, &Event)| {
        (one.element(), one.from(), one.to()) == (other.element(), other.from(), other.to())
            && close(one.time(), other.time())
    };
    if events.len() != others.len() || !events.iter().zip(&others).all(same) {
        return Some(format!("{events:?}\n{others:?}"));
    }
    let moved = one.1.iter().zip(&other.1).position(|(x, y)| !close(*x, *y));
    moved.map(|place| format!("number {place}: {} and {}", one.1[place], other.1[place]))
}

/// More with `LUZTAR_EQUAL_NUMBERS=5000`, from another seed on with `LUZTAR_RANDOM_SEED`. Between corners a slip may touch 0
/// exactly where a contact would stick: with points that are rounded, that is decided as with rounded inputs.
#[test]
fn what_corners_do_does_not_depend_on_communication_points() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
    };
    let (first, count) = (number("LUZTAR_RANDOM_SEED", 1), number("LUZTAR_EQUAL_NUMBERS", 300));
    let mut failed = Vec::new();
    for seed in first..first + count {
        let Drawn { text, inputs } = drawn(seed);
        let unit = unit(&text);
        let corners = run(&unit, &inputs, 1, 1.0);
        for (steps, rounds) in [(8, false), (5, true)] {
            let many = run(&unit, &inputs, steps, 1.0);
            let Some(wrong) = difference(&corners, &many) else { continue };
            let rounded = |by: f64| difference(&run(&unit, &inputs, 1, 1.0 + by), &many).is_none();
            if !(rounds && [4.0 * f64::EPSILON, -4.0 * f64::EPSILON].into_iter().any(rounded)) {
                println!("{seed}, {steps} steps: {wrong}");
                failed.push(format!("{seed}, {steps} steps: {wrong}\n{text}{inputs:?}\n"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// 0.5 kg at 1 m/s against 2 N under a force that rises from 0 to 2 N in 0.5 s: v = 4 (t − ½)² comes to rest just when the force is at
/// the limit, and goes on as (t − ½)² where it rises further. Nothing happens, however the ramp is sampled.
#[test]
fn a_slip_that_ends_at_a_corner_goes_on() {
    let text = "[model]\nname = \"Corner\"\n[body.b0]\nmass = 0.5\nvelocity = 1.0\nforce = \"input\"\n\
                [contact.c0]\nbetween = \"b0\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\n";
    let (unit, inputs) = (unit(text), [("b0.force".to_owned(), vec![0.0, 2.0, 2.5])]);
    for steps in 1..=40 {
        let (events, motion) = run(&unit, &inputs, steps, 1.0).unwrap();
        assert!(events.is_empty(), "{steps}: {events:?}");
        let right = [1.0 / 6.0, 0.0, 1.0 / 6.0 + 1.0 / 24.0, 0.25];
        for (found, right) in motion.iter().zip(right) {
            assert!((found - right).abs() < 1e-12, "{steps}: {motion:?}");
        }
    }
}
