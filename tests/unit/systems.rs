//! The larger units of the catalogue, a train and a steering system: what moves, what stays, and where
//! momentum and energy go.

use luztar::unit::{Simulation, catalogue};

use crate::support::{Named, started};

/// Event times of the train, in s: a run of some 25 s at the default tolerance.
const TIME: f64 = 1e-7;
/// Momentum and energy over a run, relative to those of the start: the integration's tolerance is 1e-10.
const BALANCE: f64 = 1e-7;
/// Forces of one instant, relative to the greatest of them.
const EXACT: f64 = 1e-9;

const WAGONS: usize = 10;
/// Of a wagon, in kg.
const MASS: f64 = 80e3;
/// Of a train that brakes, in m/s.
const SPEED: f64 = 20.0;
/// Force on the brake blocks of a wagon, in N, and what it is slowed down by, in N, beside the viscous part.
const LOAD: f64 = 200e3;
const RETARDING: f64 = 0.3 * LOAD + 1200.0;
/// Viscous part of the rolling resistance, in N·s/m.
const VISCOUS: f64 = 60.0;

/// Values of a quantity of wagon, brake, … 1 to `count`.
fn each(instance: &mut Simulation, element: &str, quantity: &str, count: usize) -> Vec<f64> {
    (1..=count).map(|k| instance.real(&format!("{element}{k}.{quantity}"))).collect()
}

fn sum(instance: &mut Simulation, element: &str, quantity: &str, count: usize) -> f64 {
    each(instance, element, quantity, count).iter().sum()
}

/// The train at t = 0, all wagons at the same speed, without traction.
fn train(speed: f64) -> Simulation {
    let mut instance =
        Simulation::new(catalogue::unit("TrainDraftGears").expect("of the catalogue"));
    instance.setup_experiment(0.0, None, None).unwrap();
    for k in 1..=WAGONS {
        instance.put(&format!("wagon{k}.velocity0"), speed);
    }
    instance.put("wagon1.force", 0.0);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

fn brake(instance: &mut Simulation, wagon: usize) {
    instance.put(&format!("brake{wagon}.normalForce"), LOAD);
}

/// Time in which the brakes stop a wagon: m·v' = −F − C·v.
fn stopping_time() -> f64 {
    MASS / VISCOUS * (VISCOUS * SPEED / RETARDING).ln_1p()
}

#[test]
fn a_train_that_brakes_as_one_stops_like_one_wagon() {
    let mut train = train(SPEED);
    (1..=WAGONS).for_each(|wagon| brake(&mut train, wagon));
    let (size, expected) = (0.05, stopping_time());
    let steps = (expected / size).ceil() as u32;
    for step in 0..steps {
        train.step(f64::from(step) * size, size).unwrap();
    }
    let stopped = train.real("lastEventTime");
    assert!((stopped - expected).abs() <= TIME, "{stopped} s, not {expected} s");
    assert_eq!(each(&mut train, "wagon", "velocity", WAGONS), [0.0; WAGONS]);
    // −m·v0 = −F·t − C·x.
    let distance = (MASS * SPEED - RETARDING * expected) / VISCOUS;
    for position in each(&mut train, "wagon", "position", WAGONS) {
        assert!(
            (position - distance).abs() <= BALANCE * distance,
            "{position} m, not {distance} m"
        );
    }
    assert_eq!(each(&mut train, "draftGear", "force", WAGONS - 1), [0.0; WAGONS - 1]);
}

/// The brakes grip from the front to the rear, a wagon each quarter of a second: the rear runs in.
#[test]
fn a_brake_wave_leaves_no_wagon_in_motion_and_loses_no_energy() {
    let mut train = train(SPEED);
    let (size, steps) = (0.05, 700);
    let (mut impulse, mut buffed, mut rest) = (0.0, false, f64::INFINITY);
    for step in 0..steps {
        if step % 5 == 0 && step / 5 < WAGONS as u32 {
            brake(&mut train, step as usize / 5 + 1);
        }
        train.step(f64::from(step) * size, size).unwrap();
        let ground =
            ["rolling", "brake"].map(|it| sum(&mut train, it, "meanFrictionForce", WAGONS));
        impulse += size * (ground[0] + ground[1]);
        let speeds = each(&mut train, "wagon", "velocity", WAGONS);
        let momentum = MASS * speeds.iter().sum::<f64>();
        let start = MASS * SPEED * WAGONS as f64;
        let error = start - momentum - impulse;
        assert!(error.abs() <= BALANCE * start, "step {step}: {error} N·s");
        let elements = [("rolling", WAGONS), ("brake", WAGONS), ("wedge", WAGONS - 1)];
        let dissipated = elements.map(|(it, count)| sum(&mut train, it, "dissipatedEnergy", count));
        let kinetic = speeds.iter().map(|v| MASS * v * v / 2.0).sum::<f64>();
        let forces = each(&mut train, "draftGear", "force", WAGONS - 1);
        let elastic = forces.iter().map(|force| force * force / (2.0 * 30e6)).sum::<f64>();
        let start = MASS * SPEED * SPEED / 2.0 * WAGONS as f64;
        let error = start - kinetic - elastic - dissipated.iter().sum::<f64>();
        assert!(error.abs() <= BALANCE * start, "step {step}: {error} J");
        buffed |= forces.iter().any(|force| *force < -10e3);
        if speeds == [0.0; WAGONS] {
            rest = rest.min(train.real("lastEventTime"));
        }
    }
    assert!(buffed, "no draft gear was pressed");
    assert_eq!(each(&mut train, "wagon", "velocity", WAGONS), [0.0; WAGONS]);
    // The last wagon is late by 2.25 s, the mean one by half of it.
    let expected = stopping_time() + 1.125;
    assert!((rest - expected).abs() < 1.125, "at rest at {rest} s, not at about {expected} s");
    assert_eq!(train.real("lastEventTime"), rest, "brakes hold what stands");
}

#[test]
fn a_train_starts_wagon_by_wagon() {
    let mut train = train(0.0);
    train.put("wagon1.force", 3.1e3);
    train.step(0.0, 1.0).unwrap();
    assert_eq!(train.real("eventCount"), 0.0, "rolling resistance holds");
    assert_eq!(each(&mut train, "wagon", "position", WAGONS), [0.0; WAGONS]);
    train.put("wagon1.force", 200e3);
    let size = 0.01;
    let mut left = [f64::INFINITY; WAGONS];
    for step in 100..600 {
        let time = f64::from(step) * size;
        train.step(time, size).unwrap();
        for (wagon, left) in left.iter_mut().enumerate() {
            if train.real(&format!("rolling{}.stickToSlipCount", wagon + 1)) > 0.0 {
                *left = left.min(time);
            }
        }
    }
    assert!(left[WAGONS - 1].is_finite() && left[0] < left[WAGONS - 1], "{left:?}");
    assert!(left.is_sorted(), "the slack runs out from the front to the rear: {left:?}");
    let speeds = each(&mut train, "wagon", "velocity", WAGONS);
    assert!(speeds.iter().all(|speed| *speed > 0.5), "{speeds:?}");
}

const STEERED: [(&str, &str, &str); 5] = [
    ("steeringWheel", "angularVelocity", "columnBearing"),
    ("pinion", "angularVelocity", "pinionSeal"),
    ("rack", "velocity", "rackGuide"),
    ("leftWheel", "angularVelocity", "leftKingPin"),
    ("rightWheel", "angularVelocity", "rightKingPin"),
];

fn steering() -> Simulation {
    started(&catalogue::unit("SteeringSystem").expect("of the catalogue"))
}

/// Runs `steps` milliseconds from millisecond `from`.
fn run(instance: &mut Simulation, from: u32, steps: u32) {
    for step in from..from + steps {
        instance.step(f64::from(step) * 1e-3, 1e-3).unwrap();
    }
}

fn assert_at_rest(instance: &mut Simulation) {
    for (body, velocity, _) in STEERED {
        assert_eq!(instance.real(&format!("{body}.{velocity}")), 0.0, "{body}");
    }
}

/// A torque below the friction of the pinion takes up the freeplay of the column and winds it.
#[test]
fn a_small_torque_at_the_steering_wheel_turns_nothing_else() {
    let mut steering = steering();
    steering.put("steeringWheel.torque", 0.25);
    run(&mut steering, 0, 2000);
    assert_at_rest(&mut steering);
    for (body, velocity, contact) in &STEERED[1..] {
        let moved = steering.real(&format!("{contact}.stickToSlipCount"));
        assert_eq!(moved, 0.0, "{body} had a {velocity}");
    }
    let angle = steering.real("steeringWheel.angle");
    let column = steering.real("column.force");
    assert!(column > 0.0 && (column - 150.0 * (angle - 0.01)).abs() <= EXACT, "{angle} rad");
    assert!((0.25 - column).abs() <= 0.15, "{column} N·m");
    assert!((steering.real("pinionSeal.frictionForce") - column).abs() <= EXACT);
}

/// Turned, let go under aligning torques that bring the wheels back, which then fade: both wheels move alike,
/// and every body is in balance at the end.
#[test]
fn a_large_torque_turns_both_wheels_alike() {
    let mut steering = steering();
    let align = |steering: &mut Simulation, torque: f64| {
        steering.put("leftWheel.torque", -torque);
        steering.put("rightWheel.torque", -torque);
    };
    steering.put("steeringWheel.torque", 15.0);
    align(&mut steering, 60.0);
    run(&mut steering, 0, 400);
    let turned = steering.real("leftWheel.angle");
    assert!(turned > 0.05, "{turned} rad");
    assert!((steering.real("rightWheel.angle") - turned).abs() <= EXACT * turned);
    steering.put("steeringWheel.torque", 0.0);
    run(&mut steering, 400, 500);
    align(&mut steering, 5.0);
    run(&mut steering, 900, 4000);
    assert_at_rest(&mut steering);
    let left = steering.real("leftWheel.angle");
    assert!(left < turned, "the aligning torques turn the wheels back: {left} rad");
    assert!((steering.real("rightWheel.angle") - left).abs() <= EXACT);
    let [column, teeth, rod, other] = ["column", "teeth", "leftRod", "rightRod"]
        .map(|spring| steering.real(&format!("{spring}.force")));
    let loads = [
        -column,
        column - 0.008 * teeth,
        teeth - rod - other,
        0.13 * rod - 5.0,
        0.13 * other - 5.0,
    ];
    let limits = [0.15, 1.0, 150.0, 10.0, 10.0];
    for (((_, _, contact), load), limit) in STEERED.into_iter().zip(loads).zip(limits) {
        let friction = steering.real(&format!("{contact}.frictionForce"));
        assert!((friction - load).abs() <= EXACT * limit, "{contact}: {friction}, not {load}");
        assert!(friction.abs() <= limit, "{contact}: {friction}");
    }
}
