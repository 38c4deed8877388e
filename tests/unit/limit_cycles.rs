//! Units that vibrate by themselves or under a harmonic force: the limit cycle that they reach, its period, and
//! what its energy comes from and goes to.

use std::f64::consts::TAU;

use luztar::unit::{Simulation, catalogue};

use crate::support::{Named, started};

/// Periods that follow one another, and the state one period later, relative to its size.
const PERIODIC: f64 = 1e-6;
/// Energy over a period, relative to what friction takes. Kinks of velocities limit Simpson's rule.
const BALANCE: f64 = 1e-6;
/// Communication steps per period; even.
const STEPS: usize = 4000;

/// A run over one period of a limit cycle.
struct Cycle {
    instance: Simulation,
    /// At the start of the period, s.
    start: f64,
    period: f64,
}

impl Cycle {
    /// Runs a unit until `settled`; the period is that of a contact's releases.
    fn of_releases(unit: &str, contact: &str, settled: f64) -> Self {
        let mut instance = started(&catalogue::unit(unit).expect("of the catalogue"));
        let (count, last) =
            (format!("{contact}.stickToSlipCount"), format!("{contact}.lastEventTime"));
        let size = 0.02;
        let (mut releases, mut known) = (Vec::new(), 0.0);
        let mut start = 0.0;
        for step in 1.. {
            instance.step(start, f64::from(step) * size - start).unwrap();
            start = f64::from(step) * size;
            if instance.real(&count) > known {
                known = instance.real(&count);
                releases.push(instance.real(&last));
            }
            if start >= settled {
                break;
            }
        }
        let [.., a, b, c] = releases[..] else { panic!("{unit}: {releases:?}") };
        let period = c - b;
        assert!((b - a - period).abs() <= PERIODIC * period, "{unit}: {} {period}", b - a);
        Self { instance, start, period }
    }

    /// Runs a driven unit over a number of periods of its force.
    fn of_force(unit: &str, frequency: &str, periods: u32) -> Self {
        let mut instance = started(&catalogue::unit(unit).expect("of the catalogue"));
        let period = TAU / instance.real(frequency);
        for k in 0..periods {
            instance
                .step(f64::from(k) * period, f64::from(k + 1) * period - f64::from(k) * period)
                .unwrap();
        }
        Self { instance, start: f64::from(periods) * period, period }
    }

    /// One more period: after it the values of `state` are again what they were, and `transitions` happened.
    /// The values of `watched` at every point.
    fn run(&mut self, state: &[&str], watched: &[&str], transitions: f64) -> Vec<Vec<f64>> {
        let values = |instance: &mut Simulation, names: &[&str]| -> Vec<f64> {
            names.iter().map(|name| instance.real(name)).collect()
        };
        let instance = &mut self.instance;
        let (before, events) = (values(instance, state), instance.real("eventCount"));
        let time = |k: usize| self.start + self.period * k as f64 / STEPS as f64;
        let mut samples = vec![values(instance, watched)];
        for k in 0..STEPS {
            instance.step(time(k), time(k + 1) - time(k)).unwrap();
            samples.push(values(instance, watched));
        }
        for (name, (old, new)) in state.iter().zip(before.iter().zip(values(instance, state))) {
            assert!((new - old).abs() <= PERIODIC * (1.0 + old.abs()), "{name}: {old} {new}");
        }
        assert_eq!(instance.real("eventCount") - events, transitions);
        samples
    }

    /// ∫ f dt over the period, of values at the communication points, by Simpson's rule.
    fn integral(&self, f: impl Fn(usize) -> f64) -> f64 {
        let weight = |k: usize| match k {
            0 | STEPS => 1.0,
            _ if k % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let sum: f64 = (0..=STEPS).map(|k| weight(k) * f(k)).sum();
        sum * self.period / STEPS as f64 / 3.0
    }

    /// ∫ λ dt over the period, of mean forces over the steps.
    fn impulse(&self, samples: &[Vec<f64>], column: usize) -> f64 {
        let sum: f64 = samples[1..].iter().map(|sample| sample[column]).sum();
        sum * self.period / STEPS as f64
    }

    /// Time of sample k.
    fn time(&self, k: usize) -> f64 {
        self.start + self.period * k as f64 / STEPS as f64
    }
}

/// What a column grew by.
fn growth(samples: &[Vec<f64>], column: usize) -> f64 {
    samples[STEPS][column] - samples[0][column]
}

fn assert_balanced(gained: f64, lost: f64) {
    assert!(lost > 0.0 && (gained - lost).abs() <= BALANCE * lost, "{gained} J, {lost} J");
}

#[test]
fn the_belt_oscillator_lives_on_the_belt() {
    let mut cycle = Cycle::of_releases("BeltOscillator", "belt", 60.0);
    let watched = ["belt.meanFrictionForce", "belt.dissipatedEnergy"];
    let samples = cycle.run(&["slider.position", "slider.velocity"], &watched, 2.0);
    let speed = cycle.instance.real("belt.surfaceVelocity");
    assert_balanced(-speed * cycle.impulse(&samples, 0), growth(&samples, 1));
}

#[test]
fn the_brake_mechanism_lives_on_the_belt() {
    let mut cycle = Cycle::of_releases("BrakeMechanism", "lining", 60.0);
    let state = ["shoe.position", "shoe.velocity", "lever.angle", "lever.angularVelocity"];
    let watched = [
        "lining.meanFrictionForce",
        "lining.dissipatedEnergy",
        "shoe.velocity",
        "lever.angularVelocity",
    ];
    let samples = cycle.run(&state, &watched, 2.0);
    let value = |cycle: &mut Cycle, name: &str| cycle.instance.real(name);
    let (speed, r) =
        (value(&mut cycle, "lining.surfaceVelocity"), value(&mut cycle, "link.radius2"));
    let dampings = ["link.damping", "press.damping"].map(|name| value(&mut cycle, name));
    let heat = cycle.integral(|k| {
        let (shoe, lever) = (samples[k][2], r * samples[k][3]);
        dampings[0] * (shoe - lever).powi(2) + dampings[1] * lever.powi(2)
    });
    assert_balanced(-speed * cycle.impulse(&samples, 0), heat + growth(&samples, 1));
}

#[test]
fn blocks_of_burridge_and_knopoff_live_on_the_plate() {
    let mut cycle = Cycle::of_releases("BurridgeKnopoff", "ground1", 400.0);
    let state = ["block1.position", "block1.velocity", "block2.position", "block2.velocity"];
    let watched = [
        "ground1.meanFrictionForce",
        "ground2.meanFrictionForce",
        "ground1.dissipatedEnergy",
        "ground2.dissipatedEnergy",
    ];
    let samples = cycle.run(&state, &watched, 4.0);
    let speed = cycle.instance.real("ground1.surfaceVelocity");
    let gained = -speed * (cycle.impulse(&samples, 0) + cycle.impulse(&samples, 1));
    assert_balanced(gained, growth(&samples, 2) + growth(&samples, 3));
}

#[test]
fn the_drill_string_turns_torque_into_heat() {
    let mut cycle = Cycle::of_releases("DrillString", "rock", 200.0);
    let state = ["pipe.deflection", "table.angularVelocity", "bit.angularVelocity"];
    let watched =
        ["table.angle", "table.angularVelocity", "bit.angularVelocity", "rock.dissipatedEnergy"];
    let samples = cycle.run(&state, &watched, 2.0);
    let value = |cycle: &mut Cycle, name: &str| cycle.instance.real(name);
    let torque = value(&mut cycle, "table.torque");
    let dampings =
        ["drive.damping", "mud.damping", "pipe.damping"].map(|name| value(&mut cycle, name));
    let heat = cycle.integral(|k| {
        let (table, bit) = (samples[k][1], samples[k][2]);
        let rates = [table, bit, table - bit];
        dampings.iter().zip(rates).map(|(damping, rate)| damping * rate * rate).sum()
    });
    assert_balanced(torque * growth(&samples, 0), heat + growth(&samples, 3));
}

#[test]
fn the_forced_oscillator_follows_its_force() {
    let mut cycle = Cycle::of_force("ForcedOscillator", "slider.excitationOmega", 60);
    let state = ["slider.position", "slider.velocity"];
    let watched = ["belt.meanFrictionForce", "belt.dissipatedEnergy", "slider.velocity"];
    let samples = cycle.run(&state, &watched, 3.0);
    let speed = cycle.instance.real("belt.surfaceVelocity");
    let amplitude = cycle.instance.real("slider.excitationAmplitude");
    let omega = cycle.instance.real("slider.excitationOmega");
    let work = cycle.integral(|k| amplitude * (omega * cycle.time(k)).cos() * samples[k][2]);
    let gained = work - speed * cycle.impulse(&samples, 0);
    assert_balanced(gained, growth(&samples, 1));
}

#[test]
fn the_absorber_takes_what_the_foot_gives() {
    let mut cycle = Cycle::of_force("VibrationAbsorber", "housing.excitationOmega", 200);
    let state = ["housing.position", "housing.velocity", "absorber.position", "absorber.velocity"];
    let watched = ["housing.velocity", "absorber.velocity", "guide.dissipatedEnergy"];
    let samples = cycle.run(&state, &watched, 4.0);
    let amplitude = cycle.instance.real("housing.excitationAmplitude");
    let omega = cycle.instance.real("housing.excitationOmega");
    let damping = cycle.instance.real("link.damping");
    let work = cycle.integral(|k| amplitude * (omega * cycle.time(k)).cos() * samples[k][0]);
    let heat = cycle.integral(|k| damping * (samples[k][1] - samples[k][0]).powi(2));
    assert_balanced(work, heat + growth(&samples, 2));
}
