//! Bodies on surfaces that a host moves: sampled smooth motion keeps a stuck contact stuck, a jump
//! makes it slip.

use std::sync::Arc;

use luztar::dynamics::{ContactMode, Event, Simulator};
use luztar::network::{Network, read};

use crate::steps::Draw;

const PLATFORM: &str = r#"
[model]
name = "Platform"
[body.block]
mass = 2.0
[body.table]
motion = "prescribed"
[contact.contact]
between = ["block", "table"]
law = "coulomb"
kineticFriction = 3.0
"#;

/// Runs 10 s of a table with velocity sin t; `acceleration` is what the host says of it.
fn ride(step: f64, acceleration: impl Fn(f64) -> f64) -> (Simulator, Vec<Event>) {
    let network = Arc::new(read(PLATFORM, "platform.toml").unwrap());
    let parameters = network.start_parameters();
    let inputs = |t: f64| [1.0 - t.cos(), t.sin(), acceleration(t)];
    let mut motion = Simulator::new(network);
    let mut events = Vec::new();
    motion.initialise(0.0, &parameters, &inputs(0.0), 1e-10).unwrap();
    for k in 0..(10.0 / step) as usize {
        let (t, end) = (k as f64 * step, (k + 1) as f64 * step);
        motion.advance(end, &parameters, &inputs(t), &mut |event| events.push(event)).unwrap();
    }
    (motion, events)
}

#[test]
fn a_block_rides_a_table_whose_acceleration_is_given() {
    for step in [0.1, 0.01, 0.001] {
        let (mut motion, events) = ride(step, f64::cos);
        assert_eq!(events, [], "step {step}");
        assert!(motion.state().contact_modes().eq([ContactMode::Stuck]));
        let (parameters, inputs) = (motion.network().start_parameters(), [0.0, 10f64.sin(), 0.0]);
        assert_eq!(motion.observe(&parameters, &inputs).slip_velocity, [0.0]);
        let error = motion.state().velocity[0] - 10f64.sin();
        assert!(error.abs() < step * step, "velocity off by {error}");
    }
}

#[test]
fn without_acceleration_every_sample_is_a_jump() {
    let (_, events) = ride(0.1, |_| 0.0);
    assert!(events.len() > 100, "{} events", events.len());
}

#[test]
fn a_jump_that_the_acceleration_does_not_explain_is_one() {
    let network = Arc::new(read(PLATFORM, "platform.toml").unwrap());
    let parameters = network.start_parameters();
    let mut motion = Simulator::new(network);
    motion.initialise(0.0, &parameters, &[0.0, 0.0, 1.0], 1e-10).unwrap();
    motion.advance(0.1, &parameters, &[0.0, 0.0, 1.0], &mut |_| panic!("no event")).unwrap();
    let mut events = Vec::new();
    motion.advance(0.2, &parameters, &[0.0, 0.2, 1.0], &mut |event| events.push(event)).unwrap();
    motion.advance(0.4, &parameters, &[0.0, 0.3, 1.0], &mut |event| events.push(event)).unwrap();
    let seen: Vec<_> = events.iter().map(|event| (event.from(), event.to())).collect();
    assert_eq!(seen, [(0, -1), (-1, 0)]);
    assert_eq!(events[0].time(), 0.1);
    // The table runs 0.1 m/s ahead at 1 m/s²; friction accelerates the block by 1.5 m/s².
    assert!((events[1].time() - 0.3).abs() < 1e-12, "sticks at {}", events[1].time());
}

/// Makes a block of a mass with a start velocity on a belt, which prescribes its velocity, under friction of at most `limit`.
fn belt((mass, start): (f64, f64), limit: f64) -> Arc<Network> {
    let text = PLATFORM.replace("mass = 2.0", &format!("mass = {mass:?}\nvelocity = {start:?}"));
    let text = text.replace("kineticFriction = 3.0", &format!("kineticFriction = {limit:?}"));
    let text = text.replace("\"prescribed\"", "\"prescribed\"\nby = \"velocity\"");
    Arc::new(read(&text, "platform.toml").unwrap())
}

/// A block on a belt whose velocity A sin(ωt + φ) is sampled: friction cannot have changed its velocity by more than it has had
/// time for, however coarse the samples are.
#[test]
fn no_sample_moves_a_block_by_more_than_friction_can() {
    let mut random = Draw(7);
    let mut rode = 0;
    for draw in 0..400 {
        let (mass, limit) = (random.scale(1e-2, 1e2), random.scale(1e-2, 1e2));
        let (omega, phase) = (random.scale(0.32, 10.0), random.within(0.0, 6.0));
        let step = random.scale(1e-2, 1e0);
        // The greatest acceleration of the belt, times the mass, is from a tenth of the limit to ten times of it.
        let amplitude = limit / mass / omega * random.scale(1e-1, 1e1);
        let start = amplitude * phase.sin() * if draw % 2 == 0 { 1.0 } else { 0.7 };
        let network = belt((mass, start), limit);
        let parameters = network.start_parameters();
        let inputs = |t: f64| {
            let angle = omega * t + phase;
            [amplitude * angle.sin(), amplitude * omega * angle.cos()]
        };
        let mut motion = Simulator::new(network);
        motion.initialise(0.0, &parameters, &inputs(0.0), 1e-10).unwrap();
        let mut transitions = 0;
        for k in 0..60 {
            let (t, end) = (k as f64 * step, (k + 1) as f64 * step);
            motion.advance(end, &parameters, &inputs(t), &mut |_| transitions += 1).unwrap();
            let changed = (motion.state().velocity[0] - start).abs();
            let most = limit / mass * end;
            assert!(
                changed <= most * (1.0 + 1e-9) + 1e-12 * amplitude,
                "draw {draw}: {changed} {most}"
            );
        }
        // Samples of a fine step are known as those of a smooth motion.
        let needed = amplitude * omega * mass / limit;
        if draw % 2 == 0 && needed < 0.99 && omega * step < 0.2 {
            assert_eq!(transitions, 0, "draw {draw} rides: {needed}");
            rode += 1;
        }
    }
    assert!(rode >= 40, "{rode}");
}

/// A belt runs backward ever faster below a block that slips forward, and is at rest again at once. The block goes backward by then,
/// and slips so, however the steps are cut: nothing has stopped it.
#[test]
fn a_block_that_slips_is_not_stopped_by_a_sample() {
    let mut random = Draw(11);
    for draw in 0..200 {
        let (mass, limit) = (random.scale(1e-2, 1e2), random.scale(1e-2, 1e2));
        let (slows, end) = (limit / mass, random.scale(1e-2, 1e1));
        let start = random.within(0.0, 0.9) * slows * end;
        let faster = -slows * random.scale(2.5, 1e2);
        let network = belt((mass, start), limit);
        let parameters = network.start_parameters();
        for steps in [1, 2, 5] {
            let mut motion = Simulator::new(network.clone());
            let inputs = |t: f64| [faster * t, faster];
            motion.initialise(0.0, &parameters, &inputs(0.0), 1e-10).unwrap();
            for k in 0..steps {
                let at = |k: u32| end * f64::from(k) / f64::from(steps);
                motion.advance(at(k + 1), &parameters, &inputs(at(k)), &mut |_| {}).unwrap();
            }
            let back = start - slows * end;
            assert!((motion.state().velocity[0] - back).abs() < 1e-12 * slows * end, "{draw}");
            let later = end - 0.5 * back / slows;
            motion.advance(later, &parameters, &[0.0, 0.0], &mut |_| {}).unwrap();
            let velocity = motion.state().velocity[0];
            assert!((velocity - 0.5 * back).abs() < 1e-11 * slows * end, "{draw} {steps}");
        }
    }
}
