//! Time stepping: it converges to the event-driven motion, keeps its energy balance, and holds still.

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::network::{Method, Network, read};

use crate::networks::{Builder, Elastic, Friction, Value};
use crate::run::{Run, assert_close};

/// Round-off of an energy balance over some thousand steps, relative to the energy that went through.
const ROUND_OFF: f64 = 1e-12;

/// The order seen where transitions make the error. That of one transition varies between nothing and all
/// of a step with its place in the step, so that an order is the slope over many sizes of step.
const ORDER: std::ops::RangeInclusive<f64> = 0.8..=1.4;

/// Growth of the greatest error per step size from the ten coarsest to the ten finest steps, at most: a
/// method of first order has a bound of it that does not depend on the step.
const GROWTH: f64 = 1.5;

/// Greatest difference of positions and velocities of two motions, each sampled at the same times.
fn difference(one: &[Vec<f64>], other: &[Vec<f64>]) -> f64 {
    assert_eq!(one.len(), other.len());
    let samples = one.iter().zip(other).flat_map(|(one, other)| one.iter().zip(other));
    samples.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

/// Positions at a grid of times, moved in steps of `grid / division` under `drive(t)` held over the grid.
fn sampled(
    mut run: Run,
    drive: impl Fn(&mut Run, f64),
    end: f64,
    grid: f64,
    division: usize,
) -> (Vec<Vec<f64>>, Run) {
    let count = (end / grid).round() as usize;
    let mut samples = Vec::new();
    for k in 0..count {
        let from = grid * k as f64;
        drive(&mut run, from + 0.5 * grid);
        for part in 1..=division {
            run.advance(from + grid * (part as f64 / division as f64));
        }
        samples.push(run.state().position.clone());
    }
    (samples, run)
}

/// Divisions of the grid into steps, each some 1.2 times the last.
const DIVISIONS: [usize; 20] =
    [4, 5, 6, 7, 9, 11, 13, 16, 19, 23, 27, 32, 38, 45, 54, 64, 76, 90, 107, 128];

/// What steps of all sizes say.
#[derive(Debug)]
struct Convergence {
    /// Slope of the logarithm of the error over that of the step, by least squares.
    order: f64,
    /// Of the greatest error per step size from the coarse half of the steps to the fine one.
    growth: f64,
    /// With the smallest step, m.
    error: f64,
}

impl Convergence {
    fn assert_bounded(&self, error: f64) {
        assert!(self.growth <= GROWTH && self.error < error, "{self:?}");
    }

    /// For motions of many transitions, whose errors do not vanish at certain steps.
    fn assert_first_order(&self, error: f64) {
        self.assert_bounded(error);
        assert!(ORDER.contains(&self.order), "{self:?}");
    }
}

/// Compares steps of all sizes with the event-driven run, and returns that.
fn converge(
    network: &Arc<Network>,
    drive: impl Fn(&mut Run, f64) + Copy,
    end: f64,
    grid: f64,
) -> (Convergence, Run) {
    let (exact, run) = sampled(Run::new(network), drive, end, grid, 1);
    let points = DIVISIONS.map(|division| {
        let (steps, _) = sampled(Run::by_steps(network), drive, end, grid, division);
        (grid / division as f64, difference(&steps, &exact))
    });
    let logs = points.map(|(h, error)| (h.ln(), error.ln()));
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let above: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let below: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
    let worst = |points: &[(f64, f64)]| points.iter().map(|(h, e)| e / h).fold(0.0, f64::max);
    let (coarse, fine) = points.split_at(points.len() / 2);
    let growth = worst(fine) / worst(coarse);
    let [.., (_, error)] = points;
    (Convergence { order: above / below, growth, error }, run)
}

fn no_drive(_: &mut Run, _: f64) {}

#[test]
fn a_mass_on_a_spring_comes_to_rest_as_event_driven() {
    let mut builder = Builder::default();
    builder.body(1.0, 1.0, 0.0);
    builder.contact(Friction { limit: Some(3.5), ..Friction::ground(0, 3.0) });
    builder.spring(Elastic { stiffness: 40.0, ..Elastic::default() });
    let (seen, run) = converge(&builder.network(), no_drive, 4.0, 0.05);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    seen.assert_first_order(2e-3);
}

fn three_contacts() -> Arc<Network> {
    let text = include_str!("../../modelDescription/TwoMassThreeContacts.toml")
        .replace("staticFriction = 1.0", "staticFriction = 1.3");
    Arc::new(read(&text, "TwoMassThreeContacts.toml").expect("a valid network"))
}

fn shake(run: &mut Run, t: f64) {
    run.set("body1.force", 2.6 * (1.3 * t).sin());
    run.set("body2.force", 3.5 * (1.7 * t + 0.5).sin());
}

#[test]
fn three_contacts_under_inputs_move_as_event_driven() {
    let (seen, run) = converge(&three_contacts(), shake, 10.0, 0.1);
    assert!(run.events.len() > 20, "{}", run.events.len());
    seen.assert_first_order(1e-2);
}

/// Three wagons with draft gears: slack, stiff springs and dry friction in the gears.
fn wagons() -> Arc<Network> {
    let mut builder = Builder::default();
    for k in 0..3 {
        builder.body(1.0, 0.0, [1.0, 0.4, 0.8][k]);
        builder.contact(Friction { limit: Some(0.25), ..Friction::ground(k, 0.2) });
    }
    for k in 0..2 {
        let (i, j) = (Some(k), Some(k + 1));
        builder.contact(Friction { limit: Some(0.6), ..Friction::between(k, k + 1, 0.5) });
        builder.spring(Elastic { i, j, stiffness: 200.0, freeplay: 0.02, ..Elastic::default() });
    }
    builder.network()
}

#[test]
fn wagons_with_slack_and_dry_draft_gears_brake_as_event_driven() {
    let (seen, run) = converge(&wagons(), no_drive, 8.0, 0.1);
    assert!(run.state().velocity.iter().all(|&v| v == 0.0), "{:?}", run.state().velocity);
    seen.assert_first_order(5e-3);
}

/// A block at 1 m/s that friction (1, at rest 1.4) and `load` stop after 1/(1 + load) s.
fn reversal(load: f64) -> (Arc<Network>, impl Fn(&mut Run, f64) + Copy) {
    let mut builder = Builder::default();
    builder.body(1.0, 0.0, 1.0);
    builder.contact(Friction { limit: Some(1.4), ..Friction::ground(0, 1.0) });
    (builder.network(), move |run: &mut Run, _: f64| run.push(0, -load))
}

#[test]
fn a_load_between_the_limits_stops_a_block_for_good() {
    let (network, drive) = reversal(1.2);
    let (seen, run) = converge(&network, drive, 3.0, 0.1);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    seen.assert_bounded(1e-5);
    let (_, steps) = sampled(Run::by_steps(&network), drive, 3.0, 0.1, 8);
    assert_eq!((steps.contact(0), steps.velocity(0)), (ContactMode::Stuck, 0.0));
    assert_eq!(steps.events.len(), 1);
    assert_close(steps.events[0].time(), 1.0 / 2.2, 0.1 / 8.0);
}

#[test]
fn a_load_above_the_limits_turns_a_block_round() {
    let (network, drive) = reversal(1.6);
    let (seen, run) = converge(&network, drive, 3.0, 0.1);
    assert_eq!(run.contact(0), ContactMode::Backward);
    seen.assert_bounded(2e-3);
}

#[test]
fn the_energy_of_the_steps_is_balanced_to_round_off() {
    let mut run = Run::by_steps(&three_contacts());
    let (mut work, mut through) = (0.0, 0.0);
    for k in 0..2000 {
        let t = 0.01 * f64::from(k);
        shake(&mut run, t);
        let before = run.state().position.clone();
        run.advance(t + 0.01);
        for (body, name) in ["body1.force", "body2.force"].into_iter().enumerate() {
            let done = run.inputs[run.input(name)] * (run.position(body) - before[body]);
            work += done;
            through += done.abs();
        }
    }
    assert!(run.events.len() > 20 && run.dissipated() > 1.0);
    assert_close(run.stored_energy() + run.dissipated(), work, ROUND_OFF * through);

    let mut builder = Builder::default();
    for k in 0..4 {
        builder.body(1.0 + 0.3 * f64::from(k), 0.0, if k == 0 { 3.0 } else { 0.0 });
        let viscous = 0.1 * f64::from(k);
        builder.contact(Friction {
            viscous,
            limit: Some(0.3),
            ..Friction::ground(k as usize, 0.2)
        });
    }
    for k in 0..3 {
        let (i, j) = (Some(k), Some(k + 1));
        builder.spring(Elastic { i, j, stiffness: 50.0, ratio: 1.5, ..Elastic::default() });
        builder.contact(Friction { viscous: 0.3, ..Friction::between(k, k + 1, 0.1) });
    }
    let mut run = Run::by_steps(&builder.network());
    let start = run.stored_energy();
    for k in 1..=2000 {
        run.advance(0.005 * f64::from(k));
        assert_close(run.stored_energy() + run.dissipated(), start, ROUND_OFF * start);
    }
    assert!(run.dissipated() > 0.9 * start, "{} of {start}", run.dissipated());
}

#[test]
fn mean_friction_forces_account_for_the_momentum_of_steps() {
    let mut run = Run::by_steps(&three_contacts());
    run.motion.choose(Method::Moreau, 0.003);
    for k in 0..100 {
        let t = 0.1 * f64::from(k);
        shake(&mut run, t);
        let forces = [run.inputs[run.input("body1.force")], run.inputs[run.input("body2.force")]];
        let before = run.state().velocity.clone();
        run.advance(t + 0.1);
        let mean = &run.state().mean_friction;
        let impulses = [forces[0] - mean[0] - mean[2], forces[1] - mean[1] + mean[2]];
        for (body, mass) in [1.0, 2.0].into_iter().enumerate() {
            assert_close(mass * (run.velocity(body) - before[body]), 0.1 * impulses[body], 1e-12);
        }
    }
    assert!(run.events.len() > 20);
}

/// Loads that stiction holds: on the ground, across a ratio, between preloaded springs, on a belt.
fn held() -> Arc<Network> {
    let mut builder = Builder::default();
    for k in 0..5 {
        builder.body(1.0 + f64::from(k), 0.1 * f64::from(k), if k == 4 { 0.25 } else { 0.0 });
    }
    builder.contact(Friction::ground(0, 1.0));
    builder.contact(Friction::ground(1, 3.0));
    builder.contact(Friction::between(0, 1, 1.0));
    builder.spring(Elastic { i: Some(0), j: Some(1), stiffness: 7.0, ..Elastic::default() });
    builder.contact(Friction { ratio: 0.3, ..Friction::between(2, 3, 1.0) });
    let surface = Value::Number(0.25);
    builder.contact(Friction { surface, ..Friction::ground(4, 1.0) });
    builder.network()
}

#[test]
fn stuck_networks_hold_still_by_either_method() {
    let network = held();
    let forces = [0.4, -0.9, 0.5, -0.15, 0.9];
    let moved: Vec<Vec<f64>> = [Run::new(&network), Run::by_steps(&network)]
        .into_iter()
        .map(|mut run| {
            for (body, force) in forces.into_iter().enumerate() {
                run.push(body, force);
            }
            let start = run.state().position.clone();
            run.run(1000.0, 0.1);
            assert_eq!(run.events, []);
            let slips = run.observe().slip_velocity.clone();
            assert!(slips.iter().all(|&w| w == 0.0), "{slips:?}");
            assert_eq!(run.state().position[..4], start[..4]);
            assert_eq!(run.dissipated(), 0.0);
            run.state().position.clone()
        })
        .collect();
    assert_eq!(moved[0][..4], moved[1][..4]);
    // On the belt.
    for positions in moved {
        assert_close(positions[4], 0.4 + 0.25 * 1000.0, 1e-12);
    }
}

#[test]
fn the_communication_step_is_divided() {
    let network = wagons();
    let mut divided = Run::by_steps(&network);
    divided.motion.choose(Method::Moreau, 0.01);
    divided.run(2.0, 0.1);
    let mut plain = Run::by_steps(&network);
    plain.run(2.0, 0.01);
    assert_eq!(divided.sequence(), plain.sequence());
    for body in 0..3 {
        assert_close(divided.position(body), plain.position(body), 1e-12);
    }
    divided.motion.choose(Method::Moreau, 1e-7);
    let before = divided.state().clone();
    let refused = divided.try_advance(2.1).expect_err("a million steps").to_string();
    assert!(refused.contains("moreauStep = 0.0000001 s"), "{refused}");
    assert_eq!(*divided.state(), before);
}

#[test]
fn a_belt_and_a_normal_load_change_the_mode_at_the_end_of_a_step() {
    let mut builder = Builder::default();
    builder.body(1.0, 0.0, 0.0);
    let (surface, load) = (Value::Input(0.5), Some(Value::Input(0.0)));
    builder.contact(Friction { surface, load, ..Friction::ground(0, 1.0) });
    let mut run = Run::by_steps(&builder.network());
    assert_eq!(run.contact(0), ContactMode::Free);
    run.run(0.1, 0.01);
    assert_eq!((run.velocity(0), run.events.len()), (0.0, 0));
    let input = run.motion.network().inputs.iter().position(|i| i.name.ends_with("normalForce"));
    run.inputs[input.expect("a load")] = 2.0;
    run.run(1.0, 0.01);
    assert_eq!((run.contact(0), run.velocity(0)), (ContactMode::Stuck, 0.5));
    // 2 m/s² up to 0.5 m/s from 0.1 s on.
    let [first, second] = run.times_of_contact(0)[..] else { panic!("{:?}", run.events) };
    assert_close(first, 0.11, 1e-12);
    assert_close(second, 0.35, 0.01 + 1e-12);
    run.inputs[input.expect("a load")] = -1.0;
    run.run(1.1, 0.01);
    assert_eq!((run.contact(0), run.velocity(0)), (ContactMode::Free, 0.5));
}

#[test]
fn a_massless_slider_moves_as_event_driven() {
    let mut builder = Builder::default();
    builder.body(1.0, 0.0, 1.0);
    builder.massless(0.0);
    builder.contact(Friction { viscous: 2.0, limit: Some(0.4), ..Friction::ground(1, 0.3) });
    builder.spring(Elastic { j: Some(1), stiffness: 20.0, ..Elastic::default() });
    builder.spring(Elastic { stiffness: 5.0, ..Elastic::default() });
    let (seen, run) = converge(&builder.network(), no_drive, 4.0, 0.1);
    assert!(run.events.len() >= 4, "{}", run.events.len());
    seen.assert_first_order(5e-3);
}

/// Laws that depend on the slip velocity are taken at the start of a step: errors of first order.
#[test]
fn the_belt_oscillator_tends_to_its_period() {
    let text = luztar::unit::catalogue::text("BeltOscillator").expect("is there");
    let network = Arc::new(read(text, "belt.toml").expect("right"));
    let mut errors = Vec::new();
    for h in [1e-2, 1e-3] {
        let mut run = Run::by_steps(&network);
        run.run(9.0, h);
        let times = run.times_of_contact(0);
        assert!(times.len() >= 2, "{:?}", run.events);
        errors.push((times[times.len() - 1] - 8.03055253541805).abs());
    }
    assert!(errors[0] < 0.1 && errors[1] < 0.3 * errors[0] + 1e-3, "{errors:?}");
}

/// A steep regularisation is implicit: any step is stable, and a pushed block creeps as the law says.
#[test]
fn regularised_laws_creep_in_steps_of_any_size() {
    let text = "[model]\nname = \"Creep\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\nconstantForce = 1.0\n\
                [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\n\
                regularisation = \"linear\"\nrampVelocity = 1e-6\n";
    let network = Arc::new(read(text, "creep.toml").expect("right"));
    for h in [0.1, 1e-3] {
        let mut run = Run::by_steps(&network);
        run.run(5.0, h);
        assert!((run.velocity(0) - 0.5e-6).abs() < 1e-9, "{}", run.velocity(0));
    }
}

/// The same of a law whose power of the slip velocity, of infinite slope at rest, is multiplied by 0: it is 2 N.
#[test]
fn regularised_laws_creep_from_rest_where_a_power_has_no_part() {
    let text = "[model]\nname = \"Creep\"\n[body.block]\nmass = 1.0\nconstantForce = 1.0\n\
                [contact.floor]\nbetween = \"block\"\nlaw = \"stribeck\"\nkineticFriction = 2.0\nstaticFriction = 2.0\n\
                stribeckVelocity = 0.5\nstribeckExponent = 0.5\nregularisation = \"tanh\"\nsteepness = 1e3\n";
    let network = Arc::new(read(text, "creep.toml").expect("right"));
    for h in [0.1, 1e-3] {
        let mut run = Run::by_steps(&network);
        run.run(5.0, h);
        assert!((run.velocity(0) - 1e-3 * 0.5_f64.atanh()).abs() < 1e-9, "{}", run.velocity(0));
    }
}

/// Friction between given motions is that of the law at the end of the step.
#[test]
fn friction_between_given_motions_is_that_of_the_law() {
    let text = "[model]\nname = \"Rub\"\n[body.slider]\nmotion = \"prescribed\"\n[contact.floor]\n\
                between = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 3.0\nviscous = 0.5\n";
    let network = Arc::new(read(text, "rub.toml").expect("right"));
    for (velocity, friction) in [(2.0, 4.0), (-1.0, -3.5)] {
        let mut run = Run::by_steps(&network);
        run.set("slider.velocity", velocity);
        run.advance(0.1);
        assert_eq!(run.observe().friction[0], friction);
    }
}
