//! An independent integrator: Moreau–Jean time stepping with a fixed small step, from the network alone.
//!
//! It shares no code with the engine: no events, no kernel, no modes. In each step of size h, at the
//! middle position `z + ½hv`, the velocities at the end and the friction impulses satisfy
//!
//! ```text
//!   M (v′ − v) = h (f + springs + dampers) − Σ Bᵀ p,    p ∈ h F Sgn(B v′ − v_surface)
//! ```
//! by projected Gauss–Seidel, then `z′ = z + ½h(v + v′)`. A contact that stuck in the step before, or whose
//! slip changes its sign in this one, holds up to Fs, and if it slips all the same up to Fk. Springs and
//! viscous friction are explicit. Its error is of first order in h: transitions are smeared over a step.

use std::sync::Arc;

use luztar::network::{BodyKind, End, Network, ParameterId, Signal, read};

use crate::networks::{Builder, Elastic, Friction};
use crate::run::Run;

/// Gauss–Seidel ends when no impulse changes by more than this fraction of the largest.
const SETTLED: f64 = 1e-13;

/// Slip velocity (m/s) of a contact that stands: above what Gauss–Seidel leaves, below what the first step
/// of a slip reaches (a load that grows by 1 N/s, in a step of 1e-5 s).
const AT_REST: f64 = 1e-11;

/// More sweeps than a small network ever needs.
const MAX_SWEEPS: usize = 100_000;

struct Link {
    i: Option<usize>,
    q_i: f64,
    j: Option<usize>,
    q_j: f64,
}

impl Link {
    fn relative(&self, x: &[f64]) -> f64 {
        self.i.map_or(0.0, |i| self.q_i * x[i]) + self.j.map_or(0.0, |j| self.q_j * x[j])
    }

    fn exert(&self, force: f64, on: &mut [f64]) {
        if let Some(i) = self.i {
            on[i] -= self.q_i * force;
        }
        if let Some(j) = self.j {
            on[j] -= self.q_j * force;
        }
    }
}

/// A network whose bodies are all free, with its state.
struct Stepper {
    network: Arc<Network>,
    parameters: Vec<f64>,
    inputs: Vec<f64>,
    time: f64,
    position: Vec<f64>,
    velocity: Vec<f64>,
    stuck: Vec<bool>,
}

impl Stepper {
    fn new(network: &Arc<Network>) -> Self {
        let parameters = network.start_parameters();
        let start = |of: fn(&BodyKind) -> ParameterId| -> Vec<f64> {
            network.bodies.iter().map(|body| parameters[of(&body.kind).0]).collect()
        };
        let position = start(|kind| match kind {
            BodyKind::Free { position0, .. } => *position0,
            _ => panic!("free bodies only"),
        });
        let velocity = start(|kind| match kind {
            BodyKind::Free { velocity0, .. } => *velocity0,
            _ => panic!("free bodies only"),
        });
        Self {
            network: network.clone(),
            inputs: network.start_inputs(),
            time: 0.0,
            position,
            velocity,
            stuck: vec![false; network.contacts.len()],
            parameters,
        }
    }

    fn number(&self, id: Option<ParameterId>) -> f64 {
        id.map_or(0.0, |id| self.parameters[id.0])
    }

    fn signal(&self, signal: Signal) -> f64 {
        match signal {
            Signal::Zero => 0.0,
            Signal::Parameter(id) => self.parameters[id.0],
            Signal::Input(id) => self.inputs[id.0],
        }
    }

    fn link(&self, i: &End, j: &End) -> Link {
        let weight = |end: &End| end.weight.map_or(1.0, |id| self.parameters[id.0]);
        Link { i: i.body, q_i: weight(i), j: j.body, q_j: -weight(j) }
    }

    /// Masses, and all forces but friction at the given position and the present velocity.
    fn forces(&self, time: f64, position: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut masses, mut forces) = (Vec::new(), Vec::new());
        for body in &self.network.bodies {
            let BodyKind::Free { mass, force, constant_force, source, .. } = body.kind else {
                panic!("free bodies only");
            };
            masses.push(self.parameters[mass.0]);
            let shaken = source.map_or(0.0, |source| {
                let angle = self.parameters[source.angular_frequency.0] * time;
                let phase = self.number(source.phase);
                self.parameters[source.amplitude.0] * (angle + phase).cos()
            });
            let pushed = force.map_or(0.0, |id| self.inputs[id.0]);
            forces.push(shaken + pushed + self.number(constant_force));
        }
        for spring in &self.network.springs {
            let link = self.link(&spring.i, &spring.j);
            let (e, rate) = (link.relative(position), link.relative(&self.velocity));
            let own = spring.elastic.numbers(|id| self.parameters[id.0]);
            let (k, [lower, upper]) = (own.stiffness, own.edges());
            let damped = self.number(spring.damping) * rate;
            let force = if lower == upper {
                k * e + self.number(spring.characteristic.numbers().next()) * e.powi(3) + damped
            } else if e > upper {
                (k * (e - upper) + damped).max(0.0)
            } else if e < lower {
                (k * (e - lower) + damped).min(0.0)
            } else {
                0.0
            };
            link.exert(force, &mut forces);
        }
        for damper in &self.network.dampers {
            let link = self.link(&damper.i, &damper.j);
            let rate = link.relative(&self.velocity);
            link.exert(self.parameters[damper.damping.0] * rate, &mut forces);
        }
        (masses, forces)
    }

    fn step(&mut self, h: f64) {
        let middle: Vec<f64> =
            self.position.iter().zip(&self.velocity).map(|(z, v)| z + 0.5 * h * v).collect();
        let (masses, mut forces) = self.forces(self.time + 0.5 * h, &middle);
        let links: Vec<Link> =
            self.network.contacts.iter().map(|contact| self.link(&contact.i, &contact.j)).collect();
        let mut surfaces = Vec::new();
        let mut ranges = Vec::new();
        for (contact, link) in links.iter().enumerate() {
            let entry = &self.network.contacts[contact];
            let numbers: Vec<f64> =
                entry.law_numbers.iter().map(|number| self.signal(*number)).collect();
            let load = entry.normal_load.map_or(1.0, |load| self.signal(load)).max(0.0);
            let surface = self.signal(entry.surface_velocity);
            surfaces.push(surface);
            ranges.push((h * load * numbers[0], h * load * numbers[1]));
            let viscous = if load > 0.0 { numbers[2] } else { 0.0 };
            link.exert(viscous * (link.relative(&self.velocity) - surface), &mut forces);
        }
        let free: Vec<f64> = (0..masses.len())
            .map(|body| self.velocity[body] + h * forces[body] / masses[body])
            .collect();
        let slips = |v: &[f64]| -> Vec<f64> {
            links.iter().zip(&surfaces).map(|(link, surface)| link.relative(v) - surface).collect()
        };
        let solve = |limits: &[f64]| settle(&masses, &links, &surfaces, limits, free.clone());
        // Who stands or turns holds up to Fs; who slips even so, up to Fk.
        let kinetic: Vec<f64> = ranges.iter().map(|range| range.0).collect();
        let before = slips(&self.velocity);
        let after = slips(&solve(&kinetic));
        let mut limits = kinetic;
        for contact in 0..links.len() {
            if self.stuck[contact] || before[contact] * after[contact] < 0.0 {
                limits[contact] = ranges[contact].1;
            }
        }
        let mut v = solve(&limits);
        loop {
            let slip = slips(&v);
            let slipping = |contact: &usize| {
                slip[*contact].abs() > AT_REST && limits[*contact] > ranges[*contact].0
            };
            let breaking: Vec<usize> = (0..links.len()).filter(slipping).collect();
            if breaking.is_empty() {
                break;
            }
            for contact in breaking {
                limits[contact] = ranges[contact].0;
            }
            v = solve(&limits);
        }
        for (stuck, slip) in self.stuck.iter_mut().zip(slips(&v)) {
            *stuck = slip.abs() <= AT_REST;
        }
        for (position, (old, new)) in self.position.iter_mut().zip(self.velocity.iter().zip(&v)) {
            *position += 0.5 * h * (old + new);
        }
        self.velocity = v;
        self.time += h;
    }
}

/// Velocities at the end, from velocities without friction, by projected Gauss–Seidel.
fn settle(
    masses: &[f64],
    links: &[Link],
    surfaces: &[f64],
    limits: &[f64],
    mut v: Vec<f64>,
) -> Vec<f64> {
    let mut impulses = vec![0.0; links.len()];
    let largest = limits.iter().fold(0.0_f64, |largest, limit| largest.max(*limit));
    for _ in 0..MAX_SWEEPS {
        let mut change = 0.0_f64;
        for (contact, link) in links.iter().enumerate() {
            let yielding = link.i.map_or(0.0, |i| link.q_i * link.q_i / masses[i])
                + link.j.map_or(0.0, |j| link.q_j * link.q_j / masses[j]);
            let slip = link.relative(&v) - surfaces[contact];
            let limit = limits[contact];
            let impulse = (impulses[contact] + slip / yielding).clamp(-limit, limit);
            let mut push = vec![0.0; v.len()];
            link.exert(impulse - impulses[contact], &mut push);
            change = change.max((impulse - impulses[contact]).abs());
            impulses[contact] = impulse;
            for (body, push) in push.iter().enumerate() {
                v[body] += push / masses[body];
            }
        }
        if change <= SETTLED * largest {
            return v;
        }
    }
    panic!("Gauss–Seidel does not settle");
}

/// Sets inputs by name for the communication step that starts at a time.
type Drive = fn(f64, &mut dyn FnMut(&str, f64));

/// Runs both to `end` with communication step `h`, the stepper with 2^level steps in each, and gives the
/// largest distance of positions and velocities at communication points.
fn distance(network: &Arc<Network>, drive: Drive, end: f64, h: f64, level: u32) -> f64 {
    let mut exact = Run::new(network);
    let mut stepper = Stepper::new(network);
    let substeps = 1_u32 << level;
    let mut distance = 0.0_f64;
    for step in 0..(end / h).round() as u32 {
        let start = h * f64::from(step);
        drive(start, &mut |name, value| exact.set(name, value));
        stepper.inputs.copy_from_slice(&exact.inputs);
        exact.advance(h * f64::from(step + 1));
        for _ in 0..substeps {
            stepper.step(h / f64::from(substeps));
        }
        for body in 0..network.bodies.len() {
            distance = distance
                .max((exact.position(body) - stepper.position[body]).abs())
                .max((exact.velocity(body) - stepper.velocity[body]).abs());
        }
    }
    assert!(exact.events.len() > 5, "{} events", exact.events.len());
    distance
}

/// Asserts that the distance falls with the step: first order is 64 times over six halvings; 25 is asked
/// for, since it is chance where in a step a transition falls.
fn assert_first_order(network: &Arc<Network>, drive: Drive, end: f64, h: f64, level: u32) {
    let coarse = distance(network, drive, end, h, level);
    let fine = distance(network, drive, end, h, level + 3);
    let finest = distance(network, drive, end, h, level + 6);
    assert!(fine <= coarse / 2.0 && finest <= fine / 2.0, "{coarse:e} {fine:e} {finest:e}");
    assert!(finest <= coarse / 25.0, "{coarse:e} {fine:e} {finest:e}");
    assert!(finest <= 1e-3, "{finest:e}");
}

#[test]
fn three_contacts_under_sinusoidal_forces_move_like_small_steps() {
    let text = include_str!("../../modelDescription/TwoMassThreeContacts.toml");
    let network = Arc::new(read(text, "TwoMassThreeContacts.toml").expect("a valid network"));
    let drive: Drive = |t, set| {
        set("body1.force", 2.6 * (1.3 * t).sin());
        set("body2.force", 3.5 * (1.7 * t + 0.5).sin());
    };
    assert_first_order(&network, drive, 20.0, 0.02, 1);
}

#[test]
fn the_gear_train_moves_like_small_steps() {
    let text = include_str!("../../modelDescription/GearTrain.toml");
    let network = Arc::new(read(text, "GearTrain.toml").expect("a valid network"));
    let drive: Drive = |t, set| {
        set("psi.torque", 5.0 * (2.0 * t).cos());
        set("phi.torque", 1.0);
    };
    // Impacts of the light wheels in their gaps magnify errors some 1e3 times per 0.1 s.
    assert_first_order(&network, drive, 0.1, 0.01, 6);
}

#[test]
fn coupled_clutches_move_like_small_steps() {
    let text = include_str!("../../modelDescription/CoupledClutches.toml");
    let network = Arc::new(read(text, "CoupledClutches.toml").expect("a valid network"));
    let drive: Drive = |t, set| {
        set("J1.torque", 10.0 * (0.5 + t).sin());
        set("clutch1.normalForce", 20.0 * t.min(1.0));
        set("clutch2.normalForce", if t < 0.4 { 0.0 } else { 20.0 });
        set("clutch3.normalForce", 14.0 * (5.0 * t).sin());
    };
    assert_first_order(&network, drive, 3.0, 0.01, 1);
}

#[test]
fn blocks_with_static_friction_and_springs_move_like_small_steps() {
    let mut builder = Builder::default();
    for k in 0..2 {
        let body = builder.body(1.0 + f64::from(k), 0.0, 0.0);
        builder.shake(body, 3.0, 1.0 + 0.4 * f64::from(k), 0.3);
        builder.contact(Friction { limit: Some(1.5), viscous: 0.1, ..Friction::ground(body, 1.0) });
    }
    builder.contact(Friction { ratio: 0.7, ..Friction::between(0, 1, 0.4) });
    builder.spring(Elastic { stiffness: 4.0, cubic: 1.0, ..Elastic::default() });
    builder.spring(Elastic {
        j: Some(1),
        stiffness: 20.0,
        damping: 0.3,
        freeplay: 0.1,
        ..Elastic::default()
    });
    builder.damper(Some(0), Some(1), 0.2);
    assert_first_order(&builder.network(), |_, _| {}, 10.0, 0.02, 1);
}
