//! Inputs as hosts sample them: at intervals of several communication steps, beside ends of steps at transitions.

use std::sync::Arc;

use luztar::signals::{Interpolation, follow};
use luztar::unit::{Model, Reached, Simulation, StopCondition};

use crate::support::{Named, Random, started, started_with, unit};

/// A ball that reaches an edge of its gap after 0.1 s, and whatever is beside it.
fn beside_a_ball(text: &str) -> Arc<Model> {
    unit(&format!(
        "[model]\nname = \"Sampled\"\n[body.ball]\nmass = 1.0\nvelocity = 1.0\nforce = \"input\"\n\
         [spring.box]\nbetween = \"ball\"\nstiffness = 1000.0\ngap = [-0.1, 0.1]\n{text}"
    ))
}

/// A block that a belt carries along.
const BELT: &str = "[body.belt]\nmotion = \"prescribed\"\nby = \"velocity\"\n[body.m]\nmass = 1.0\n\
                    [contact.c]\nbetween = [\"m\", \"belt\"]\nlaw = \"coulomb\"\n\
                    kineticFriction = 0.3\nstaticFriction = 2.0\n";

/// Time between samples, s.
const INTERVAL: f64 = 0.05;

/// A host between two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Host {
    /// In so many communication steps.
    Steps(usize),
    /// In so many steps, with a force elsewhere that changes at each of them.
    Forces(usize),
    /// In so many steps, from an instance that was restored before each of them.
    Restoring(usize),
    /// In one step that ends before each transition.
    HaltingBefore,
    /// In one step that ends after each transition.
    HaltingAfter,
}

impl Host {
    /// Goes from one time, s, on to that of the next sample.
    fn go(self, instance: &mut Simulation, begin: f64) {
        let end = begin + INTERVAL;
        let (condition, steps) = match self {
            Host::Steps(steps) | Host::Forces(steps) | Host::Restoring(steps) => {
                (StopCondition::Nowhere, steps)
            }
            Host::HaltingBefore => (StopCondition::BeforeTransition { within: true }, 1),
            Host::HaltingAfter => (StopCondition::AfterTransition, 1),
        };
        for step in 1..=steps {
            let target =
                if step == steps { end } else { begin + INTERVAL * step as f64 / steps as f64 };
            if matches!(self, Host::Forces(_)) {
                instance.put("ball.force", 0.1 * step as f64);
            }
            if matches!(self, Host::Restoring(_)) {
                let mut other = Simulation::new(instance.unit().clone());
                other.restore(&instance.save()).unwrap();
                *instance = other;
            }
            while target - instance.time() > 1e-12 {
                let now = instance.time();
                let reached = instance.advance(now, target - now, condition, false).unwrap();
                if instance.is_pending() {
                    instance.make_pending().unwrap();
                }
                if reached != Reached::End {
                    instance.put("ball.force", -0.1);
                }
            }
        }
    }
}

/// Samples of the belt: velocity and acceleration.
fn sample(k: usize) -> (f64, f64) {
    let t = INTERVAL * k as f64;
    (0.3 * (2.0 * t).sin(), 0.6 * (2.0 * t).cos())
}

fn put_sample(instance: &mut Simulation, k: usize) {
    let (velocity, acceleration) = sample(k);
    instance.put("belt.velocity", velocity);
    instance.put("belt.acceleration", acceleration);
}

#[test]
fn samples_of_a_smooth_motion_are_no_jumps_whatever_the_host_does_in_between() {
    let model = beside_a_ball(BELT);
    let mut hosts: Vec<Host> = [1, 2, 3, 5, 10].map(Host::Steps).to_vec();
    hosts.extend([Host::Forces(3), Host::Restoring(3), Host::HaltingBefore, Host::HaltingAfter]);
    for host in hosts {
        let start = [("belt.velocity", 0.0), ("belt.acceleration", 0.6)];
        let mut instance = started_with(&model, &start);
        let mut position = 0.0;
        for k in 0..40 {
            put_sample(&mut instance, k);
            host.go(&mut instance, INTERVAL * k as f64);
            let (velocity, acceleration) = sample(k);
            position += (velocity + 0.5 * acceleration * INTERVAL) * INTERVAL;
            let error = instance.real("m.position") - position;
            assert!(error.abs() <= 1e-12, "{host:?}, sample {k}: {error:e}");
        }
        assert_eq!(instance.real("c.stickToSlipCount"), 0.0, "{host:?}");
    }
}

#[test]
fn restored_between_samples_the_motion_is_the_same_to_the_last_bit() {
    let model = beside_a_ball(BELT);
    let [one, other] = [Host::Steps(3), Host::Restoring(3)].map(|host| {
        let mut instance = started_with(&model, &[("belt.acceleration", 0.6)]);
        for k in 0..20 {
            put_sample(&mut instance, k);
            host.go(&mut instance, INTERVAL * k as f64);
        }
        instance.save()
    });
    assert!(one == other);
}

/// Inputs that signals do not give are samples, though those that they give are ramps.
#[test]
fn samples_beside_signals_are_no_jumps() {
    let mut instance = started_with(&unit(&format!("[model]\nname = \"Belt\"\n{BELT}")), &[]);
    for k in 0..40 {
        let begin = INTERVAL * k as f64;
        put_sample(&mut instance, k);
        let step = begin..begin + INTERVAL;
        follow(&mut [], Interpolation::Ramps, begin, &step, &mut instance).unwrap();
        instance.step(begin, INTERVAL).unwrap();
    }
    assert_eq!(instance.real("c.stickToSlipCount"), 0.0);
}

/// A mass on a spring whose other end a host moves as 0.3·t, at rest until the second sample:
/// x = 0.3·t − 0.015·cos(ω·s) − (0.3/ω)·sin(ω·s), s = t − 0.05.
#[test]
fn a_position_that_is_set_at_its_samples_alone_goes_on_where_a_step_ends_early() {
    let model = beside_a_ball(
        "[body.hand]\nmotion = \"prescribed\"\nby = \"position\"\n[body.m]\nmass = 1.0\n\
         [spring.s]\nbetween = [\"m\", \"hand\"]\nstiffness = 20.0\n",
    );
    let omega = 20.0_f64.sqrt();
    for host in [Host::Steps(1), Host::HaltingBefore, Host::HaltingAfter] {
        let mut instance = started_with(&model, &[]);
        instance.put("ball.force", 1.0);
        for k in 0..20 {
            let begin = INTERVAL * k as f64;
            instance.put("hand.position", 0.3 * begin);
            host.go(&mut instance, begin);
            let (t, s) = (begin + INTERVAL, begin);
            let (sine, cosine) = (omega * s).sin_cos();
            let x = 0.3 * t - 0.015 * cosine - 0.3 / omega * sine;
            let v = 0.3 + 0.015 * omega * sine - 0.3 * cosine;
            for (name, expected) in [("m.position", x), ("m.velocity", v)] {
                let error = instance.real(name) - expected;
                assert!(error.abs() <= 1e-9, "{host:?}, t = {t}: {name} is off by {error:e}");
            }
        }
    }
}

/// A force that a host sets within a step counts, though the step then ends early: ½·1·0.1² + 0.1·0.05 + ½·5·0.05².
#[test]
fn an_input_that_is_set_within_a_step_stays_set_where_it_ends_early() {
    let model = beside_a_ball(
        "[body.belt]\nmotion = \"prescribed\"\nby = \"velocity\"\n[body.m]\nmass = 1.0\nforce = \"input\"\n",
    );
    let mut instance = started_with(&model, &[("belt.acceleration", 0.5), ("m.force", 1.0)]);
    let reached = instance.advance(0.0, 0.5, StopCondition::Nowhere, true).unwrap();
    assert_eq!(reached, Reached::Pause);
    let pause = instance.time();
    assert!((pause - 0.1).abs() <= 1e-12, "{pause}");
    instance.put("m.force", 5.0);
    assert_eq!(instance.resume(Some(pause)).unwrap(), Reached::End);
    assert_eq!(instance.real("m.force"), 5.0);
    assert!((instance.real("belt.velocity") - 0.05).abs() <= 1e-12);
    instance.step(pause, 0.05).unwrap();
    let error = instance.real("m.position") - 0.01625;
    assert!(error.abs() <= 1e-12, "{error:e}");
}

/// A belt at rest, whose velocity a host gives at each sample and whose acceleration at first alone, jumps by more than that which
/// it then has explains since the last sample: the block slips.
#[test]
fn a_jump_is_one_however_long_the_acceleration_was_not_set() {
    let mut instance = started_with(
        &unit(&format!("[model]\nname = \"Belt\"\n{BELT}")),
        &[("belt.acceleration", 0.0)],
    );
    for k in 0..21 {
        instance.put("belt.velocity", if k < 20 { 0.0 } else { 0.5 });
        if k == 20 {
            instance.put("belt.acceleration", 1.0);
        }
        Host::Steps(1).go(&mut instance, INTERVAL * k as f64);
    }
    assert_eq!(instance.real("c.stickToSlipCount"), 1.0);
    let error = instance.real("m.velocity") - 0.3 * INTERVAL;
    assert!(error.abs() <= 1e-12, "{error:e}");
}

/// A plate that a coupling, or friction that is never exceeded, ties to a grip of prescribed velocity moves as this does, on smooth
/// friction that tells each reversal: 0.2 cos(5t) has 20 of them in 12.5 s, and what the plate makes of round-off is none.
#[test]
fn each_reversal_of_what_a_grip_moves_is_told_once() {
    let ties = [
        "[coupling.tie]\nbetween = [\"grip\", \"plate\"]\n",
        "[coupling.tie]\nbetween = [\"grip\", \"plate\"]\nratio = -1.7\n",
        "[contact.tie]\nbetween = [\"grip\", \"plate\"]\nlaw = \"coulomb\"\nkineticFriction = 1000.0\n",
    ];
    let laws = [
        "regularisation = \"tanh\"\nsteepness = 50.0\nlaw = \"coulomb\"\nkineticFriction = 1.0\n",
        "regularisation = \"linear\"\nrampVelocity = 0.01\nlaw = \"coulomb\"\nkineticFriction = 1.0\n",
        "law = \"dahl\"\ndahlExponent = 0.0\nbristleStiffness = 1e4\nkineticFriction = 1.0\n",
        "law = \"coulomb\"\nkineticFriction = 0.0\nviscous = 2.0\n",
    ];
    for (tie, law) in ties.iter().flat_map(|tie| laws.map(|law| (tie, law))) {
        let ratio = if tie.contains("1.7") { -1.7 } else { 1.0 };
        let text = format!(
            "[model]\nname = \"Grip\"\n[body.grip]\nmotion = \"prescribed\"\nby = \"velocity\"\n\
             velocity = {{ input = true, start = 0.2 }}\n[body.plate]\nmass = 0.5\nvelocity = {:?}\n{tie}\
             [contact.pad]\nbetween = \"plate\"\n{law}",
            0.2 / ratio
        );
        let mut plate = started(&unit(&text));
        for step in 0..400 {
            let time = f64::from(step) / 32.0;
            plate.put("grip.velocity", 0.2 * (5.0 * time).cos());
            plate.put("grip.acceleration", -(5.0 * time).sin());
            plate.step(time, 1.0 / 32.0).unwrap();
        }
        assert_eq!(plate.real("eventCount"), 20.0, "{text}");
    }
}

/// A belt under a block that something else holds, which a ramp brings to rest at a sample: the block then sticks to both, in one
/// transition.
#[test]
fn a_belt_that_a_ramp_brings_to_rest_at_a_sample_ends_stuck() {
    let model = unit(
        "[model]\nname = \"Stop\"\n[body.a]\nmass = 1.0\n\
         [contact.belt]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.4\n\
         surfaceVelocity = { input = true }\n\
         [contact.table]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.6\n",
    );
    let mut random = Random(7);
    for (draw, declared) in (0..200).flat_map(|draw| [(draw, false), (draw, true)]) {
        let [speed, end] = [0.1 + 2.0 * random.next(), 1.0 + 4.0 * random.next()];
        let mut instance = started_with(&model, &[("belt.surfaceVelocity", speed)]);
        let belt = instance.index("belt.surfaceVelocity");
        instance.take_ramps_as_declared(belt, declared).unwrap();
        let steps = 1 + draw % 40;
        let mut time = 0.0;
        for step in 0..steps {
            let next = if step + 1 == steps { end } else { time + end / f64::from(steps) };
            instance.put("belt.surfaceVelocity", speed * (1.0 - time / end).max(0.0));
            instance.set_input_derivative(belt, -speed / end).unwrap();
            instance.step(time, next - time).unwrap();
            time = next;
        }
        instance.put("belt.surfaceVelocity", 0.0);
        instance.set_input_derivative(belt, 0.0).unwrap();
        instance.step(time, 0.1).unwrap();
        let told = format!("draw {draw}, declared: {declared}, {speed} m/s, {end} s");
        assert_eq!(instance.real("belt.state"), 0.0, "{told}");
        assert_eq!(instance.real("table.state"), 0.0, "{told}");
        let count = instance.real("eventCount");
        assert_eq!(count, 1.0, "{told}");
    }
}
