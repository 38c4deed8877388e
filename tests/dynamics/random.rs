//! Random networks: what holds in every one of them.
//!
//! Numbers are drawn both from a continuum and from a few round values, so that ties (equal forces, loads
//! exactly at a limit, simultaneous arrivals, cycles of contacts) are common.

use luztar::dynamics::{ContactMode, Saved, Simulator};
use luztar::network::Method;
use proptest::prelude::*;

use crate::networks::{Builder, Elastic, Friction, TOLERANCE, Value};
use crate::run::Run;

/// Energies and forces, relative to the scale of the network's own.
const ROUND_OFF: f64 = 1e-9;

/// More contacts than bodies, so that cycles are common.
const MAX_CONTACTS: usize = 6;

const MASSES: &[f64] = &[1.0, 1.0, 2.0];
const SOME_MASSLESS: &[f64] = &[0.0, 0.0, 1.0];

#[derive(Clone, Debug)]
struct Plan {
    /// Mass, which may be 0, and velocity at the start.
    bodies: Vec<(f64, f64)>,
    /// Viscous coefficient between the ground and each massless body, whose motion nothing else need
    /// resist.
    oil: Vec<f64>,
    contacts: Vec<Rubbing>,
    springs: Vec<(usize, usize, f64, f64, f64, f64)>,
    /// Per communication step, a force on each body and a normal load on each contact.
    forces: Vec<Vec<f64>>,
    loads: Vec<Vec<f64>>,
    h: f64,
}

/// A contact; `j` as drawn, see [`other`]. Friction is a coefficient of the normal load.
#[derive(Clone, Copy, Debug)]
struct Rubbing {
    i: usize,
    j: usize,
    kinetic: f64,
    peak: f64,
    viscous: f64,
    ratio: f64,
    surface: f64,
}

/// A few round values, or any in between.
fn mixed(values: &'static [f64], low: f64, high: f64) -> impl Strategy<Value = f64> {
    prop_oneof![3 => prop::sample::select(values), 1 => low..high]
}

/// An end: a body, or the ground for the number of bodies and above.
fn plan(masses: &'static [f64]) -> impl Strategy<Value = Plan> {
    let bodies = prop::collection::vec(
        (mixed(masses, 0.3, 5.0), mixed(&[0.0, 0.0, 1.0, -1.0], -2.0, 2.0)),
        1..=5,
    );
    bodies.prop_flat_map(|bodies| {
        let n = bodies.len();
        let contact = (
            0..n,
            0..n + 2,
            mixed(&[0.0, 1.0, 1.0, 2.0], 0.1, 3.0),
            mixed(&[1.0, 1.0, 1.1], 1.0, 1.5),
            mixed(&[0.0, 0.0, 0.2], 0.0, 1.0),
            mixed(&[1.0, 1.0, 1.0, 0.5, -1.0], 0.3, 2.0),
            mixed(&[0.0, 0.0, 0.0, 0.5], -1.0, 1.0),
        )
            .prop_map(|(i, j, kinetic, peak, viscous, ratio, surface)| Rubbing {
                i,
                j,
                kinetic,
                peak,
                viscous,
                ratio,
                surface,
            });
        let spring = (
            0..n,
            0..n + 2,
            mixed(&[1.0, 20.0], 0.5, 100.0),
            mixed(&[0.0, 0.0, 0.5], 0.0, 1.0),
            mixed(&[0.0, 0.1], 0.0, 0.5),
            mixed(&[1.0, 1.0, 0.5, -1.0], 0.3, 2.0),
        );
        let force = prop::collection::vec(mixed(&[0.0, 1.0, -1.0, 2.0, 3.0], -4.0, 4.0), n);
        let load = mixed(&[1.0, 1.0, 1.0, 1.0, 1.0, 0.0, -1.0, 2.0], 0.0, 2.0);
        (
            Just(bodies),
            prop::collection::vec(contact, 0..=MAX_CONTACTS),
            prop::collection::vec(spring, 0..=4),
            prop::collection::vec((force, prop::collection::vec(load, MAX_CONTACTS)), 1..=12),
            mixed(&[0.1, 0.5], 0.01, 1.0),
            prop::collection::vec(mixed(&[0.5, 1.0], 0.1, 2.0), n),
        )
            .prop_map(|(bodies, contacts, springs, steps, h, oil)| {
                let (forces, loads) = steps.into_iter().unzip();
                Plan { bodies, oil, contacts, springs, forces, loads, h }
            })
    })
}

/// The second end, None for the ground.
fn other(n: usize, i: usize, j: usize) -> Option<usize> {
    (j < n && j != i).then_some(j)
}

/// The run, and whether nothing but contacts dissipates.
fn build(plan: &Plan) -> (Run, bool) {
    let n = plan.bodies.len();
    let mut builder = Builder::default();
    for &(mass, velocity) in &plan.bodies {
        if mass == 0.0 {
            builder.massless(0.0);
        } else {
            builder.body(mass, 0.0, velocity);
        }
    }
    for (contact, rubbing) in plan.contacts.iter().enumerate() {
        let Rubbing { i, j, kinetic, peak, viscous, ratio, surface } = *rubbing;
        builder.contact(Friction {
            i: Some(i),
            j: other(n, i, j),
            kinetic,
            limit: Some(kinetic * peak),
            viscous,
            ratio,
            surface: Value::Number(surface),
            load: Some(Value::Input(plan.loads[0][contact])),
            ..Friction::default()
        });
    }
    for (body, viscous) in plan.oiled() {
        builder.contact(Friction { viscous, ..Friction::ground(body, 0.0) });
    }
    let mut conservative = true;
    for &(i, j, stiffness, damping, freeplay, ratio) in &plan.springs {
        let j = other(n, i, j);
        conservative &= damping == 0.0;
        builder.spring(Elastic {
            i: Some(i),
            j,
            stiffness,
            damping,
            freeplay,
            ratio,
            ..Elastic::default()
        });
    }
    for (body, &force) in plan.forces[0].iter().enumerate() {
        builder.push(body, force);
    }
    (Run::new(&builder.network()), conservative)
}

/// The inputs of a communication step.
fn set_inputs(run: &mut Run, plan: &Plan, step: usize) {
    for (body, &force) in plan.forces[step].iter().enumerate() {
        run.push(body, force);
    }
    for contact in 0..plan.contacts.len() {
        run.set(&format!("contact{contact}.normalForce"), plan.loads[step][contact]);
    }
}

impl Plan {
    /// Massless bodies with the viscous coefficients of their last contacts.
    fn oiled(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let massless = self.bodies.iter().enumerate().filter(|(_, (mass, _))| *mass == 0.0);
        massless.map(|(body, _)| (body, self.oil[body]))
    }
}

/// The relative motion of a contact or spring.
fn relative(plan: &Plan, i: usize, j: usize, ratio: f64, x: &[f64]) -> f64 {
    let n = plan.bodies.len();
    x[i] - other(n, i, j).map_or(0.0, |j| ratio * x[j])
}

/// The laws of mechanics at the present instant.
fn check_instant(plan: &Plan, run: &mut Run, step: usize) -> Result<(), TestCaseError> {
    let observation = run.observe().clone();
    let state = run.state();
    let n = plan.bodies.len();
    let (forces, loads) = (&plan.forces[step], &plan.loads[step]);
    let mut balance: Vec<f64> = forces.clone();
    let mut scale: f64 = forces.iter().map(|force| force.abs()).sum::<f64>() + 1.0;
    let mut exert = |i: usize, j: usize, ratio: f64, force: f64| {
        scale += force.abs();
        balance[i] -= force;
        if let Some(j) = other(n, i, j) {
            balance[j] += ratio * force;
        }
    };
    for (spring, &(i, j, _, _, _, ratio)) in plan.springs.iter().enumerate() {
        exert(i, j, ratio, observation.spring_force[spring]);
    }
    for (k, (body, viscous)) in plan.oiled().enumerate() {
        let lambda = observation.friction[plan.contacts.len() + k];
        exert(body, body, 1.0, lambda);
        let w = observation.velocity[body];
        prop_assert!((lambda - viscous * w).abs() <= 1e-12 * (1.0 + lambda.abs()));
    }
    for (contact, rubbing) in plan.contacts.iter().enumerate() {
        let Rubbing { i, j, kinetic, peak, viscous, ratio, surface } = *rubbing;
        let load = loads[contact].max(0.0);
        let lambda = observation.friction[contact];
        exert(i, j, ratio, lambda);
        let w = observation.slip_velocity[contact];
        let speed = relative(plan, i, j, ratio, &observation.velocity) - surface;
        let rate = relative(plan, i, j, ratio, &observation.acceleration);
        let fast = 1.0 + observation.velocity[i].abs();
        prop_assert!((w - speed).abs() <= 1e-13 * fast, "w {w} {speed}");
        match state.contacts[contact].mode() {
            ContactMode::Stuck => {
                prop_assert_eq!(w, 0.0);
                prop_assert!(lambda.abs() <= load * kinetic * peak * (1.0 + 1e-9), "λ = {lambda}");
                prop_assert!(rate.abs() <= 1e-10, "stuck, but ẇ = {rate}");
            }
            ContactMode::Free => prop_assert!(load == 0.0 && lambda == 0.0),
            mode => {
                prop_assert!(load > 0.0);
                let sign = f64::from(mode as i32);
                prop_assert!(sign * w >= -1e-12, "{mode:?} with w = {w}");
                prop_assert!((lambda - sign * load * kinetic - viscous * w).abs() <= 1e-12);
            }
        }
    }
    for (body, &(mass, _)) in plan.bodies.iter().enumerate() {
        let error = balance[body] - mass * observation.acceleration[body];
        prop_assert!(error.abs() <= ROUND_OFF * scale, "body {body}: {error:e} of {scale}");
        let apart = observation.velocity[body] - state.velocity[body];
        prop_assert!(apart.abs() <= ROUND_OFF * scale, "body {body}: state {apart:e} apart");
    }
    Ok(())
}

fn check(plan: &Plan) -> Result<(), TestCaseError> {
    let (mut run, conservative) = build(plan);
    let start = run.stored_energy();
    let (mut work, mut scale) = (0.0, start + 1.0);
    let mut dissipated = run.state().dissipated.clone();
    check_instant(plan, &mut run, 0)?;
    for (step, forces) in plan.forces.iter().enumerate() {
        set_inputs(&mut run, plan, step);
        let before = run.state().position.clone();
        if let Err(fault) = run.try_advance(plan.h * (step + 1) as f64) {
            return Err(TestCaseError::fail(format!("step {step}: {fault}")));
        }
        for (body, &force) in forces.iter().enumerate() {
            let done = force * (run.position(body) - before[body]);
            work += done;
            scale += done.abs();
        }
        // A moving surface does the work −v·∫λ dt.
        for (rubbing, mean) in plan.contacts.iter().zip(&run.state().mean_friction) {
            let done = -rubbing.surface * mean * plan.h;
            work += done;
            scale += done.abs();
        }
        let balance = start + work - run.stored_energy() - run.dissipated();
        prop_assert!(balance >= -ROUND_OFF * scale, "energy appears: {balance:e} of {scale}");
        if conservative {
            prop_assert!(balance <= ROUND_OFF * scale, "energy vanishes: {balance:e} of {scale}");
        }
        for (now, last) in run.state().dissipated.iter().zip(&mut dissipated) {
            prop_assert!(*now >= *last - 1e-12 * scale, "friction gives energy");
            *last = *now;
        }
        check_instant(plan, &mut run, step)?;
    }
    for pair in run.events.windows(2) {
        prop_assert!(pair[0].time() <= pair[1].time());
    }
    Ok(())
}

/// All of a motion, in bits.
fn bits(run: &mut Run) -> Vec<u8> {
    postcard::to_allocvec(&run.motion.save()).expect("a state has an encoding")
}

/// Takes up, before every step, the state of a run by a motion that never moved and by one that moved
/// elsewhere: both go on to the same bits.
fn replay(plan: &Plan, method: Method) -> Result<(), TestCaseError> {
    let (mut run, _) = build(plan);
    let Run { motion, parameters, inputs, .. } = &mut run;
    motion.choose(method, 0.0);
    motion.initialise(0.0, parameters, inputs, TOLERANCE).expect("initialises");
    let (mut used, _) = build(plan);
    for step in 0..plan.forces.len() {
        let end = plan.h * (step + 1) as f64;
        let saved: Saved = postcard::from_bytes(&bits(&mut run)).expect("decodes");
        prop_assert_eq!(saved.time(), run.time());
        let known = run.events.len();
        set_inputs(&mut run, plan, step);
        run.advance(end);
        let motion = Simulator::new(run.motion.network().clone());
        let (parameters, inputs) = (run.parameters.clone(), run.inputs.clone());
        let mut fresh = Run { motion, parameters, inputs, events: Vec::new() };
        for other in [&mut fresh, &mut used] {
            other.motion.restore(&saved).expect("restores");
            other.events.clear();
            set_inputs(other, plan, step);
            other.advance(end);
            prop_assert_eq!(bits(other), bits(&mut run));
            prop_assert_eq!(&other.events, &run.events[known..]);
        }
        set_inputs(&mut used, plan, plan.forces.len() - 1 - step);
        used.observe();
        // What comes of it does not matter.
        let _ = used.try_advance(used.time() + 0.7 * plan.h);
    }
    Ok(())
}

proptest! {
    #[test]
    fn restored_motions_go_on_bit_for_bit(plan in prop_oneof![plan(MASSES), plan(SOME_MASSLESS)]) {
        replay(&plan, Method::Events)?;
        replay(&plan, Method::Moreau)?;
    }

    #[test]
    fn mechanics_holds_in_random_networks(plan in plan(MASSES)) {
        check(&plan)?;
    }

    #[test]
    fn mechanics_holds_in_random_networks_with_massless_bodies(plan in plan(SOME_MASSLESS)) {
        check(&plan)?;
    }

    #[test]
    fn a_communication_point_that_changes_nothing_does_not_matter(
        plan in prop_oneof![plan(MASSES), plan(SOME_MASSLESS)],
    ) {
        // The same inputs with each step cut into three.
        let (mut whole, _) = build(&plan);
        let (mut parts, _) = build(&plan);
        let mut start = 0.0;
        for step in 0..plan.forces.len() {
            set_inputs(&mut whole, &plan, step);
            set_inputs(&mut parts, &plan, step);
            let end = plan.h * (step + 1) as f64;
            whole.advance(end);
            for part in [0.3, 0.77] {
                parts.advance(start + part * (end - start));
            }
            parts.advance(end);
            start = end;
            for body in 0..plan.bodies.len() {
                let scale = 1.0 + whole.velocity(body).abs() + whole.position(body).abs();
                let apart = (whole.position(body) - parts.position(body)).abs();
                prop_assert!(apart <= 1e-7 * scale, "step {step}, body {body}: {apart:e}");
            }
        }
    }
}
