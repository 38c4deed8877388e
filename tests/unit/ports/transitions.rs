//! Transitions of ports under the integration errors of a host, beside those of the whole mechanism.

use std::f64::consts::TAU;
use std::sync::Arc;

use luztar::unit::{ContactMode, Event, Model};

use super::*;
use crate::support::Random;

/// Released by a load of 20 N/s on 1 kg just before a communication point, a contact goes on to slip, whatever velocity an
/// integration error leaves there; with static friction its load is less then than what has released it.
#[test]
fn a_contact_that_was_just_released_goes_on_to_slip() {
    for (limit, excess) in [(3.0, 2e-5), (3.0, 0.0), (3.6, -1e-6), (3.6, 2e-5)] {
        for sign in [1.0, -1.0] {
            for residue in [0.0, -1e-12, -1e-9, 1e-9, -1e-6] {
                let text = friction(1.0).replace(
                    "kineticFriction = 3.0",
                    &format!("kineticFriction = 3.0, staticFriction = {limit}"),
                );
                let (h, still) = (1e-3, Host { stiffness: 0.0, position: 0.0, velocity: 0.0 });
                let mut port = docked_to(&text, &still, sign * (limit - 0.02));
                let force = port.index("flange.appliedForce");
                port.set_input_derivative(force, sign * 20.02).unwrap();
                port.step(0.0, h).unwrap();
                let velocity = port.real("flange.velocity");
                assert_eq!(port.real("eventCount"), 1.0);
                assert!((0.0..1e-6).contains(&(sign * velocity)), "{velocity}");
                let moved = Host { velocity: velocity + sign * residue, ..still };
                give(&mut port, &moved, sign * (limit + excess));
                port.set_input_derivative(force, sign * 20.02).unwrap();
                port.step(h, h).unwrap();
                let told = format!("{limit} N, {excess} N, {residue} m/s, {sign}");
                assert_eq!(port.real("eventCount"), 1.0, "{told}");
                let gained = h * (limit + excess - 3.0 + 0.5 * 20.02 * h);
                let left = sign * port.real("flange.meanReaction") + 3.0;
                // What friction takes of the residue is part of the reaction.
                let expected = if residue < 0.0 { -(velocity * sign + residue) / h } else { 0.0 };
                assert!((left - expected.max(0.0)).abs() < 1e-9, "{told}: {left} {expected}");
                let slip = sign * port.real("floor.slipVelocity");
                let begins = (sign * moved.velocity).max(0.0);
                assert!((slip - begins - gained).abs() < 1e-12, "{told}: {slip}");
            }
        }
    }
}

/// A mass on a spring under a harmonic force, in the network or in the host.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    mass: f64,
    stiffness: f64,
    amplitude: f64,
    rate: f64,
    phase: f64,
    position: f64,
    velocity: f64,
}

/// Integration of the mass by the host.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Scheme {
    Explicit,
    SemiImplicit,
    Implicit,
    /// Of second order, by the forces of the start and the mean velocity.
    Heun,
}

impl Drawn {
    fn draw(random: &mut Random, h: f64) -> Self {
        let mut between = |low: f64, high: f64| low + (high - low) * random.next();
        let mass = 10.0_f64.powf(between(-1.0, 1.0));
        let own = 10.0_f64.powf(between(-2.5, -1.0)) / h;
        let stiffness = mass * own * own;
        Self {
            mass,
            stiffness,
            amplitude: if between(0.0, 1.0) < 0.3 { 0.0 } else { between(1.0, 6.0) },
            rate: own * between(0.1, 0.8),
            phase: between(0.0, TAU),
            position: between(-10.0, 10.0) / stiffness,
            velocity: between(-5.0, 5.0) / (mass * own),
        }
    }

    fn force(&self, time: f64) -> f64 {
        self.amplitude * (self.rate * time + self.phase).cos() - self.stiffness * self.position
    }

    /// Rate of the force, N/s.
    fn force_rate(&self, time: f64) -> f64 {
        -self.amplitude * self.rate * (self.rate * time + self.phase).sin()
            - self.stiffness * self.velocity
    }

    fn step(&mut self, scheme: Scheme, time: f64, h: f64, reaction: f64) {
        let force = self.force(time) + reaction;
        let before = self.velocity;
        match scheme {
            Scheme::Explicit | Scheme::SemiImplicit => self.velocity += h * force / self.mass,
            Scheme::Implicit => {
                let late = self.force(time + h) - h * self.stiffness * before + reaction;
                let inertia = self.mass + h * h * self.stiffness;
                self.velocity += h * late / inertia;
            }
            Scheme::Heun => {
                let mean = force + 0.5 * h * self.force_rate(time);
                self.velocity += h * mean / self.mass;
                self.position += h * (before + 0.5 * h * force / self.mass);
                return;
            }
        }
        self.position += h * if scheme == Scheme::Explicit { before } else { self.velocity };
    }
}

/// Change of a contact, and its time, s.
type Change = (ContactMode, ContactMode, f64);

fn changes(events: &[Event]) -> impl Iterator<Item = Change> + '_ {
    events.iter().filter_map(|event| match *event {
        Event::Contact { from, to, time, .. } => Some((from, to, time)),
        _ => None,
    })
}

/// Coupling of host and unit, of the masters also one whose steps end at transitions.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Coupling {
    With(Master),
    ToTransitions,
}

/// A drawn law, the friction of the slowest slip and static friction, N.
fn law(random: &mut Random, fastest: f64) -> (String, [f64; 2]) {
    let kinetic = 0.5 + 2.5 * random.next();
    let fixed = kinetic * (1.0 + 0.4 * random.next());
    match (4.0 * random.next()) as u32 {
        0 => (format!("law = \"coulomb\", kineticFriction = {kinetic}"), [kinetic; 2]),
        1 => {
            let law =
                format!("law = \"coulomb\", kineticFriction = {kinetic}, staticFriction = {fixed}");
            (law, [kinetic, fixed])
        }
        2 => {
            let viscous = random.next() / fastest;
            let law =
                format!("law = \"coulomb\", kineticFriction = {kinetic}, viscous = {viscous}");
            (law, [kinetic; 2])
        }
        _ => {
            let law = format!(
                "law = \"stribeck\", kineticFriction = {kinetic}, staticFriction = {fixed}, \
                 stribeckVelocity = {}",
                0.3 * fastest
            );
            (law, [fixed; 2])
        }
    }
}

/// A draw in a host, and in a network as a whole.
struct Pair {
    /// In words.
    told: String,
    h: f64,
    /// Changes as the whole and as the port tell them.
    whole: Vec<Change>,
    port: Vec<Change>,
    /// Times (s) at which the values that the host gives let the contact stick, or slip, by themselves.
    said: Vec<f64>,
}

fn pair(seed: u64) -> Pair {
    let mut random = Random(seed);
    let h = 10.0_f64.powf(-4.0 + 2.0 * random.next());
    let mut drawn = Drawn::draw(&mut random, h);
    let schemes = [Scheme::Explicit, Scheme::SemiImplicit, Scheme::Implicit, Scheme::Heun];
    let scheme = schemes[(4.0 * random.next()) as usize];
    let ways = [
        Coupling::With(Master::ElementFirst),
        Coupling::With(Master::Parallel),
        Coupling::ToTransitions,
    ];
    let way = ways[(3.0 * random.next()) as usize];
    let ramps = random.next() < 0.5;
    let fastest = drawn.velocity.abs().max(1.0 / (drawn.mass * drawn.rate));
    let (law, limits) = law(&mut random, fastest);
    let head = format!(
        "model = {{ name = \"Drawn\" }}\nexperiment = {{ stopTime = 100.0, stepSize = {h} }}\n\
         contact.floor = {{ between = \"flange\", {law} }}\n"
    );
    let told = format!("{seed}: {h} {way:?} {scheme:?} ramps {ramps} {law} {drawn:?}");
    let Drawn { mass, stiffness, amplitude, rate, phase, position, velocity } = drawn;
    let one = unit(&format!(
        "{head}spring.own = {{ between = \"flange\", stiffness = {stiffness} }}\n\
         body.flange = {{ mass = {mass}, position = {position}, velocity = {velocity}, excitation = \
         {{ amplitude = {amplitude}, angularFrequency = {rate}, phase = {phase} }} }}\n"
    ));
    let cut =
        unit(&format!("{head}body.flange = {{ motion = \"port\", effectiveMass = {mass} }}\n"));
    let mut found = Pair { told, h, whole: Vec::new(), port: Vec::new(), said: Vec::new() };
    let mut whole = started(&one);
    for step in 0..500 {
        whole.step(f64::from(step) * h, h).unwrap();
        found.whole.extend(changes(whole.step_events()));
    }
    couple_drawn(&cut, &mut drawn, (way, scheme, ramps), limits, &mut found);
    found
}

/// Steps the host and its unit.
fn couple_drawn(
    cut: &Arc<Model>,
    drawn: &mut Drawn,
    (way, scheme, ramps): (Coupling, Scheme, bool),
    [kinetic, fixed]: [f64; 2],
    found: &mut Pair,
) {
    let mut port = Simulation::new(cut.clone());
    let stop = port.index("stopAtEvents");
    port.set(stop, Value::Boolean(way == Coupling::ToTransitions)).unwrap();
    let give = |port: &mut Simulation, drawn: &Drawn, time: f64| {
        port.put("flange.position", drawn.position);
        port.put("flange.velocity", drawn.velocity);
        port.put("flange.appliedForce", drawn.force(time));
    };
    give(&mut port, drawn, 0.0);
    port.enter_initialization().unwrap();
    port.exit_initialization().unwrap();
    let force = port.index("flange.appliedForce");
    let (mut next, mut last) = (found.h, 0.0_f64);
    while port.time() < 499.5 * found.h {
        let time = port.time();
        let step = next - time;
        let parallel = way == Coupling::With(Master::Parallel);
        let read = if parallel { port.real("flange.reaction") } else { 0.0 };
        give(&mut port, drawn, time);
        if ramps {
            port.set_input_derivative(force, drawn.force_rate(time)).unwrap();
        }
        // What stops its slip within this step, or within the last one, in which it has come to be.
        let needed = drawn.force(time) + drawn.mass * drawn.velocity / step.max(last);
        if drawn.force(time).abs() < kinetic || needed.abs() > fixed {
            found.said.push(time);
        }
        if port.step(time, step).unwrap() == Reached::End {
            next += found.h;
        }
        found.port.extend(changes(port.step_events()));
        let applied = if parallel { read } else { port.real("flange.meanReaction") };
        last = port.time() - time;
        drawn.step(scheme, time, last, applied);
    }
}

/// Whatever a host of first order makes of the motion, no contact tells within one step the reverse of what it has just told,
/// unless the values that the host gives there say so, or the whole does it.
#[test]
fn no_transition_is_taken_back_within_a_step() {
    let count = std::env::var("LUZTAR_PORT_ERRORS").map_or(150, |count| count.parse().unwrap());
    let (mut equal, mut off) = (0, 0.0);
    for seed in 1..=count {
        let Pair { told, h, whole, port, said } = pair(seed);
        let back = |list: &[Change], said: &[f64]| {
            let is_said = |at: f64| said.iter().any(|time| (time - at).abs() < 1e-9 * h);
            let reverse = |pair: &&[Change]| {
                let [(from, _, before), (_, to, after)] = pair else { return false };
                from == to && after - before <= 1.001 * h && !is_said(*before) && !is_said(*after)
            };
            list.windows(2).filter(reverse).count()
        };
        let taken_back = back(&port, &said) > back(&whole, &[]);
        assert!(!taken_back, "{told}: {port:?}, the whole {whole:?}");
        let modes = |list: &[Change]| list.iter().map(|one| (one.0, one.1)).collect::<Vec<_>>();
        equal += u64::from(modes(&whole) == modes(&port));
        off += port.len() as f64 - whole.len() as f64;
    }
    println!("of {count}: {equal} equal, {off} more");
    // Errors of first order shift the last transitions of a draw beyond its end, and add or take away a short rest.
    assert!(100 * equal >= 85 * count && off < 0.2 * count as f64);
}
