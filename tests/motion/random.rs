//! Random networks: what holds in every one of them.
//!
//! Numbers are drawn both from a continuum and from a few round values, so that ties (equal forces, loads
//! exactly at a limit, simultaneous arrivals, cycles of contacts) are common.

use luztar::motion::ContactMode;
use proptest::prelude::*;

use crate::networks::{Builder, Elastic, Friction, Run};

/// Energies and forces, relative to the scale of the network's own.
const ROUND_OFF: f64 = 1e-9;

#[derive(Clone, Debug)]
struct Plan {
    bodies: Vec<(f64, f64)>,
    contacts: Vec<(usize, usize, f64, f64, f64, f64)>,
    springs: Vec<(usize, usize, f64, f64, f64, f64)>,
    /// Per communication step, a force on each body.
    forces: Vec<Vec<f64>>,
    h: f64,
}

/// A few round values, or any in between.
fn mixed(values: &'static [f64], low: f64, high: f64) -> impl Strategy<Value = f64> {
    prop_oneof![3 => prop::sample::select(values), 1 => low..high]
}

/// An end: a body, or the ground for the number of bodies and above.
fn plan() -> impl Strategy<Value = Plan> {
    let bodies = prop::collection::vec(
        (mixed(&[1.0, 1.0, 2.0], 0.3, 5.0), mixed(&[0.0, 0.0, 1.0, -1.0], -2.0, 2.0)),
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
        );
        let spring = (
            0..n,
            0..n + 2,
            mixed(&[1.0, 20.0], 0.5, 100.0),
            mixed(&[0.0, 0.0, 0.5], 0.0, 1.0),
            mixed(&[0.0, 0.1], 0.0, 0.5),
            mixed(&[1.0, 1.0, 0.5, -1.0], 0.3, 2.0),
        );
        let force = prop::collection::vec(mixed(&[0.0, 1.0, -1.0, 2.0, 3.0], -4.0, 4.0), n);
        (
            Just(bodies),
            prop::collection::vec(contact, 0..=6),
            prop::collection::vec(spring, 0..=4),
            prop::collection::vec(force, 1..=12),
            mixed(&[0.1, 0.5], 0.01, 1.0),
        )
            .prop_map(|(bodies, contacts, springs, forces, h)| Plan {
                bodies,
                contacts,
                springs,
                forces,
                h,
            })
    })
}

/// The run, and whether nothing but contacts dissipates.
fn build(plan: &Plan) -> (Run, bool) {
    let n = plan.bodies.len();
    let mut builder = Builder::default();
    for &(mass, velocity) in &plan.bodies {
        builder.body(mass, 0.0, velocity);
    }
    let other = |i: usize, j: usize| (j < n && j != i).then_some(j);
    for &(i, j, kinetic, peak, viscous, ratio) in &plan.contacts {
        let j = other(i, j);
        let limit = Some(kinetic * peak);
        builder.contact(Friction {
            i: Some(i),
            j,
            kinetic,
            limit,
            viscous,
            ratio,
            ..Friction::default()
        });
    }
    let mut conservative = true;
    for &(i, j, stiffness, damping, freeplay, ratio) in &plan.springs {
        let j = other(i, j);
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

/// The relative motion of a contact or spring.
fn relative(plan: &Plan, i: usize, j: usize, ratio: f64, x: &[f64]) -> f64 {
    let n = plan.bodies.len();
    x[i] - if j < n && j != i { ratio * x[j] } else { 0.0 }
}

/// The laws of mechanics at the present instant.
fn check_instant(plan: &Plan, run: &mut Run, forces: &[f64]) -> Result<(), TestCaseError> {
    let observation = run.observe().clone();
    let state = run.state();
    let n = plan.bodies.len();
    let mut balance: Vec<f64> = forces.to_vec();
    let mut scale: f64 = forces.iter().map(|force| force.abs()).sum::<f64>() + 1.0;
    let mut exert = |i: usize, j: usize, ratio: f64, force: f64| {
        scale += force.abs();
        balance[i] -= force;
        if j < n && j != i {
            balance[j] += ratio * force;
        }
    };
    for (spring, &(i, j, _, _, _, ratio)) in plan.springs.iter().enumerate() {
        exert(i, j, ratio, observation.spring_force[spring]);
    }
    for (contact, &(i, j, kinetic, peak, viscous, ratio)) in plan.contacts.iter().enumerate() {
        let lambda = observation.friction[contact];
        exert(i, j, ratio, lambda);
        let w = observation.slip_velocity[contact];
        let speed = relative(plan, i, j, ratio, &state.velocity);
        let rate = relative(plan, i, j, ratio, &observation.acceleration);
        prop_assert!((w - speed).abs() <= 1e-13 * (1.0 + state.velocity[i].abs()), "w {w} {speed}");
        match state.contact_mode[contact] {
            ContactMode::Stuck => {
                prop_assert_eq!(w, 0.0);
                prop_assert!(lambda.abs() <= kinetic * peak * (1.0 + 1e-9), "λ = {lambda}");
                prop_assert!(rate.abs() <= 1e-10, "stuck, but ẇ = {rate}");
            }
            mode => {
                let sign = f64::from(mode as i32);
                prop_assert!(sign * w >= -1e-12, "{mode:?} with w = {w}");
                prop_assert!((lambda - sign * kinetic - viscous * w).abs() <= 1e-12);
            }
        }
    }
    for (body, &(mass, _)) in plan.bodies.iter().enumerate() {
        let error = balance[body] - mass * observation.acceleration[body];
        prop_assert!(error.abs() <= ROUND_OFF * scale, "body {body}: {error:e} of {scale}");
    }
    Ok(())
}

fn check(plan: &Plan) -> Result<(), TestCaseError> {
    let (mut run, conservative) = build(plan);
    let start = run.stored_energy();
    let (mut work, mut scale) = (0.0, start + 1.0);
    let mut dissipated = run.state().dissipated.clone();
    check_instant(plan, &mut run, &plan.forces[0])?;
    for (step, forces) in plan.forces.iter().enumerate() {
        for (body, &force) in forces.iter().enumerate() {
            run.push(body, force);
        }
        let before = run.state().position.clone();
        if let Err(fault) = run.try_advance(plan.h * (step + 1) as f64) {
            return Err(TestCaseError::fail(format!("step {step}: {fault}")));
        }
        for (body, &force) in forces.iter().enumerate() {
            let done = force * (run.position(body) - before[body]);
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
        check_instant(plan, &mut run, forces)?;
    }
    for pair in run.events.windows(2) {
        prop_assert!(pair[0].time <= pair[1].time);
    }
    Ok(())
}

proptest! {
    #[test]
    fn mechanics_holds_in_random_networks(plan in plan()) {
        check(&plan)?;
    }

    #[test]
    fn a_communication_point_that_changes_nothing_does_not_matter(plan in plan()) {
        // The same inputs with each step cut into three.
        let (mut whole, _) = build(&plan);
        let (mut parts, _) = build(&plan);
        let mut start = 0.0;
        for (step, forces) in plan.forces.iter().enumerate() {
            for (body, &force) in forces.iter().enumerate() {
                whole.push(body, force);
                parts.push(body, force);
            }
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
